"""The prompt block: exactly what an assistant would be handed, with its clocks.

Only what is active goes in; the filter stands before the order and the limit. Pinned facts come first, then by importance, then
the newest seen.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, select, text

from store import listing, settings, sqlite
from store.change import Change
from store.clock import DAY, Clock, Instant, to_datetime
from store.ids import fold, uuid7
from store.standing import is_stale
from store.state import holds_at, known_at
from store.tables import BELIEF, FACT, HEAD, OWNER, RECALL, SERVED
from store.values import COUNT_CAP, AsOf, Block, BlockLine, Count, Fact

PAST_CAP = 10_000


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
    wanted = limit or values["context.limit"]
    conditions = [known_at(BELIEF, known), holds_at(BELIEF, valid)]
    parameters: dict[str, str] = {}
    if owner is not None:
        conditions.append(OWNER.c.key == fold(owner))
    if without:
        conditions.append(FACT.c.id.not_in(without))
    expression = sqlite.match(query, False) if query else None
    if expression:
        conditions.append(text(sqlite.SEARCH_CONDITION))  # type: ignore[arg-type]
        parameters["match"] = expression
    held = (
        select(FACT.c.id)
        .join(BELIEF, BELIEF.c.fact_id == FACT.c.id)
        .join(HEAD, HEAD.c.fact_id == FACT.c.id)
        .join(OWNER, OWNER.c.id == FACT.c.owner_id)
        .where(*conditions)
        .params(**parameters)
    )
    order = (HEAD.c.pinned.desc(), FACT.c.importance.desc(), HEAD.c.seen_at.desc(), FACT.c.id.desc())
    candidates = wanted if known is None else PAST_CAP  # `head` knows only the present order
    numbers = list(connection.execute(held.order_by(*order).limit(candidates)).scalars())
    found = connection.execute(select(func.count()).select_from(held.limit(wanted + COUNT_CAP + 1).subquery())).scalar_one()
    held_then = listing.several(connection, numbers, AsOf(valid, known), clock)
    facts = sorted((*held_then, *plus), key=_rank, reverse=True)[:wanted]
    lines = tuple(BlockLine(fact.number, line(fact, present, values)) for fact in facts)
    rest = found + len(plus) - len(lines)
    return Block(
        lines=lines,
        valid_at=valid,
        known_at=present,
        owner=owner,
        query=query,
        left_out=Count(min(rest, COUNT_CAP), rest > COUNT_CAP),
        digest=hashlib.sha256("\n".join(one.text for one in lines).encode()).hexdigest(),
    )


def _rank(fact: Fact) -> tuple[bool, int, Instant, int]:
    return fact.pinned, fact.importance, fact.seen_at, fact.number


def line(fact: Fact, present: Instant, values: Mapping[str, Any]) -> str:
    """Return the words of a fact as the assistant reads them: the text, since when, and how fresh it is."""
    day = to_datetime(fact.valid_from).date().isoformat()
    notes = [f"since {day}" if fact.valid_from_exact else f"since {day} or earlier"]
    if fact.valid_to is not None:
        notes.append(f"until {to_datetime(fact.valid_to).date().isoformat()}")
    if fact.pinned:
        notes.append("pinned")
    seen = f"observed {ago(present - (fact.seen_at))}"
    stale = is_stale(fact.kind, fact.seen_at, present, values)
    notes.append(f"{seen}, not confirmed since" if stale and not fact.pinned else seen)
    notes += [mark.mark for mark in fact.marks if mark.mark in ("unverified", "doubtful")]
    about = "" if fold(fact.subject) == fold(fact.owner) else f"{fact.subject}: "
    return f"- {about}{fact.text} ({'; '.join(notes)})"


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


def record(change: Change, served: Block, limit: int) -> int:
    """Log a block that was handed out: ids in order, basis instants, digest; each fact in it was recalled."""
    owner = change.owner(served.owner) if served.owner else None
    deed = change.begin("serve", owner)
    number = change.add(
        SERVED,
        uid=uuid7(deed.at),
        at=deed.at,
        owner_id=owner,
        valid_at=served.valid_at,
        known_at=served.known_at,
        limit=limit,
        queried=served.query is not None,
        digest=served.digest,
        operation_id=deed.id,
    )
    for place, one in enumerate(served.lines):
        change.append(RECALL, served_id=number, place=place, fact_id=one.fact, at=deed.at)
    return number
