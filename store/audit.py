"""The chain over operations: each link is an HMAC-SHA256 over the link before and what was done; it holds no content.

The key lies outside the store, so whoever can write to the store alone cannot make a chain that verifies.
"""

import hashlib
import hmac
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, insert, select

from store.tables import AUDIT, OPERATION, OPERATION_ITEM
from store.values import Problem

GENESIS = "0" * 64
CHUNK = 5000


def link(key: bytes, before: str, count: int, operation: Any, items: Iterable[tuple[int, int, int]]) -> str:
    """Return the hash of one entry.

    Args:
        key: The audit key.
        before: The hash of the entry before, `GENESIS` for the first.
        count: The entry's place in the chain, from 1.
        operation: A mapping of the operation's columns.
        items: (fact, version before, version after) of each fact touched.
    """
    said = [
        before,
        count,
        operation["id"],
        str(operation["uid"]),
        operation["at"],
        operation["actor"],
        operation["verb"],
        operation["owner_id"],
        operation["batch"],
        operation["sitting"],
        operation["undoes"],
        sorted(map(list, items)),
    ]
    data = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    return hmac.new(key, data, hashlib.sha256).hexdigest()


def extend(connection: Connection, key: bytes, operations: Sequence[dict[str, Any]], items: Sequence[dict[str, int]]) -> None:
    """Append an entry for each of the operations, in order."""
    last = connection.execute(select(AUDIT.c.id, AUDIT.c.hash).order_by(AUDIT.c.id.desc()).limit(1)).first()
    count, before = (last.id, last.hash) if last else (0, GENESIS)
    touched: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for item in items:
        touched[item["operation_id"]].append((item["fact_id"], item["version_before"], item["version_after"]))
    rows: list[dict[str, Any]] = []
    for operation in operations:
        count += 1
        before = link(key, before, count, operation, touched[operation["id"]])
        rows.append({"id": count, "operation_id": operation["id"], "hash": before})
    connection.execute(insert(AUDIT), rows)


def verify(connection: Connection, key: bytes | None) -> list[Problem]:
    """Follow the chain from its beginning; without the key only that every operation has its entry can be told."""
    problems: list[Problem] = []
    count, before, after = 0, GENESIS, 0
    while True:
        entries = (
            select(AUDIT.c.id.label("place"), AUDIT.c.operation_id.label("named"), AUDIT.c.hash, OPERATION)
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
            elif key is not None and link(key, before, row["place"], row, touched[row["named"]]) != row["hash"]:
                problems.append(Problem("audit_changed", (row["place"],), f"entry {after} does not follow from the one before"))
            before = row["hash"]
    missing = connection.execute(
        select(OPERATION.c.id).where(~select(AUDIT.c.id).where(AUDIT.c.operation_id == OPERATION.c.id).exists()).limit(20)
    ).scalars()
    problems.extend(Problem("audit_missing", (number,), f"operation {number} has no entry") for number in missing)
    return problems
