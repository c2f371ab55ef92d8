"""Judging a proposal as things are now: what the policy needs is gathered here, what it says is `store.policy`."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Row, select

from store import budget, policy, rules, settings, slots
from store.change import Message
from store.clock import FOREVER, Instant
from store.errors import Refused
from store.ids import fold
from store.proposal import Judgement, NewFact, Proposal, ProposalItem
from store.spans import Span
from store.statement import Statement, load
from store.tables import FACT, PROPOSAL, PROPOSAL_QUOTE, SOURCE
from store.values import Fact

NEEDS_ACTIVE = ("merge", "supersede", "end", "expire", "confirm")
READINGS = ("unreconciled", "unreadable")


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposal as far as judging needs it; `found` are the codes of the finding."""

    kind: str
    owner: int
    owner_name: str
    items: tuple[ProposalItem, ...]
    new: NewFact | None
    slot_id: int | None
    sources: tuple[Message, ...]
    found: tuple[str, ...] = ()
    reading: str | None = None
    slot_moved: bool = False
    gone: tuple[int, ...] = ()


class Judge:
    """Judges drafts as things are at one instant, microseconds UTC."""

    def __init__(self, connection: Connection, now: Instant) -> None:
        self._connection = connection
        self._now = now
        self._settings = settings.read(connection)
        self._trusted = settings.trusted_kinds(self._settings)
        self._rules = rules.every(connection)

    def judge(self, draft: Draft) -> Judgement:
        """Judge a draft."""
        facts = [item.fact for item in draft.items]
        new, owner = draft.new, fold(draft.owner_name)
        taken, pinned = self._in_the_slot(draft)
        broken = rules.forbidding(self._rules, owner, new.text, new.kind, draft.sources) if new else None
        return policy.judge(
            policy.Case(
                kind=draft.kind,
                found=draft.found,
                pinned=(*(fact.number for fact in facts if fact.pinned), *pinned),
                inactive=tuple(fact.number for fact in facts if _is_over(draft.kind, fact)),
                unsupported=tuple(fact.number for fact in facts if any(mark.mark == "unverified" for mark in fact.marks)),
                moved=(*draft.gone, *(item.fact.number for item in draft.items if item.moved)),
                slot_moved=draft.slot_moved,
                lost=tuple(word for item in draft.items for word in item.lost),
                trusted=tuple(
                    source.kind in self._trusted and source.author is not None and fold(source.author) == owner
                    for source in draft.sources
                ),
                in_slot=draft.kind == "add" and draft.slot_id is not None,
                taken=taken,
                sides=len(draft.items),
                budget_left=draft.kind not in policy.MAKES_A_FACT or self._has_room(draft),
                rule=broken.number if broken else None,
                reading=draft.reading,
            )
        )

    def _in_the_slot(self, draft: Draft) -> tuple[int | None, list[int]]:
        """Return what holds in the slot of an added fact from the very same start, and the pinned facts it would take time from."""
        if draft.kind != "add" or draft.new is None:
            return None, []
        new = draft.new
        start = begins(new, draft.sources, self._now)
        held = slots.held_by(_of_slot(self._connection, draft.slot_id))
        wanted = Span(start, FOREVER if new.valid_to is None else new.valid_to, exact=new.valid_from_exact)
        if new.valid_to is None and slots.said_already(held, new.text, start) is not None:
            return None, []
        span = slots.room(held, wanted)[0]
        pinned = [fact.id for fact in slots.losers(held, span).values() if fact.pinned]
        try:
            taken = slots.clash(held, wanted, None)
        except Refused as refusal:
            return int(str(refusal.details["other"]).lstrip("#")), []
        return (None, pinned) if taken is None else (taken.id, [])

    def _has_room(self, draft: Draft) -> bool:
        """Whether the budget has room for a new fact, or what it takes the place of makes some."""
        if draft.new is None or budget.has_room(self._connection, draft.owner, self._now, self._settings):
            return True
        over = load(self._connection, [item.fact.number for item in draft.items])
        text = draft.new.text
        return any(budget.gives_way(fact, text, self._now) for fact in (*over, *_of_slot(self._connection, draft.slot_id)))


def draft_of(connection: Connection, proposal: Proposal) -> Draft:
    """Return a stored proposal as a draft."""
    row = connection.execute(select(PROPOSAL.c.owner_id, PROPOSAL.c.slot_id).where(PROPOSAL.c.id == proposal.number)).one()
    there = {item.fact.number for item in proposal.items}
    return Draft(
        kind=proposal.kind,
        owner=row.owner_id,
        owner_name=proposal.owner,
        items=proposal.items,
        new=proposal.new,
        slot_id=row.slot_id,
        sources=tuple(message for message, _ in quoted(connection, proposal.number)),
        found=tuple(code for code in proposal.reasons if code not in policy.CODES),
        reading=proposal.verdict if proposal.verdict in READINGS else None,
        slot_moved=proposal.slot_moved,
        gone=tuple(number for number in proposal.moved if number not in there),
    )


def quoted(connection: Connection, number: int) -> list[tuple[Message, str]]:
    """Return the messages a proposed text rests on, with the words quoted."""
    rows = connection.execute(
        select(SOURCE, PROPOSAL_QUOTE.c.quote)
        .join(SOURCE, SOURCE.c.id == PROPOSAL_QUOTE.c.source_id)
        .where(PROPOSAL_QUOTE.c.proposal_id == number)
        .order_by(PROPOSAL_QUOTE.c.place)
    )
    return [(_message(row), row.quote) for row in rows]


def begins(new: NewFact, sources: Sequence[Message], now: Instant) -> Instant:
    """Return when a proposed fact would begin: when told, else when its messages were observed, else now."""
    return new.valid_from if new.valid_from is not None else min((source.observed_at for source in sources), default=now)


def _is_over(kind: str, fact: Fact) -> bool:
    """Whether a fact holds too little for a change: nothing now, or nothing ever where it is to be called never true."""
    return fact.state != "active" if kind in NEEDS_ACTIVE else kind in policy.SAYS_NEVER_TRUE and fact.state == "retracted"


def _of_slot(connection: Connection, slot_id: int | None) -> list[Statement]:
    if slot_id is None:
        return []
    return list(load(connection, connection.execute(select(FACT.c.id).where(FACT.c.slot_id == slot_id)).scalars().all()))


def _message(row: Row[tuple[object, ...]]) -> Message:
    return Message(row.id, row.kind, row.author, row.text, row.observed_at, row.conversation, row.ref)
