"""One proposal as a person decides it: judged anew, with its quotes, its answers, and what the prompt block gains and loses."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, select

from store import answering, context, judging, listing, queue, rehearsing
from store.change import Message
from store.clock import Clock
from store.ids import content_hash, fold
from store.proposal import Answer, Effect, Other, Proposal, Quote, Review
from store.reading import sources
from store.settings import read as read_settings
from store.settings import trusted_kinds
from store.standing import standings
from store.tables import SOURCE
from store.values import NOW, Block, Evidence, Fact, Source

SAMPLE_LINES = 20
"""A prompt block may change in more lines than this; so many are handed out each way."""


def review(connection: Connection, number: int, clock: Clock) -> Review:
    """Return everything a proposal is decided by."""
    proposal = _dated(connection, queue.one(connection, number, clock))
    draft = judging.draft_of(connection, proposal)
    choices = answers(proposal) if proposal.kind == "conflict" else ()
    return Review(
        proposal=proposal,
        judgement=judging.Judge(connection, listing.present(connection, clock)).judge(draft),
        quotes=_quotes(connection, proposal),
        answers=choices,
        effect=effect(connection, proposal, clock),
        prospects=rehearsing.prospects(connection, proposal, choices, clock) if len(proposal.items) <= 2 else (),
    )


def answers(proposal: Proposal) -> tuple[Answer, ...]:
    """Return the answers to a conflict, with what each would do."""
    facts = [item.fact for item in proposal.items]
    if proposal.new is not None:
        return _answers_new(facts[0].number if facts else None)
    if len(facts) < 2:
        return ()
    return _answers_two(facts[0], facts[1], proposal) if len(facts) == 2 else _answers_many(facts)


def _answers_new(held: int | None) -> tuple[Answer, ...]:
    name = "the fact" if held is None else f"#{held}"
    return (
        Answer(1, "The first holds", ((None, (f"{name} stays as it is; the new words are not taken in",)),)),
        Answer(
            2,
            "The second holds",
            (
                ("ended", (f"{name} ends now", "the new fact holds from now on")),
                ("never", (f"{name} was never true", "the new fact takes its whole time")),
            ),
        ),
        Answer(3, "Both hold, the second in another slot", ((None, (f"{name} stays; the new fact gets its own slot",)),), True),
        Answer(4, "Neither holds", ((None, (f"{name} was never true; the new words are not taken in",)),)),
    )


def _answers_two(first: Fact, second: Fact, proposal: Proposal) -> tuple[Answer, ...]:
    shared = rehearsing.in_one_slot(proposal)
    both = (
        f"#{second.number} moves to another slot; nothing else changes"
        if shared
        else "nothing changes, and it is not asked again"
    )
    return (
        Answer(1, "The first holds", _one_holds(first, second)),
        Answer(2, "The second holds", _one_holds(second, first)),
        Answer(3, "Both hold, the second in another slot" if shared else "Both hold", ((None, (both,)),), shared),
        Answer(4, "Neither holds", ((None, (f"#{first.number} and #{second.number} were never true",)),)),
    )


def _answers_many(facts: Sequence[Fact]) -> tuple[Answer, ...]:
    each = f"each ends when the next one begins; #{facts[-1].number} stays as it is"
    said = {
        answering.SERIES: Answer(answering.SERIES, "A series: each replaced the one before it", ((None, (each,)),)),
        answering.ALL: Answer(answering.ALL, "All are true", ((None, ("nothing changes, and it is not asked again",)),)),
    }
    return tuple(said.get(number) or _one_of_many(number, facts) for number in answering.choices(len(facts)))


def _one_of_many(number: int, facts: Sequence[Fact]) -> Answer:
    fact = facts[answering.picked(len(facts), number) or 0]
    same = [other.number for other in facts if other is not fact and fold(other.text) == fold(fact.text)]
    stays = (f"#{fact.number} stays as it is", *([f"{len(same)} that say the same are merged into it"] if same else []))
    return Answer(
        number,
        "The newest is true" if number == answering.NEWEST else "This one is true",
        (
            ("ended", (*stays, f"the others end, superseded by #{fact.number}")),
            ("never", (*stays, "the others were never true")),
        ),
        fact=fact.number,
    )


def effect(
    connection: Connection, proposal: Proposal, clock: Clock, choice: int | None = None, other: Other | None = None
) -> Effect:
    """Return what approving a proposal, or one answer to it, would change in the owner's prompt block."""
    before = context.block(connection, proposal.owner, None, None, NOW, clock)
    change = rehearsing.rehearse(connection, proposal, clock, choice, other)
    without, plus = (rehearsing.touched(change), tuple(rehearsing.holding_then(change, clock))) if change else (frozenset(), ())
    if not without:
        return Effect(len(before.lines), len(before.lines), 0, (), ())
    after = context.block(connection, proposal.owner, None, None, NOW, clock, without=without, plus=plus)
    stays = {line.text for line in before.lines} & {line.text for line in after.lines}
    gone = [line for line in before.lines if line.text not in stays]
    come = [line for line in after.lines if line.text not in stays]
    words = _words(after) - _words(before)
    return Effect(len(before.lines), len(after.lines), words, tuple(gone[:SAMPLE_LINES]), tuple(come[:SAMPLE_LINES]))


