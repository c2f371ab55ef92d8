"""Reading the queue: proposals in its order, by pages; what waits; and one proposal with its facts as they are now."""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, case, exists, func, literal, or_, select, tuple_

from store import likeness, listing, refs, settings
from store.clock import Clock
from store.errors import NotFound
from store.proposal import (
    NewFact,
    Proposal,
    ProposalItem,
    ProposalKey,
    ProposalPage,
    ProposalQuery,
    Tally,
    Waiting,
)
from store.state import known_at
from store.tables import BELIEF, OPERATION, OWNER, PROPOSAL, PROPOSAL_ITEM, PROPOSAL_STATE, RUN, SLOT_VERSION
from store.values import COUNT_CAP, NOW, Count, Fact

ORDER = (PROPOSAL.c.rank, PROPOSAL.c.topic, PROPOSAL.c.id)
WAITS = and_(PROPOSAL.c.state == "pending", PROPOSAL.c.verdict != "refused")


def number_of(connection: Connection, ref: refs.Ref) -> int:
    """Return the number of a proposal named by number (`12`, `#12`) or UUID.

    Raises:
        NotFound: `proposal_not_found`.
    """
    number = refs.number_of(connection, PROPOSAL, ref)
    if number is None:
        raise NotFound("proposal_not_found", id=ref)
    return number


def page(
    connection: Connection,
    query: ProposalQuery,
    clock: Clock,
    *,
    after: ProposalKey | None = None,
    before: ProposalKey | None = None,
    limit: int = 100,
) -> ProposalPage:
    """Return proposals in the order of the queue after (or, nearest last, before) a key."""
    statement = select(PROPOSAL.c.id, *ORDER[:2]).where(*_conditions(connection, query))
    edge = after if before is None else before
    if edge is not None:
        place = tuple_(*(literal(part) for part in edge))
        statement = statement.where(tuple_(*ORDER) > place if before is None else tuple_(*ORDER) < place)
    order = [column.asc() if before is None else column.desc() for column in ORDER]
    rows = connection.execute(statement.order_by(*order).limit(limit)).all()
    rows = rows if before is None else rows[::-1]
    last = (rows[-1] if before is None else rows[0]) if len(rows) == limit else None
    found = several(connection, [row.id for row in rows], clock)
    return ProposalPage(found, (last.rank, last.topic, last.id) if last else None)


def place(connection: Connection, numbers: Sequence[int]) -> ProposalKey | None:
    """Return the key of the first of some proposals that is there, listed or not."""
    rows = connection.execute(select(*ORDER).where(PROPOSAL.c.id.in_(numbers))).all()
    keys = {row.id: (row.rank, row.topic, row.id) for row in rows}
    return next((keys[number] for number in numbers if number in keys), None)


def count(connection: Connection, query: ProposalQuery, cap: int = COUNT_CAP) -> Count:
    """Count the proposals of a query, up to a cap."""
    found = select(PROPOSAL.c.id).where(*_conditions(connection, query)).limit(cap + 1).subquery()
    number = int(connection.execute(select(func.count()).select_from(found)).scalar_one())
    return Count(min(number, cap), number > cap)


def tally(connection: Connection, owner: str | None) -> Tally:
    """Return how many of each kind wait, the commonest first."""
    conditions = _conditions(connection, ProposalQuery(owner))
    number = func.count().label("number")
    rows = connection.execute(select(PROPOSAL.c.kind, number).where(*conditions).group_by(PROPOSAL.c.kind))
    return Tally(tuple(sorted(((row.kind, row.number) for row in rows), key=lambda pair: (-pair[1], pair[0]))))


def waiting(connection: Connection, owner: str | None) -> Waiting:
    """Return what the header says of the queue."""
    conditions = _conditions(connection, ProposalQuery(owner))
    nightly = select(RUN.c.finished_at, RUN.c.counts).where(RUN.c.kind == "nightly")
    run = connection.execute(nightly.order_by(RUN.c.finished_at.desc()).limit(1)).first()
    return Waiting(
        count=count(connection, ProposalQuery(owner)),
        oldest=connection.execute(select(func.min(PROPOSAL.c.created_at)).where(*conditions)).scalar(),
        last_run=run.finished_at if run else None,
        refused=count(connection, ProposalQuery(owner, "refused")),
        nightly=settings.read(connection)["nightly.enabled"],
        left=_left(connection, json.loads(run.counts), owner) if run else 0,
    )


def _left(connection: Connection, counts: dict[str, Any], owner: str | None) -> int:
    """Return how many questions a run left for a later one, about one owner or about all."""
    left: dict[str, int] = counts.get("left", {})
    return sum(left.values()) if owner is None else left.get(str(listing.owner_of(connection, owner)), 0)


def about(connection: Connection, fact: int, clock: Clock) -> tuple[Proposal, ...]:
    """Return the proposals a fact has a part in, oldest first."""
    rows = select(PROPOSAL_ITEM.c.proposal_id).where(PROPOSAL_ITEM.c.fact_id == fact).distinct()
    return several(connection, sorted(connection.execute(rows).scalars()), clock)


def one(connection: Connection, number: int, clock: Clock) -> Proposal:
    """Return one proposal."""
    return several(connection, [number], clock)[0]


