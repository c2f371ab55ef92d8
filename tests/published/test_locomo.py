"""LoCoMo's conversations, brought in whole."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from store.store import open_store
from tests.nightly import shared as nights
from tests.published.commands import Commands


@dataclass(frozen=True)
class Brought:
    """What was brought in once.

    Args:
        folder: Holds the store and its keys.
        report: What the import printed.
    """

    folder: Path
    report: dict[str, Any]


@pytest.fixture(scope="module")
def file(shared: Path) -> str:
    return str(shared / "data" / "locomo" / "locomo10.json")


@pytest.fixture(scope="module")
def brought(file: str, tmp_path_factory: pytest.TempPathFactory) -> Brought:
    folder = tmp_path_factory.mktemp("locomo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        return Brought(folder, Commands(folder / "locomo.db")("import", "locomo", file))


@pytest.fixture
def store(brought: Brought, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The store itself, whose keys are the ones in use; nothing that is done to it changes a fact."""
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(brought.folder / "keys"))
    return brought.folder / "locomo.db"


def test_ten_long_conversations_come_in_whole(brought: Brought, store: Path, file: str) -> None:
    """X3, P4: the published figures; what rests on the other speaker alone is unverified; a second import changes nothing."""
    report = brought.report
    assert (report["sources"], report["facts"], report["evidence"]) == (5882, 2541, 2561)
    assert report["refused"] == []
    run = Commands(store)
    unverified = run("facts", "--mark", "unverified", "--limit", "1000")
    assert len(unverified) == 63
    marks = [mark for fact in unverified for mark in fact["marks"]]
    assert {mark["reason"] for mark in marks if mark["mark"] == "unverified"} == {"other_speaker"}
    owners = [f"conv-26/{name}" for name in ("Caroline", "Melanie")]
    for day, expected in (("2023-05-09", 7), ("2023-05-26", 14), ("2023-06-10", 28)):
        known = [run("facts", "--owner", owner, "--as-of", f"{day}T00:00:00Z", "--limit", "100") for owner in owners]
        assert sum(map(len, known)) == expected
    assert run("check") == {"ok": True, "problems": [], "end_known": True}
    before = run("facts", "--state", "all", "--limit", "10000")
    again = run("import", "locomo", file)
    assert (again["sources"], again["facts"], again["evidence"]) == (0, 0, 0)
    assert again["unchanged"] == 5882 + 2541
    assert run("facts", "--state", "all", "--limit", "10000") == before


def test_few_of_its_facts_are_alike(store: Path) -> None:
    """F4: merges and conflicts among the facts of each speaker, each of which can be said."""
    with open_store(store) as chats:
        lines, said = nights.locomo_lines(chats)
    assert [line.text() for line in lines if line.missed] == []
    assert len(said) == lines[0].value
