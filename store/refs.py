"""What callers name things by: the number of a row, for people, or its UUID."""

from uuid import UUID

from sqlalchemy import ColumnElement, Connection, Table, false, select

Ref = int | str
"""`412`, `#412` or a UUID."""
DIGITS = 18
"""A number of more digits is no row's."""


def is_named(table: Table, ref: Ref) -> ColumnElement[bool]:
    """Return the condition that a row is the one that is named; no row is, where the reference is neither number nor UUID."""
    said = str(ref).strip().removeprefix("#")
    if said.isdecimal():
        return table.c.id == int(said) if len(said) <= DIGITS else false()
    try:
        return table.c.uid == UUID(said)
    except ValueError:
        return false()


def number_of(connection: Connection, table: Table, ref: Ref) -> int | None:
    """Return the number of the row that is named, or `None` where there is none."""
    return connection.execute(select(table.c.id).where(is_named(table, ref))).scalar()
