"""D6, U4: whoever changes the store behind its back is found out, and what was changed is named; lawful work raises no alarm."""

import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from store import anchor
from store.clock import FixedClock
from store.deletion import Scope
from store.errors import Refused
from store.store import Store, create_store, open_store
from store.values import EvidenceInput, Problem, SourceInput
from tests.store.conftest import START

SEALED = ("source", "fact", "belief", "evidence", "receipt", "audit", "operation")
Forge = Callable[[sqlite3.Connection], object]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A store with a history in it, a deletion among it; its keys beside it."""
    folder = tmp_path_factory.mktemp("audited")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        path = folder / "memory.db"
        with create_store(path, clock=FixedClock(START), actor="person:ana") as store:
            said = store.add_source(SourceInput("I live in Porto with a cat", START, author="ana", ref="m1"))
            for text in ("Lives in Porto", "Has a cat", "Likes tea", "Пьёт чай", "喜欢喝茶"):
                store.assert_fact(text, owner="ana", evidence=[EvidenceInput(said.number)])
            store.supersede(1, "Lives in Braga")
            store.retract(3, reason="never")
            store.undo()
            store.deletions.delete(Scope("facts", (5,)))
            store.pin(2)
        yield path


@pytest.fixture
def keys(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(whole.parent / "keys"))


def verdict(path: Path) -> tuple[Problem, ...]:
    """What the store's own verification says."""
    with open_store(path, clock=FixedClock(START), read_only=True) as store:
        return store.verify_audit()


def forged(whole: Path, forge: Forge) -> tuple[Problem, ...]:
    """Forge the store in its own place, hear the verdict, and put it back."""
    kept = whole.with_name("kept.db")
    shutil.copy(whole, kept)
    try:
        with sqlite3.connect(whole) as connection:
            connection.execute("PRAGMA foreign_keys=OFF")
            forge(connection)
        connection.close()
        return verdict(whole)
    finally:
        shutil.copy(kept, whole)


def cells(path: Path) -> list[tuple[str, int, str, object]]:
    """Every cell of the sealed tables, as (table, rowid, column, value)."""
    found: list[tuple[str, int, str, object]] = []
    with sqlite3.connect(path) as connection:
        for table in SEALED:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            for row in connection.execute(f"SELECT rowid, * FROM {table}"):
                found += [(table, row[0], column, value) for column, value in zip(columns, row[1:], strict=True)]
    connection.close()
    return found


def other(value: object, place: int, bit: int) -> object:
    """A value that differs from another one in one byte."""
    if isinstance(value, int):
        return value ^ (1 << bit % 62)
    if isinstance(value, bytes):
        place %= len(value)
        return value[:place] + bytes([value[place] ^ (1 << bit % 8)]) + value[place + 1 :]
    if isinstance(value, str) and value:
        place %= len(value)
        return value[:place] + chr(ord(value[place]) ^ (1 << bit % 5)) + value[place + 1 :]
    return "x"


@pytest.mark.usefixtures("keys")
def test_lawful_work_raises_no_alarm(whole: Path) -> None:
    assert verdict(whole) == ()


@pytest.mark.usefixtures("keys")
def test_any_changed_cell_is_found_and_named(whole: Path) -> None:
    """One byte, or one bit of a number, of a cell of chance in every column of the sealed tables."""
    chance = random.Random(7)
    columns: dict[tuple[str, str], list[tuple[int, object]]] = {}
    for table, row, column, value in cells(whole):
        columns.setdefault((table, column), []).append((row, value))
    assert {table for table, _ in columns} == set(SEALED)
    for (table, column), held in columns.items():
        row, value = chance.choice(held)
        changed = other(value, chance.randrange(64), chance.randrange(62))
        problems = forged(whole, partial(_put, table, column, row, changed))
        assert problems, (table, row, column, value, changed)
        if table in ("audit", "operation"):
            assert any(problem.reason.startswith("audit_") for problem in problems)
        else:
            assert any(table in problem.detail for problem in problems), problems


def _put(table: str, column: str, row: int, value: object, connection: sqlite3.Connection) -> None:
    connection.execute(f'UPDATE OR REPLACE {table} SET "{column}" = ? WHERE rowid = ?', (value, row))


def _delete(table: str, row: int, connection: sqlite3.Connection) -> None:
    connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("table", [*SEALED, "operation_item"])
