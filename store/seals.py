"""A keyed seal on every row that history rests on: whoever changes a cell without the audit key breaks it.

Rows that are gone are found by the counts in the chain (`store.audit`).

A column that is added to a sealed table later is marked `LATER`. Its cell is part of the seal only where it differs from the column's
default, so the seals of the rows from before stay valid.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Table, func, select, text, update

from store.ids import keyed_hash
from store.tables import BELIEF, EVIDENCE, FACT, LATER, RECEIPT, SOURCE
from store.values import Problem

SEALED = (SOURCE, FACT, BELIEF, EVIDENCE, RECEIPT)
SEAL_BYTES = 16
PAGE = 2000
PER_TABLE = 20
"""So many broken seals are named of each table."""


def seal(key: bytes, table: Table, row: Mapping[str, Any]) -> bytes:
    """Return the seal of a row: the first half of an HMAC-SHA256 over the table's name and every other cell.

    Args:
        row: The cells by column; one that is missing is what the column is by default.
    """
    columns, later = _columns(table)
    cells = [_cell(row.get(name, default)) for name, default in columns]
    cells += [[name, cell] for name, default in later if (cell := _cell(row.get(name, default))) != _cell(default)]
    return keyed_hash(key, [table.name, *cells])[:SEAL_BYTES]


def verify(connection: Connection, key: bytes) -> Iterator[Problem]:
    """Yield every row whose seal is broken or missing."""
    for table in SEALED:
        named = 0
        for row in _rows(connection, table):
            if row["seal"] != seal(key, table, row):
                named += 1
                number = row.get("id")
                told = f"{table.name} {row['digest'][:8] if number is None else number}"
                yield Problem("seal_broken", () if number is None else (number,), f"{told} is not what was written")
                if named == PER_TABLE:
                    break


def seal_all(connection: Connection, key: bytes) -> None:
    """Seal every row that has no seal, as those of a store that comes from a time before seals."""
    for table in SEALED:
        by = next(iter(table.primary_key.columns))
        for row in list(_rows(connection, table)):
            if row["seal"] is None:
                connection.execute(update(table).where(by == row[by.name]).values(seal=seal(key, table, row)))


def counted(connection: Connection) -> list[int]:
    """Count the rows of every sealed table."""
    return [connection.execute(select(func.count()).select_from(table)).scalar_one() for table in SEALED]


def _rows(connection: Connection, table: Table) -> Iterator[Mapping[str, Any]]:
    by = next(iter(table.primary_key.columns))
    last: Any = None
    while True:
        page = select(text("*")).select_from(table).order_by(by).limit(PAGE)  # cells as they are stored, whatever they hold
        rows = connection.execute(page if last is None else page.where(by > last)).mappings().all()
        yield from (dict(row) for row in rows)
        if len(rows) < PAGE:
            return
        last = rows[-1][by.name]


def _cell(value: Any) -> Any:
    """Return a cell as it is stored."""
    if isinstance(value, UUID):
        return value.hex
    if isinstance(value, bool):
        return int(value)
    return value if value is None or isinstance(value, int | str) else str(value)


Defaults = tuple[tuple[str, Any], ...]


@cache
def _columns(table: Table) -> tuple[Defaults, Defaults]:
    """Return the sealed columns of a table with their defaults: the first ones, and those added later."""
    sealed = [column for column in table.columns if column.name != "seal"]
    first = tuple((column.name, _default(column)) for column in sealed if LATER not in column.info)
    return first, tuple((column.name, _default(column)) for column in sealed if LATER in column.info)


def _default(column: Any) -> Any:
    return column.default.arg if column.default is not None and column.default.is_scalar else None