def _dated(connection: Connection, proposal: Proposal) -> Proposal:
    """Return a proposal whose new fact says when it would begin, also where nobody told its start."""
    new, target = proposal.new, next((item.fact for item in proposal.items if item.role == "target"), None)
    if new is None or (new.valid_from is not None and proposal.kind != "supersede"):
        return proposal
    if proposal.kind == "add" and (sources := _messages(connection, proposal)):
        new = replace(new, valid_from=judging.begins(new, sources, 0), valid_from_exact=False)
    elif proposal.kind == "supersede":
        new = replace(new, valid_from=proposal.at, valid_from_exact=True)
    elif proposal.kind == "correct" and target is not None:
        new = replace(new, valid_from=target.valid_from, valid_from_exact=target.valid_from_exact)
    return replace(proposal, new=new)


def _messages(connection: Connection, proposal: Proposal) -> list[Message]:
    return [message for message, _ in judging.quoted(connection, proposal.number)]


def _one_holds(winner: Fact, loser: Fact) -> tuple[tuple[Other | None, tuple[str, ...]], ...]:
    stays = f"#{winner.number} stays as it is"
    return (
        ("ended", (stays, f"#{loser.number} ends, superseded by #{winner.number}")),
        ("never", (stays, f"#{loser.number} was never true")),
    )


def _quotes(connection: Connection, proposal: Proposal) -> tuple[Quote, ...]:
    values = read_settings(connection)
    numbers = [item.fact.number for item in proposal.items]
    standing = standings(connection, numbers, None, values)
    found = [Quote(number, one) for number in numbers if number in standing for one in _worth_showing(standing[number].evidence)]
    quotes = {message.id: quote for message, quote in judging.quoted(connection, proposal.number)}
    rows = connection.execute(select(SOURCE).where(SOURCE.c.id.in_(quotes))).all()
    trusted = trusted_kinds(values)
    return (
        *found,
        *(Quote(None, _evidence(one, quotes[one.number], proposal.owner, trusted)) for one in sources(connection, rows)),
    )


def _evidence(source: Source, quote: str, owner: str, trusted: frozenset[str]) -> Evidence:
    """Return a quote on which a proposed text rests as the evidence it would become."""
    by_owner = source.author is not None and fold(source.author) == fold(owner)
    return Evidence(
        id=source.id,
        number=source.number,
        source=source.number,
        source_kind=source.kind,
        source_ref=source.ref,
        conversation=source.conversation,
        author=source.author,
        by_owner=by_owner,
        quote=quote,
        content_hash=source.content_hash,
        hash_matches=content_hash(source.text) == source.content_hash,
        observed_at=source.observed_at,
        recorded_at=source.recorded_at,
        source_state=source.state,
        trusted=source.kind in trusted,
        role="carries" if by_owner and source.kind in trusted else "relevance",
    )


def _worth_showing(evidence: Sequence[Evidence]) -> Sequence[Evidence]:
    """Return what carries or confirms a fact; where nothing does, all of it."""
    return [one for one in evidence if one.role != "relevance"] or evidence


def _words(block: Block) -> int:
    return sum(len(line.text.removeprefix("- ").split()) for line in block.lines)
