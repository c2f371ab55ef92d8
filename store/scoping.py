"""What a hard delete would take with it, what was made from that, and what stays: read before anything is done."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, func, select

from store import listing
from store.clock import Clock
from store.deletion import SCOPES, Copy, Members, Preview, Scope, Staying
from store.errors import NotFound, Refused
from store.ids import fold
from store.marking import STATEMENT
from store.reading import sources as read_sources
from store.spelling import Spelling, spelling
from store.sqlite import in_parts
from store.state import known_at
from store.tables import (
    BELIEF,
    EDGE_SUPPORT,
    EVIDENCE,
    FACT,
    OWNER,
    PIN,
    PROPOSAL,
    PROPOSAL_ITEM,
    PROPOSAL_QUOTE,
    RECALL,
    SOURCE,
)
from store.values import NOW

OUT_OF_REACH = (
    Copy("your export files", "files you wrote elsewhere", reachable=False),
    Copy("the other system's memory", "what the assistant keeps by itself", reachable=False),
    Copy("answers already given", "what was said with it", reachable=False),
)


@dataclass(frozen=True, slots=True)
class Named:
    """What a scope names, by numbers: the facts, the messages, and the proposals that hold their words."""

    facts: tuple[int, ...]
    sources: tuple[int, ...]
    proposals: tuple[int, ...]
    owner: int | None = None
    whole_owner: bool = False


def resolve(connection: Connection, scope: Scope, members: Members = "keep") -> Named:
    """Return what a scope names.

    Args:
        members: With `delete`, what was merged into a fact that goes, goes too.

    Raises:
        Refused: `bad_value`.
        NotFound: `fact_not_found`, `nothing_in_scope`, `owner_not_found`.
    """
    if scope.kind not in SCOPES:
        raise Refused("bad_value", given=scope.kind, choices=", ".join(SCOPES))
    facts, sources = _first(connection, scope)
    if members == "delete":
        facts |= _merged_into(connection, facts, deep=True)
    owner = _only_owner(connection, facts)
    if scope.kind == "owner":
        owner = _owner(connection, scope.name)
        sources |= _written_by(connection, scope.name)
    for_the_slot = _for_slot(connection, scope) if scope.kind == "slot" else set()
    if not facts and not sources and not for_the_slot and scope.kind != "owner":
        raise NotFound("nothing_in_scope")
    quoted = set(_pages(connection, EVIDENCE.c.source_id, EVIDENCE.c.fact_id, facts))
    if not scope.with_messages:  # what a person said of the fact itself is no message, and goes in any case
        quoted = set(_pages(connection, SOURCE.c.id, SOURCE.c.id, quoted, SOURCE.c.kind == STATEMENT))
    sources |= quoted
    sources -= _shared(connection, sources, EVIDENCE.c.source_id, EVIDENCE.c.fact_id, facts)
    proposals = set(_pages(connection, PROPOSAL_ITEM.c.proposal_id, PROPOSAL_ITEM.c.fact_id, facts))
    proposals |= _proposing(connection, facts) | for_the_slot
    proposals |= set(_pages(connection, PROPOSAL_QUOTE.c.proposal_id, PROPOSAL_QUOTE.c.source_id, sources))
    if scope.kind == "owner":
        proposals |= set(connection.execute(select(PROPOSAL.c.id).where(PROPOSAL.c.owner_id == owner)).scalars())
    if scope.with_messages:
        suggesting = set(_pages(connection, PROPOSAL_QUOTE.c.source_id, PROPOSAL_QUOTE.c.proposal_id, proposals))
        suggesting -= _shared(connection, suggesting, EVIDENCE.c.source_id, EVIDENCE.c.fact_id, facts)
        sources |= suggesting - _shared(
            connection, suggesting, PROPOSAL_QUOTE.c.source_id, PROPOSAL_QUOTE.c.proposal_id, proposals
        )
    return Named(
        tuple(sorted(facts)), tuple(sorted(sources)), tuple(sorted(proposals)), owner=owner, whole_owner=scope.kind == "owner"
    )


def preview(connection: Connection, scope: Scope, clock: Clock, copies: Sequence[Copy], members: Members = "keep") -> Preview:
    """Return what a hard delete would do. Raises as `resolve`."""
    named = resolve(connection, scope, members)
    facts = tuple(fact for part in in_parts(named.facts) for fact in listing.several(connection, part, NOW, clock))
    rows = [row for part in in_parts(named.sources) for row in connection.execute(select(SOURCE).where(SOURCE.c.id.in_(part)))]
    merged = _merged_into(connection, set(named.facts), deep=False)
    return Preview(
        scope=scope,
        facts=facts,
        sources=read_sources(connection, rows),
        counts=tuple(_counts(connection, named)),
        members=listing.several(connection, sorted(merged), NOW, clock),
        made_from_it=tuple(_made_from(connection, named, len(merged))),
        stays=tuple(_stays(connection, scope, named)),
        copies=(*copies, *OUT_OF_REACH),
    )


def merged_into(connection: Connection, facts: Iterable[int]) -> set[int]:
    """Return the facts that were merged into one of the given ones and are none of them."""
    return _merged_into(connection, set(facts), deep=False)


def _first(connection: Connection, scope: Scope) -> tuple[set[int], set[int]]:
    """Return the facts and messages a scope names by itself."""
    match scope.kind:
        case "facts":
            there = set(_pages(connection, FACT.c.id, FACT.c.id, set(scope.facts)))
            for number in scope.facts:
                if number not in there:
                    raise NotFound("fact_not_found", id=f"#{number}")
            return there, set()
        case "slot":
            query = select(FACT.c.id).where(FACT.c.slot_key == fold(scope.name))
            if scope.owner is not None:
                query = query.where(FACT.c.owner_id == _owner(connection, scope.owner))
            return set(connection.execute(query).scalars()), set()
        case "source":
            sources = set(connection.execute(select(SOURCE.c.id).where(SOURCE.c.ref == scope.name)).scalars())
            return set(_pages(connection, EVIDENCE.c.fact_id, EVIDENCE.c.source_id, sources)), sources
        case _:
            owner = _owner(connection, scope.name)
            return set(connection.execute(select(FACT.c.id).where(FACT.c.owner_id == owner)).scalars()), set()


def _for_slot(connection: Connection, scope: Scope) -> set[int]:
    """Return the proposals of a fact for a slot."""
    query = select(PROPOSAL.c.id, PROPOSAL.c.slot).where(PROPOSAL.c.slot.is_not(None))
    if scope.owner is not None:
        query = query.where(PROPOSAL.c.owner_id == _owner(connection, scope.owner))
    return {row.id for row in connection.execute(query) if fold(row.slot) == fold(scope.name)}


def _owner(connection: Connection, name: str) -> int:
    number = connection.execute(select(OWNER.c.id).where(OWNER.c.key == fold(name))).scalar()
    if number is None:
        known = connection.execute(select(OWNER.c.name).order_by(OWNER.c.key).limit(10)).scalars()
        raise NotFound("owner_not_found", owner=name, owners=", ".join(known) or "nobody")
    return int(number)


def _only_owner(connection: Connection, facts: set[int]) -> int | None:
    owners = set(_pages(connection, FACT.c.owner_id, FACT.c.id, facts))
    return owners.pop() if len(owners) == 1 else None


def _written_by(connection: Connection, name: str) -> set[int]:
    rows = connection.execute(select(SOURCE.c.id, SOURCE.c.author).where(SOURCE.c.author.is_not(None)))
    return {row.id for row in rows if fold(row.author) == fold(name)}


def _shared(
    connection: Connection, sources: set[int], source: ColumnElement[int], resting: ColumnElement[int], going: set[int]
) -> set[int]:
    """Return the messages on which a fact, or a proposal, rests that stays."""
    shared: set[int] = set()
    for part in in_parts(sorted(sources)):
        rows = connection.execute(select(source, resting).where(source.in_(part)).distinct())
        shared.update(row[0] for row in rows if row[1] not in going)
    return shared


def _proposing(connection: Connection, facts: set[int]) -> set[int]:
    """Return the proposals of the words of a fact: one may have brought it, another would bring it again."""
    stated: dict[int, list[str]] = {}
    for part in in_parts(sorted(facts)):
        for owner, text in connection.execute(select(FACT.c.owner_id, FACT.c.text).where(FACT.c.id.in_(part))):
            stated.setdefault(owner, []).append(text)
    found: set[int] = set()
    for owner, texts in stated.items():
        of_theirs = (PROPOSAL.c.owner_id == owner) & PROPOSAL.c.text.is_not(None)
        proposed = connection.execute(select(PROPOSAL.c.id, PROPOSAL.c.text).where(of_theirs)).all()
        said = Spelling.of(texts) if proposed else None
        found.update(number for number, text in proposed if said and said.same(spelling(text)))
    return found


def _merged_into(connection: Connection, facts: set[int], *, deep: bool) -> set[int]:
    found: set[int] = set()
    front = facts
    while front:
        merged = set(
            _pages(
                connection, BELIEF.c.fact_id, BELIEF.c.superseded_by, front, BELIEF.c.ends_as == "merged", known_at(BELIEF, None)
            )
        )
        front = merged - facts - found if deep else set()
        found |= merged - facts
    return found


def _counts(connection: Connection, named: Named) -> Iterator[tuple[str, int]]:
    yield "facts", len(named.facts)
    for what, column in (
        ("beliefs", BELIEF.c.fact_id),
        ("quotes", EVIDENCE.c.fact_id),
        ("pins", PIN.c.fact_id),
        ("recalls", RECALL.c.fact_id),
        ("relations", EDGE_SUPPORT.c.fact_id),
    ):
        counted = sum(
            connection.execute(select(func.count()).where(column.in_(part))).scalar_one() for part in in_parts(named.facts)
        )
        if counted:
            yield what, counted
    if named.sources:
        yield "messages", len(named.sources)
    if named.proposals:
        yield "proposals", len(named.proposals)


def _made_from(connection: Connection, named: Named, merged: int) -> Iterator[str]:
    if merged:
        yield f"{merged} merged into it: they stay superseded, hold again, or go too, as you choose"
    if named.proposals:
        yield f"{len(named.proposals)} {'proposal' if len(named.proposals) == 1 else 'proposals'} about it {'goes' if len(named.proposals) == 1 else 'go'} with it"
    now = (BELIEF.c.ends_as == "superseded", known_at(BELIEF, None))
    successors = len(set(_pages(connection, BELIEF.c.fact_id, BELIEF.c.superseded_by, set(named.facts), *now)) - set(named.facts))
    if successors:
        yield f"{successors} superseded by it {'stays' if successors == 1 else 'stay'} closed, and {'says' if successors == 1 else 'say'}: by a deleted fact"


def _stays(connection: Connection, scope: Scope, named: Named) -> Iterator[Staying]:
    quoted = set(_pages(connection, EVIDENCE.c.source_id, EVIDENCE.c.fact_id, named.facts))
    quoted |= set(_pages(connection, PROPOSAL_QUOTE.c.source_id, PROPOSAL_QUOTE.c.proposal_id, named.proposals))
    quoted -= set(named.sources)
    if quoted:
        why = "something else rests on them" if scope.with_messages else "you chose to keep them"
        yield Staying(f"{len(quoted)} {'message' if len(quoted) == 1 else 'messages'}", why)
    if named.whole_owner and (beside := _beside(connection, named.sources)):
        yield Staying(f"{beside} {'message' if beside == 1 else 'messages'}", "others wrote them in the same conversations")
    yield Staying("the log of changes", "ids and counts, never the text")
    yield Staying("digests", "so that it does not come back")


def _beside(connection: Connection, sources: Iterable[int]) -> int:
    """Count the messages that stay in the conversations of those that go."""
    going = set(sources)
    conversations = set(_pages(connection, SOURCE.c.conversation, SOURCE.c.id, going))
    rows = connection.execute(select(SOURCE.c.id, SOURCE.c.conversation).where(SOURCE.c.conversation.is_not(None)))
    return sum(row.id not in going and row.conversation in conversations for row in rows)


def _pages(
    connection: Connection, wanted: ColumnElement[int], by: ColumnElement[int], numbers: Iterable[int], *more: ColumnElement[bool]
) -> Iterator[int]:
    for part in in_parts(sorted(numbers)):
        yield from connection.execute(select(wanted).where(by.in_(part), *more).distinct()).scalars()
