"""Restoring what was invalidated: it appends, and the spell in between stays in the history."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from store.asserting import holding, take
from store.change import Change, Statement
from store.clock import FOREVER
from store.errors import Refused
from store.spans import Span
from store.stating import Done

Mode = Literal["swap", "from_now", "keep_both"]


def restore(change: Change, fact: Statement, mode: Mode | None = None) -> Done:
    """Bring back the newest earlier version that held over time the fact does not hold over now.

    Args:
        mode: What to do with what is in the way: `None` refuses and names it, `swap` cuts it, `from_now` touches nothing before
            now, `keep_both` leaves it (only without a shared slot).

    Raises:
        Refused: `not_invalidated`, `nothing_to_restore`, `slot_busy`, `successor_active`, `slot_holds_one`.
    """
    before = _before(fact)
    if before is None:
        raise Refused("not_invalidated")
    previous, place = before
    now = change.now()
    if mode == "from_now":
        stop = max(span.end for span in previous)
        if stop <= now:
            raise Refused("nothing_to_restore")
        if any(span.end > now for span in fact.live):
            raise Refused("not_invalidated")
        wanted = [*fact.live, Span(now, stop)]
    else:
        wanted = [span if _still_follows(change, span) else replace(span, by=None, ends_as=None) for span in previous]
    others = _in_the_way(change, fact, wanted, place)
    if others and mode is None:
        names = ", ".join(f"#{other.id}" for other in others)
        raise Refused(
            "successor_active" if fact.slot_id is None else "slot_busy", others=names, facts=[other.id for other in others]
        )
    if others and mode == "keep_both" and fact.slot_id is not None:
        raise Refused("slot_holds_one")
    deed = change.begin("restore", fact.owner)
    taken = wanted
    if mode == "from_now":
        wanted[-1] = replace(wanted[-1], start=deed.at)
        taken = wanted[-1:]
    if mode in ("swap", "from_now"):
        for other in others:
            if fact.slot_id is None:
                take(change, other, taken[0].start, FOREVER, fact.id)
                continue
            for span in taken:
                if any(one.overlaps(span.start, span.end) for one in other.live):
                    take(change, other, span.start, span.end, fact.id)
    change.put(fact, wanted, "restored")
    return Done(deed.id, (fact.id, *(other.id for other in others)))


def _before(fact: Statement) -> tuple[list[Span], int] | None:
    held = fact.live
    for place in range(len(fact.versions) - 1, -1, -1):
        spans = [span for span in fact.versions[place].spans if not span.is_empty]
        if any(not any(one.contains(span) for one in held) for span in spans):
            return spans, place
    return None


def _still_follows(change: Change, span: Span) -> bool:
    """Whether what took over at the end of the span still does."""
    if span.by is None:
        return True
    return change.exists(span.by) and any(one.start == span.end for one in change.fact(span.by).live)


def _in_the_way(change: Change, fact: Statement, wanted: Sequence[Span], place: int) -> list[Statement]:
    if fact.slot_id is not None:
        held = [
            other for other, span in holding(change, fact.slot_id) if any(span.overlaps(one.start, one.end) for one in wanted)
        ]
        return sorted({other.id: other for other in held if other is not fact}.values(), key=lambda other: other.id)
    start = min((span.start for span in wanted), default=FOREVER)
    followers = {span.by for span in fact.spans if span.by is not None and span.ends_as != "merged"}
    found = {
        number: change.fact(number)
        for number in followers
        if change.exists(number) and any(span.overlaps(one.start, one.end) for span in change.fact(number).live for one in wanted)
    }
    written = fact.versions[place].operation
    for other in change.replaced_by([fact.id]):
        known = [
            version
            for at, version in enumerate(other.versions)
            if version.operation <= written and (other.closed_by(at) or FOREVER) > written
        ]
        replaced = any(span.by == fact.id and span.ends_as == "superseded" for version in known for span in version.spans)
        if replaced and any(span.end > start for span in other.live):
            found[other.id] = other
    return [found[number] for number in sorted(found)]
