"""What blocks the return of what was deleted: keyed digests only, never words.

| kind | digest of | blocks |
|---|---|---|
| event | the event's identity | its replay, whenever it comes |
| message | conversation, reference and content of a message | the same message, whenever it comes |
| text | owner, slot and words of a fact | what was observed up to the deletion, or at a time nobody knows |

A digest is not anonymity: who holds the store's key can test whether a guess was deleted here.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

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
    known = set(
        change.connection.execute(select(RECEIPT.c.digest).where(RECEIPT.c.digest.in_(list(wanted)))).scalars()
    )  # a digest kept before and lifted since
    for digest in known:
        renewed = {"at": at, "deletion_id": deletion, "lifted_at": None}
        change.connection.execute(update(RECEIPT).where(RECEIPT.c.digest == digest).values(**renewed))
    rows = [
        {"digest": digest, "kind": kind, "at": at, "deletion_id": deletion}
        for digest, kind in wanted.items()
        if digest not in known
    ]
    if rows:
        change.connection.execute(insert(RECEIPT), rows)


def lift(change: "Change", deletion: int, at: Instant) -> None:
    """Let what a deletion blocks come in again."""
    for table in (RECEIPT, WITHDRAWAL):
        held = update(table).where(table.c.deletion_id == deletion, table.c.lifted_at.is_(None))
        change.connection.execute(held.values(lifted_at=at))
