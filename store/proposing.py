"""Taking suggestions in: each is judged and waits, once, for a person."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from sqlalchemy import and_, bindparam, select, update

from store import judging, listing, queue
from store.change import Change, Deed
from store.errors import Refused
from store.ids import fold, uuid7
from store.likeness import Features, known_features
from store.proposal import PROPOSAL_KINDS, Judgement, NewFact, ProposalItem, Suggestion
from store.sqlite import in_parts
from store.stating import INTENTION, check_quote, check_storable, check_text, quoted_from
from store.tables import PROPOSAL, PROPOSAL_ITEM, PROPOSAL_QUOTE, PROPOSAL_STATE
from store.values import NOW, QUOTE_LIMIT, Fact

Read = Callable[[str], Features]
NEWEST = (
    select(PROPOSAL.c.state, PROPOSAL.c.kind)
    .where(PROPOSAL.c.digest == bindparam("digest"))
    .order_by(PROPOSAL.c.id.desc())
    .limit(1)
)
RETURNS = ("confirm",)
"""Kinds that may be asked again after they were approved, though nothing in the fact changed."""


def propose(
    change: Change, suggestions: Sequence[Suggestion], *, run: int | None = None, read: Read = known_features
) -> tuple[int | None, ...]:
    """Put suggestions into the queue.

    Args:
        change: Its actor is who proposes; what is proposed beside an operation in the making belongs to that.
        run: The run that found them.
        read: What tells the features of a fact's text; a run has read them already.

    Returns:
        The number of each, or `None` where the same one about the same versions waits, was decided or was told before it here,
        and where a fact in it changed meanwhile or is gone.

    Raises:
        Refused: `bad_value`, `owner_needed`, `other_owner`, or what a new text or quote is refused for.
    """
    for suggestion in suggestions:
        _check(change, suggestion)
    if change.rehearsal:
        return (None,) * len(suggestions)
    change.flush()
    numbers = sorted({fact for suggestion in suggestions for _, fact, _ in suggestion.items})
    facts: dict[int, Fact] = {}
    for part in in_parts(numbers):
        found = listing.several(change.connection, part, NOW, change.clock)
        facts.update((fact.number, fact) for fact in found)
    judge = judging.Judge(change.connection, change.now())
    beside, asked = change.deed, _asked_about(change, numbers)
    told: set[str] = set()
    return tuple(_propose(change, suggestion, facts, judge, beside, run, asked, told, read) for suggestion in suggestions)


def _check(change: Change, suggestion: Suggestion) -> None:
    if suggestion.kind not in PROPOSAL_KINDS:
        raise Refused("bad_value", given=suggestion.kind, choices=", ".join(PROPOSAL_KINDS))
    if len({fact for _, fact, _ in suggestion.items}) < len(suggestion.items):
        raise Refused("bad_value", given="one fact twice", choices="different facts")
    check_storable(suggestion.rationale, suggestion.subject, suggestion.slot, suggestion.fact_kind)
    if suggestion.text is not None:
        check_text(suggestion.text)
    for quoted in quoted_from(change, suggestion.evidence):
        check_quote(change, quoted)


def _propose(
    change: Change,
    suggestion: Suggestion,
    facts: dict[int, Fact],
    judge: judging.Judge,
    beside: Deed | None,
    run: int | None,
    asked: set[int],
    told: set[str],
    read: Read,
) -> int | None:
    if any(number not in facts or facts[number].version != version for _, number, version in suggestion.items):
        return None
    items = tuple(ProposalItem(role, facts[number], version) for role, number, version in suggestion.items)
    owners = {fold(item.fact.owner) for item in items} | ({fold(suggestion.owner)} if suggestion.owner else set())
    if len(owners) != 1:
        raise Refused("other_owner") if owners else Refused("owner_needed", owners="none")
    name = items[0].fact.owner if items else suggestion.owner or ""
    owner = change.owner(name)
    quotes = quoted_from(change, suggestion.evidence)
    new = _new_fact(suggestion, items, name)
    slot, subject = _place(items, new, name)
    slot_id = change.slot_id(owner, subject, slot)
    versions = [(number, version) for _, number, version in suggestion.items]
    digest = identity(change, suggestion.kind, owner, versions, [quoted.source for quoted in quotes], slot_id, suggestion.text)
    may_be_known = not items or any(item.fact.number in asked for item in items)
    if digest in told or (may_be_known and _known(change, digest)):
        return None
    told.add(digest)
    if suggestion.kind == "merge":
        items = queue.with_lost_words(items, read)
    draft = judging.Draft(
        kind=suggestion.kind,
        owner=owner,
        owner_name=name,
        items=items,
        new=new,
        slot_id=slot_id,
        sources=tuple(change.source(quoted.source) for quoted in quotes),
        found=suggestion.reasons,
        reading=suggestion.reading,
    )
    judgement = judge.judge(draft)
    deed = beside or (change.deed if change.deed and change.deed.owner == owner else change.begin("propose", owner))
    columns = {
        "digest": digest,
        "verdict": judgement.verdict,
        "reasons": json.dumps(judgement.reasons),
        "rationale": suggestion.rationale,
        "at": suggestion.at,
        "slot_version": None if slot_id is None else change.slot_version(slot_id),
        "rank": rank(suggestion.kind, judgement),
    }
    waiting = _waiting_for(change, suggestion) if may_be_known else None
    if waiting is not None:
        change.connection.execute(update(PROPOSAL).where(PROPOSAL.c.id == waiting).values(**columns))
        _stand_on(change, waiting, dict(versions))
        return None
    number = change.add(
        PROPOSAL,
        uid=uuid7(deed.at),
        owner_id=owner,
        kind=suggestion.kind,
        proposed_by=change.actor,
        run_id=run,
        created_at=deed.at,
        text=suggestion.text,
        fact_kind=new.kind if new else None,
        subject=new.subject if new else None,
        slot=new.slot if new else None,
        slot_id=slot_id,
        valid_from=suggestion.valid_from,
        valid_from_exact=new.valid_from_exact if new else None,
        valid_to=suggestion.valid_to,
        state="pending",
        topic=fold(slot or subject),
        operation_id=deed.id,
        **columns,
    )
    for place, (role, fact, version) in enumerate(suggestion.items):
        change.append(PROPOSAL_ITEM, proposal_id=number, place=place, role=role, fact_id=fact, version=version)
    for place, quoted in enumerate(quotes):
        quote = change.source(quoted.source).text[:QUOTE_LIMIT] if quoted.quote is None else quoted.quote
        change.append(PROPOSAL_QUOTE, proposal_id=number, place=place, source_id=quoted.source, quote=quote)
    change.add(PROPOSAL_STATE, proposal_id=number, state="pending", choice=None, at=deed.at, operation_id=deed.id)
    return number


def identity(
    change: Change,
    kind: str,
    owner: int,
    versions: Sequence[tuple[int, int]],
    sources: Sequence[int],
    slot_id: int | None,
    text: str | None,
) -> str:
    """Return the keyed digest by which the same suggestion is known: what it is, about which versions, from which messages."""
    facts = sorted(f"{number}/{version}" for number, version in versions)
    return change.digest("proposal", kind, change.owner_key(owner), *facts, "from", *map(str, sources), str(slot_id), text)


def stand_anew(change: Change, number: int, touched: Collection[int], moves: Mapping[int | None, int] | None = None) -> None:
    """Let a proposal stand on its facts as an undo brought them back, under new versions.

    Args:
        change: The undo.
        number: Of the proposal.
        touched: The facts that were brought back; what else changed since the proposal was made still did.
        moves: How often the undo changed each slot, as did what it undid: nothing else may have changed the proposal's own
            since it was made. Untold, the slot is taken as it is, as by whoever undoes the decision itself.
    """
    if not touched:
        return
    row = change.connection.execute(select(PROPOSAL).where(PROPOSAL.c.id == number)).one()
    items = select(PROPOSAL_ITEM.c.fact_id, PROPOSAL_ITEM.c.version).where(PROPOSAL_ITEM.c.proposal_id == number)
    versions = {
        item.fact_id: change.fact(item.fact_id).version if item.fact_id in touched else item.version
        for item in change.connection.execute(items)
        if change.exists(item.fact_id)
    }
    quotes = select(PROPOSAL_QUOTE.c.source_id).where(PROPOSAL_QUOTE.c.proposal_id == number).order_by(PROPOSAL_QUOTE.c.place)
    sources = list(change.connection.execute(quotes).scalars())
    digest = identity(change, row.kind, row.owner_id, list(versions.items()), sources, row.slot_id, row.text)
    slot_version = None if row.slot_id is None else change.slot_version(row.slot_id)
    if moves is not None and slot_version is not None and row.slot_version + 2 * moves[row.slot_id] != slot_version:
        slot_version = row.slot_version
    stands = update(PROPOSAL).where(PROPOSAL.c.id == number).values(digest=digest, slot_version=slot_version)
    change.connection.execute(stands)
    _stand_on(change, number, versions)


def stand_again(change: Change, touched: Collection[int]) -> None:
    """Let what waits stand on facts that hold again what they held when it was suggested.

    Args:
        change: An undo.
        touched: The facts it brought back.
    """
    suggested: dict[int, list[int]] = {}
    for part in in_parts(list(touched)):
        about = (
            select(PROPOSAL_ITEM.c.proposal_id, PROPOSAL_ITEM.c.fact_id, PROPOSAL_ITEM.c.version)
            .join(PROPOSAL, PROPOSAL.c.id == PROPOSAL_ITEM.c.proposal_id)
            .where(PROPOSAL_ITEM.c.fact_id.in_(part), PROPOSAL.c.state == "pending")
        )
        for row in change.connection.execute(about).all():
            fact = change.fact(row.fact_id)
            if change.origin(fact, row.version) == change.origin(fact, fact.version):
                suggested.setdefault(row.proposal_id, []).append(fact.id)
    moves = Counter(change.fact(number).slot_id for number in touched)
    for proposal, facts in suggested.items():
        stand_anew(change, proposal, facts, moves)


def _stand_on(change: Change, number: int, versions: Mapping[int, int]) -> None:
    for fact, version in versions.items():
        item = and_(PROPOSAL_ITEM.c.proposal_id == number, PROPOSAL_ITEM.c.fact_id == fact)
        change.connection.execute(update(PROPOSAL_ITEM).where(item).values(version=version))


def _asked_about(change: Change, numbers: Sequence[int]) -> set[int]:
    """Return those of the facts about which something was proposed before."""
    found: set[int] = set()
    for part in in_parts(numbers):
        about = PROPOSAL_ITEM.c.fact_id.in_(part)
        found.update(change.connection.execute(select(PROPOSAL_ITEM.c.fact_id).where(about)).scalars())
    return found


def _waiting_for(change: Change, suggestion: Suggestion) -> int | None:
    """Return the proposal that waits for the same about the same facts, made on versions that are no longer theirs."""
    if not suggestion.items:
        return None
    wanted = {(role, fact) for role, fact, _ in suggestion.items}
    same = PROPOSAL.c.text == suggestion.text if suggestion.text is not None else PROPOSAL.c.text.is_(None)
    first = select(PROPOSAL_ITEM.c.proposal_id).where(PROPOSAL_ITEM.c.fact_id == suggestion.items[0][1])
    waits = select(PROPOSAL.c.id).where(
        PROPOSAL.c.id.in_(first), PROPOSAL.c.kind == suggestion.kind, PROPOSAL.c.state == "pending", same
    )
    for number in change.connection.execute(waits).scalars():
        items = select(PROPOSAL_ITEM.c.role, PROPOSAL_ITEM.c.fact_id).where(PROPOSAL_ITEM.c.proposal_id == number)
        if {(row.role, row.fact_id) for row in change.connection.execute(items)} == wanted:
            return int(number)
    return None


def rank(kind: str, judgement: Judgement) -> int:
    """Return where a proposal stands in the queue: plain ones, those with a doubt, conflicts, and last what is refused."""
    if judgement.verdict in ("refused", "unreadable"):
        return 3
    if kind == "conflict" or any(check.outcome == "conflict" for check in judgement.checks):
        return 2
    return 0 if judgement.verdict == "admissible" else 1


def _known(change: Change, digest: str) -> bool:
    """Whether the same suggestion about the same versions was made and must not return."""
    newest = change.connection.execute(NEWEST, {"digest": digest}).first()
    return newest is not None and not (newest.state == "approved" and newest.kind in RETURNS)


def _new_fact(suggestion: Suggestion, items: Sequence[ProposalItem], owner: str) -> NewFact | None:
    """Return the fact a suggestion would make; what it leaves out is the target's."""
    if suggestion.text is None:
        return None
    old = items[0].fact if items else None
    kind = suggestion.fact_kind or (old.kind if old else "other")
    return NewFact(
        text=suggestion.text,
        subject=suggestion.subject or (old.subject if old else owner),
        kind=kind,
        slot=None if kind == INTENTION else suggestion.slot or (old.slot if old else None),
        valid_from=suggestion.valid_from,
        valid_from_exact=suggestion.valid_from is not None
        if suggestion.valid_from_exact is None
        else suggestion.valid_from_exact,
        valid_to=suggestion.valid_to,
    )


def _place(items: Iterable[ProposalItem], new: NewFact | None, owner: str) -> tuple[str | None, str]:
    """Return the slot a proposal is about, if any, and the subject."""
    if new is not None:
        return new.slot, new.subject
    subject = owner
    for item in items:
        subject = item.fact.subject
        if item.fact.slot:
            return item.fact.slot, subject
    return None, subject
