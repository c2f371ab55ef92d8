"""The chain over operations: each link is an HMAC-SHA256 over the link before and what was done; it holds no content.

The key lies outside the store, so whoever can write to the store alone cannot make a chain that verifies.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, String, insert, select, type_coerce

from store import seals
from store.anchor import Anchor, End
from store.ids import keyed_hash
from store.tables import AUDIT, OPERATION, OPERATION_ITEM
from store.values import Problem

GENESIS = "0" * 64
CHUNK = 5000


def link(
    key: bytes, before: str, count: int, operation: Any, items: Iterable[tuple[int, int, int]], counts: str | None = None
) -> str:
    """Return the hash of one entry.

    Args:
        key: The audit key.
        before: The hash of the entry before, `GENESIS` for the first.
        count: The entry's place in the chain, from 1.
        operation: A mapping of the operation's columns.
        items: (fact, version before, version after) of each fact touched.
        counts: How many rows each sealed table held after it, as it is stored; `None` in chains from before that was kept.
    """
    said = [
        before,
        count,
        operation["id"],
        _uid(operation["uid"]),
        operation["at"],
        operation["actor"],
        operation["verb"],
        operation["owner_id"],
        operation["batch"],
        operation["sitting"],
        operation["undoes"],
        sorted(map(list, items)),
    ]
    if counts is not None:
        said.append(counts)
    return keyed_hash(key, said).hex()


def _uid(value: Any) -> str:
    """Return an id in its usual form; what is no id stays as it is."""
    try:
        return str(UUID(str(value)))
    except ValueError:
        return str(value)


def extend(
    connection: Connection,
    key: bytes,
    operations: Sequence[dict[str, Any]],
    items: Sequence[dict[str, int]],
    moved: Sequence[int],
) -> End:
    """Append an entry for each of the operations, in order, and return the new end of the chain.

    Args:
        moved: How many rows each sealed table gained (or lost) by all of them.
    """
    last = connection.execute(select(AUDIT.c.id, AUDIT.c.hash, AUDIT.c.counts).order_by(AUDIT.c.id.desc()).limit(1)).first()
    count, before = (last.id, last.hash) if last else (0, GENESIS)
    held = [0] * len(seals.SEALED) if last is None else _read(last.counts)
    counts = json.dumps([known + more for known, more in zip(held, moved, strict=True)] if held else seals.counted(connection))
    touched: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for item in items:
        touched[item["operation_id"]].append((item["fact_id"], item["version_before"], item["version_after"]))
    rows: list[dict[str, Any]] = []
    for operation in operations:
        count += 1
        before = link(key, before, count, operation, touched[operation["id"]], counts)
        rows.append({"id": count, "operation_id": operation["id"], "hash": before, "counts": counts})
    connection.execute(insert(AUDIT), rows)
    return End(count, before)


def lost(connection: Connection, known: Anchor | None) -> tuple[End, ...]:
    """Return the ends the chain is known to have had and does not reach any more: what was cut stays on record."""
    if known is None:
        return ()
    missing = known.end.count > 0 and not _reaches(connection, known.end)
    return (*known.lost, known.end) if missing else known.lost


def _reaches(connection: Connection, known: End) -> bool:
    return connection.execute(select(AUDIT.c.hash).where(AUDIT.c.id == known.count)).scalar() == known.hash


def end(connection: Connection) -> End:
    """Return where the chain ends."""
    last = connection.execute(select(AUDIT.c.id, AUDIT.c.hash).order_by(AUDIT.c.id.desc()).limit(1)).first()
    return End(last.id, last.hash) if last else End(0, GENESIS)


def verify(connection: Connection, key: bytes | None, anchor: Anchor | None = None) -> list[Problem]:
    """Follow the chain from its beginning, then look at every seal and at the rows that are gone.

    Args:
        key: Without it, only that every operation has its entry can be told.
        anchor: Where the chain is known to have ended.
    """
    problems: list[Problem] = []
    count, before, after = 0, GENESIS, 0
    counts: str | None = None
    anchored = anchor is None or anchor.end.count == 0
    while True:
        entries = (
            select(
                AUDIT.c.id.label("place"),
                AUDIT.c.operation_id.label("named"),
                AUDIT.c.hash,
                AUDIT.c.counts,
                *(column for column in OPERATION.c if column is not OPERATION.c.uid),
                type_coerce(OPERATION.c.uid, String).label("uid"),  # as it is stored, whatever it holds
            )
            .join(OPERATION, OPERATION.c.id == AUDIT.c.operation_id, isouter=True)
            .where(AUDIT.c.id > after)
            .order_by(AUDIT.c.id)
            .limit(CHUNK)
        )
        rows = connection.execute(entries).mappings().all()
        if not rows:
            break
        touched: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        wanted = [row["named"] for row in rows]
        for item in connection.execute(
            select(OPERATION_ITEM).where(OPERATION_ITEM.c.operation_id.between(min(wanted), max(wanted)))
        ):
            touched[item.operation_id].append((item.fact_id, item.version_before, item.version_after))
        for row in rows:
            count += 1
            after = row["place"]
            if row["place"] != count:
                problems.append(Problem("audit_gap", (count,), f"entries {count} to {after - 1} are missing"))
                count = row["place"]
            if row["id"] is None:
                problems.append(Problem("audit_operation_missing", (row["place"],), f"operation {row['named']} is gone"))
            elif key is not None and link(key, before, row["place"], row, touched[row["named"]], row["counts"]) != row["hash"]:
                problems.append(Problem("audit_changed", (row["place"],), f"entry {after} does not follow from the one before"))
            before, counts = row["hash"], row["counts"]
            if anchor is not None and anchor.end.count == row["place"]:
                anchored = anchor.end.hash == row["hash"]
    missing = connection.execute(
        select(OPERATION.c.id).where(~select(AUDIT.c.id).where(AUDIT.c.operation_id == OPERATION.c.id).exists()).limit(20)
    ).scalars()
    problems.extend(Problem("audit_missing", (number,), f"operation {number} has no entry") for number in missing)
    if anchor is not None and not anchored:
        what = f"it ends at entry {count}" if count < anchor.end.count else f"entry {anchor.end.count} is another one"
        problems.append(Problem("audit_cut", (anchor.end.count,), f"the chain was {anchor.end.count} entries long: {what}"))
    if anchor is not None:
        problems += [
            Problem("audit_cut", (one.count,), f"the chain was {one.count} entries long, and was cut before it went on")
            for one in anchor.lost
        ]
    if key is not None:
        problems += seals.verify(connection, key)
        problems += _gone(connection, _read(counts))
    return problems


def _read(counts: str | None) -> list[int]:
    """Return the counts of an entry; none where it keeps none, or no longer any that can be read."""
    try:
        read = json.loads(counts or "[]")
    except ValueError:
        return []
    return read if isinstance(read, list) and len(read) == len(seals.SEALED) and all(isinstance(one, int) for one in read) else []


def _gone(connection: Connection, expected: Sequence[int]) -> Iterator[Problem]:
    if not expected:
        return
    for table, known, found in zip(seals.SEALED, expected, seals.counted(connection), strict=True):
        if known != found:
            told = f"{table.name} has {found} rows, the log says {known}"
            yield Problem("rows_missing" if found < known else "rows_added", (), told)
