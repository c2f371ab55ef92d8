"""Stating, superseding and correcting facts: the operations that bring a new value.

Whatever the new value overlaps in its slot is cut; what another told start begins is left alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from store import slots
from store.change import Change, Statement
from store.clock import FOREVER, Instant, to_iso
from store.errors import Refused
from store.proposal import Role, Suggestion
from store.proposing import propose
from store.spans import Span, cut, empty, join, live
from store.stating import (
    INTENTION,
    Done,
    New,
    Quoted,
    attach,
    check_deleted,
    check_event,
    check_new,
    check_quote,
    observed_at,
    write,
)
from store.values import EvidenceInput


def refuse_pinned(facts: Iterable[Statement], automatic: bool) -> None:
    """Keep automatic changes away from pinned facts.

    Raises:
        Refused: `pinned_target`.
    """
    for fact in facts:
        if automatic and fact.pinned:
            raise Refused("pinned_target", fact=f"#{fact.id}")


def holding(change: Change, slot_id: int | None) -> list[tuple[Statement, Span]]:
    """Return what holds in a slot at any time, in order of the start."""
    return [] if slot_id is None else slots.held_by(change.in_slot(slot_id))


def take(change: Change, loser: Statement, start: Instant, end: Instant, winner: int) -> None:
    """Take [start, end) from a fact for another one."""
    first = min(span.start for span in loser.spans)
    change.put(loser, cut(loser.spans, start, end, winner) or [empty(first, winner, "superseded")], "superseded")


def assert_fact(
    change: Change,
    new: New,
    *,
    valid_from: Instant | None = None,
    valid_from_exact: bool | None = None,
    valid_to: Instant | None = None,
    verb: str = "assert",
    over: Statement | None = None,
    automatic: bool = False,
) -> Done:
    """State a fact over [valid_from, valid_to).

    Args:
        valid_from: When it began, microseconds UTC; untold, it is the time its evidence was observed, and not exact.
        valid_from_exact: Whether that is when it began, not only when it held by; untold, whether a start was given.
        valid_to: When it ends; `None` is open, until the next told start in its slot.
        over: The fact it supersedes, when it does.
        automatic: A proposal says so, whoever approves it; a new fact of automatic origin always is.

    Raises:
        Refused: `empty_interval`, `same_instant_conflict`, `withdrawn`, `out_of_order`, `pinned_target`, `event_id_reused`, or what
            `check_new` refuses.
    """
    known = check_event(change, new.event) or check_deleted(change, new)
    if known is not None:
        return known
    check_new(change, new, over)
    deed = change.begin(verb, new.owner)
    recorded_at = deed.at if new.recorded_at is None else new.recorded_at
    observed = observed_at(change, new.evidence, recorded_at)
    start = observed if valid_from is None else valid_from
    exact = (valid_from is not None) if valid_from_exact is None else valid_from_exact
    slot_id = change.slot_id(new.owner, new.subject, new.slot)
    if slot_id is not None:
        withdrawn = change.withdrawn_at(slot_id)
        if withdrawn is not None and observed <= withdrawn:
            raise Refused("withdrawn")
    if valid_to is not None and start >= valid_to:
        raise Refused("empty_interval")
    held = holding(change, slot_id)
    if over is None and valid_to is None:
        known_fact = slots.said_already(held, new.text, start)
        if known_fact is not None:
            return _said_again(change, known_fact, new)
    wanted = Span(start, FOREVER if valid_to is None else valid_to, exact=exact)
    clash = slots.clash(held, wanted, over)
    if clash is not None:
        return _ask(change, clash, new, wanted)
    span, follower = slots.room(held, wanted)
    losers = slots.losers(held, span)
    in_another = over if over is not None and (slot_id is None or over.slot_id != slot_id) else None
    refuse_pinned(losers.values(), automatic or new.automatic)
    if (
        over is None
        and change.settings()["late_events"] == "refuse"
        and any(other.start > start and other.told for _, other in held)
    ):
        raise Refused("out_of_order")
    fact = write(change, new)
    for loser in losers.values():
        take(change, loser, span.start, span.end, fact.id)
    if in_another is not None:
        take(change, in_another, start, FOREVER, fact.id)
        losers = {in_another.id: in_another, **losers}
    change.put(fact, [span], "asserted")
    conflict = follower if follower and span.end < observed else None
    if conflict is not None:
        propose(change, [_contradiction(("first", fact.id, fact.version), ("second", conflict.id, conflict.version))])
    until = span.end if follower else None
    return Done(
        deed.id,
        (fact.id, *losers),
        until=until,
        next=follower.id if follower else None,
        conflict=conflict.id if conflict else None,
    )


def _ask(change: Change, held: Statement, new: New, span: Span) -> Done:
    """Let a person decide between what holds and a new value that nothing tells apart from it in time; no fact is made."""
    assert change.deed
    number = change.deed.id
    change.rename("propose")
    told = _contradiction(("first", held.id, held.version))
    evidence = tuple(EvidenceInput(quoted.source, quoted.quote) for quoted in new.evidence)
    said = replace(
        told, text=new.text, fact_kind=new.kind, subject=new.subject, slot=new.slot, valid_from=span.start, evidence=evidence
    )
    propose(change, [replace(said, valid_from_exact=span.exact, reasons=("same_instant_conflict",))])
    if new.event:
        change.remember_event(new.event.digest, new.event.body, None)
    return Done(number, (held.id,), result="proposed", conflict=held.id)


def _contradiction(*items: tuple[Role, int, int]) -> Suggestion:
    return Suggestion("conflict", items, reasons=("late_event",), rationale="Two values for one slot")


def _said_again(change: Change, fact: Statement, new: New) -> Done:
    """Take the evidence of what is known already; there is no new fact."""
    deed = change.deed
    assert deed
    if new.event:
        change.remember_event(new.event.digest, new.event.body, fact.id)
    if not new.evidence:
        change.drop()
        return Done(None, (fact.id,), "unchanged")
    change.rename("evidence")
    attach(change, fact, new.evidence)
    return Done(deed.id, (fact.id,), "unchanged")


def supersede(
    change: Change,
    old: Statement,
    new: New | None,
    at: Instant | None = None,
    *,
    valid_to: Instant | None = None,
    by: Statement | None = None,
    automatic: bool = False,
) -> Done:
    """Let a new fact take over from `old` at an instant; with `by`, an existing one does, and only `old` changes.

    An intention takes over from nothing but an intention: it is kept beside `old`.

    Raises:
        Refused: `retracted_target`, `before_start`, `already_ended`, `not_valid_at`, `pinned_target`, `other_owner`, or as
            `assert_fact`.
    """
    known = check_event(change, new.event if new else None) or (check_deleted(change, new) if new else None)
    if known is not None:
        return known
    refuse_pinned([old], automatic or bool(new and new.automatic))
    moment = change.now() if at is None else at
    spans = old.live
    if not spans:
        raise Refused("retracted_target")
    if moment < spans[0].start:
        raise Refused("before_start", start=to_iso(spans[0].start))
    if all(span.end <= moment for span in spans):
        raise Refused("already_ended")
    if not any(span.holds(moment) for span in spans):
        raise Refused("not_valid_at")
    if by is not None:
        _same_owner(old, by)
        deed = change.begin("supersede", old.owner)
        take(change, old, moment, FOREVER, by.id)
        return Done(deed.id, (by.id, old.id))
    assert new
    if new.is_intention and old.kind != INTENTION:
        return assert_fact(change, new, valid_from=moment, valid_to=valid_to, automatic=automatic)  # it is kept beside
    return assert_fact(change, new, valid_from=moment, valid_to=valid_to, verb="supersede", over=old, automatic=automatic)


def correct(
    change: Change,
    old: Statement,
    new: New | None,
    *,
    valid_from: Instant | None = None,
    valid_to: Instant | None = None,
    by: Statement | None = None,
    automatic: bool = False,
) -> Done:
    """Replace a wrong fact by the right one over the same valid time, or over the dates given.

    A neighbour that ended where `old` began moves to the new start. With `by`, an existing fact gets `old`'s time.

    Raises:
        Refused: `retracted_target`, `empty_interval`, `same_instant_conflict`, `pinned_target`, `other_owner`, or what
            `check_new` refuses.
    """
    known = check_event(change, new.event if new else None) or (check_deleted(change, new) if new else None)
    if known is not None:
        return known
    spans = old.live
    if not spans:
        raise Refused("retracted_target")
    if new is not None:
        check_new(change, new, old)
    wanted = _redated(spans, valid_from, valid_to)
    if by is not None:
        _same_owner(old, by)
        slot_id = by.slot_id
    else:
        assert new
        slot_id = change.slot_id(new.owner, new.subject, new.slot)
    others = [(fact, span) for fact, span in holding(change, slot_id) if fact is not old and fact is not by]
    for fact, span in others:
        if slot_id != old.slot_id and span.told and any(span.start == one.start for one in wanted):
            raise Refused("same_instant_conflict", other=f"#{fact.id}")
    first = spans[0].start
    neighbour = _neighbour(change, old, by, first) if wanted[0].start > first else None
    losers = {fact.id: fact for one in wanted for fact, span in others if span.overlaps(one.start, one.end)}
    refuse_pinned([old, *losers.values(), *([neighbour] if neighbour else [])], automatic)
    deed = change.begin("correct", old.owner)
    right = write(change, new) if by is None and new else by
    assert right
    change.put(old, [empty(first, right.id, "corrected")], "corrected")
    if neighbour is not None:
        later = [replace(one, end=wanted[0].start, by=right.id) if one.end == first else one for one in neighbour.live]
        change.put(neighbour, later, "superseded")
    for one in wanted:
        for fact, span in others:
            if span.overlaps(one.start, one.end):
                take(change, fact, one.start, one.end, right.id)
    change.put(right, _united([*right.live, *wanted]) if right.live else wanted, "asserted")
    moved = [neighbour.id] if neighbour else []
    return Done(deed.id, (right.id, old.id, *dict.fromkeys([*moved, *losers])))


def add_evidence(change: Change, fact: Statement, evidence: Sequence[Quoted]) -> Done:
    """Tie further evidence to a fact."""
    for quoted in evidence:
        check_quote(change, quoted)
    deed = change.begin("evidence", fact.owner)
    attach(change, fact, evidence)
    return Done(deed.id, (fact.id,))


def _redated(spans: Sequence[Span], valid_from: Instant | None, valid_to: Instant | None) -> list[Span]:
    """Give the first span another start and the last another end; what lies outside them goes."""
    start = spans[0].start if valid_from is None else valid_from
    end = spans[-1].end if valid_to is None else valid_to
    if start >= end:
        raise Refused("empty_interval")
    kept = [span for span in spans if span.end > start and span.start < end] or [spans[0]]
    if valid_from is not None:
        kept[0] = replace(kept[0], start=start, told=True, exact=True, end=max(kept[0].end, start))
    if valid_to is not None:
        kept[-1] = replace(kept[-1], end=end, end_exact=True, by=None, ends_as=None if end == FOREVER else "told")
    return kept


def _neighbour(change: Change, old: Statement, by: Statement | None, first: Instant) -> Statement | None:
    """Return what ended where the wrong fact began, and lasts until the right one begins."""
    for fact, span in holding(change, old.slot_id):
        if span.end == first and span.by is not None and fact is not old and fact is not by:
            return fact
    return None


def _united(spans: Sequence[Span]) -> list[Span]:
    united: list[Span] = []
    for span in live(spans):
        if united and span.start < united[-1].end:
            if span.end > united[-1].end:
                united[-1] = replace(united[-1], end=span.end, end_exact=span.end_exact, by=span.by, ends_as=span.ends_as)
        else:
            united.append(span)
    return join(united)


def _same_owner(one: Statement, other: Statement) -> None:
    if one.owner != other.owner:
        raise Refused("other_owner")
