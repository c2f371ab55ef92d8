"""What holds in a slot, and what becomes of it where a new value comes: asked by what judges a proposal and by what carries it out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from store.clock import FOREVER, Instant
from store.errors import Refused
from store.spans import Span
from store.statement import Statement

Held = Sequence[tuple[Statement, Span]]
"""What holds in one slot at any time, in order of the start."""


def held_by(facts: Iterable[Statement]) -> list[tuple[Statement, Span]]:
    """Return what the facts of a slot hold."""
    return sorted(((fact, span) for fact in facts for span in fact.live), key=lambda pair: pair[1].start)


def said_already(held: Held, text: str, start: Instant) -> Statement | None:
    """Return what holds at a start with the very same text."""
    return next((fact for fact, span in held if fact.text == text and span.holds(start)), None)


def clash(held: Held, span: Span, over: Statement | None) -> Statement | None:
    """Return what holds from the very same told start as an open-ended new value, where one of the two starts is not exact.

    Raises:
        Refused: `same_instant_conflict`, where both are.
    """
    if span.end != FOREVER:
        return None
    for fact, other in held:
        if other.start == span.start and other.told and fact is not over:
            if span.exact and other.exact:
                raise Refused("same_instant_conflict", other=f"#{fact.id}")
            return fact
    return None


def room(held: Held, span: Span) -> tuple[Span, Statement | None]:
    """Let an open end stop at the next told start; returns the span and the fact that begins there."""
    if span.end != FOREVER:
        return replace(span, ends_as="told"), None
    for fact, other in held:
        if other.start > span.start and other.told:
            return replace(span, end=other.start, by=fact.id, ends_as="superseded"), fact
    return span, None


def losers(held: Held, span: Span) -> dict[int, Statement]:
    """Return the facts from which a value takes time, by number."""
    return {fact.id: fact for fact, other in held if other.overlaps(span.start, span.end)}
