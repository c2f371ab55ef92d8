"""What a decision would do: it is carried out in memory, by the rules of the store, and nothing is written."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from store import answering, deciding, listing, opening, settings
from store.change import Change, Statement
from store.clock import Clock, Instant, told_end
from store.deciding import Decision
from store.errors import StoreError
from store.ids import fold
from store.importance import importance
from store.proposal import Answer, Course, Other, Proposal, Prospect, Stretch
from store.spans import Span
from store.standing import as_merged
from store.statement import load
from store.tables import EVIDENCE
from store.values import NOW, Fact

BY_HAND = ("refused", "unreadable")
"""The verdicts of what a person can take in on their own word alone."""


def rehearse(
    connection: Connection, proposal: Proposal, clock: Clock, choice: int | None = None, other: Other | None = None
) -> Change | None:
    """Return what approving a proposal as it is now would come to, as a change that is never written.

    Where it is not told, a fact that does not hold ended, a second fact gets a slot of its own, and what the policy refuses is taken
    in on a person's word.

    Returns:
        `None` where it is refused.
    """
    if choice is not None and other is None and answering.asks_other(len(proposal.items), choice):
        other = "ended"
    two = len(proposal.items) <= 2
    needs_slot = two and choice == answering.BOTH and (proposal.new is not None or in_one_slot(proposal))
    decision = Decision(proposal.seen, choice, other, slot=proposal.id if needs_slot else None)
    change = _carry_out(connection, proposal, clock, decision)
    if change is None and proposal.new is not None and proposal.kind != "conflict" and proposal.verdict in BY_HAND:
        change = _carry_out(connection, proposal, clock, replace(decision, text=proposal.new.text))
    return change


def _carry_out(connection: Connection, proposal: Proposal, clock: Clock, decision: Decision) -> Change | None:
    key = bytes.fromhex(opening.meta(connection, "digest_key"))
    change = Change(connection, clock=clock, actor=proposal.proposed_by, digest_key=key, audit_key=b"", rehearsal=True)
    try:
        deciding.carry_out(change, proposal.number, decision)
    except StoreError:
        return None
    return change


def in_one_slot(proposal: Proposal) -> bool:
    """Whether all facts of a proposal stand in one slot."""
    places = {(fold(item.fact.subject), fold(item.fact.slot or "")) for item in proposal.items}
    return len(places) == 1 and all(slot for _, slot in places)


def prospects(connection: Connection, proposal: Proposal, answers: Iterable[Answer], clock: Clock) -> tuple[Prospect, ...]:
    """Return when each fact of a conflict would hold under every answer to it that is not refused."""
    numbers = [item.fact.number for item in proposal.items]
    before = {fact.id: _stretches(fact) for fact in load(connection, numbers)}
    found: list[Prospect] = []
    for answer in answers:
        for other, _ in answer.does:
            change = rehearse(connection, proposal, clock, answer.number, other)
            if change is not None:
                found.append(Prospect(answer.number, other, tuple(_courses(change, before))))
    return tuple(found)


def _courses(change: Change, before: Mapping[int, tuple[Stretch, ...]]) -> Iterator[Course]:
    """Yield what becomes of the facts of a conflict: of both, where one may move to another slot, or of one and the new one."""
    made = [number for number in sorted(touched(change)) if _is_new(change, number)]
    for number, held in before.items():
        fact = change.fact(number)
        moved = len(before) > 1 and not fact.live and fact.spans[0].by in made
        yield Course(number, held, _stretches(change.fact(made[0]) if moved else fact))
    if len(before) == 1:
        yield from (Course(None, (), _stretches(change.fact(number))) for number in made)


def _is_new(change: Change, number: int) -> bool:
    return change.fact(number).versions[0].operation >= change.deeds[0].id


def _stretches(fact: Statement) -> tuple[Stretch, ...]:
    return tuple(Stretch(span.start, span.exact, told_end(span.end)) for span in fact.live)


def touched(change: Change) -> frozenset[int]:
    """Return the numbers of the facts that a change makes or alters."""
    return frozenset(number for deed in change.deeds for number in deed.touched)


def holding_then(change: Change, clock: Clock) -> Iterator[Fact]:
    """Yield those of them that would hold, as the prompt block would show them; a new one by the number it would get."""
    values = settings.read(change.connection)
    known = {fact.number: fact for fact in listing.several(change.connection, sorted(touched(change)), NOW, clock)}
    for number in sorted(touched(change)):
        fact = change.fact(number)
        span = next((span for span in fact.live if span.holds(change.now())), None)
        if span is not None:
            yield _known(change, known[number], span, values) if number in known else _new(change, fact, span, values)


def _known(change: Change, fact: Fact, span: Span, values: Mapping[str, Any]) -> Fact:
    """Return a fact with its time and its freshness as they would be."""
    then = replace(fact, state="active", **_times(span))
    members = [one for one in touched(change) if any(span.by == fact.number for span in change.fact(one).spans if _merged(span))]
    if members:
        standing = as_merged(change.connection, fact.number, members, values)
        return replace(then, seen_at=standing.seen_at, marks=standing.marks(fact.kind, "active", change.now(), values))
    seen = _seen(change, fact.number, values)
    return then if seen is None else replace(then, seen_at=max(seen, fact.seen_at), marks=())


def _new(change: Change, fact: Statement, span: Span, values: Mapping[str, Any]) -> Fact:
    owner, seen = change.owner_name(fact.owner), _seen(change, fact.id, values)
    return Fact(
        id="",
        number=fact.id,
        owner=owner,
        subject=fact.subject,
        slot=fact.slot,
        kind=fact.kind,
        text=fact.text,
        state="active",
        marks=(),
        origin=fact.origin,
        importance=importance(fact.text, fact.kind),
        valid_to_exact=span.end_exact,
        recorded_at=fact.recorded_at,
        version=0,
        superseded_by=None,
        ends_as=None,
        pinned=False,
        confirmations=1,
        seen_at=fact.recorded_at if seen is None else seen,
        **_times(span),
    )


def _times(span: Span) -> dict[str, Any]:
    return {
        "valid_from": span.start,
        "valid_from_exact": span.exact,
        "valid_to": told_end(span.end),
    }


def _merged(span: Span) -> bool:
    return span.ends_as == "merged"


def _seen(change: Change, number: int, values: Mapping[str, Any]) -> Instant | None:
    """Return when the newest evidence that a change gives a fact was observed, the owner's own words before any other."""
    trusted = settings.trusted_kinds(values)
    given = [(row["by_owner"], change.source(row["source_id"])) for row in change.added(EVIDENCE) if row["fact_id"] == number]
    own = [source.observed_at for by_owner, source in given if by_owner and source.kind in trusted]
    return max(own or [source.observed_at for _, source in given], default=None)
