"""The prompt block: exactly what an assistant would be handed, with its clocks.

Only what is active goes in; the filter stands before the order and the limit. Pinned facts come first, then by importance (under
the setting `decay.enabled` less what went with time), then the newest seen. Facts that say the same get one place, that of the
first of them; a pinned fact always gets its own.
"""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, select, text

from store import listing, settings, sqlite
from store.change import Change
from store.clock import DAY, HOUR, Clock, Instant, to_datetime, told_end
from store.errors import Refused
from store.ids import fold, one_line, uuid7
from store.likeness import Item, Kind, find, known_features
from store.retention import DECAYING, decayed, weight
from store.standing import is_stale
from store.state import holds_at, known_at
from store.tables import BELIEF, FACT, HEAD, OWNER, RECALL, SERVED
from store.values import COUNT_CAP, AsOf, Block, BlockLine, Count, Fact

PAST_CAP = 10_000
AHEAD = 4
CROWD_CAP = 2_000
"""Facts looked at for as many different ones as the block holds."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact that could go in: whose it is, what its line says, and its place in the order (the higher `rank` the earlier).

    `owner`, `slot` and `subject` are folded; `about` is what the line begins with: the owner, where it is a block of several, and
    the subject, where it is not the owner.
    """

    number: int
    owner: str
    subject: str
    slot: str | None
    about: tuple[str, ...]
    kind: str
    text: str
    valid_from: Instant
    valid_from_exact: bool
    valid_to: Instant | None
    pinned: bool
    seen_at: Instant
    marks: tuple[str, ...]
    rank: tuple[bool, float, Instant, int]


def block(
    connection: Connection,
    owner: str | None,
    query: str | None,
    limit: int | None,
    at: AsOf,
    clock: Clock,
    *,
    without: Collection[int] = (),
    plus: Sequence[Fact] = (),
) -> Block:
    """Return the block for an owner (`None`: all) as of a pair of instants.

    Args:
        query: Only facts in which every word of it occurs; `None` or no word takes all.
        limit: How many lines at most; `None` is the setting `context.limit`.
        without, plus: As it would be if these facts did not hold, and these did.
    """
    valid, known, present = listing.instants(connection, at, clock)
    values = settings.read(connection, known)
    if limit is not None and limit < 1:
        raise Refused("bad_value", given=limit, choices="1 and more")
    wanted = values["context.limit"] if limit is None else limit
    named = owner is None and connection.execute(select(func.count()).select_from(OWNER)).scalar_one() > 1
    every = _known(owner, query, without)
    held = every.join(BELIEF, BELIEF.c.fact_id == FACT.c.id).where(known_at(BELIEF, known), holds_at(BELIEF, valid))
    if known is None:
        chosen = _chosen_now(connection, every, held, plus, wanted, present, values, named)
    else:  # `head` knows only the present order
        numbers = list(connection.execute(held.limit(PAST_CAP)).scalars())
        then = listing.several(connection, numbers, AsOf(valid, known), clock)
        recalled = _recalls(connection, present) if values["decay.enabled"] else {}
        chosen = different([_candidate(fact, present, values, recalled, named) for fact in (*then, *plus)], wanted)
    lines = tuple(BlockLine(one.number, line(one, present, values)) for one in chosen)
    found = connection.execute(select(func.count()).select_from(held.limit(wanted + COUNT_CAP + 1).subquery())).scalar_one()
    rest = found + len(plus) - len(lines)
    return Block(
        lines=lines,
        valid_at=valid,
        known_at=present,
        owner=owner,
        query=query,
        limit=wanted,
        left_out=Count(min(rest, COUNT_CAP), rest > COUNT_CAP),
        digest=hashlib.sha256("\n".join(one.text for one in lines).encode()).hexdigest(),
    )


def different(candidates: Iterable[Candidate], wanted: int) -> list[Candidate]:
    """Return so many candidates in their order, without those that say the same as one before them."""
    ordered = sorted(candidates, key=lambda one: one.rank, reverse=True)
    for most in _growing(wanted):
        chosen = _first_of_each(ordered[:most], wanted)
        if len(chosen) == wanted or len(ordered) <= most:
            break
    return chosen


