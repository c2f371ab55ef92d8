"""Lists of facts as of a pair of instants: pages by key and honest, capped counts."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, bindparam, case, func, literal, or_, select, text, tuple_

from store import settings, sqlite
from store.clock import DAY, Clock, Instant, told_end
from store.errors import NotFound
from store.ids import fold
from store.standing import Standing, stale_after, standings
from store.state import KNOWN, VALID, deciding_id, holds_at, known_at, state_at
from store.tables import BELIEF, FACT, HEAD, OPERATION, OWNER
from store.values import COUNT_CAP, INVALIDATED, KINDS, STATES, AsOf, Count, Fact, Key, Overview, OwnerCount, Page, Query

SORT_COLUMNS: dict[str, ColumnElement[Any]] = {
    "seen": HEAD.c.seen_at,
    "since": HEAD.c.since,
    "number": FACT.c.id,
    "learned": FACT.c.known_from,
}
_LATEST = select(func.max(OPERATION.c.at))
OPEN_STATES = ("active", "upcoming")
GROUPS = {"open": OPEN_STATES, "invalidated": INVALIDATED, "all": (*STATES, "unknown")}


def present(connection: Connection, clock: Clock) -> Instant:
    """Return now; never before what the store knows already, whatever the machine's clock says."""
    latest = sqlite.once(connection, OPERATION.name, lambda: connection.execute(_LATEST).scalar())
    return max(clock.now(), latest or 0)


def instants(connection: Connection, at: AsOf, clock: Clock) -> tuple[Instant, Instant | None, Instant]:
    """Return (valid, known, present) to read at; known is `None` when it is now, and a later known instant than now is now."""
    now = present(connection, clock)
    known = at.known_at if at.known_at is None or at.known_at < now else None
    return (now if at.valid_at is None else at.valid_at), known, (now if known is None else known)


def owner_of(connection: Connection, name: str | None) -> int | None:
    """Return the number of the owner that is named, or of the only one there is: a list of everybody's is quicker as one of theirs."""
    owners = select(OWNER.c.id).where(*([] if name is None else [OWNER.c.key == fold(name)])).limit(2)
    found = sqlite.once(connection, (OWNER.name, name), lambda: connection.execute(owners).scalars().all())
    return found[0] if len(found) == 1 else None


def owners(connection: Connection, clock: Clock) -> tuple[OwnerCount, ...]:
    """Return the owners by name, with how many facts of theirs are active."""
    holding = (
        select(FACT.c.owner_id, func.count().label("number"))
        .join(BELIEF, BELIEF.c.fact_id == FACT.c.id)
        .where(known_at(BELIEF, None), holds_at(BELIEF, present(connection, clock)))
        .group_by(FACT.c.owner_id)
        .subquery()
    )
    every = select(OWNER.c.name, func.coalesce(holding.c.number, 0)).outerjoin(holding, holding.c.owner_id == OWNER.c.id)
    return tuple(OwnerCount(*row) for row in connection.execute(every.order_by(OWNER.c.key)))


def page(
    connection: Connection,
    query: Query,
    at: AsOf,
    clock: Clock,
    *,
    after: Key | None = None,
    before: Key | None = None,
    limit: int,
) -> Page:
    """Return facts in order after (or, nearest last, before) a key.

    Args:
        query: Which, and in which order; as known in the past, lists are always in the order of learning.
        limit: How many at most.
    """
    listing = _Listing(connection, query, at, clock)
    if listing.hopeless:
        return Page((), None)
    rows = listing.rows(after=after, before=before, limit=limit)
    facts = facts_of(connection, rows, listing.known, listing.present, listing.settings)
    last = rows[-1] if len(rows) == limit else None
    return Page(facts, (last.sort_key, last.number) if last else None)


def place(connection: Connection, query: Query, at: AsOf, clock: Clock, numbers: Sequence[int]) -> Key | None:
    """Return the key, in the order of a query, of the first of some facts that is there, whether the query lists it or not."""
    _, known, _ = instants(connection, at, clock)
    key = SORT_COLUMNS[_sort(query, known)]
    held = select(FACT.c.id, key).join(HEAD, HEAD.c.fact_id == FACT.c.id).where(FACT.c.id.in_(numbers))
    keys = {row[0]: row[1] for row in connection.execute(held)}
    return next(((keys[number], number) for number in numbers if number in keys), None)


def count(connection: Connection, query: Query, at: AsOf, clock: Clock, cap: int = COUNT_CAP) -> Count:
    """Count the facts of a query, up to a cap."""
    listing = _Listing(connection, query, at, clock)
    if listing.hopeless:
        return Count(0)
    found = listing.count(cap + 1)
    return Count(min(found, cap), found > cap)


def one(connection: Connection, number: int, at: AsOf, clock: Clock) -> Fact:
    """Return one fact.

    Raises:
        NotFound: `fact_not_found`.
    """
    found = several(connection, [number], at, clock)
    if not found:
        raise NotFound("fact_not_found", id=f"#{number}")
    return found[0]


