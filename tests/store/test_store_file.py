"""The store as a file: who may read it, what happens to what is no store, and who writes at the same time."""

import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from store.clock import FixedClock
from store.errors import Refused, Unavailable
from store.store import create_store, open_store
from store.values import Query
from tests.store.conftest import START, Keeper

posix = pytest.mark.skipif(os.name != "posix", reason="Files have no such modes here.")


@posix
def test_the_store_and_its_key_are_the_users_alone(keeper: Keeper) -> None:
    """N2: files 0600, folders 0700, the key apart from the store."""
    (key,) = (keeper.store.path.parent / "keys").iterdir()
    assert stat.S_IMODE(keeper.store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(key.parent.stat().st_mode) == 0o700
    assert len(key.read_bytes()) == 32


@pytest.mark.parametrize("name", ["a?mode=ro#x%20.db", "[1]*.db", "мой: store.db"])
@pytest.mark.filterwarnings("error")
def test_a_path_is_no_pattern_and_no_url(tmp_path: Path, name: str) -> None:
    with create_store(tmp_path / name) as store:
        store.assert_fact("Has a cat", owner="ana")
    with open_store(tmp_path / name) as store:
        assert store.fact(1).text == "Has a cat"
    assert (tmp_path / name).is_file()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not_a_store"),
        (b"not a database at all", "not_a_store"),
        (None, "no_store"),
        (b"SQLite format 3\x00" + bytes(84), "not_a_store"),
    ],
    ids=["empty", "text", "missing", "another database"],
)
def test_what_is_no_store_is_left_alone(tmp_path: Path, content: bytes | None, reason: str) -> None:
    """X4: one sentence, and not a byte changes."""
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "other.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Unavailable) as error:
        open_store(path)
    assert error.value.reason == reason
    assert (path.read_bytes() if path.exists() else None) == content
    assert list(folder.iterdir()) == ([path] if content is not None else [])


def test_another_programs_database_is_not_taken_over(tmp_path: Path) -> None:
    """X4: a database that is not ours is no store."""
    path = tmp_path / "theirs.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE fact (id INTEGER)")
    connection.close()
    with pytest.raises(Unavailable, match="not_a_store"):
        open_store(path)


def test_a_store_is_never_written_over(keeper: Keeper) -> None:
    """B3: creating where one is refuses."""
    with pytest.raises(Unavailable, match="store_exists"):
        create_store(keeper.store.path)


def test_a_newer_schema_is_refused(keeper: Keeper) -> None:
    """X4: and nothing is changed."""
    with sqlite3.connect(keeper.store.path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unavailable, match="newer_schema"):
        open_store(keeper.store.path)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()


def test_a_locked_store_says_so(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """B12: the change is not made, and the next step is named."""
    monkeypatch.setattr("store.sqlite.BUSY_SECONDS", 0)
    monkeypatch.setattr("store.sqlite.PRAGMAS", ("PRAGMA foreign_keys=ON", "PRAGMA busy_timeout=0"))
    with open_store(keeper.store.path, clock=keeper.clock) as other:
        blocker = sqlite3.connect(keeper.store.path, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="store_busy"):
            other.assert_fact("Likes tea", owner="ana")
        blocker.execute("ROLLBACK")
        blocker.close()
        assert other.facts(Query(state="all")).facts == ()


def test_without_the_audit_key_nothing_is_written(keeper: Keeper, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """D6: a chain nobody can continue is not continued; reading goes on."""
    keeper.on(0)
    keeper.store.assert_fact("Likes tea", owner="ana")
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "elsewhere"))
    with open_store(keeper.store.path, clock=keeper.clock) as other:
        assert len(other.facts(Query()).facts) == 1
        with pytest.raises(Refused, match="no_audit_key"):
            other.pin(1)


def test_of_two_writers_on_one_state_one_loses_cleanly(keeper: Keeper) -> None:
    """B12: decided on a version that moved is refused, and said."""
    keeper.on(0)
    fact = keeper.store.assert_fact("Likes tea", owner="ana").facts[0]
    with open_store(keeper.store.path, clock=keeper.clock, actor="person:rui") as other:
        other.retract(fact.number, version=fact.version)
        with pytest.raises(Refused, match="stale"):
            keeper.store.end(fact.number, version=fact.version)
    assert [operation.verb for operation in keeper.store.changes()] == ["retract", "assert"]


def test_writers_in_threads_lose_and_double_nothing(keeper: Keeper) -> None:
    """B12, B6: one slot, many writers, never two active facts."""
    keeper.on(0)
    errors: list[BaseException] = []

    def write(name: str) -> None:
        try:
            with open_store(keeper.store.path, clock=FixedClock(START), actor=f"agent:{name}") as store:
                for number in range(10):
                    store.assert_fact(f"City {name} {number}", owner="ana", slot="home.city")
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(keeper.store.facts(Query(state="all"), limit=200).facts) == 30
    assert len(keeper.store.facts(Query()).facts) == 1


def test_another_programs_write_is_noticed(keeper: Keeper) -> None:
    """U9: by a number that costs nothing to read."""
    before = keeper.store.data_version()
    assert keeper.store.data_version() == before
    with open_store(keeper.store.path, clock=keeper.clock) as other:
        other.assert_fact("Likes tea", owner="ana")
    assert keeper.store.data_version() != before
    assert keeper.store.last_operation() == 1


def test_errors_hold_no_stored_text(keeper: Keeper) -> None:
    """No text reaches a message or a log by way of a database error."""
    with sqlite3.connect(keeper.store.path) as connection:
        connection.execute("ALTER TABLE fact RENAME TO fact_away")
    with pytest.raises(Unavailable) as error:
        keeper.store.assert_fact("a very private sentence", owner="ana")
    assert "private" not in str(error.value)
    with connection:
        connection.execute("ALTER TABLE fact_away RENAME TO fact")
    connection.close()