def test_any_deleted_row_is_missed(whole: Path, table: str) -> None:
    with sqlite3.connect(whole) as connection:
        rows = [row[0] for row in connection.execute(f"SELECT rowid FROM {table}")]
    connection.close()
    for row in rows:
        assert forged(whole, partial(_delete, table, row)), row


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        ("DELETE FROM audit WHERE id > (SELECT max(id) - 2 FROM audit)", "audit_cut"),
        ("DELETE FROM audit", "audit_cut"),
        ("INSERT INTO receipt(digest, at, kind) VALUES ('ab', 1, 'text')", "rows_added"),
        ("UPDATE belief SET seal = NULL WHERE id = 1", "seal_broken"),
    ],
)
def test_a_cut_tail_an_emptied_log_and_added_rows_are_found(whole: Path, forge: str, reason: str) -> None:
    assert reason in [problem.reason for problem in forged(whole, lambda connection: connection.execute(forge))]


@pytest.mark.usefixtures("keys")
def test_a_tail_cut_with_its_operations_is_found(whole: Path) -> None:
    """The chain that is left is sound; only what is kept outside the store knows that it was longer."""

    def cut(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)")
        connection.execute("DELETE FROM operation WHERE id = (SELECT max(id) FROM operation)")

    assert [problem.reason for problem in forged(whole, cut)] == ["audit_cut"]


@pytest.mark.usefixtures("keys")
def test_a_chain_made_anew_without_the_key_is_found(whole: Path) -> None:
    from store import audit

    def rechain(connection: sqlite3.Connection) -> None:
        connection.row_factory = sqlite3.Row
        before = audit.GENESIS
        for row in connection.execute("SELECT * FROM operation ORDER BY id").fetchall():
            before = audit.link(b"guess", before, row["id"], dict(row), [], None)
            connection.execute("UPDATE audit SET hash = ?, counts = NULL WHERE operation_id = ?", (before, row["id"]))

    assert {"audit_changed", "audit_cut"} <= {problem.reason for problem in forged(whole, rechain)}


