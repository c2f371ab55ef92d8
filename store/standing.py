"""What evidence says of a fact: who carries it, how often it was confirmed, and the marks that follow.

One rule for lists, cards and the derived `head` table: `standings`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from sqlalchemy import BindParameter, Connection, Select, bindparam, func, select

from store import settings
from store.clock import DAY, FOREVER, Instant
from store.ids import content_hash
from store.sqlite import in_parts
from store.state import KNOWN, known_at
from store.tables import BELIEF, EVIDENCE, FACT, HEAD, OPERATION, PIN, SOURCE, SOURCE_STATE
from store.values import Evidence, Mark, State

BESIDE = ("confirm", "evidence")
"""Operations that only add evidence; undone, what they added counts no longer."""


@dataclass(slots=True)
class Standing:
    """What is known of a fact beside its beliefs. `seen_at` is its newest evidence, else when it was recorded."""

    seen_at: Instant
    pinned: bool = False
    confirmations: int = 0
    unverified: str | None = None
    doubtful: str | None = None
    evidence: list[Evidence] = field(default_factory=list)

    def marks(self, kind: str, state: State, present: Instant, values: Mapping[str, Any]) -> tuple[Mark, ...]:
        """Return the marks, worst first.

        Args:
            kind: The fact's kind, which says how fast it goes stale.
            state: Its state; only what holds can be suspect.
            present: The system instant asked about, microseconds UTC.
            values: The settings.
        """
        marks: list[Mark] = []
        if self.doubtful:
            marks.append(Mark("doubtful", self.doubtful))
        if self.unverified:
            marks.append(Mark("unverified", self.unverified))
        if state == "active" and not self.pinned and is_stale(kind, self.seen_at, present, values):
            marks.append(Mark("suspect", "not_seen_lately"))
        if self.pinned:
            marks.append(Mark("pinned", "by_hand"))
        return tuple(marks)


def is_stale(kind: str, seen_at: Instant, present: Instant, values: Mapping[str, Any]) -> bool:
    """Whether evidence last seen at `seen_at` is too old at `present` (both microseconds UTC) for a fact of its kind."""
    days = stale_after(kind, values)
    return days > 0 and present - seen_at > days * DAY


def stale_after(kind: str, values: Mapping[str, Any]) -> int:
    """Return the days after which a fact of the kind is suspect; 0 is never. An unknown kind goes by `other`."""
    return int(values.get(f"suspect_after.{kind}", values["suspect_after.other"]))


def standings(
    connection: Connection, numbers: Sequence[int], known: Instant | None, values: Mapping[str, Any]
) -> dict[int, Standing]:
    """Return the standing of facts as known at a system instant (microseconds UTC; `None` is now).

    Evidence of facts merged into one of them is read through the link.
    """
    if not numbers:
        return {}
    facts = connection.execute(_FACTS, {"numbers": numbers}).all()
    read_for = _merged_into(connection, numbers, known)
    found = _evidence(connection, sorted(read_for), known, settings.trusted_kinds(values))
    pinned = _pinned(connection, numbers, known)
    gathered: dict[int, list[_Found]] = defaultdict(list)
    for item in found:
        for number in read_for[item.fact]:
            gathered[number].append(item)
    return {row.id: _standing(row.origin, row.recorded_at, row.id in pinned, gathered[row.id]) for row in facts}


def as_merged(connection: Connection, number: int, members: Iterable[int], values: Mapping[str, Any]) -> Standing:
    """Return the standing a fact would have now if others were merged into it: their evidence is read through the link."""
    row = connection.execute(_FACTS, {"numbers": [number]}).one()
    read = sorted(_merged_into(connection, [number, *members], None))
    found = _evidence(connection, read, None, settings.trusted_kinds(values))
    return _standing(row.origin, row.recorded_at, number in _pinned(connection, [number], None), found)


def heads(connection: Connection, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """Return the rows of the derived table `head` for facts, as of now."""
    standing = standings(connection, numbers, None, settings.read(connection))
    return [
        {
            HEAD.c.fact_id.name: row.fact_id,
            HEAD.c.owner_id.name: row.owner_id,
            HEAD.c.since.name: row.since,
            HEAD.c.seen_at.name: standing[row.fact_id].seen_at,
            HEAD.c.pinned.name: standing[row.fact_id].pinned,
            HEAD.c.unverified.name: standing[row.fact_id].unverified is not None,
            HEAD.c.doubtful.name: standing[row.fact_id].doubtful is not None,
        }
        for row in connection.execute(_SINCE, {"numbers": numbers})
    ]


@dataclass(slots=True)
class _Found:
    fact: int
    evidence: Evidence
    state_at: Instant | None
    deliberate: bool


def _standing(origin: str, recorded_at: Instant, pinned: bool, found: list[_Found]) -> Standing:
    """Count what is independent: another message with other content, in the order it was observed.

    The owner's word on a fact repeats its words, and may be given again: it need not be independent to be taken.
    """
    messages: set[tuple[str | None, str]] = set()
    contents: set[str] = set()
    evidence: list[Evidence] = []
    counted: list[_Found] = []
    given: list[_Found] = []
    for item in sorted(found, key=lambda item: (item.evidence.observed_at, item.evidence.number)):
        one = item.evidence
        message = (one.conversation, one.source_ref)
        counts = one.trusted and one.by_owner
        if counts and message not in messages and one.content_hash not in contents:
            one = replace(one, role="confirms" if counted else "carries")
            counted.append(item)
        if counts:
            messages.add(message)
            contents.add(one.content_hash)
            if item.deliberate:
                given.append(item)
        evidence.append(one)
    standing = Standing(recorded_at, pinned, len(counted), evidence=evidence)
    seen = [item.evidence.observed_at for item in (*counted, *given)] or [one.observed_at for one in evidence]
    if seen:
        standing.seen_at = max(seen)
    if not counted and origin != "manual":
        standing.unverified = _why_unverified(evidence)
    confirmed = max((item.evidence.recorded_at for item in given), default=None)
    for item in counted:
        if item.state_at is not None and (confirmed is None or item.state_at > confirmed):
            standing.doubtful = f"source_{item.evidence.source_state}"
    return standing


def _why_unverified(evidence: Iterable[Evidence]) -> str:
    reasons = ["other_speaker" if one.trusted else "untrusted_source" for one in evidence]
    return min(reasons, default="no_evidence")


def _merged_into(connection: Connection, numbers: Sequence[int], known: Instant | None) -> dict[int, set[int]]:
    """Return, for each fact whose evidence is read, the facts it is read for."""
    read_for: dict[int, set[int]] = {number: {number} for number in numbers}
    front = set(numbers)
    while front:
        rows = connection.execute(_merged(known is not None), {"numbers": front, "known": known}).all()
        front = set()
        for row in rows:
            before = read_for.setdefault(row.fact_id, set())
            if not read_for[row.superseded_by] <= before:
                before |= read_for[row.superseded_by]
                front.add(row.fact_id)
    return read_for


def resting_on(connection: Connection, numbers: Iterable[int]) -> set[int]:
    """Return the facts that read the evidence of some facts now: those that they are merged into, and so on."""
    found: set[int] = set()
    front = set(numbers)
    while front:
        parts = in_parts(sorted(front))
        front = {number for part in parts for number in connection.execute(_INTO, {"numbers": part}).scalars()} - found
        found |= front
    return found


def _evidence(connection: Connection, facts: Sequence[int], known: Instant | None, trusted: frozenset[str]) -> list[_Found]:
    asked = {"numbers": facts, "known": known}
    rows = connection.execute(_given(known is not None), asked).mappings().all()
    beside = {row[EVIDENCE.c.operation_id] for row in rows if row[OPERATION.c.verb] in BESIDE}
    void = undone(connection, beside, known)
    states = _source_states(connection, {row[SOURCE.c.id] for row in rows}, known)
    found: list[_Found] = []
    for row in rows:
        if row[EVIDENCE.c.operation_id] in void:
            continue
        state, since = states.get(row[SOURCE.c.id], ("present", None))
        one = Evidence(
            id=str(row[EVIDENCE.c.uid]),
            number=row[EVIDENCE.c.id],
            source=row[SOURCE.c.id],
            source_kind=row[SOURCE.c.kind],
            source_ref=row[SOURCE.c.ref],
            conversation=row[SOURCE.c.conversation],
            author=row[SOURCE.c.author],
            by_owner=row[EVIDENCE.c.by_owner],
            quote=row[EVIDENCE.c.quote],
            content_hash=row[SOURCE.c.content_hash],
            hash_matches=content_hash(row[SOURCE.c.text]) == row[SOURCE.c.content_hash],
            observed_at=row[SOURCE.c.observed_at],
            recorded_at=row[EVIDENCE.c.recorded_at],
            source_state=state,
            trusted=row[SOURCE.c.kind] in trusted,
            role="relevance",
        )
        found.append(
            _Found(row[EVIDENCE.c.fact_id], one, since if state != "present" else None, one.source_kind == "owner_statement")
        )
    return found


def undone(connection: Connection, operations: Iterable[int], known: Instant | None) -> set[int]:
    """Return which of the operations are undone as known at a system instant; an undo may itself be undone."""
    wanted = set(operations)
    if not wanted:
        return set()
    query = select(OPERATION.c.id, OPERATION.c.undoes).where(OPERATION.c.undoes.in_(wanted))
    if known is not None:
        query = query.where(OPERATION.c.at <= known)
    undoing = {row.id: row.undoes for row in connection.execute(query)}
    return {undoing[number] for number in set(undoing) - undone(connection, undoing, known)}


def _source_states(connection: Connection, sources: set[int], known: Instant | None) -> dict[int, tuple[str, Instant]]:
    if not sources:
        return {}
    rows = connection.execute(_became(known is not None), {"numbers": sources, "known": known})
    return {row.source_id: (row.state, row.at) for row in rows}


def _pinned(connection: Connection, numbers: Sequence[int], known: Instant | None) -> set[int]:
    return set(connection.execute(_PINNED, {"numbers": numbers, "known": FOREVER if known is None else known}).scalars())


# the statements, made once: they are asked after every change

_NUMBERS: BindParameter[Sequence[int]] = bindparam("numbers", expanding=True)
_INTO = (
    select(BELIEF.c.superseded_by)
    .where(
        BELIEF.c.fact_id.in_(_NUMBERS), BELIEF.c.ends_as == "merged", BELIEF.c.superseded_by.is_not(None), known_at(BELIEF, None)
    )
    .distinct()
)
_FACTS = select(FACT.c.id, FACT.c.origin, FACT.c.recorded_at).where(FACT.c.id.in_(_NUMBERS))
_SINCE = (
    select(BELIEF.c.fact_id, FACT.c.owner_id, func.min(BELIEF.c.valid_from).label("since"))
    .join(FACT, FACT.c.id == BELIEF.c.fact_id)
    .where(BELIEF.c.fact_id.in_(_NUMBERS), known_at(BELIEF, None))
    .group_by(BELIEF.c.fact_id, FACT.c.owner_id)
)
_LATEST = select(func.max(PIN.c.id).label("id")).where(PIN.c.fact_id.in_(_NUMBERS), PIN.c.at <= KNOWN).group_by(PIN.c.fact_id)
_PINNED = select(PIN.c.fact_id).where(PIN.c.id.in_(_LATEST), PIN.c.pinned)


@cache
def _merged(past: bool) -> Select[Any]:
    held = known_at(BELIEF, KNOWN if past else None)
    return select(BELIEF.c.fact_id, BELIEF.c.superseded_by).where(
        BELIEF.c.superseded_by.in_(_NUMBERS), BELIEF.c.ends_as == "merged", held
    )


@cache
def _given(past: bool) -> Select[Any]:
    query = (
        select(EVIDENCE, SOURCE, OPERATION.c.verb)
        .join(SOURCE, SOURCE.c.id == EVIDENCE.c.source_id)
        .join(OPERATION, OPERATION.c.id == EVIDENCE.c.operation_id)
        .where(EVIDENCE.c.fact_id.in_(_NUMBERS))
    )
    return query.where(EVIDENCE.c.recorded_at <= KNOWN) if past else query


@cache
def _became(past: bool) -> Select[Any]:
    query = select(SOURCE_STATE).where(SOURCE_STATE.c.source_id.in_(_NUMBERS)).order_by(SOURCE_STATE.c.id)
    return query.where(SOURCE_STATE.c.at <= KNOWN) if past else query
