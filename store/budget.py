"""How much automation may add: active, unpinned facts of automatic origin per owner, up to a budget."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, func, select

from store.clock import Instant
from store.state import holds_at, known_at
from store.statement import Statement
from store.tables import BELIEF, FACT, HEAD
from store.values import AUTOMATIC_ORIGINS


def used(connection: Connection, owner: int, now: Instant) -> int:
    """Count an owner's active, unpinned facts of automatic origin at an instant, microseconds UTC; imports and facts by hand are free."""
    return used_by_owner(connection, now, owner).get(owner, 0)


def used_by_owner(connection: Connection, now: Instant, owner: int | None = None) -> dict[int, int]:
    """Return that count for every owner who has such facts, or for one."""
    counted = (
        select(FACT.c.owner_id, func.count())
        .select_from(FACT)
        .join(HEAD, HEAD.c.fact_id == FACT.c.id)
        .join(BELIEF, BELIEF.c.fact_id == FACT.c.id)
        .where(FACT.c.origin.in_(AUTOMATIC_ORIGINS), ~HEAD.c.pinned, known_at(BELIEF, None), holds_at(BELIEF, now))
        .group_by(FACT.c.owner_id)
    )
    if owner is not None:
        counted = counted.where(FACT.c.owner_id == owner)
    return {row[0]: row[1] for row in connection.execute(counted)}


def gives_way(fact: Statement, text: str, now: Instant) -> bool:
    """Whether a new text in the place of a fact needs no room of its own: the fact counts too, or says the same."""
    counted = fact.origin in AUTOMATIC_ORIGINS and not fact.pinned
    return (counted or fact.text == text) and any(span.holds(now) for span in fact.live)


def has_room(connection: Connection, owner: int, now: Instant, settings: Mapping[str, Any]) -> bool:
    """Whether one more automatic fact fits the setting `budget`."""
    return used(connection, owner, now) < int(settings["budget"])
