"""A sample of the shared pairs, where they are at hand; `python -m tests.pairs` measures them all."""

from itertools import islice
from pathlib import Path

import pytest

from store.likeness import Kind, find
from tests.pairs import data as shared
from tests.pairs import measures


@pytest.fixture(scope="module")
def data() -> Path:
    folder = shared.folder()
    if folder is None:
        pytest.skip("The shared pairs are not here: set MEMORY_INSPECTOR_SHARED to the folder that holds them.")
    return folder


def test_contradictions_are_called_so_and_not_merged(data: Path) -> None:
    """F4: English, by people's labels."""
    lines = measures.sick_lines(measures.judge(islice(shared.sick(data), 2500)))
    assert [line.name for line in lines[:3] if line.missed] == []


def test_word_order_is_no_difference(data: Path) -> None:
    """F4: Russian groups that differ in the order of their words."""
    lines = measures.koziev_lines(measures.judge(islice(shared.koziev(data), 1000)))
    assert [line.text() for line in lines if line.missed] == []


def test_profiles_of_different_people_stay_apart(data: Path) -> None:
    """F4: under an owner each, no two facts of a profile are merged."""
    for number, profile in enumerate(shared.profiles(data)[:300]):
        assert [one for one in find(measures.items(profile, f"owner {number}")) if one.verdict.kind is Kind.MERGE] == []
