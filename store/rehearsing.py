"""What a decision would do: it is carried out in memory, by the rules of the store, and nothing is written."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from store import deciding, listing, opening, settings
from store.change import Change, Statement
from store.clock import FOREVER, Clock, Instant
from store.deciding import Decision
from store.errors import StoreError
from store.importance import importance
from store.proposal import Proposal
from store.spans import Span
from store.standing import as_merged
from store.tables import EVIDENCE
from store.values import NOW, Fact


def rehearse(connection: Connection, proposal: Proposal, decision: Decision, clock: Clock) -> Change | None:
    """Return what approving a proposal would come to, as a change that is never written; `None` where it is refused."""
    key = bytes.fromhex(opening.meta(connection, "digest_key"))
    change = Change(connection, clock=clock, actor=proposal.proposed_by, digest_key=key, audit_key=b"", rehearsal=True)
    try:
        deciding.carry_out(change, proposal.number, replace(decision, seen=proposal.seen))
    except StoreError:
        return None
    return change


def touched(change: Change) -> frozenset[int]:
    """Return the numbers of the facts that a change makes or alters."""
    return frozenset(number for deed in change.deeds for number in deed.touched)


def holding_then(change: Change, clock: Clock) -> Iterator[Fact]:
    """Yield those of them that would hold, as the prompt block would show them; one that is not there yet has the number 0."""
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
        number=0,
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
        "valid_to": None if span.end == FOREVER else span.end,
    }


def _merged(span: Span) -> bool:
    return span.ends_as == "merged"


def _seen(change: Change, number: int, values: Mapping[str, Any]) -> Instant | None:
    """Return when the newest evidence that a change gives a fact was observed, the owner's own words before any other."""
    trusted = settings.trusted_kinds(values)
    given = [(row["by_owner"], change.source(row["source_id"])) for row in change.added(EVIDENCE) if row["fact_id"] == number]
    own = [source.observed_at for by_owner, source in given if by_owner and source.kind in trusted]
    return max(own or [source.observed_at for _, source in given], default=None)
