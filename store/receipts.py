"""What blocks the return of what was deleted: keyed digests only, never words.

| kind | digest of | blocks |
|---|---|---|
| event | the event's identity | its replay, whenever it comes |
| message | conversation, reference and content of a message | the same message, whenever it comes |
| words | owner and words of a fact, by `store.ids.wording` | what was observed up to the deletion, or at a time nobody knows |
| text | the same with its slot, letter by letter: of an older form, read and no longer made | as words |

The slot is left out, as an assistant or a list that tells the words again names none, or another. A digest is not anonymity: who holds the store's key can test whether a guess was deleted here.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select, update

from store.clock import Instant
from store.ids import content_hash, fold, wording
from store.sqlite import in_parts
from store.tables import RECEIPT, WITHDRAWAL

if TYPE_CHECKING:
    from store.change import Change

EVENT, MESSAGE, WORDS, TEXT = "event", "message", "words", "text"


def words_digest(change: "Change", owner: int, text: str) -> str:
    """Return the digest of a fact's words."""
    return change.digest("words", change.owner_key(owner), wording(text))


def message_digest(change: "Change", conversation: str | None, ref: str, text: str) -> str:
    """Return the digest of a message."""
    return change.digest("message", conversation, ref, content_hash(text))


def blocked_at(change: "Change", *digests: str) -> Instant | None:
    """Return when what one of the digests stands for was last deleted, unless that was lifted."""
    if not change.has_receipts():
        return None
    found = [
        change.connection.execute(select(func.max(RECEIPT.c.at)).where(RECEIPT.c.digest.in_(part), RECEIPT.c.lifted_at.is_(None)))
        for part in in_parts(digests)
    ]
    return max((at for one in found if (at := one.scalar()) is not None), default=None)


def words_blocked_at(change: "Change", owner: int, text: str) -> Instant | None:
    """Return when a fact of these words was last deleted, unless that was lifted."""
    slots = change.slots_in_receipts()
    spelled = {wording(text), " ".join(fold(text).split())} if slots else ()
    older = [change.digest("text", change.owner_key(owner), str(slot), words) for slot in slots for words in spelled]
    return blocked_at(change, words_digest(change, owner, text), *older)


def older_slots(connection: Connection) -> tuple[int | None, ...]:
    """Return the slots, or none, that receipts of the older form may cover."""
    of_them = select(RECEIPT.c.deletion_id).where(RECEIPT.c.kind == TEXT, RECEIPT.c.lifted_at.is_(None))
    if connection.execute(of_them.limit(1)).first() is None:
        return ()
    slots = select(WITHDRAWAL.c.slot_id).where(WITHDRAWAL.c.deletion_id.in_(of_them)).distinct()
    return (None, *connection.execute(slots).scalars())


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