def _growing(wanted: int) -> Iterator[int]:
    """Yield how many candidates to look at, more each time, until enough of them are different or `CROWD_CAP` is reached."""
    most = wanted + wanted // 2 + 10
    while most < CROWD_CAP:
        yield most
        most *= 4
    yield max(CROWD_CAP, wanted)


def _first_of_each(ordered: Sequence[Candidate], wanted: int) -> list[Candidate]:
    first: dict[tuple[str, str, str | None, str], int] = {}
    for place, one in enumerate(ordered):
        first.setdefault((one.owner, one.subject, one.slot, fold(one.text)), place)
    items = (
        Item(place, one.owner, one.subject, one.slot, 0, one.pinned, known_features(one.text))
        for (place, one) in ((place, ordered[place]) for place in first.values())
    )
    alike: defaultdict[int, set[int]] = defaultdict(set)
    for found in find(items):
        if found.verdict.kind is Kind.MERGE:
            alike[found.first.number].add(found.second.number)
            alike[found.second.number].add(found.first.number)
    places = set(first.values())
    taken: set[int] = set()
    chosen: list[Candidate] = []
    for place, one in enumerate(ordered):
        if len(chosen) == wanted:
            break
        if one.pinned or (place in places and alike[place].isdisjoint(taken)):
            taken.add(place)
            chosen.append(one)
    return chosen


def _known(owner: str | None, query: str | None, without: Collection[int]) -> Select[Any]:
    """Return the statement for the numbers of the facts in question, whether or not they hold."""
    conditions: list[ColumnElement[bool]] = []
    parameters: dict[str, str] = {}
    if owner is not None:
        conditions.append(OWNER.c.key == fold(owner))
    if without:
        conditions.append(FACT.c.id.not_in(without))
    expression = sqlite.match(query, False) if query else None
    if expression:
        conditions.append(text(sqlite.SEARCH_CONDITION))  # type: ignore[arg-type]
        parameters["match"] = expression
    return (
        select(FACT.c.id)
        .join(HEAD, HEAD.c.fact_id == FACT.c.id)
        .join(OWNER, OWNER.c.id == FACT.c.owner_id)
        .where(*conditions)
        .params(**parameters)
    )


def _chosen_now(
    connection: Connection,
    every: Select[Any],
    held: Select[Any],
    plus: Sequence[Fact],
    wanted: int,
    present: Instant,
    values: Mapping[str, Any],
    named: bool,
) -> list[Candidate]:
    """Read what holds, the first in the order, until enough of it is different."""
    score = _score(present) if values["decay.enabled"] else FACT.c.importance
    order = (HEAD.c.pinned.desc(), score.desc(), HEAD.c.seen_at.desc(), FACT.c.id.desc())
    columns = (
        FACT,
        OWNER.c.key.label("owner_key"),
        OWNER.c.name.label("owner_name"),
        BELIEF.c.valid_from,
        BELIEF.c.valid_from_exact,
        BELIEF.c.valid_to,
    )
    head = (HEAD.c.pinned, HEAD.c.seen_at, HEAD.c.unverified, HEAD.c.doubtful)
    ordered = held.with_only_columns(*columns, *head, score.label("score")).order_by(*order)
    more = [_candidate(fact, present, values, {}, named) for fact in plus]
    for most in _growing(wanted):
        # enough of the first facts mostly hold, and then nobody need ask of all the others whether they do
        first = every.order_by(*order).limit(AHEAD * most).subquery()
        rows = connection.execute(ordered.where(FACT.c.id.in_(select(first.c.id))).limit(most)).all()
        if len(rows) < most:
            rows = connection.execute(ordered.limit(most)).all()
        candidates = [
            Candidate(
                number=row.id,
                owner=row.owner_key,
                subject=row.subject_key,
                slot=row.slot_key,
                about=_about(row.owner_name if named else None, row.subject if row.subject_key != row.owner_key else None),
                kind=row.kind,
                text=row.text,
                valid_from=row.valid_from,
                valid_from_exact=row.valid_from_exact,
                valid_to=told_end(row.valid_to),
                pinned=row.pinned,
                seen_at=row.seen_at,
                marks=tuple(mark for mark, is_set in (("doubtful", row.doubtful), ("unverified", row.unverified)) if is_set),
                rank=(row.pinned, row.score, row.seen_at, row.id),
            )
            for row in rows
        ]
        chosen = different([*candidates, *more], wanted)
        if len(chosen) == wanted or len(rows) < most:
            break
    return chosen


