"""Pinning, confirming, and what became of a message: what is said of a fact without changing when it holds."""

from sqlalchemy import select

from store.change import Change, Statement
from store.errors import Refused
from store.ids import uuid7
from store.stating import Done, Quoted, attach, check_storable
from store.tables import EVIDENCE, SOURCE_STATE

STATEMENT = "owner_statement"
SOURCE_STATES = ("present", "changed", "gone")


def pin(change: Change, fact: Statement, pinned: bool = True) -> Done:
    """Put a fact out of reach of everything automatic, or back within it; `unchanged` when it is so already."""
    if fact.pinned == pinned:
        return Done(None, (fact.id,), "unchanged")
    deed = change.begin("pin" if pinned else "unpin", fact.owner)
    change.set_pinned(fact, pinned)
    return Done(deed.id, (fact.id,))


def confirm(change: Change, fact: Statement) -> Done:
    """Take the owner's word that a fact is right: a statement of theirs, and its evidence."""
    deed = change.begin("confirm", fact.owner)
    source = change.add_source(
        kind=STATEMENT,
        conversation=None,
        ref=f"confirmed/{uuid7(deed.at)}",
        author=change.owner_name(fact.owner),
        text=fact.text,
        observed_at=deed.at,
        recorded_at=deed.at,
    )
    attach(change, fact, [Quoted(source)])
    return Done(deed.id, (fact.id,))


def refuse_over(change: Change, fact: Statement) -> None:
    """Refuse a fact that holds neither now nor later, of which there is nothing to confirm.

    Raises:
        Refused: `nothing_to_confirm`.
    """
    now = change.now()
    if not any(span.end > now for span in fact.live):
        raise Refused("nothing_to_confirm", fact=f"#{fact.id}")


def mark_source(change: Change, source: int, state: str) -> None:
    """Say what became of a source: `present`, `changed` or `gone`.

    Raises:
        Refused: `bad_value`.
        NotFound: `source_not_found`.
    """
    if state not in SOURCE_STATES:
        raise Refused("bad_value", given=state, choices=", ".join(SOURCE_STATES))
    change.source(source)
    deed = change.begin("source", None)
    change.add(SOURCE_STATE, source_id=source, state=state, at=deed.at, operation_id=deed.id)
    for number in change.connection.execute(
        select(EVIDENCE.c.fact_id).where(EVIDENCE.c.source_id == source).distinct()
    ).scalars():
        change.touch(change.fact(number))


def remark(change: Change, fact: Statement, words: str) -> None:
    """Keep what a person said about the change in the making, beside the fact; it confirms nothing.

    Raises:
        Refused: `bad_text`.
    """
    assert change.deed
    check_storable(words)
    source = change.add_source(
        kind=STATEMENT,
        conversation=None,
        ref=f"remark/{uuid7(change.deed.at)}",
        author=change.actor,
        text=words,
        observed_at=change.deed.at,
        recorded_at=change.deed.at,
    )
    attach(change, fact, [Quoted(source)])
