"""A part of the shared profiles, where they are at hand; `python -m tests.nightly` measures them all, and the chats."""

from pathlib import Path

import pytest

from tests.nightly import shared as nights
from tests.pairs import data as pairs

PROFILES = 80
"""So many hold what can be alike, equal and in conflict, dozens of each."""


@pytest.fixture
def data() -> Path:
    folder = pairs.folder()
    if folder is None:
        pytest.skip("The shared data is not here: set MEMORY_INSPECTOR_SHARED to the folder that holds it.")
    return folder


def test_a_night_over_many_profiles_of_one_owner(tmp_path: Path, data: Path) -> None:
    """F4, F6: no group is torn, nothing is asked twice, what was rejected stays away, and a corrected one returns."""
    lines = nights.one_owner_lines(tmp_path, nights.profiles(data)[:PROFILES])
    assert [line.text() for line in lines if line.missed] == []


def test_merges_of_equal_text_leave_what_is_distinct(tmp_path: Path, data: Path) -> None:
    """F4: case and blanks apart, each text is left once."""
    lines = nights.equal_text_lines(tmp_path, nights.profiles(data)[:PROFILES])
    assert [line.text() for line in lines if line.missed] == []


def test_a_night_crosses_no_owner(tmp_path: Path, data: Path) -> None:
    """F4: under an owner each, no profile's facts are merged."""
    lines = nights.many_owners_lines(tmp_path, nights.profiles(data)[:PROFILES])
    assert [line.text() for line in lines if line.missed] == []
