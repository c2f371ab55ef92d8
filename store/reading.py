"""Everything about one fact, one slot, one message; and the list of what was changed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, case, exists, func, or_, select

from store import importance, listing, refs, retention, settings
from store.audit import GENESIS
from store.clock import FOREVER, Clock, Instant, told_end
from store.errors import NotFound
from store.ids import fold
from store.standing import standings, undone
from store.state import holds_at, known_at
from store.tables import (
    AUDIT,
    BELIEF,
    DELETION,
    EDGE,
    EDGE_SUPPORT,
    EVIDENCE,
    FACT,
    OPERATION,
    OPERATION_ITEM,
    OWNER,
    PROPOSAL_STATE,
    RECALL,
    RULE_STATE,
    SETTING,
    SOURCE,
    SOURCE_STATE,
)
from store.values import AsOf, Belief, Card, Conversation, Count, Edge, Fact, History, HistoryFact, Operation, Source, Touched


def number_of(connection: Connection, ref: refs.Ref) -> int:
    """Return the number of a fact named by number (`412`, `#412`) or UUID.

    Raises:
        NotFound: `fact_not_found`.
    """
    number = refs.number_of(connection, FACT, ref)
    if number is None:
        raise NotFound("fact_not_found", id=str(ref).strip())
    return number


def card(connection: Connection, number: int, at: AsOf, clock: Clock) -> Card:
    """Return a fact as of a pair of instants, with its whole history of beliefs and the evidence known then."""
    valid, known, _ = listing.instants(connection, at, clock)
    values = settings.read(connection, known)
    standing = standings(connection, [number], known, values)
    fact = listing.one(connection, number, at, clock)
    held_up = select(EDGE_SUPPORT.c.edge_id).where(EDGE_SUPPORT.c.fact_id == number)
    recalled = select(func.max(RECALL.c.at)).where(
        RECALL.c.fact_id == number, RECALL.c.at <= (FOREVER if known is None else known)
    )
    return Card(
        fact=fact,
        beliefs=_beliefs(connection, [number]),
        evidence=tuple(standing[number].evidence) if number in standing else (),
        edges=_edges(connection, valid, known, EDGE.c.id.in_(held_up)),
        recalled_at=connection.execute(recalled).scalar(),
        weighed=_weighed(fact),
        expires_at=None
        if fact.pinned or fact.valid_to is not None
        else retention.expires_at(fact.kind, fact.valid_from, fact.seen_at, values),
        decays=bool(values["decay.enabled"]) and fact.kind in retention.DECAYING and not fact.pinned,
    )


def _weighed(fact: Fact) -> tuple[tuple[str, int], ...]:
    if importance.importance(fact.text, fact.kind) == fact.importance:
        return importance.reasons(fact.text, fact.kind)
    return (("as told", fact.importance),)


def history(connection: Connection, number: int, at: AsOf, clock: Clock) -> History:
    """Return everything ever believed about the slot of a fact, or about the fact when it has none."""
    row = connection.execute(select(FACT.c.slot, FACT.c.slot_id).where(FACT.c.id == number)).one()
    if row.slot_id is None:
        numbers = [number]
    else:
        numbers = list(connection.execute(select(FACT.c.id).where(FACT.c.slot_id == row.slot_id).order_by(FACT.c.id)).scalars())
    facts = listing.several(connection, numbers, at, clock)
    first = select(func.min(EVIDENCE.c.id)).where(EVIDENCE.c.fact_id.in_(numbers)).group_by(EVIDENCE.c.fact_id)
    refs = connection.execute(
        select(EVIDENCE.c.fact_id, SOURCE.c.ref, SOURCE.c.id)
        .join(SOURCE, SOURCE.c.id == EVIDENCE.c.source_id)
        .where(EVIDENCE.c.id.in_(first))
    )
    sources = {ref.fact_id: (ref.ref, ref.id) for ref in refs}
    return History(
        fact=number,
        slot=row.slot,
        facts=tuple(HistoryFact(fact.number, fact.text, fact.state, *sources.get(fact.number, (None, None))) for fact in facts),
        beliefs=_beliefs(connection, numbers),
        now=listing.present(connection, clock),
    )


def conversation(connection: Connection, number: int, around: int, at: AsOf, clock: Clock) -> Conversation:
    """Return a source, the messages just before and after it in its conversation, and the facts read from it, as known then.

    A source of no conversation stands alone.

    Raises:
        NotFound: `source_not_found`.
    """
    known = listing.instants(connection, at, clock)[1]
    found = sources(connection, connection.execute(select(SOURCE).where(SOURCE.c.id == number)).all(), known)
    if not found:
        raise NotFound("source_not_found", id=number)
    source = found[0]
    place = (source.observed_at, source.number)
    beside = select(SOURCE).where(SOURCE.c.conversation == source.conversation, SOURCE.c.conversation.is_not(None))
    read = select(EVIDENCE.c.fact_id).where(EVIDENCE.c.source_id == number).distinct().order_by(EVIDENCE.c.fact_id)
    if known is not None:
        beside = beside.where(SOURCE.c.recorded_at <= known)
        read = read.where(EVIDENCE.c.recorded_at <= known)
    order = (SOURCE.c.observed_at, SOURCE.c.id)
    earlier = or_(order[0] < place[0], and_(order[0] == place[0], order[1] < place[1]))
    later = or_(order[0] > place[0], and_(order[0] == place[0], order[1] > place[1]))
    before = connection.execute(beside.where(earlier).order_by(order[0].desc(), order[1].desc()).limit(around)).all()
    after = connection.execute(beside.where(later).order_by(*order).limit(around)).all()
    numbers = list(connection.execute(read).scalars())
    return Conversation(
        before=sources(connection, before[::-1], known),
        source=source,
        after=sources(connection, after, known),
        facts=listing.several(connection, numbers, at, clock),
    )


def operations(
    connection: Connection,
    *,
    since: Instant | None = None,
    owner: str | None = None,
    actor: str | None = None,
    sitting: str | None = None,
    until: Instant | None = None,
    words: Sequence[str] = (),
    fact: int | None = None,
    after: int | None = None,
    before: int | None = None,
    oldest_first: bool = False,
    limit: int = 100,
) -> tuple[Operation, ...]:
    """Return what was changed, newest first.

    Args:
        since: Only from this system instant on, microseconds UTC.
        owner, actor, sitting: Only theirs.
        until: Only up to this system instant, itself included.
        words: Only operations in whose actor or verb each of these occurs.
        fact: Only operations that touched the fact of this number.
        after: Only operations with a higher number.
        before: Only operations with a lower number: the next page.
        oldest_first: In the other order, from the oldest on.
    """
    query = select(OPERATION, OWNER.c.name).join(OWNER, OWNER.c.id == OPERATION.c.owner_id, isouter=True)
    query = query.where(*_which(until, words, fact))
    if since is not None:
        query = query.where(OPERATION.c.at >= since)
    if owner is not None:
        query = query.where(OWNER.c.key == fold(owner))
    if actor is not None:
        query = query.where(OPERATION.c.actor == actor)
    if sitting is not None:
        query = query.where(OPERATION.c.sitting == sitting)
    if after is not None:
        query = query.where(OPERATION.c.id > after)
    if before is not None:
        query = query.where(OPERATION.c.id < before)
    order = OPERATION.c.id if oldest_first else OPERATION.c.id.desc()
    rows = connection.execute(query.order_by(order).limit(limit)).all()
    numbers = [row.id for row in rows]
    touched: dict[int, list[Touched]] = defaultdict(list)
    items = select(OPERATION_ITEM).where(OPERATION_ITEM.c.operation_id.in_(numbers)).order_by(OPERATION_ITEM.c.fact_id)
    for item in connection.execute(items):
        touched[item.operation_id].append(Touched(item.fact_id, item.version_before, item.version_after))
    gone = undone(connection, numbers, None)
    links = _links(connection, numbers)
    about = _about(connection, numbers)
    by = {
        row.undoes: row.id
        for row in connection.execute(select(OPERATION.c.undoes, OPERATION.c.id).where(OPERATION.c.undoes.in_(gone)))
    }
    return tuple(
        Operation(
            id=str(row.uid),
            number=row.id,
            at=row.at,
            actor=row.actor,
            verb=row.verb,
            owner=row.name,
            touched=tuple(touched[row.id]),
            batch=row.batch,
            sitting=row.sitting,
            undoes=row.undoes,
            undone_by=by.get(row.id),
            hash=links.get(row.id, (None, None))[0],
            follows=links.get(row.id, (None, None))[1],
            about=about.get(row.id, ""),
        )
        for row in rows
    )


def _about(connection: Connection, operations: Sequence[int]) -> dict[int, str]:
    """Return what each operation was about besides facts."""
    about: dict[int, str] = {}
    for table, word, told in (
        (SETTING, "setting", SETTING.c.name),
        (RULE_STATE, "rule", RULE_STATE.c.rule_id),
        (DELETION, "deletion", DELETION.c.id),
    ):
        for row in connection.execute(
            select(table.c.operation_id, told.label("told")).where(table.c.operation_id.in_(operations))
        ):
            about[row.operation_id] = f"{word} {row.told}"
    states = (
        select(PROPOSAL_STATE.c.operation_id, func.count().label("number"), func.min(PROPOSAL_STATE.c.proposal_id).label("first"))
        .where(PROPOSAL_STATE.c.operation_id.in_(operations))
        .group_by(PROPOSAL_STATE.c.operation_id)
    )
    for row in connection.execute(states):
        about[row.operation_id] = f"proposal {row.first}" if row.number == 1 else f"{row.number} proposals"
    return about


def _links(connection: Connection, operations: Sequence[int]) -> dict[int, tuple[str, str | None]]:
    """Return the hash of the entry of each operation in the audit chain, and of the one before."""
    before = AUDIT.alias("before")
    follows = case((AUDIT.c.id == 1, GENESIS), else_=before.c.hash).label("follows")
    query = select(AUDIT.c.operation_id, AUDIT.c.hash, follows).outerjoin(before, before.c.id == AUDIT.c.id - 1)
    rows = connection.execute(query.where(AUDIT.c.operation_id.in_(operations)))
    return {row.operation_id: (row.hash, row.follows) for row in rows}


def sittings(connection: Connection, begins: str) -> tuple[str, ...]:
    """Return the sittings whose id begins so."""
    named = select(OPERATION.c.sitting).where(OPERATION.c.sitting.startswith(begins, autoescape=True)).distinct()
    return tuple(connection.execute(named).scalars())


def count_operations(
    connection: Connection,
    cap: int,
    *,
    since: Instant | None = None,
    until: Instant | None = None,
    words: Sequence[str] = (),
    fact: int | None = None,
) -> Count:
    """Count what was changed, honestly up to a cap; the rest as for `operations`."""
    which = [*_which(until, words, fact), *([OPERATION.c.at >= since] if since is not None else [])]
    found = select(OPERATION.c.id).where(*which).limit(cap + 1).subquery()
    number = connection.execute(select(func.count()).select_from(found)).scalar_one()
    return Count(min(number, cap), number > cap)


def operations_of(connection: Connection, entries: Sequence[int]) -> dict[int, int]:
    """Return the operation of each entry of the audit chain."""
    query = select(AUDIT.c.id, AUDIT.c.operation_id).where(AUDIT.c.id.in_(entries))
    return {row.id: row.operation_id for row in connection.execute(query)}


def _which(until: Instant | None, words: Sequence[str], fact: int | None) -> Iterator[ColumnElement[bool]]:
    if until is not None:
        yield OPERATION.c.at <= until
    for word in words:
        yield or_(OPERATION.c.actor.icontains(word, autoescape=True), OPERATION.c.verb.icontains(word, autoescape=True))
    if fact is not None:
        yield OPERATION.c.id.in_(select(OPERATION_ITEM.c.operation_id).where(OPERATION_ITEM.c.fact_id == fact))


def _beliefs(connection: Connection, numbers: Sequence[int]) -> tuple[Belief, ...]:
    query = (
        select(BELIEF, OPERATION.c.actor)
        .join(OPERATION, OPERATION.c.id == BELIEF.c.operation_id)
        .where(BELIEF.c.fact_id.in_(numbers))
        .order_by(BELIEF.c.operation_id, BELIEF.c.fact_id, BELIEF.c.version, BELIEF.c.valid_from)
    )
    return tuple(
        Belief(
            fact=row.fact_id,
            version=row.version,
            valid_from=row.valid_from,
            valid_from_exact=row.valid_from_exact,
            valid_to=told_end(row.valid_to),
            valid_to_exact=row.valid_to_exact,
            start_told=row.start_told,
            superseded_by=row.superseded_by,
            ends_as=row.ends_as,
            cause=row.cause,
            system_from=row.system_from,
            system_to=told_end(row.system_to),
            operation=row.operation_id,
            actor=row.actor,
        )
        for row in connection.execute(query)
    )


def edges(connection: Connection, owner: str | None, at: AsOf, clock: Clock) -> tuple[Edge, ...]:
    """Return the relations that facts of an owner hold up, or all, by name, as of a pair of instants."""
    valid, known, _ = listing.instants(connection, at, clock)
    return _edges(connection, valid, known, *([OWNER.c.key == fold(owner)] if owner is not None else []))


def _edges(connection: Connection, valid: Instant, known: Instant | None, *which: ColumnElement[bool]) -> tuple[Edge, ...]:
    """Return relations that were told by then, by name; one is open while a fact that holds it up is active."""
    held = exists().where(BELIEF.c.fact_id == EDGE_SUPPORT.c.fact_id, known_at(BELIEF, known), holds_at(BELIEF, valid))
    query = (
        select(EDGE, EDGE_SUPPORT.c.fact_id, held.label("held"))
        .join(EDGE_SUPPORT, EDGE_SUPPORT.c.edge_id == EDGE.c.id)
        .join(FACT, FACT.c.id == EDGE_SUPPORT.c.fact_id)
        .join(OWNER, OWNER.c.id == FACT.c.owner_id)
        .join(OPERATION, OPERATION.c.id == EDGE.c.operation_id)
        .where(*which)
        .order_by(EDGE.c.subject, EDGE.c.relation, EDGE.c.object, EDGE.c.id, EDGE_SUPPORT.c.fact_id)
    )
    if known is not None:
        query = query.where(OPERATION.c.at <= known, FACT.c.known_from <= known)
    found: dict[int, Edge] = {}
    for row in connection.execute(query):
        before = found.get(row.id)
        facts = (*before.facts, row.fact_id) if before is not None else (row.fact_id,)
        is_open = bool(row.held) or (before is not None and before.is_open)
        found[row.id] = Edge(str(row.uid), row.subject, row.relation, row.object, facts, is_open)
    return tuple(found.values())


def sources(connection: Connection, rows: Iterable[Row[Any]], known: Instant | None = None) -> tuple[Source, ...]:
    """Turn rows of `source` into values, each with what had become of it by a system instant (microseconds UTC; `None` is now)."""
    rows = list(rows)
    wanted = select(SOURCE_STATE).where(SOURCE_STATE.c.source_id.in_([row.id for row in rows])).order_by(SOURCE_STATE.c.id)
    if known is not None:
        wanted = wanted.where(SOURCE_STATE.c.at <= known)
    states = {row.source_id: row.state for row in connection.execute(wanted)}
    return tuple(
        Source(
            id=str(row.uid),
            number=row.id,
            kind=row.kind,
            conversation=row.conversation,
            ref=row.ref,
            author=row.author,
            text=row.text,
            content_hash=row.content_hash,
            observed_at=row.observed_at,
            recorded_at=row.recorded_at,
            state=states.get(row.id, "present"),
        )
        for row in rows
    )
