"""A fact as a transaction knows it, with all its versions; and what else it works with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from store.clock import Instant
from store.spans import Span, live
from store.sqlite import in_parts
from store.tables import BELIEF, FACT, PIN


@dataclass(slots=True)
class Version:
    """The spans of a fact under one version; a change of the fact writes a whole new one."""

    number: int
    spans: list[Span]
    cause: str
    operation: int
    system_from: Instant


@dataclass(slots=True)
class Statement:
    """A fact as the transaction knows it: what never changes, and its versions in order."""

    id: int
    owner: int
    subject: str
    kind: str
    slot: str | None
    slot_id: int | None
    text: str
    origin: str
    recorded_at: Instant
    pinned: bool = False
    versions: list[Version] = field(default_factory=list)

    @property
    def version(self) -> int:
        return self.versions[-1].number if self.versions else 0

    @property
    def spans(self) -> list[Span]:
        return self.versions[-1].spans if self.versions else []

    @property
    def live(self) -> list[Span]:
        return live(self.spans)

    def closed_by(self, place: int) -> int | None:
        """Return the operation that replaced the version at a place of `versions`; `None` while it is current."""
        return self.versions[place + 1].operation if place + 1 < len(self.versions) else None


@dataclass(frozen=True, slots=True)
class Message:
    """A source as evidence needs it."""

    id: int
    kind: str
    author: str | None
    text: str
    observed_at: Instant
    conversation: str | None
    ref: str


@dataclass(frozen=True, slots=True)
class Event:
    """An event's identity and content, as keyed digests."""

    digest: str
    body: str


@dataclass(slots=True)
class Deed:
    """An operation in the making."""

    id: int
    at: Instant
    owner: int | None
    touched: dict[int, list[int]] = field(default_factory=dict)


def load(connection: Connection, numbers: Sequence[int]) -> Iterator[Statement]:
    """Read facts with every version they ever had."""
    for part in in_parts(numbers):
        yield from _load(connection, part)


def _load(connection: Connection, numbers: Sequence[int]) -> Iterator[Statement]:
    facts: dict[int, Statement] = {}
    for row in connection.execute(select(FACT).where(FACT.c.id.in_(numbers))):
        facts[row.id] = Statement(
            id=row.id,
            owner=row.owner_id,
            subject=row.subject,
            kind=row.kind,
            slot=row.slot,
            slot_id=row.slot_id,
            text=row.text,
            origin=row.origin,
            recorded_at=row.recorded_at,
        )
    pins = select(PIN.c.fact_id, PIN.c.pinned).where(PIN.c.fact_id.in_(numbers)).order_by(PIN.c.id)
    for row in connection.execute(pins):
        if row.fact_id in facts:
            facts[row.fact_id].pinned = row.pinned
    beliefs = select(BELIEF).where(BELIEF.c.fact_id.in_(numbers)).order_by(BELIEF.c.fact_id, BELIEF.c.version, BELIEF.c.id)
    for row in connection.execute(beliefs):
        if row.fact_id not in facts:
            continue  # left over where a fact was removed behind the store's back; `check` names it
        versions = facts[row.fact_id].versions
        if not versions or versions[-1].number != row.version:
            versions.append(Version(row.version, [], row.cause, row.operation_id, row.system_from))
        versions[-1].spans.append(
            Span(
                start=row.valid_from,
                end=row.valid_to,
                told=row.start_told,
                exact=row.valid_from_exact,
                end_exact=row.valid_to_exact,
                by=row.superseded_by,
                ends_as=row.ends_as,
            )
        )
    yield from facts.values()
