"""When each fact of a conflict would hold under every answer to it: what `store.answering` would do, without doing it."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from store import answering, judging
from store.clock import FOREVER, Instant
from store.proposal import Course, Proposal, Prospect, Stretch
from store.spans import Span, cut, live
from store.statement import Statement, load


def prospects(connection: Connection, proposal: Proposal, now: Instant) -> tuple[Prospect, ...]:
    """Return what each answer to a conflict comes to, in the order of the answers; nothing where a fact of it is gone."""
    roles = {item.role: item.fact.number for item in proposal.items}
    facts = {fact.id: fact for fact in load(connection, list(roles.values()))}
    first, second = facts.get(roles.get("first", 0)), facts.get(roles.get("second", 0))
    if first is None:
        return ()
    if second is not None:
        return tuple(_between(first, second, now))
    if proposal.new is None:
        return ()
    start = judging.begins(proposal.new, [message for message, _ in judging.quoted(connection, proposal.number)], now)
    return tuple(_with_new(first, start, now))


def _between(first: Statement, second: Statement, now: Instant) -> Iterator[Prospect]:
    for choice, winner, loser in ((answering.FIRST, first, second), (answering.SECOND, second, first)):
        at = answering.takes_over_at(winner, loser, now)
        ended = (winner.live, loser.live)
        if at is not None:
            ended = (answering.going_on_from(winner, at) or winner.live, cut(loser.spans, at, FOREVER, winner.id))
        yield Prospect(choice, "ended", _in_order(choice, _course(winner, ended[0]), _course(loser, ended[1])))
        yield Prospect(choice, "never", _in_order(choice, _course(winner, winner.live), _course(loser, ())))
    yield Prospect(answering.BOTH, None, (_course(first, first.live), _course(second, second.live)))
    yield Prospect(answering.NEITHER, None, (_course(first, ()), _course(second, ())))


def _with_new(held: Statement, start: Instant, now: Instant) -> Iterator[Prospect]:
    stays = _course(held, held.live)
    yield Prospect(answering.FIRST, None, (stays,))
    ended = cut(held.spans, now, FOREVER, None)
    yield Prospect(answering.SECOND, "ended", (_course(held, ended), Course(None, (), _stretches([Span(now)]))))
    yield Prospect(answering.SECOND, "never", (_course(held, ()), Course(None, (), _stretches(held.live))))
    yield Prospect(answering.BOTH, None, (stays, Course(None, (), _stretches([Span(start, exact=False)]))))
    yield Prospect(answering.NEITHER, None, (_course(held, ()),))


def _in_order(choice: int, winner: Course, loser: Course) -> tuple[Course, Course]:
    return (winner, loser) if choice == answering.FIRST else (loser, winner)


def _course(fact: Statement, after: Sequence[Span]) -> Course:
    return Course(fact.id, _stretches(fact.spans), _stretches(after))


def _stretches(spans: Sequence[Span]) -> tuple[Stretch, ...]:
    return tuple(Stretch(span.start, span.exact, None if span.end == FOREVER else span.end) for span in live(spans))
