"""New rows: numbered when they are made, kept in memory, and written in bulk, sealed and counted where their table is."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, bindparam, insert, select, update

from store import seals
from store.ids import keyed_digest
from store.tables import COUNTER


class Rows:
    """The rows a transaction adds.

    Args:
        connection: A connection that holds the write lock.
        digest_key: The key of the store's digests.
        audit_key: The key of the audit chain and of the seals.
    """

    def __init__(self, connection: Connection, digest_key: bytes, audit_key: bytes) -> None:
        self.connection = connection
        self._digest_key = digest_key
        self._audit_key = audit_key
        self._counters: dict[str, int] = {row.name: row.value for row in connection.execute(_COUNTERS)}
        self._counted = set(self._counters)
        self._new: dict[str, list[dict[str, Any]]] = {}
        self._moved: dict[str, int] = {}
        self._numbered: set[str] = set()

    def digest(self, *parts: str | None) -> str:
        """Return the store's keyed digest of the parts."""
        return keyed_digest(self._digest_key, *parts)

    def add(self, table: Table, **columns: Any) -> int:
        """Add a row of any other table and return its number."""
        return self._add(table, **columns)

    def append(self, table: Table, **columns: Any) -> None:
        """Add a row of a table whose rows have no number."""
        self._append(table, **columns)

    def added(self, table: Table) -> Sequence[Mapping[str, Any]]:
        """Return the rows of a table that were added and not written yet."""
        return self._new.get(table.name, ())

    def write_now(self, table: Table, rows: list[dict[str, Any]]) -> None:
        """Write rows at once, sealed and counted where the table is."""
        if table in seals.SEALED:
            for row in rows:
                row["seal"] = seals.seal(self._audit_key, table, row)
            self._moved[table.name] = self._moved.get(table.name, 0) + len(rows)
        if rows:
            self.connection.execute(insert(table), rows)

    def removed(self, table: Table, rows: int) -> None:
        """Count rows that were deleted, lawfully, from a table."""
        if table in seals.SEALED:
            self._moved[table.name] = self._moved.get(table.name, 0) - rows

    def seal(self, table: Table, row: Mapping[str, Any]) -> bytes:
        """Return the seal of a row that is changed."""
        return seals.seal(self._audit_key, table, row)

    def _write(self, table: Table) -> None:
        self.write_now(table, self._new.pop(table.name, []))

    def _next(self, table: Table) -> int:
        self._counters[table.name] = self._counters.get(table.name, 0) + 1
        self._numbered.add(table.name)
        return self._counters[table.name]

    def _add(self, table: Table, **columns: Any) -> int:
        number = self._next(table)
        self._append(table, id=number, **columns)
        return number

    def _append(self, table: Table, **columns: Any) -> None:
        self._new.setdefault(table.name, []).append(columns)

    def _write_counters(self) -> None:
        for statement, names in (
            (_COUNT, self._numbered & self._counted),
            (_COUNT_FROM_NOW_ON, self._numbered - self._counted),
        ):
            if names:
                self.connection.execute(statement, [{"counter": name, "reached": self._counters.get(name, 0)} for name in names])
        self._counted |= self._numbered
        self._numbered.clear()


_COUNTERS = select(COUNTER)
_COUNT = update(COUNTER).where(COUNTER.c.name == bindparam("counter")).values(value=bindparam("reached"))
_COUNT_FROM_NOW_ON = insert(COUNTER).values(name=bindparam("counter"), value=bindparam("reached"))