def several(connection: Connection, numbers: Sequence[int], at: AsOf, clock: Clock) -> tuple[Fact, ...]:
    """Return facts by number, in the order given; a fact not known yet is in the state *unknown*."""
    valid, known, then = instants(connection, at, clock)
    asked = {"numbers": numbers, "valid": valid, "known": known}
    rows = {row.number: row for row in connection.execute(_several(known is not None), asked)}
    ordered = [rows[number] for number in numbers if number in rows]
    return facts_of(connection, ordered, known, then, settings.read(connection, known))


@cache
def _several(past: bool) -> Select[Any]:
    """Return the statement of `several`, made once: it is asked after every change."""
    deciding = deciding_id(VALID, KNOWN if past else None)
    state = case((deciding.is_(None), "unknown"), else_=state_at(BELIEF, VALID))
    return (
        _columns(state, literal(0))
        .select_from(FACT)
        .join(OWNER, OWNER.c.id == FACT.c.owner_id)
        .join(BELIEF, BELIEF.c.id == func.coalesce(deciding, _first_belief()))
        .where(FACT.c.id.in_(bindparam("numbers", expanding=True)))
    )


def overview(
    connection: Connection, owner: str | None, at: AsOf, clock: Clock, since: Instant | None, sitting: str | None = None
) -> Overview:
    """Return the counts of the header; `since` (microseconds UTC) tells what counts as new, but what a sitting stated itself."""

    def counted(**which: Any) -> Count:
        return count(connection, Query(owner=owner, **which), at, clock)

    return Overview(
        active=counted(),
        upcoming=counted(state="upcoming"),
        unverified=counted(mark="unverified"),
        doubtful=counted(mark="doubtful"),
        new=counted(state="all", learned_after=since, but_in=sitting) if since is not None else Count(0),
    )


def facts_of(
    connection: Connection,
    rows: Sequence[Row[Any]],
    known: Instant | None,
    then: Instant,
    values: Mapping[str, Any],
) -> tuple[Fact, ...]:
    """Turn rows into facts, with the marks that evidence gives them."""
    standing = standings(connection, [row.number for row in rows], known, values)
    return tuple(_fact(row, standing[row.number], then, values) for row in rows)


def _fact(row: Row[Any], standing: Standing, present: Instant, values: Mapping[str, Any]) -> Fact:
    return Fact(
        id=str(row.uid),
        number=row.number,
        owner=row.owner,
        subject=row.subject,
        slot=row.slot,
        kind=row.kind,
        text=row.text,
        state=row.state,
        marks=standing.marks(row.kind, row.state, present, values),
        origin=row.origin,
        importance=row.importance,
        valid_from=row.valid_from,
        valid_from_exact=row.valid_from_exact,
        valid_to=told_end(row.valid_to),
        valid_to_exact=row.valid_to_exact,
        recorded_at=row.recorded_at,
        version=row.version,
        superseded_by=row.superseded_by,
        ends_as=row.ends_as,
        pinned=standing.pinned,
        confirmations=standing.confirmations,
        seen_at=standing.seen_at,
    )


def _columns(state: ColumnElement[Any], key: ColumnElement[Any]) -> Select[Any]:
    return select(
        FACT.c.id.label("number"),
        FACT.c.uid,
        OWNER.c.name.label("owner"),
        FACT.c.subject,
        FACT.c.slot,
        FACT.c.kind,
        FACT.c.text,
        FACT.c.origin,
        FACT.c.importance,
        FACT.c.recorded_at,
        BELIEF.c.version,
        BELIEF.c.valid_from,
        BELIEF.c.valid_from_exact,
        BELIEF.c.valid_to,
        BELIEF.c.valid_to_exact,
        BELIEF.c.superseded_by,
        BELIEF.c.ends_as,
        state.label("state"),
        key.label("sort_key"),
    )


def _first_belief() -> ColumnElement[Any]:
    first = BELIEF.alias("first")
    return (
        select(first.c.id)
        .where(first.c.fact_id == FACT.c.id)
        .order_by(first.c.version, first.c.valid_from)
        .limit(1)
        .scalar_subquery()
    )


def _sort(query: Query, known: Instant | None) -> str:
    """As known in the past, lists are in the order of learning."""
    return query.sort if known is None else "learned"