def several(connection: Connection, numbers: Sequence[int], clock: Clock) -> tuple[Proposal, ...]:
    """Return proposals by number, in the order given."""
    if not numbers:
        return ()
    rows = connection.execute(
        select(PROPOSAL, OWNER.c.name.label("owner"), SLOT_VERSION.c.version.label("slot_version_now"))
        .join(OWNER, OWNER.c.id == PROPOSAL.c.owner_id)
        .outerjoin(SLOT_VERSION, SLOT_VERSION.c.id == PROPOSAL.c.slot_id)
        .where(PROPOSAL.c.id.in_(numbers))
    )
    proposals = {row.id: row for row in rows}
    items: dict[int, list[Row[Any]]] = defaultdict(list)
    named = select(PROPOSAL_ITEM).where(PROPOSAL_ITEM.c.proposal_id.in_(numbers)).order_by(PROPOSAL_ITEM.c.place)
    for row in connection.execute(named):
        items[row.proposal_id].append(row)
    wanted = sorted({row.fact_id for rows in items.values() for row in rows})
    facts = {fact.number: fact for fact in listing.several(connection, wanted, NOW, clock)}
    decided = _decisions(connection, [number for number, row in proposals.items() if row.state != "pending"])
    return tuple(
        _proposal(proposals[number], items[number], facts, decided.get(number)) for number in numbers if number in proposals
    )


def with_lost_words(
    items: Sequence[ProposalItem], read: Callable[[str], likeness.Features] = likeness.known_features
) -> tuple[ProposalItem, ...]:
    """Return the items of a merge with the words each member has and the representative lacks."""
    whole = next((item.fact.text for item in items if item.role == "representative"), None)
    if whole is None:
        return tuple(items)
    return tuple(
        item
        if item.role != "member"
        else ProposalItem(item.role, item.fact, item.version, likeness.lost_words(read(item.fact.text), read(whole)))
        for item in items
    )


def _proposal(row: Row[Any], items: Sequence[Row[Any]], facts: dict[int, Fact], decided: Row[Any] | None) -> Proposal:
    there = [ProposalItem(item.role, facts[item.fact_id], item.version) for item in items if item.fact_id in facts]
    gone = [item.fact_id for item in items if item.fact_id not in facts]
    moved = (*gone, *(item.fact.number for item in there if item.moved))
    slot_moved = row.slot_id is not None and row.slot_version != row.slot_version_now
    return Proposal(
        id=str(row.uid),
        number=row.id,
        owner=row.owner,
        kind=row.kind,
        state="stale" if row.state == "pending" and (moved or slot_moved) else row.state,
        verdict=row.verdict,
        reasons=tuple(json.loads(row.reasons)),
        rationale=row.rationale,
        proposed_by=row.proposed_by,
        run=row.run_id,
        created_at=row.created_at,
        at=row.at,
        topic=row.topic,
        items=with_lost_words(there) if row.kind == "merge" else tuple(there),
        new=None
        if row.text is None
        else NewFact(
            text=row.text,
            subject=row.subject or row.owner,
            kind=row.fact_kind or "other",
            slot=row.slot,
            valid_from=row.valid_from,
            valid_from_exact=bool(row.valid_from_exact),
            valid_to=row.valid_to,
        ),
        moved=moved,
        slot_version=row.slot_version,
        slot_version_now=None if row.slot_id is None else row.slot_version_now,
        choice=decided.choice if decided else None,
        decided_at=decided.at if decided else None,
        decided_by=decided.actor if decided else None,
        operation=decided.operation_id if decided else None,
    )


def _decisions(connection: Connection, numbers: Sequence[int]) -> dict[int, Row[Any]]:
    latest = select(func.max(PROPOSAL_STATE.c.id)).where(PROPOSAL_STATE.c.proposal_id.in_(numbers))
    rows = connection.execute(
        select(PROPOSAL_STATE, OPERATION.c.actor)
        .join(OPERATION, OPERATION.c.id == PROPOSAL_STATE.c.operation_id)
        .where(PROPOSAL_STATE.c.id.in_(latest.group_by(PROPOSAL_STATE.c.proposal_id)))
    )
    return {row.proposal_id: row for row in rows}


def _conditions(connection: Connection, query: ProposalQuery) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    owner = listing.owner_of(connection, query.owner)
    if owner is not None or query.owner is not None:
        conditions.append(PROPOSAL.c.owner_id == (-1 if owner is None else owner))
    match query.state:
        case "waiting":
            conditions.append(WAITS)
        case "refused":
            conditions += [PROPOSAL.c.state == "pending", PROPOSAL.c.verdict == "refused"]
        case "decided":
            conditions.append(PROPOSAL.c.state.in_(("approved", "rejected")))
        case "pending" | "stale":
            conditions += [PROPOSAL.c.state == "pending", _moved() if query.state == "stale" else ~_moved()]
        case "all":
            pass
        case state:
            conditions.append(PROPOSAL.c.state == state)
    if query.kind is not None:
        conditions.append(PROPOSAL.c.kind == query.kind)
    if query.verdict is not None:
        conditions.append(PROPOSAL.c.verdict == query.verdict)
    if query.run is not None:
        conditions.append(PROPOSAL.c.run_id == query.run)
    if query.before is not None:
        conditions.append(PROPOSAL.c.created_at < query.before)
    return conditions


def _moved() -> ColumnElement[bool]:
    """Whether a fact of a proposal, or its slot, changed since it was made: the SQL twin of what `_proposal` sees."""
    current = select(func.max(BELIEF.c.version)).where(BELIEF.c.fact_id == PROPOSAL_ITEM.c.fact_id, known_at(BELIEF, None))
    version = func.coalesce(current.scalar_subquery(), 0)
    item = exists().where(PROPOSAL_ITEM.c.proposal_id == PROPOSAL.c.id, PROPOSAL_ITEM.c.version != version)
    slot = exists().where(SLOT_VERSION.c.id == PROPOSAL.c.slot_id, SLOT_VERSION.c.version != PROPOSAL.c.slot_version)
    return or_(item, case((PROPOSAL.c.slot_id.is_(None), literal(False)), else_=slot))
