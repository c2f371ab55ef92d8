"""Reads and writes of the store beside the plainest SQL that could do the same."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from store import asserting
from store.clock import SECOND, SystemClock
from store.stating import New
from store.store import Store, create_store
from store.values import NOW, AsOf, Query
from tests.bench.timing import Ratio, side_by_side

WORDS = [
    "coffee",
    "tea",
    "likes",
    "works",
    "lives",
    "porto",
    "braga",
    "上海",
    "平时",
    "работа",
    "книга",
    "утром",
    "run",
    "cycle",
    "music",
    "friend",
    "train",
    "sister",
]
LONG_AGO = 1_600_000_000 * SECOND


def ratios(folder: Path, count: int) -> Iterator[Ratio]:
    """Fill a store with facts and compare what it does with raw sqlite3 on the same file."""
    clock = SystemClock()
    raw_path = folder / "raw.db"
    with create_store(folder / "facts.db", clock=clock) as store:
        yield side_by_side(
            f"bulk of {count} facts",
            lambda: _fill(store, count),
            "one raw table, no history",
            lambda: _raw_fill(raw_path, count),
            rounds=1,
        )
        raw = sqlite3.connect(store.path)
        owner = raw.execute("SELECT id FROM owner").fetchone()[0]
        page = (
            "SELECT f.*, b.* FROM head h JOIN fact f ON f.id = h.fact_id JOIN belief b ON b.fact_id = f.id"
            " WHERE h.owner_id = ? AND b.system_to = 9223372036854775807 AND b.valid_from <= ? AND b.valid_to > ?"
            " ORDER BY h.seen_at DESC, h.fact_id DESC LIMIT 100"
        )
        now = clock.now()
        yield side_by_side(
            "first page of 100",
            lambda: store.facts(Query(owner="ana")),
            "raw rows without marks",
            lambda: raw.execute(page, (owner, now, now)).fetchall(),
            rounds=30,
        )
        after = store.facts(Query(owner="ana")).next
        yield side_by_side(
            "next page of 100",
            lambda: store.facts(Query(owner="ana"), after=after),
            "the first page",
            lambda: store.facts(Query(owner="ana")),
            rounds=30,
        )
        past = AsOf(now, now - SECOND)
        yield side_by_side(
            "as of a pair of instants",
            lambda: store.facts(Query(owner="ana"), past),
            "now, in the same order",
            lambda: store.facts(Query(owner="ana", sort="learned"), NOW),
            rounds=30,
        )
        yield side_by_side(
            "search for a common word",
            lambda: store.facts(Query(owner="ana", search="coffee")),
            "the first page",
            lambda: store.facts(Query(owner="ana")),
            rounds=15,
        )
        yield side_by_side(
            "count, capped",
            lambda: store.count(Query(owner="ana")),
            "raw count of all",
            lambda: raw.execute("SELECT count(*) FROM belief WHERE system_to = 9223372036854775807").fetchone(),
            rounds=15,
        )
        plain = sqlite3.connect(raw_path)
        numbers = iter(range(1_000_000))
        yield side_by_side(
            "one supersede",
            lambda: store.assert_fact(f"Lives in city {next(numbers)}", owner="ana", slot="home.city"),
            "raw insert and commit",
            lambda: _raw_add(plain, next(numbers)),
            rounds=30,
        )
        raw.close()
        plain.close()


def _text(number: int) -> str:
    picked = [WORDS[(number * step + step) % len(WORDS)] for step in (1, 3, 5, 7, 11)]
    return f"{' '.join(picked)} {number}"


def _fill(store: Store, count: int) -> None:
    with store.change(actor="import:bench") as change:
        owner = change.owner("ana")
        for number in range(count):
            slot = f"slot.{number % 500}" if number % 10 == 0 else None
            new = New(text=_text(number), owner=owner, subject="ana", kind="preference", slot=slot, origin="import")
            asserting.assert_fact(change, new, valid_from=LONG_AGO + number * SECOND)
            if number % 20_000 == 19_999:
                change.clear()


def _raw_fill(path: Path, count: int) -> None:
    connection = sqlite3.connect(path)
    connection.executescript("PRAGMA synchronous=FULL; CREATE TABLE fact (id INTEGER PRIMARY KEY, text TEXT, since INTEGER)")
    with connection:
        rows = ((_text(number), LONG_AGO + number * SECOND) for number in range(count))
        connection.executemany("INSERT INTO fact (text, since) VALUES (?, ?)", rows)
    connection.close()


def _raw_add(connection: sqlite3.Connection, number: int) -> None:
    with connection:
        connection.execute("INSERT INTO fact (text, since) VALUES (?, ?)", (_text(number), LONG_AGO))