class _Listing:
    """One query at one pair of instants, as SQL."""

    def __init__(self, connection: Connection, query: Query, at: AsOf, clock: Clock) -> None:
        self.connection = connection
        self.query = query
        self.valid, self.known, self.present = instants(connection, at, clock)
        self.settings = settings.read(connection, self.known)
        self.sort = _sort(query, self.known)
        self.marked_in_the_past = self.known is not None and query.mark is not None
        self.hopeless = False
        self.parameters: dict[str, str] = {}
        self.conditions = self._conditions()

    def rows(self, *, after: Key | None, before: Key | None, limit: int) -> Sequence[Row[Any]]:
        key = SORT_COLUMNS[self.sort]
        descending = self.query.descending == (before is None)
        statement = self._joined(_columns(state_at(BELIEF, self.valid), key))
        edge = after if before is None else before
        if edge is not None:
            place = tuple_(key, FACT.c.id)
            limit_key = tuple_(literal(edge[0]), literal(edge[1]))
            statement = statement.where(place < limit_key if descending else place > limit_key)
        order = (key.desc(), FACT.c.id.desc()) if descending else (key.asc(), FACT.c.id.asc())
        statement = statement.order_by(*order)
        if self.marked_in_the_past:
            rows = self._rows_with_mark(statement, limit)
        else:
            rows = self.connection.execute(statement.limit(limit), self.parameters).all()
        return rows if before is None else rows[::-1]

    def count(self, most: int) -> int:
        if self.marked_in_the_past:
            return len(self.rows(after=None, before=None, limit=most))
        counted = self._joined(select(FACT.c.id)).limit(most).subquery()
        return int(self.connection.execute(select(func.count()).select_from(counted), self.parameters).scalar_one())

    def _rows_with_mark(self, statement: Select[Any], limit: int) -> Sequence[Row[Any]]:
        """Marks as known in the past are read, not stored: page until enough were found."""
        kept: list[Row[Any]] = []
        offset = 0
        while len(kept) < limit:
            rows = self.connection.execute(statement.limit(limit).offset(offset), self.parameters).all()
            facts = facts_of(self.connection, rows, self.known, self.present, self.settings)
            kept += [
                row for row, fact in zip(rows, facts, strict=True) if any(mark.mark == self.query.mark for mark in fact.marks)
            ]
            offset += limit
            if len(rows) < limit:
                break
        return kept[:limit]

    def _joined(self, statement: Select[Any]) -> Select[Any]:
        deciding = and_(BELIEF.c.fact_id == FACT.c.id, self._decides())
        statement = statement.select_from(FACT).join(HEAD, HEAD.c.fact_id == FACT.c.id).join(BELIEF, deciding)
        return statement.join(OWNER, OWNER.c.id == FACT.c.owner_id).where(*self.conditions)

    def _decides(self) -> ColumnElement[bool]:
        """The belief that decides the state; what holds does so by itself."""
        if self.query.state == "active":
            return and_(known_at(BELIEF, self.known), holds_at(BELIEF, self.valid))
        return BELIEF.c.id == deciding_id(self.valid, self.known)

    def _conditions(self) -> list[ColumnElement[bool]]:
        query = self.query
        conditions: list[ColumnElement[bool]] = []
        owner = owner_of(self.connection, query.owner)
        self.hopeless = owner is None and query.owner is not None
        if owner is not None:
            conditions.append((FACT if self.sort == "learned" else HEAD).c.owner_id == owner)
        if self.known is not None:
            conditions.append(FACT.c.known_from <= self.known)
        if query.learned_after is not None:
            conditions.append(FACT.c.known_from > query.learned_after)
        if query.but_in is not None:
            own = select(OPERATION.c.id).where(OPERATION.c.sitting == query.but_in)
            conditions.append(FACT.c.operation_id.not_in(own))
        if query.state == "upcoming" and self.known is None:
            ahead = select(BELIEF.c.fact_id).where(known_at(BELIEF, None), BELIEF.c.valid_from > self.valid)
            conditions.append(FACT.c.id.in_(ahead))
        if query.state not in ("active", "all"):
            conditions.append(state_at(BELIEF, self.valid).in_(GROUPS.get(query.state, (query.state,))))
        if query.kind is not None:
            conditions.append(FACT.c.kind == query.kind)
        if query.slot is not None:
            conditions.append(FACT.c.slot_key == fold(query.slot))
        if query.subject is not None:
            conditions.append(FACT.c.subject_key == fold(query.subject))
        if query.mark is not None and self.known is None:
            conditions.append(self._marked(query.mark))
        if query.search is not None and query.search.strip():
            expression = sqlite.match(query.search, query.typing)
            self.hopeless = self.hopeless or expression is None
            self.parameters = {"match": expression or ""}
            conditions.append(text(sqlite.SEARCH_CONDITION))  # type: ignore[arg-type]
        return conditions

    def _marked(self, mark: str) -> ColumnElement[bool]:
        if mark == "suspect":
            days = case(
                *((FACT.c.kind == kind, stale_after(kind, self.settings)) for kind in KINDS),
                else_=stale_after("other", self.settings),
            )
            stale = and_(days > 0, self.present - HEAD.c.seen_at > days * DAY, ~HEAD.c.pinned)
            return and_(stale, state_at(BELIEF, self.valid) == "active")
        column = HEAD.c.get(mark)
        assert column is not None
        return or_(column.is_(True))
