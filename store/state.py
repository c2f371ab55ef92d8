"""The state of a fact in SQL: the twin of `store.spans.deciding` and `store.spans.state_of`.

The instants asked about are values, or `VALID` and `KNOWN` in statements that are made once and asked with many.
"""

from typing import Any

from sqlalchemy import BindParameter, ColumnElement, FromClause, and_, bindparam, case, literal_column, or_, select

from store.clock import FOREVER, Instant
from store.spans import NEVER_TRUE
from store.tables import BELIEF, FACT

OPEN: ColumnElement[int] = literal_column(str(FOREVER))  # a literal, so that the index over current beliefs is used

VALID: BindParameter[Instant] = bindparam("valid")
KNOWN: BindParameter[Instant] = bindparam("known")

When = Instant | ColumnElement[Any]


def known_at(belief: FromClause, known: When | None) -> ColumnElement[bool]:
    """Return the condition that a belief was held at a system instant; `None` is now."""
    if known is None:
        return belief.c.system_to == OPEN
    return and_(belief.c.system_from <= known, belief.c.system_to > known)


def holds_at(belief: FromClause, valid: When) -> ColumnElement[bool]:
    """Return the condition that a belief holds at a valid instant."""
    return and_(belief.c.valid_from <= valid, belief.c.valid_to > valid)


def deciding_id(valid: When, known: When | None, fact_id: ColumnElement[Any] = FACT.c.id) -> ColumnElement[Any]:
    """Return the scalar subquery for the belief that decides a fact's state at a pair of instants."""
    row = BELIEF.alias("deciding")
    empty = case((row.c.valid_from == row.c.valid_to, 1), else_=0)
    later = case((row.c.valid_from > valid, 1), else_=0)
    nearest = case((row.c.valid_from > valid, row.c.valid_from), else_=-row.c.valid_from)
    return (
        select(row.c.id)
        .where(row.c.fact_id == fact_id, known_at(row, known))
        .order_by(empty, later, nearest)
        .limit(1)
        .scalar_subquery()
    )


def state_at(belief: FromClause, valid: When) -> ColumnElement[str]:
    """Return the state as SQL, from the deciding belief."""
    lost = or_(belief.c.superseded_by.is_(None), belief.c.cause.in_(NEVER_TRUE))
    is_empty = belief.c.valid_from == belief.c.valid_to
    return case(
        (and_(is_empty, lost), "retracted"),
        (is_empty, "superseded"),
        (holds_at(belief, valid), "active"),
        (and_(belief.c.valid_from > valid, belief.c.valid_from_exact), "upcoming"),
        (belief.c.valid_from > valid, "unknown"),
        (belief.c.superseded_by.is_not(None), "superseded"),
        (belief.c.ends_as == "expired", "expired"),
        else_="ended",
    )