def test_without_the_key_nobody_is_accused(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be told without it is told; who wrote it cannot be."""
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "nobody"))
    with open_store(whole, read_only=True) as store:
        assert not store.has_audit_key
        assert store.verify_audit() == ()


def test_a_change_cut_off_before_or_after_its_commit_raises_no_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of the chain is noted as pending before the commit and as the end after it; a kill leaves it at one of the two."""
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    store = create_store(tmp_path / "memory.db", clock=FixedClock(START), actor="person:ana")
    store.assert_fact("Has a cat", owner="ana")
    noted = anchor.read(store.id, store.path)
    assert noted is not None
    for pending in (anchor.Anchor(noted.end, anchor.End(2, "ab" * 32)), anchor.Anchor(anchor.End(0, "0" * 64), noted.end)):
        anchor.write(store.id, store.path, pending)
        assert store.verify_audit() == ()
    store.close()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    with create_store(tmp_path / "memory.db", actor="person:ana") as made:
        yield made


def test_the_anchor_cannot_be_written_and_work_goes_on(store: Store, tmp_path: Path) -> None:
    """Where the folder of keys has become unwritable, changes are made all the same."""
    (tmp_path / "keys").chmod(0o500)
    store.assert_fact("Has a cat", owner="ana")
    (tmp_path / "keys").chmod(0o700)
    assert store.verify_audit() == ()


def test_two_threads_that_keep_the_end_of_the_log_do_not_mix(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever is the last to finish, what is kept can be read."""
    first, second = (anchor.Anchor(anchor.End(count, "0" * count)) for count in (10, 60))
    dump = json.dump

    def dump_after_another(*given: Any) -> None:
        monkeypatch.setattr(json, "dump", dump)
        thread = Thread(target=anchor.write, args=(store.id, store.path, second))
        thread.start()
        thread.join()
        dump(*given)

    monkeypatch.setattr(json, "dump", dump_after_another)
    anchor.write(store.id, store.path, first)
    assert anchor.read(store.id, store.path) == first


def test_of_two_writers_the_one_that_is_late_takes_no_end_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """X4: what another program appended meanwhile stays known, so that cutting it off is found."""
    read, reads = anchor.read, list[Path]()

    def slow(store_id: str, path: Path) -> anchor.Anchor | None:
        reads.append(path)
        if len(reads) == 2:  # it is committed, and the lock is free
            with open_store(store.path, actor="agent:mail") as other:
                other.assert_fact("Has a cat", owner="ana")
        return read(store_id, path)

    monkeypatch.setattr(anchor, "read", slow)
    store.assert_fact("Has a dog", owner="ana")
    monkeypatch.setattr(anchor, "read", read)
    known = anchor.read(store.id, store.path)
    assert known is not None
    assert known.end.count == store.last_operation() == 2


def test_a_cut_stays_on_record_when_work_goes_on(store: Store, tmp_path: Path) -> None:
    """Neither a repair nor the next change makes anybody forget that the log was longer."""
    store.assert_fact("Has a cat", owner="ana")
    shutil.copy(store.path, tmp_path / "older.db")
    store.assert_fact("Has a dog", owner="ana")
    shutil.copy(tmp_path / "older.db", store.path)
    store.catch_up()
    assert [problem.reason for problem in store.verify_audit()] == ["audit_cut"]
    store.repair()
    store.assert_fact("Has a bird", owner="ana")
    assert [(problem.reason, problem.ids) for problem in store.verify_audit()] == [("audit_cut", (2,))]


@pytest.mark.parametrize("by_another", [False, True])
def test_a_store_that_was_rolled_back_while_it_was_open_is_not_written_to(store: Store, tmp_path: Path, by_another: bool) -> None:
    """Also where another program went on with it meanwhile; once it was read anew, it is, and the cut stays on record."""
    store.assert_fact("Has a cat", owner="ana")
    shutil.copy(store.path, tmp_path / "older.db")
    store.assert_fact("Has a dog", owner="ana")
    shutil.copy(tmp_path / "older.db", store.path)
    if by_another:
        with open_store(store.path) as other:
            other.assert_fact("Has a horse", owner="ana")
    before = store.path.read_bytes()
    for _ in range(2):
        with pytest.raises(Refused, match="rolled_back") as refused:
            store.assert_fact("Has a bird", owner="ana")
    assert refused.value.details["count"] == 2
    assert store.path.read_bytes() == before
    store.catch_up()
    store.assert_fact("Has a bird", owner="ana")
    assert [(problem.reason, problem.ids) for problem in store.verify_audit()] == [("audit_cut", (2,))]


def test_a_copy_that_was_put_back_on_purpose_is_accepted_in_the_log(store: Store, tmp_path: Path) -> None:
    """A person says which cut they mean; what else is wrong is not accepted with it."""
    store.assert_fact("Has a cat", owner="ana")
    shutil.copy(store.path, tmp_path / "older.db")
    store.assert_fact("Has a dog", owner="ana")
    shutil.copy(tmp_path / "older.db", store.path)
    for count in (1, 3):
        with pytest.raises(Refused, match="no_such_cut"):
            store.accept_cut(count)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        (seal,) = connection.execute("SELECT seal FROM belief").fetchone()
        connection.execute("UPDATE belief SET seal = NULL")
    with pytest.raises(Refused, match="seal_broken"):
        store.accept_cut(2)
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE belief SET seal = ?", (seal,))
    store.accept_cut(2)
    assert store.verify_audit() == ()
    assert store.changes()[0].verb == "accept"
    store.assert_fact("Has a bird", owner="ana")
    assert store.verify_audit() == ()


def test_a_setting_that_cannot_be_read_is_named(store: Store) -> None:
    """It changes nothing, and does not keep anybody from checking."""
    from store.tables import SETTING

    store.set_setting("budget", "5")
    with store.noting() as connection:
        connection.execute(SETTING.update().values(value="banana"))
    assert [problem.reason for problem in store.check()] == ["setting_unreadable"]
    assert store.settings()["budget"] == 80
    store.set_setting("budget", "5")
    assert store.check() == ()


def test_a_search_index_that_is_gone_is_built_anew(store: Store) -> None:
    store.assert_fact("Has a cat", owner="ana")
    store.raw(lambda connection: connection.execute("DROP TABLE fact_search"))
    assert [(problem.reason, problem.detail) for problem in store.check()] == [("search_index_differs", "the index is missing")]
    store.repair()
    assert store.check() == ()
