"""Deciding proposals: approve, reject, and what an undo makes of a decision. Each is one transaction, or a part of one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row, and_, select, update

from store import answering, asserting, ending, judging, marking
from store.actors import origin_of
from store.change import Change, Statement
from store.clock import to_iso
from store.errors import Refused
from store.ids import fold, uuid7
from store.proposal import Other, Seen
from store.stating import Done, New, Quoted
from store.tables import GUARD, OPERATION, OWNER, PROPOSAL, PROPOSAL_ITEM, PROPOSAL_STATE

PARTS: dict[str, tuple[str, ...]] = {
    "merge": ("representative", "member"),
    "conflict": ("first",),
    "add": (),
    "unreadable": (),
    **dict.fromkeys(("supersede", "correct", "end", "retract", "expire", "confirm"), ("target",)),
}
"""The parts without which a proposal of each kind cannot be carried out."""
SIDES = ("first", "second", "further")
"""The parts of a conflict, in the order in which the facts were observed."""


@dataclass(frozen=True, slots=True)
class Decision:
    """How a proposal is approved.

    Args:
        seen: What was looked at; `None` is what the proposal was made on.
        choice, other, slot: The answer to a conflict: its number, what became of the facts that do not hold, and the second
            fact's own slot where both hold in one.
        text: Other words: a fact by hand, that supersedes every fact of the proposal.
        representative, members: Who stays and who goes, of a merge.
    """

    seen: Seen | None = None
    choice: int | None = None
    other: Other | None = None
    slot: str | None = None
    text: str | None = None
    representative: int | None = None
    members: Sequence[int] | None = None


def approve(change: Change, number: int, decision: Decision, *, in_batch: bool = False) -> Done:
    """Do what a proposal suggests.

    Raises:
        Refused: `already_decided`, `stale`, `volume_guard`, `choice_needed`, `other_needed`, `slot_needed`, `not_readable`,
            `not_of_this_kind`, `deleted_before`, or whatever the change itself is refused for (`pinned_target`, `not_active`, ...).
    """
    row = _pending(change, number)
    if in_batch:
        _refuse_guarded(change, row)
    change.batch = change.batch or str(uuid7(change.now()))  # an answer may take more than one operation
    done = carry_out(change, number, decision)
    deed = change.deed or change.begin("keep", row.owner_id)  # what it would bring is known already
    _settle(change, row.id, "approved", decision.choice)
    return replace(done, operation=done.operation or deed.id)


def carry_out(change: Change, number: int, decision: Decision) -> Done:
    """Do what a proposal suggests, and leave it undecided. Raises as `approve`."""
    row = _pending(change, number)
    facts = _unmoved(change, row, decision.seen)
    _refuse_torn(row, facts, decision)
    done = _apply(change, row, facts, decision)
    if done.result == "deleted_before":
        raise Refused("deleted_before")
    return done


def reject(change: Change, number: int, seen: Seen | None = None) -> Done:
    """Decide that a proposal is not followed; it does not return while its facts stay as they are.

    Raises:
        Refused: `already_decided`, or `stale` when `seen` is given and is no longer so.
    """
    row = _pending(change, number)
    if seen is not None:
        _unmoved(change, row, seen)
    deed = change.begin("reject", row.owner_id)
    _settle(change, row.id, "rejected", None)
    return Done(deed.id, ())


def reverse(change: Change, operation: int) -> list[int]:
    """Take back the decisions made in an operation, under the operation in the making; returns the proposals that wait again.

    A proposal that the operation itself had opened, and that still waits, is rejected.
    """
    waiting: list[int] = []
    for row in change.connection.execute(select(PROPOSAL_STATE).where(PROPOSAL_STATE.c.operation_id == operation)).all():
        before = change.connection.execute(
            select(PROPOSAL_STATE)
            .where(PROPOSAL_STATE.c.proposal_id == row.proposal_id, PROPOSAL_STATE.c.id < row.id)
            .order_by(PROPOSAL_STATE.c.id.desc())
            .limit(1)
        ).first()
        if before is not None:
            _settle(change, row.proposal_id, before.state, before.choice)
            if before.state == "pending":
                waiting.append(row.proposal_id)
        elif _state(change, row.proposal_id) == "pending":  # it was opened by what is taken back, and nobody answered yet
            _settle(change, row.proposal_id, "rejected", None)
    return waiting


def acknowledge(change: Change, run: int, owner: str) -> None:
    """Let the proposals of a guarded run be approved in batches after all; once is enough."""
    guarded = and_(GUARD.c.run_id == run, GUARD.c.acknowledged_at.is_(None))
    whose = select(GUARD.c.owner_id).join(OWNER, OWNER.c.id == GUARD.c.owner_id).where(guarded, OWNER.c.key == fold(owner))
    number = change.connection.execute(whose).scalar()
    if number is not None:
        deed = change.begin("acknowledge", number)
        held = update(GUARD).where(guarded, GUARD.c.owner_id == number)
        change.connection.execute(held.values(acknowledged_at=deed.at))


def _pending(change: Change, number: int) -> Row[Any]:
    row = change.connection.execute(select(PROPOSAL).where(PROPOSAL.c.id == number)).one()
    if row.state != "pending":
        decided = change.connection.execute(
            select(OPERATION.c.actor, PROPOSAL_STATE.c.at)
            .join(OPERATION, OPERATION.c.id == PROPOSAL_STATE.c.operation_id)
            .where(PROPOSAL_STATE.c.proposal_id == number)
            .order_by(PROPOSAL_STATE.c.id.desc())
            .limit(1)
        ).one()
        raise Refused("already_decided", proposal=number, state=row.state, by=decided.actor, at=to_iso(decided.at))
    return row


def _unmoved(change: Change, row: Row[Any], seen: Seen | None) -> dict[str, list[Statement]]:
    """Return the facts of a proposal by their part, if each is the version that was looked at, and the slot too."""
    items = select(PROPOSAL_ITEM).where(PROPOSAL_ITEM.c.proposal_id == row.id).order_by(PROPOSAL_ITEM.c.place)
    versions: Mapping[int, int] = dict(seen.versions) if seen else {}
    facts: dict[str, list[Statement]] = {}
    for item in change.connection.execute(items).all():
        if not change.exists(item.fact_id) or change.fact(item.fact_id).version != versions.get(item.fact_id, item.version):
            raise Refused("stale", fact=f"#{item.fact_id}", proposal=row.id)
        facts.setdefault(item.role, []).append(change.fact(item.fact_id))
    slot_version = seen.slot_version if seen else row.slot_version
    if row.slot_id is not None and change.slot_version(row.slot_id) != slot_version:
        raise Refused("stale", fact="The slot", proposal=row.id)
    return facts


def _refuse_torn(row: Row[Any], facts: Mapping[str, Sequence[Statement]], decision: Decision) -> None:
    """Refuse what lacks a fact it is about, and what does not go with its kind."""
    parts = PARTS.get(row.kind)
    if (
        parts is None
        or any(part not in facts for part in parts)
        or (row.kind == "conflict" and not row.text and "second" not in facts)
    ):
        raise Refused("not_readable", proposal=row.id)
    answered = any(given is not None for given in (decision.choice, decision.other, decision.slot))
    chosen = decision.representative is not None or decision.members is not None
    if (answered and row.kind != "conflict") or (chosen and row.kind != "merge"):
        raise Refused("not_of_this_kind", kind=row.kind)


def _refuse_guarded(change: Change, row: Row[Any]) -> None:
    guard = change.connection.execute(
        select(GUARD).where(GUARD.c.run_id == row.run_id, GUARD.c.owner_id == row.owner_id, GUARD.c.acknowledged_at.is_(None))
    ).first()
    if guard is not None:
        raise Refused("volume_guard", run=guard.run_id, ending=guard.ending, active=guard.active)


def _apply(change: Change, row: Row[Any], facts: dict[str, list[Statement]], decision: Decision) -> Done:
    if decision.text is not None:
        return _in_own_words(change, row, [fact for role in facts.values() for fact in role], decision.text)
    targets = facts.get("target", [])
    asserting.refuse_pinned((fact for role in facts.values() for fact in role), automatic=True)
    if row.kind in judging.NEEDS_ACTIVE and not all(any(span.holds(change.now()) for span in fact.live) for fact in targets):
        raise Refused("not_active")
    match row.kind:
        case "merge":
            return _merge(change, row, facts, decision)
        case "conflict":
            return _answer(change, row, facts, decision)
        case "supersede":
            return asserting.supersede(change, targets[0], _new(change, row), row.at, automatic=True)
        case "correct":
            dates = {"valid_from": row.valid_from, "valid_to": row.valid_to}
            return asserting.correct(change, targets[0], _new(change, row), **dates, automatic=True)
        case "add":
            return _add(change, row, _new(change, row), automatic=True)
        case "end":
            return ending.end(change, targets[0], row.at)
        case "retract":
            return ending.retract(change, targets[0])
        case "expire":
            return ending.expire(change, targets[0], change.now() if row.at is None else row.at)
        case "confirm":
            return marking.confirm(change, targets[0])
        case _:
            raise Refused("not_readable", proposal=row.id)


def _merge(change: Change, row: Row[Any], facts: dict[str, list[Statement]], decision: Decision) -> Done:
    every = {fact.id: fact for role in facts.values() for fact in role}
    kept = facts["representative"][0].id if decision.representative is None else decision.representative
    gone = [number for number in every if number != kept] if decision.members is None else list(decision.members)
    if kept not in every or not gone or not set(gone) <= set(every) - {kept}:
        raise Refused("not_of_this_kind", kind=row.kind)
    return ending.merge(change, [every[number] for number in gone], every[kept])


def _answer(change: Change, row: Row[Any], facts: dict[str, list[Statement]], decision: Decision) -> Done:
    sides = [fact for role in SIDES for fact in facts.get(role, ())]
    choice = decision.choice
    if choice is None or choice not in answering.choices(len(sides)):
        raise Refused("choice_needed", proposal=row.id)
    first = sides[0]
    if row.text is not None:
        new = replace(_new(change, row), origin=origin_of(row.proposed_by))  # it was stated, and could not be taken in
        begins = row.valid_from, bool(row.valid_from_exact)
        return answering.answer_new(change, first, new, begins, choice, decision.other, decision.slot)
    if len(sides) > 2:
        if decision.slot is not None:
            raise Refused("not_of_this_kind", kind="conflict between more than two facts")
        return answering.answer_many(change, sides, choice, decision.other)
    return answering.answer(change, first, sides[1], choice, decision.other, decision.slot)


def _in_own_words(change: Change, row: Row[Any], facts: Sequence[Statement], text: str) -> Done:
    """State what a person wrote instead; every fact of the proposal gives way to it."""
    old = facts[0] if facts else None
    new = New(
        text=text,
        owner=row.owner_id,
        subject=row.subject or (old.subject if old else change.owner_name(row.owner_id)),
        kind=row.fact_kind or (old.kind if old else "other"),
        slot=row.slot or (old.slot if old else None),
        evidence=_quotes(change, row.id),
    )
    if old is None:
        return _add(change, row, new)
    done = asserting.supersede(change, old, new)
    if done.result != "done":
        return done
    made = change.fact(done.facts[0])
    for fact in facts[1:]:
        if any(span.holds(change.now()) for span in fact.live):
            asserting.supersede(change, fact, None, by=made)
    return Done(done.operation, (made.id, *(fact.id for fact in facts)))


def _add(change: Change, row: Row[Any], new: New, *, automatic: bool = False) -> Done:
    return asserting.assert_fact(
        change,
        new,
        valid_from=row.valid_from,
        valid_from_exact=row.valid_from_exact,
        valid_to=row.valid_to,
        automatic=automatic,
    )


def _new(change: Change, row: Row[Any]) -> New:
    """Return the fact a proposal would make; its origin is automatic, whoever approves it."""
    return New(
        text=row.text,
        owner=row.owner_id,
        subject=row.subject,
        kind=row.fact_kind,
        slot=row.slot,
        origin="nightly" if row.proposed_by.startswith("nightly:") else "online",
        evidence=_quotes(change, row.id),
    )


def _quotes(change: Change, number: int) -> tuple[Quoted, ...]:
    return tuple(Quoted(message.id, quote) for message, quote in judging.quoted(change.connection, number))


def _state(change: Change, number: int) -> str:
    return str(change.connection.execute(select(PROPOSAL.c.state).where(PROPOSAL.c.id == number)).scalar_one())


def _settle(change: Change, number: int, state: str, choice: int | None) -> None:
    assert change.deed
    change.add(PROPOSAL_STATE, proposal_id=number, state=state, choice=choice, at=change.deed.at, operation_id=change.deed.id)
    change.connection.execute(update(PROPOSAL).where(PROPOSAL.c.id == number).values(state=state))
