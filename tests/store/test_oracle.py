"""Random histories give the answers of the executable model."""

from pathlib import Path

import pytest

from tests.store.oracle import load_model, plays


@pytest.mark.parametrize("seed", [1_000, 2_000])
def test_random_histories_agree_with_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """B1-B5, B8, B10: same states, same as-of answers at every pair, same refusals, and the checker is content."""
    oracle = load_model()
    if oracle is None:
        pytest.skip("The executable model is not beside this folder.")
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    for differences in plays(oracle, tmp_path, count=30, seed=seed):
        assert differences == []
