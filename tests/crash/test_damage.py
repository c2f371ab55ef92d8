"""A store that a disk has spoiled: no command and no screen ends in an error of its own, what is said names the way back, nothing is lost.

`check --repair` replaces a damaged file by one that holds every row of it, and keeps the damaged one; when a row cannot be read, it
changes nothing and names the copy to go back to. `python -m tests.crash damage N` damages N stores, and shows each to the inspector.
"""

import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from store import mending
from store.errors import Unavailable
from store.mending import mend
from store.store import open_store
from tests.crash import damaging
from tests.crash.damaging import Damage
from tests.crash.template import Meaning, meaning, opened

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes are forked")
EXAMPLES = 2


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A store of some size."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        yield damaging.fill(folder)


@pytest.fixture(scope="module")
def before(whole: Path) -> Meaning:
    """What it says, undamaged."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(whole.parent / "keys"))
        return meaning(damaging.damaged(whole, Damage("none", lambda held: None)))


@pytest.fixture(autouse=True)
def keys(whole: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(whole.parent / "keys"))


def pages_of(whole: Path, *kinds: str, table: str = "%") -> list[int]:
    """Return the pages of an index or a table, counted from 0."""
    with closing(sqlite3.connect(whole)) as connection:
        marks = ", ".join("?" * len(kinds))
        rows = connection.execute(
            "SELECT pageno - 1 FROM dbstat JOIN sqlite_master USING (name)"
            f" WHERE type IN ({marks}) AND dbstat.name LIKE ? ORDER BY pageno",
            (*kinds, table),
        )
        return [row[0] for row in rows]


def zeroed(page: int) -> Damage:
    """Return a damage that leaves nothing of a page."""

    def do(held: bytearray) -> None:
        size = damaging.page_size(held)
        held[page * size : (page + 1) * size] = bytes(size)

    return Damage(f"page {page + 1} zeroed", do)


@pytest.mark.parametrize("seed", range(EXAMPLES))
def test_every_command_and_the_inspector_answer_for_a_damaged_store(whole: Path, seed: int) -> None:
    """Cut short or with a spoiled page: a sentence with its reason, nothing of what is stored in it, and never a traceback."""
    chance = random.Random(seed)
    data = whole.read_bytes()
    damage = chance.choice(list(damaging.cuts(data))) if seed == 0 else damaging.flips(data, chance)
    met = damaging.meet(damaging.damaged(whole, damage), keys=seed == 1)
    assert [(one.command, one.wrong) for one in met if one.wrong] == [], damage.name


LEADING = (("facts",), ("check",), ("check", "--repair"), ("audit", "--verify"), ("facts", "--read-only", "--copy"))


@pytest.mark.parametrize("named", ["fact", "meta", "alembic_version", "fact_search", "belief_history"])
def test_a_byte_that_is_no_text_in_the_schema_is_told_as_damage(whole: Path, named: str) -> None:
    """SQLite quotes it in what it says, and Python cannot read that."""
    with closing(sqlite3.connect(whole)) as connection:
        (said,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (named,)).fetchone()
    place = whole.read_bytes().index(said.encode()) + 4
    path = damaging.damaged(whole, Damage("no text", lambda held: held.__setitem__(place, 0xFF)))
    met = [damaging.command(path, one) for one in LEADING]
    assert [(one.command, one.wrong) for one in met if one.wrong] == []
    assert met[0].told == "store_corrupt"
    assert "check --repair" not in met[2].said


PRECIOUS = {
    "owner": "name", "fact": "text", "source": "ref", "rule": "value", "proposal": "rationale", "deletion": "counts",
    "operation": "actor", "setting": "value", "slot_version": "digest",
}  # fmt: skip


@pytest.mark.parametrize("table", PRECIOUS)
def test_a_text_that_cannot_be_read_is_beyond_repair_and_its_table_named(whole: Path, table: str) -> None:
    """The check does not pass over it, and a repair that cannot help never names itself as the way."""
    path = damaging.damaged(whole, Damage("none", lambda held: None))
    spoil(path, table, PRECIOUS[table])
    was = path.read_bytes()
    checked, repaired = damaging.command(path, ("check",)), damaging.command(path, ("check", "--repair"))
    assert checked.status == 1
    assert f"of the table {table} a text cannot be read" in checked.printed or checked.told == "store_corrupt"
    assert repaired.told == "beyond_repair"
    assert f"of its tables {table} cannot be read whole" in repaired.said
    assert "--repair" not in repaired.said
    assert path.read_bytes() == was


def spoil(path: Path, table: str, column: str) -> None:
    """Put a byte that is no text at the end of a cell."""
    last = f'rowid = (SELECT max(rowid) FROM "{table}" WHERE "{column}" IS NOT NULL)'
    with closing(sqlite3.connect(path)) as connection, connection:
        spoiled = connection.execute(
            f"""UPDATE "{table}" SET "{column}" = CAST(CAST("{column}" AS BLOB) || x'ff' AS TEXT) WHERE {last}"""
        )
        assert spoiled.rowcount == 1


@pytest.mark.parametrize(("table", "column"), [("fact_words", "stems"), ("fact_words", "words"), ("fact_search", "words")])
def test_a_derived_text_that_cannot_be_read_is_made_anew(whole: Path, table: str, column: str) -> None:
    path = damaging.damaged(whole, Damage("none", lambda held: None))
    spoil(path, table, column)
    assert damaging.command(path, ("facts",)).status == 0
    assert damaging.command(path, ("check",)).status == 1
    repaired = damaging.command(path, ("check", "--repair"))
    assert (repaired.status, repaired.printed) == (0, "Everything that must hold holds.\n"), repaired.said
    assert damaging.command(path, ("check",)).status == 0


def test_an_older_copy_that_is_damaged_is_mended_and_the_cut_stays_on_record(whole: Path) -> None:
    """The log ends early because the copy is older, and not because a row of it was lost: every table agrees with it."""
    path = damaging.damaged(whole, Damage("none", lambda held: None))
    with opened(path) as store:
        store.pin(4)
        entries = store.count_changes().number
    older = bytearray(whole.read_bytes())
    zeroed(pages_of(whole, "table", table="head")[-1]).do(older)
    path.write_bytes(older)
    repaired = damaging.command(path, ("check", "--repair"))
    assert "is mended" in repaired.said
    assert [line.partition(":")[0] for line in repaired.printed.splitlines()] == ["audit_cut"]
    assert damaging.command(path, ("audit", "--verify")).printed.startswith("audit_cut")
    assert damaging.command(path, ("audit", "--accept", str(entries))).printed == "The chain is whole.\n"
    assert damaging.command(path, ("check",)).status == 0


def test_rows_that_are_lost_besides_a_known_cut_are_not_given_up(whole: Path) -> None:
    path = damaging.damaged(whole, Damage("none", lambda held: None))
    with opened(path) as store:
        store.pin(4)
    path.write_bytes(whole.read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM evidence WHERE id = (SELECT max(id) FROM evidence)")
    older = bytearray(path.read_bytes())
    zeroed(pages_of(path, "table", table="head")[-1]).do(older)
    path.write_bytes(older)
    assert damaging.command(path, ("check", "--repair")).told == "beyond_repair"
    assert path.read_bytes() == bytes(older)


CELLS = {
    "a key": ["UPDATE meta SET value = 'no digits' WHERE name = 'digest_key'"],
    "ids, times, letters and numbers": [
        "UPDATE fact SET uid = 'none' WHERE id = 4",
        "UPDATE operation SET uid = 'none' WHERE id = 4",
        "UPDATE belief SET valid_from = -9000000000000000000 WHERE fact_id = 4",
        "UPDATE operation SET at = 9000000000000000000 WHERE id = 3",
        "UPDATE fact SET text = CAST(x'ff50ff' AS TEXT) WHERE id = 9",
        "UPDATE audit SET hash = 7, counts = x'ff' WHERE id = 5",
    ],
}


@pytest.mark.parametrize("cells", CELLS)
def test_what_no_store_writes_in_a_cell_is_told_as_damage(whole: Path, cells: str) -> None:
    """Where SQLite finds nothing wrong, but no program can have written it."""
    path = damaging.damaged(whole, Damage("none", lambda held: None))
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in CELLS[cells]:
            connection.execute(statement)
    met = damaging.meet(path, keys=False)
    assert [(one.command, one.wrong) for one in met if one.wrong] == []
    assert "store_corrupt" in {one.told for one in met}


@pytest.mark.parametrize("length", [0, 16, 100, 4096, 6000])
def test_a_store_cut_short_is_left_as_it_is_and_the_copy_beside_it_is_named(whole: Path, length: int) -> None:
    """To nothing, within its header, to its first page, within a page."""
    path = damaging.damaged(whole, Damage("cut", lambda held: held.__delitem__(slice(length, None))))
    backup = path.with_name(f"{path.name}.0003.bak")
    backup.write_bytes(whole.read_bytes())
    for act in (open_store, mend):
        with pytest.raises(Unavailable) as error:
            act(path)
        assert error.value.reason in ("store_corrupt", "beyond_repair")
        assert backup.name in error.value.next
    assert path.read_bytes() == whole.read_bytes()[:length]
    backup.replace(path)
    with opened(path) as store:
        assert store.fact(4).text == "Lives in Porto"


PARTS: dict[str, Callable[[Path], list[int]]] = {
    "an index": lambda whole: pages_of(whole, "index"),
    "the search index": lambda whole: pages_of(whole, "table", table="fact_search_data"),
    "the words": lambda whole: pages_of(whole, "table", table="fact_words"),
    "the order of lists": lambda whole: pages_of(whole, "table", table="head"),
    "the free pages": lambda whole: [int.from_bytes(whole.read_bytes()[32:36], "big") - 1],
}


@pytest.mark.parametrize("part", PARTS)
def test_what_can_be_made_anew_is_mended(whole: Path, before: Meaning, part: str) -> None:
    """Every row is there afterwards, the check finds nothing, and the damaged file is kept."""
    page = random.Random(7).choice(PARTS[part](whole))
    path = damaging.damaged(whole, zeroed(page))
    was = path.read_bytes()
    mended = damaging.command(path, ("check", "--repair"))
    assert (mended.status, mended.printed) == (0, "Everything that must hold holds.\n"), mended.said
    kept = list(path.parent.glob(f"{path.name}*.damaged.bak"))
    assert [copy.read_bytes() for copy in kept] == [was] * len(kept)
    assert kept or part == "the free pages"
    after = meaning(path)
    beside = {"operation", "audit", "counter"}  # the repair is in the log
    assert {name: rows for name, rows in after.items() if name not in beside} == {
        name: rows for name, rows in before.items() if name not in beside
    }


def test_what_cannot_be_read_is_named_and_nothing_is_changed(whole: Path) -> None:
    """A page of facts is gone: the rest can still be read, and a repair does not throw the facts away."""
    path = damaging.damaged(whole, zeroed(pages_of(whole, "table", table="evidence")[-1]))
    was = path.read_bytes()
    answer = damaging.command(path, ("check", "--repair"))
    assert answer.status == 1
    assert "of its tables evidence cannot be read whole" in answer.said
    assert path.read_bytes() == was
    with opened(path) as store:
        assert store.fact(4).text == "Lives in Porto"


def test_a_repair_gives_way_to_whoever_writes_meanwhile(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B12: what they wrote would be lost with the file that is replaced."""
    path = damaging.damaged(whole, zeroed(pages_of(whole, "table", table="head")[-1]))
    copied = mending._copy

    def meanwhile(damaged: Path, draft: Path) -> None:
        copied(damaged, draft)
        os.utime(damaged)

    monkeypatch.setattr(mending, "_copy", meanwhile)
    was = path.read_bytes()
    with pytest.raises(Unavailable, match="store_busy"):
        mend(path)
    assert path.read_bytes() == was
    monkeypatch.undo()
    assert mend(path) is not None
