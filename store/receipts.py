"""What blocks the return of what was deleted: keyed digests only, never words.

| kind | digest of | blocks |
|---|---|---|
| event | the event's identity | its replay, whenever it comes |
| message | a message with its conversation and reference, or with its author and instant | the same message, whenever it comes |
| spelling | owner and a fact as a reader sees it, by `store.spelling` | what was observed up to the deletion, or at a time nobody knows |
| words | owner and words of a fact, by `store.ids.wording`: of an older form, read and no longer made | as spelling |
| text | the same with its slot, letter by letter: of a still older form, read and no longer made | as spelling |

A message is digested letter by letter, and as a reader sees it.

The slot is left out, as an assistant or a list that tells the words again names none, or another. A digest is not anonymity: who
holds the store's key can test whether a guess was deleted here.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, select, update

from store.clock import Instant
from store.ids import content_hash, fold, wording
from store.spelling import spelling
from store.tables import RECEIPT, WITHDRAWAL

if TYPE_CHECKING:
    from store.change import Change

EVENT, MESSAGE, SPELLING, TEXT = "event", "message", "spelling", "text"


def spelling_digests(change: "Change", owner: int, text: str) -> list[str]:
    """Return the digests of a fact to keep: of its spelling, and of what is left of it without the emoji at its edges."""
    said = spelling(text)
    return [_whole(change, owner, form) for form in said.whole] + [_bare(change, owner, form) for form in said.bare]


def _whole(change: "Change", owner: int, form: str) -> str:
    return change.digest("spelling", change.owner_key(owner), form)


def _bare(change: "Change", owner: int, form: str) -> str:
    return change.digest("bare spelling", change.owner_key(owner), form)


def message_digests(
    change: "Change", *, conversation: str | None, ref: str | None, author: str | None, text: str, observed_at: Instant
) -> list[str]:
    """Return the digests of a message, any of which blocks it: by its reference, and by who said it when.

    Told again by another program it may have another reference; the same words of the same author at the same instant are the same.
    """
    digests: list[str] = []
    for content in (content_hash(text), *spelling(text).whole):
        digests.append(change.digest("said", fold(author or ""), str(observed_at), content))
        if ref is not None:
            digests.append(change.digest("message", conversation, ref, content))
    return digests


def message_blocked(change: "Change", **message: Any) -> bool:
    """Whether a message, told as to `message_digests`, was deleted, unless that was lifted."""
    if not change.has_receipts():
        return False
    return any(blocked_at(change, digest) is not None for digest in message_digests(change, **message))


def blocked_at(change: "Change", digest: str) -> Instant | None:
    """Return when what a digest stands for was deleted, unless that was lifted."""
    if not change.has_receipts():
        return None
    found = select(RECEIPT.c.at).where(RECEIPT.c.digest == digest, RECEIPT.c.lifted_at.is_(None))
    return change.connection.execute(found).scalar()


def words_blocked_at(change: "Change", owner: int, text: str) -> Instant | None:
    """Return when a fact that reads like this was last deleted, unless that was lifted.

    Emoji at the edges of one of the two make no difference; another one does (`Spelling.same`).
    """
    if not change.has_receipts():
        return None
    said = spelling(text)
    digests = [digest(change, owner, form) for form in said.whole for digest in (_whole, _bare)]
    digests += [_whole(change, owner, form) for form in said.bare]
    digests.append(change.digest("words", change.owner_key(owner), wording(text)))
    found = [blocked_at(change, digest) for digest in digests]
    older = change.older_receipts()
    for slot in older.slots:
        for words in (wording(text), " ".join(fold(text).split())):
            found.append(older.deleted_at.get(change.digest("text", change.owner_key(owner), str(slot), words)))
    return max((at for at in found if at is not None), default=None)


class Older(NamedTuple):
    """The receipts of an older form that are not lifted, and the slots they may cover (`None`: no slot)."""

    slots: tuple[int | None, ...]
    deleted_at: dict[str, Instant]


def older(connection: Connection) -> Older:
    """Return the receipts of the older form."""
    held = select(RECEIPT).where(RECEIPT.c.kind == TEXT, RECEIPT.c.lifted_at.is_(None))
    rows = connection.execute(held).all()
    slots = select(WITHDRAWAL.c.slot_id).where(WITHDRAWAL.c.lifted_at.is_(None)).distinct()
    found = connection.execute(slots).scalars() if rows else ()
    return Older((None, *found) if rows else (), {row.digest: row.at for row in rows})


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
