"""D6: the log on the command line."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from store import anchor
from store.store import open_store
from tests.cli.conftest import Line


def test_each_entry_names_its_hash_and_the_one_it_follows(ana: Line) -> None:
    """Whole as JSON, newest first; the first entry follows nothing, which is all zeros."""
    found = ana.json("audit")
    assert all(len(one["hash"]) == 64 for one in found)
    assert [one["follows"] for one in found] == [*(one["hash"] for one in found[1:]), "0" * 64]


def test_the_table_shows_the_beginning_of_both(ana: Line) -> None:
    whole = ana.json("audit")
    lines = ana.run("audit").splitlines()
    assert [line.split()[-3:] for line in lines] == [[one["hash"][:12], "after", one["follows"][:12]] for one in whole]
    assert whole[0]["hash"][:12] not in ana.run("changes")


@pytest.fixture
def cut(ana: Line) -> Iterator[Line]:
    """A store in whose place an older copy of it was put."""
    ana.run("add", "Has a cat", "--owner", "ana")
    older = shutil.copy(ana.db, ana.db.with_name("older.db"))
    ana.run("add", "Has a dog", "--owner", "ana")
    place = Path(shutil.copy(older, ana.db))
    yield ana
    place.unlink()


def found(line: Line, *command: str) -> list[str]:
    return [problem["reason"] for problem in line.json(*command)["problems"]]


CHECKS = (("audit", "--verify"), ("check",))


@pytest.mark.parametrize("command", CHECKS, ids=" ".join)
def test_a_cut_log_is_found_by_whichever_way_its_file_is_reached(cut: Line, tmp_path: Path, command: tuple[str, ...]) -> None:
    """The same file read only, in a copy to look at, by a link to it or to its folder, and by a roundabout path."""
    place = cut.db
    link, folder = tmp_path / "link.db", tmp_path / "folder"
    link.symlink_to(place)
    folder.symlink_to(place.parent, target_is_directory=True)
    for path in (place, link, folder / place.name, place.parent / "home" / ".." / place.name):
        cut.db = path
        for way in ((), ("--read-only",), ("--read-only", "--copy")):
            assert found(cut, *command, *way) == ["audit_cut"], (path, way)
            assert cut.status == 1
    cut.db = link
    cut.run("audit", "--accept", "5")
    cut.db = place
    assert found(cut, "audit", "--verify") == []


@pytest.mark.parametrize("way", [(), ("--read-only",), ("--read-only", "--copy")], ids=" ".join)
def test_where_nobody_knows_the_end_of_the_log_it_is_whole_as_far_as_it_goes(cut: Line, way: tuple[str, ...]) -> None:
    """A copy under another name is no alarm, and no promise either; from its first change on its end is known."""
    for command in CHECKS:
        cut.db = cut.db.with_name("older.db")
        assert cut.json(*command, *way) == {"ok": True, "problems": [], "end_known": False}
        assert cut.status == 0
        assert "is not known here" in cut.err
    assert cut.run("audit", "--verify", *way) == "The chain is whole as far as it goes.\n"
    cut.run("pin", "1")
    assert cut.run("audit", "--verify", *way) == "The chain is whole.\n"
    assert "is not known here" not in cut.err


def test_without_the_key_nothing_is_called_verified(ana: Line, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The auditor's case, a store from another machine, changed behind its back."""
    key = next(Path(os.environ["MEMORY_INSPECTOR_KEYS"]).glob("*.key"))
    with sqlite3.connect(ana.db) as connection:
        connection.execute("UPDATE source SET text = 'forged'")
        connection.execute("UPDATE fact SET text = 'forged'")
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "elsewhere"))
    told = ana.json("audit", "--verify", "--read-only")
    assert (ana.status, told["ok"], [one["reason"] for one in told["problems"]]) == (1, False, ["no_audit_key"])
    assert "seal_broken" in ana.run("audit", "--verify", "--read-only", "--audit-key", str(key))
    ana.run("check", "--read-only")
    assert "The key of its log is not here" in ana.err
    ana.db.unlink()


def test_an_empty_store_has_a_whole_log(line: Line) -> None:
    line.run("init")
    assert line.json("audit", "--verify") == {"ok": True, "problems": [], "end_known": True}


def test_a_change_made_while_a_copy_is_taken_is_no_cut(ana: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of the end was known before the copy."""
    ana.run("pin", "1")
    kept = anchor.kept

    def overtaken(path: Path) -> object:
        with open_store(path) as store:
            store.unpin(1)
        return kept(path)

    monkeypatch.setattr(anchor, "kept", overtaken)
    ana.run("audit", "--verify", "--read-only", "--copy")
    assert (ana.status, ana.out) == (0, "The chain is whole.\n")


def test_a_copy_to_look_at_leaves_no_end_of_its_own(cut: Line, home: Path) -> None:
    """It is gone afterwards, and so is all that was known of it."""
    before = sorted((home / "keys").iterdir())
    cut.run("facts", "--read-only", "--copy")
    assert sorted((home / "keys").iterdir()) == before
