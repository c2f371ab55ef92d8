"""The store on which everything is done and every process is killed, and all that such a store says."""

import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from store.clock import DAY, FixedClock, Instant, from_iso
from store.proposal import Suggestion
from store.store import Store, create_store, open_store
from store.values import EvidenceInput, SourceInput

NOON: Instant = from_iso("2026-03-01T12:00:00Z")
SAID_BY_CHANCE = {"uid", "hash", "seal", "batch", "holder", "until"}
"""What differs between two runs of one deed: ids made by chance, what is computed from them, and real time."""
BY_CHANCE = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
Meaning = dict[str, tuple[Any, ...]]


@dataclass(frozen=True)
class Template:
    """A store ready for every deed; each is done to a copy of it. The keys lie in `keys` beside it."""

    path: Path

    def copy(self, name: str) -> Path:
        """Return a fresh copy."""
        target = self.path.with_name(f"{name}.db")
        for leftover in self.path.parent.glob(f"{target.name}*"):
            leftover.unlink()
        for end in self.path.parent.glob("keys/*.anchor"):  # a copy begins anew, as nobody knows yet how it goes on
            end.unlink()
        shutil.copy(self.path, target)
        return target


def build(folder: Path) -> Template:
    """Make a store with facts in and out of a slot, messages, a rule, what was undone, a deletion, and decided proposals."""
    path = folder / "template.db"
    clock = FixedClock(NOON - 30 * DAY)
    with create_store(path, clock=clock, actor="person:ana", sitting="earlier") as store:
        store.add_source(SourceInput("I have a cat", clock.at, author="ana", ref="m1", conversation="chat"))
        for text in ("Likes coffee in the morning", "Likes coffee in the morning, black", "Hates coffee"):
            store.assert_fact(text, owner="ana")
        store.assert_fact("Lives in Porto", owner="ana", slot="city", valid_from=NOON - 100 * DAY)
        store.assert_fact("Works at Lumen", owner="ana", slot="job", valid_from=NOON - 100 * DAY)
        store.supersede(5, "Works at Nordlys", at=NOON - 40 * DAY)
        store.assert_fact("Reads on paper", owner="ana")
        store.assert_fact("Reads on paper only", owner="ana")
        store.rules.add("topic", "health")
        store.set_setting("nightly.enabled", "true")
        store.proposals.propose(
            [
                Suggestion("merge", (("representative", 2, 1), ("member", 1, 1))),
                Suggestion("conflict", (("first", 2, 1), ("second", 3, 1))),
                Suggestion("merge", (("representative", 8, 1), ("member", 7, 1))),
            ],
            actor="nightly:1",
        )
        store.proposals.approve(3)
        message = store.add_source(SourceInput("We play chess every week", clock.at, author="ana", ref="m2", conversation="chat"))
        store.assert_fact("Plays chess every week", owner="ana", evidence=[EvidenceInput(message.number, "chess")])
        store.pin(9)
        store.assert_fact("Rides a bike", owner="ana")
        store.end(10)
        store.assert_fact("Has a secret drawer", owner="ana")
        store.deletions.delete(_scope(store, 11))
    return Template(path)


def _scope(store: Store, number: int) -> Any:
    from store.deletion import Scope

    return Scope("facts", (store.fact(number).number,))


def opened(path: Path) -> Store:
    """Open a store a month later, so that every run of a deed writes the same times."""
    return open_store(path, clock=FixedClock(NOON), actor="person:ana", sitting="now")


def meaning(path: Path, *, checked: bool = True) -> Meaning:
    """Return every row of a store that passes its check, or nothing where there is none; opening it goes on with a deletion."""
    if not path.exists():
        return {}
    with opened(path) as store:
        if checked:
            assert store.check() == ()
            assert store.verify_audit() == ()
    with closing(sqlite3.connect(path)) as connection:
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'fact_search%' AND name <> 'meta' ORDER BY name"
        return {table: _rows(connection, table) for (table,) in connection.execute(named).fetchall()}


def _rows(connection: sqlite3.Connection, table: str) -> tuple[Any, ...]:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info('{table}')") if row[1] not in SAID_BY_CHANCE]
    said = ", ".join(f'"{column}"' for column in columns)
    rows = connection.execute(f'SELECT {said} FROM "{table}"').fetchall()
    return tuple(
        sorted((tuple(BY_CHANCE.sub("", cell) if isinstance(cell, str) else cell for cell in row) for row in rows), key=repr)
    )


def differences(one: Meaning, other: Meaning) -> str:
    """Name the tables in which two stores differ, for a failed assertion."""
    return ", ".join(name for name in sorted(one.keys() | other.keys()) if one.get(name) != other.get(name))
