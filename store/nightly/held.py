"""What a run looks at: the facts that hold, read in short pages without a lock."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, literal, select, tuple_

from store.clock import Instant, told_end
from store.state import holds_at, known_at
from store.tables import BELIEF, FACT, HEAD

PAGE = 2000
Read = Callable[..., Any]
"""`Store.read`: calls a function with a connection inside one short read transaction."""


@dataclass(frozen=True, slots=True)
class Held:
    """A fact that holds. `valid_to` is `None` when it is open; `seen_at` is its newest evidence; instants are microseconds UTC."""

    number: int
    version: int
    owner: int
    subject: str
    slot: str | None
    kind: str
    text: str
    valid_from: Instant
    valid_to: Instant | None
    known_from: Instant
    seen_at: Instant
    pinned: bool


def held(read: Read, owner: int | None, at: Instant, *, pinned: bool) -> Iterator[Held]:
    """Yield the facts that hold at a valid instant, owner by owner, in the order they were learned.

    Args:
        owner: Only theirs; `None` is everybody's.
        pinned: Only the pinned ones, or only the others: nothing automatic may reach a pinned fact, so that it is no target.
    """
    key = (FACT.c.owner_id, FACT.c.known_from, FACT.c.id)
    query = _holding(at, HEAD.c.pinned if pinned else ~HEAD.c.pinned, owner).order_by(*key).limit(PAGE)
    last: tuple[int, int, int] | None = None
    while True:
        page = query if last is None else query.where(tuple_(*key) > tuple_(*map(literal, last)))
        rows = read(lambda connection, page=page: connection.execute(page).all())
        for row in rows:
            yield Held(
                number=row.id,
                version=row.version,
                owner=row.owner_id,
                subject=row.subject_key,
                slot=row.slot_key,
                kind=row.kind,
                text=row.text,
                valid_from=row.valid_from,
                valid_to=told_end(row.valid_to),
                known_from=row.known_from,
                seen_at=row.seen_at,
                pinned=pinned,
            )
        if len(rows) < PAGE:
            return
        last = (rows[-1].owner_id, rows[-1].known_from, rows[-1].id)


def pinned_by_owner(read: Read, owner: int | None, at: Instant) -> dict[int, list[Held]]:
    """Return the pinned facts that hold at a valid instant, by owner."""
    found: defaultdict[int, list[Held]] = defaultdict(list)
    for fact in held(read, owner, at, pinned=True):
        found[fact.owner].append(fact)
    return dict(found)


def count_active(connection: Connection, owner: int | None, at: Instant) -> Counter[int]:
    """Return how many facts of each owner hold at a valid instant."""
    holding = _holding(at, literal(True), owner).with_only_columns(FACT.c.owner_id, func.count()).group_by(FACT.c.owner_id)
    return Counter({row[0]: row[1] for row in connection.execute(holding)})


def _holding(at: Instant, which: ColumnElement[bool], owner: int | None) -> Select[Any]:
    query = (
        select(
            FACT.c.id,
            FACT.c.owner_id,
            FACT.c.subject_key,
            FACT.c.slot_key,
            FACT.c.kind,
            FACT.c.text,
            FACT.c.known_from,
            BELIEF.c.version,
            BELIEF.c.valid_from,
            BELIEF.c.valid_to,
            HEAD.c.seen_at,
        )
        .join(BELIEF, BELIEF.c.fact_id == FACT.c.id)
        .join(HEAD, HEAD.c.fact_id == FACT.c.id)
        .where(known_at(BELIEF, None), holds_at(BELIEF, at), which)
    )
    return query if owner is None else query.where(FACT.c.owner_id == owner)
