"""Ending, expiring, merging and retracting: the operations after which less is believed."""

from collections.abc import Sequence
from dataclasses import replace

from store.asserting import holding, refuse_pinned
from store.change import Change, Statement
from store.clock import FOREVER, Instant, to_iso
from store.errors import Refused
from store.spans import Span, empty, join
from store.stating import Done

SETTLED = ("ended", "expired", "retracted", "corrected", "merged", "undone")


def end(change: Change, fact: Statement, at: Instant | None = None, until: Instant | None = None) -> Done:
    """Say that a fact did not hold in [at, until); `at` defaults to now, `until` to ever after (microseconds UTC).

    Raises:
        Refused: `empty_interval`, `nothing_to_end`.
    """
    start = change.now() if at is None else at
    stop = FOREVER if until is None else until
    if stop <= start:
        raise Refused("empty_interval")
    if not any(span.overlaps(start, stop) for span in fact.live):
        raise Refused("nothing_to_end")
    deed = change.begin("end", fact.owner)
    left: list[Span] = []
    for span in fact.live:
        if not span.overlaps(start, stop):
            left.append(span)
            continue
        if span.start < start:
            left.append(span.before(start, ends_as="told"))
        if span.end > stop:
            left.append(replace(span, start=stop, told=True, exact=True))
    if left:
        change.put(fact, left, "ended")
    else:
        change.put(fact, [empty(fact.live[0].start)], "retracted")
    return Done(deed.id, (fact.id,))


def expire(change: Change, fact: Statement, at: Instant) -> Done:
    """Let a fact end at its expiry, or earlier where it ends earlier (microseconds UTC).

    Raises:
        Refused: `pinned_target`, `retracted_target`, `before_start`, `already_ended`.
    """
    refuse_pinned([fact], automatic=True)
    spans = fact.live
    if not spans:
        raise Refused("retracted_target")
    if at <= spans[0].start:
        raise Refused("before_start", start=to_iso(spans[0].start))
    if all(span.end <= at for span in spans):
        raise Refused("already_ended")
    deed = change.begin("expire", fact.owner)
    left = [span.before(at, ends_as="expired") if span.end > at else span for span in spans if span.start < at]
    change.put(fact, left, "expired")
    return Done(deed.id, (fact.id,))


def merge(change: Change, members: Sequence[Statement], representative: Statement) -> Done:
    """Let facts that say the same end now, in favour of one of them; evidence is read through the link.

    Raises:
        Refused: `pinned_target`, `not_active`, `other_owner`.
    """
    now = change.now()
    facts = [*members, representative]
    refuse_pinned(facts, automatic=True)
    if representative in members or any(not any(span.holds(now) for span in fact.live) for fact in facts):
        raise Refused("not_active")
    if len({fact.owner for fact in facts}) > 1:
        raise Refused("other_owner")
    deed = change.begin("merge", representative.owner)
    for member in members:
        spans = member.live
        left = [
            span if span.end <= deed.at else span.before(deed.at, representative.id, "merged")
            for span in spans
            if span.start < deed.at
        ]
        change.put(member, left or [empty(spans[0].start, representative.id, "merged")], "merged")
    change.touch(representative)
    return Done(deed.id, (representative.id, *(member.id for member in members)))


def retract(change: Change, fact: Statement) -> Done:
    """Say that a fact was never true; the time it had taken goes back to those it took it from.

    Raises:
        Refused: `retracted_target`.
    """
    spans = fact.live
    if not spans:
        raise Refused("retracted_target")
    deed = change.begin("retract", fact.owner)
    change.put(fact, [empty(spans[0].start)], "retracted")
    reopened = give_back(change, fact, spans)
    return Done(deed.id, (fact.id,), reopened=tuple(reopened))


def give_back(change: Change, fact: Statement, freed: Sequence[Span]) -> list[int]:
    """Give the time a fact took when it was stated back to those it was taken from, where nobody holds it now."""
    chain = _corrected(change, fact)
    numbers = {link.id for link in chain}
    born = min(version.operation for link in chain for version in link.versions)
    candidates = change.in_slot(fact.slot_id) if fact.slot_id is not None else change.replaced_by(numbers)
    reopened: list[int] = []
    for other in reversed(candidates):  # the latest statement first
        if other.id in numbers or other.slot_id != fact.slot_id:
            continue
        lost = [span for span in other.spans if span.by in numbers and span.ends_as == "superseded"]
        if fact.slot_id is None and not lost:
            continue
        parts = _returned(change, other, freed, _held_before(other, born, lost))
        if parts:
            change.put(other, join([*other.live, *parts]), "reopened")
            reopened.append(other.id)
    return reopened


def _held_before(other: Statement, born: int, lost: Sequence[Span]) -> list[Span]:
    """Return what a fact held when the retracted one was stated, unless it was settled otherwise since."""
    if any(version.operation >= born and version.cause in SETTLED for version in other.versions):
        held: list[Span] = []
    else:
        held = [
            span
            for place, version in enumerate(other.versions)
            if version.operation < born and (other.closed_by(place) is None or (other.closed_by(place) or 0) >= born)
            for span in version.spans
            if not span.is_empty
        ]
    if not held and lost and all(version.operation >= born for version in other.versions):
        held = [
            replace(span, end=FOREVER, by=None, ends_as=None) for span in lost if not span.is_empty
        ]  # stated later, stopped by it
    return held


def _returned(change: Change, other: Statement, freed: Sequence[Span], held: Sequence[Span]) -> list[Span]:
    parts: list[Span] = []
    for gap in freed:
        for span in held:
            start, stop = max(gap.start, span.start), min(gap.end, span.end)
            if start >= stop or any(taken.overlaps(start, stop) for _, taken in holding(change, other.slot_id)):
                continue
            ending = span if stop == span.end else gap
            told = span.told if start == span.start else False
            parts.append(replace(span, start=start, end=stop, told=told, by=ending.by, ends_as=ending.ends_as))
    return parts


def _corrected(change: Change, fact: Statement) -> list[Statement]:
    """Return the fact, the one it corrects, and so on back."""
    chain = [fact]
    while True:
        before = [
            other
            for other in change.replaced_by([chain[-1].id])
            if any(
                version.cause == "corrected" and any(span.by == chain[-1].id for span in version.spans)
                for version in other.versions
            )
        ]
        if not before or before[0] in chain:
            return chain
        chain.append(before[0])
