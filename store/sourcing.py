"""Keeping what was read as it was read."""

from store import receipts
from store.change import Change
from store.errors import Refused
from store.stating import check_storable
from store.tables import SOURCE
from store.values import SOURCE_KINDS, SourceInput


def add_source(change: Change, source: SourceInput) -> int:
    """Add a source to a unit of work, or find the one its key names already.

    Raises:
        Refused: `key_reused`, `bad_value`, `bad_text`, `deleted_before`.
    """
    check_storable(source.text, source.ref, source.conversation, source.author, source.key)
    if source.kind not in SOURCE_KINDS:
        raise Refused("bad_value", given=source.kind, choices=", ".join(SOURCE_KINDS))
    known = change.by_key(SOURCE, source.key) if source.key is not None else None
    if known is not None:
        kept = change.source(known)
        if (kept.text, kept.kind, kept.author) != (source.text, source.kind, source.author):
            raise Refused("key_reused", key=source.key)
        return known
    ref = source.ref or source.key
    if receipts.message_blocked(
        change,
        conversation=source.conversation,
        ref=ref,
        author=source.author,
        text=source.text,
        observed_at=source.observed_at,
    ):
        raise Refused("deleted_before")
    deed = change.begin("source", None)
    return change.add_source(
        key=source.key,
        kind=source.kind,
        conversation=source.conversation,
        ref=ref or f"source/{deed.id}",
        author=source.author,
        text=source.text,
        observed_at=source.observed_at,
        recorded_at=deed.at,
    )