def _candidate(
    fact: Fact, present: Instant, values: Mapping[str, Any], recalled: Mapping[int, Instant], named: bool
) -> Candidate:
    score: float = fact.importance
    if values["decay.enabled"]:
        score = weight(fact.importance, fact.kind, recalled.get(fact.number, fact.seen_at), present)
    owner, subject = fold(fact.owner), fold(fact.subject)
    return Candidate(
        number=fact.number,
        owner=owner,
        subject=subject,
        slot=fold(fact.slot or "") or None,
        about=_about(fact.owner if named else None, fact.subject if subject != owner else None),
        kind=fact.kind,
        text=fact.text,
        valid_from=fact.valid_from,
        valid_from_exact=fact.valid_from_exact,
        valid_to=fact.valid_to,
        pinned=fact.pinned,
        seen_at=fact.seen_at,
        marks=tuple(one.mark for one in fact.marks if one.mark in ("doubtful", "unverified")),
        rank=(fact.pinned, score, fact.seen_at, fact.number),
    )


def _about(*names: str | None) -> tuple[str, ...]:
    return tuple(name for name in names if name is not None)


def _score(present: Instant) -> ColumnElement[float]:
    """Return `store.retention.weight` as SQL."""
    recalled = select(func.max(RECALL.c.at)).where(RECALL.c.fact_id == FACT.c.id, RECALL.c.at <= present).scalar_subquery()
    passed = present - func.coalesce(recalled, HEAD.c.seen_at)
    importance = case({number: log(number) for number in range(1, 11)}, value=FACT.c.importance)
    return importance + case((and_(FACT.c.kind.in_(DECAYING), passed > 0), passed * decayed(HOUR) / HOUR), else_=0.0)


def _recalls(connection: Connection, until: Instant) -> dict[int, Instant]:
    latest = select(RECALL.c.fact_id, func.max(RECALL.c.at)).where(RECALL.c.at <= until).group_by(RECALL.c.fact_id)
    return {row[0]: row[1] for row in connection.execute(latest)}


def line(one: Candidate, present: Instant, values: Mapping[str, Any]) -> str:
    """Return the words of a fact as the assistant reads them: the text, since when, and how fresh it is."""
    day = to_datetime(one.valid_from).date().isoformat()
    notes = [f"since {day}" if one.valid_from_exact else f"since {day} or earlier"]
    if one.valid_to is not None:
        notes.append(f"until {to_datetime(one.valid_to).date().isoformat()}")
    if one.pinned:
        notes.append("pinned")
    seen = f"observed {ago(present - one.seen_at)}"
    stale = is_stale(one.kind, one.seen_at, present, values)
    notes.append(f"{seen}, not confirmed since" if stale and not one.pinned else seen)
    said = ": ".join(map(one_line, (*one.about, one.text)))
    return f"- {said} ({'; '.join((*notes, *one.marks))})"


def ago(span: int) -> str:
    """Say a span of microseconds in words: today, 3 days ago, 14 months ago."""
    days = max(span, 0) // DAY
    if days < 1:
        return "today"
    for size, unit in ((730, "year"), (60, "month"), (1, "day")):
        if days >= size:
            number = days // {"year": 365, "month": 30, "day": 1}[unit]
            return f"{number} {unit}{'' if number == 1 else 's'} ago"
    return "today"


def record(change: Change, served: Block) -> int:
    """Log a block that was handed out: ids in order, basis instants, digest; each fact in it was recalled. Returns its number."""
    owner = change.owner(served.owner) if served.owner else None
    deed = change.begin("serve", owner)
    number = change.add(
        SERVED,
        uid=uuid7(deed.at),
        at=deed.at,
        owner_id=owner,
        valid_at=served.valid_at,
        known_at=served.known_at,
        limit=served.limit,
        queried=served.query is not None,
        digest=served.digest,
        operation_id=deed.id,
    )
    for place, one in enumerate(served.lines):
        change.append(RECALL, served_id=number, place=place, fact_id=one.fact, at=deed.at)
    return number
