"""What blocks the return of what was deleted: keyed digests only, never words.

| kind | digest of | blocks |
|---|---|---|
| event | the event's identity | its replay, whenever it comes |
| message | conversation, reference and content of a message | the same message, whenever it comes |
| text | owner, slot and words of a fact | what was observed up to the deletion, or at a time nobody knows |

A digest is not anonymity: who holds the store's key can test whether a guess was deleted here.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update

from store.clock import Instant
from store.ids import content_hash, fold
from store.tables import RECEIPT, WITHDRAWAL

if TYPE_CHECKING:
    from store.change import Change

EVENT, MESSAGE, TEXT = "event", "message", "text"


def text_digest(change: "Change", owner: int, slot_id: int | None, text: str) -> str:
    """Return the digest of a fact's words in a slot, or in none."""
    return change.digest("text", change.owner_key(owner), str(slot_id), " ".join(fold(text).split()))


def message_digest(change: "Change", conversation: str | None, ref: str, text: str) -> str:
    """Return the digest of a message."""
    return change.digest("message", conversation, ref, content_hash(text))


def blocked_at(change: "Change", digest: str) -> Instant | None:
    """Return when what a digest stands for was deleted, unless that was lifted."""
    if not change.has_receipts():
        return None
    found = select(RECEIPT.c.at).where(RECEIPT.c.digest == digest, RECEIPT.c.lifted_at.is_(None))
    return change.connection.execute(found).scalar()


def keep(change: "Change", deletion: int, at: Instant, digests: Iterable[tuple[str, str]]) -> None:
    """Keep (kind, digest) pairs of a deletion; one that is there already blocks anew, from `at`."""
    wanted = {digest: kind for kind, digest in digests}
    kept = select(RECEIPT).where(RECEIPT.c.digest.in_(list(wanted)))
    known = {row["digest"]: row for row in change.connection.execute(kept).mappings().all()}  # kept before, and lifted since
    for row in known.values():
        _renew(change, {**row, "at": at, "deletion_id": deletion, "lifted_at": None})
    change.write_receipts(
        [
            {"digest": digest, "kind": kind, "at": at, "deletion_id": deletion, "lifted_at": None}
            for digest, kind in wanted.items()
            if digest not in known
        ]
    )


def lift(change: "Change", deletion: int, at: Instant) -> None:
    """Let what a deletion blocks come in again."""
    held = select(RECEIPT).where(RECEIPT.c.deletion_id == deletion, RECEIPT.c.lifted_at.is_(None))
    for row in change.connection.execute(held).mappings().all():
        _renew(change, {**row, "lifted_at": at})
    withdrawn = (WITHDRAWAL.c.deletion_id == deletion) & WITHDRAWAL.c.lifted_at.is_(None)
    change.connection.execute(update(WITHDRAWAL).where(withdrawn).values(lifted_at=at))


def _renew(change: "Change", row: dict[str, Any]) -> None:
    row["seal"] = change.seal(RECEIPT, row)
    change.connection.execute(update(RECEIPT).where(RECEIPT.c.digest == row["digest"]).values(**row))
