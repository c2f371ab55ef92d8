"""Random histories give the answers of the executable model."""

import os
from pathlib import Path

import pytest

from tests.store.oracle import load_model, plays, telling

AMONG = 400
MORE = int(os.environ.get("MEMORY_INSPECTOR_HISTORIES", "0"))
"""So many are played besides; `python -m tests.store.oracle N` plays N."""
DEPARTING = 4251
"""The one of 5,000 in which the model restores a fact from now on otherwise than model.md says."""


def test_random_histories_agree_with_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B1-B5, B8, B10: same states, same as-of answers at every pair, same refusals, and the checker is content.

    Of some hundred histories those are played in which an operation is first done, or first refused for a reason: each of both is met.
    """
    oracle = load_model()
    if oracle is None:
        pytest.skip("The executable model is not beside this folder.")
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    chosen = telling(oracle, AMONG)
    assert len(chosen) >= 15
    for played in plays(oracle, tmp_path, [*chosen, *range(AMONG, AMONG + MORE), DEPARTING]):
        assert played.as_mended == []
        assert (played.as_it_is == []) == (played.number != DEPARTING), played.as_it_is
