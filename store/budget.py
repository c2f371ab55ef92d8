"""How much automation may add: active, unpinned facts of automatic origin per owner, up to a budget."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, func, select

from store.clock import Instant
from store.state import holds_at, known_at
from store.tables import BELIEF, FACT, HEAD
from store.values import AUTOMATIC_ORIGINS


def used(connection: Connection, owner: int, now: Instant) -> int:
    """Count an owner's active, unpinned facts of automatic origin at an instant, microseconds UTC; imports and facts by hand are free."""
    counted = (
        select(func.count())
        .select_from(FACT)
        .join(HEAD, HEAD.c.fact_id == FACT.c.id)
        .join(BELIEF, BELIEF.c.fact_id == FACT.c.id)
        .where(
            FACT.c.owner_id == owner,
            FACT.c.origin.in_(AUTOMATIC_ORIGINS),
            ~HEAD.c.pinned,
            known_at(BELIEF, None),
            holds_at(BELIEF, now),
        )
    )
    return int(connection.execute(counted).scalar_one())


def has_room(connection: Connection, owner: int, now: Instant, settings: Mapping[str, Any]) -> bool:
    """Whether one more automatic fact fits the setting `budget`."""
    return used(connection, owner, now) < int(settings["budget"])
