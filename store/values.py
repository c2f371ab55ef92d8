"""What the store hands out: frozen values, free of the database.

Every instant is in microseconds UTC; an open end, and anything unknown, is `None`. Without `slots`, which would make each class
twice and the start of every command longer.
"""

from dataclasses import dataclass, field
from typing import Literal

from store.clock import Instant
from store.query import NOW as NOW
from store.query import AsOf as AsOf
from store.query import Query as Query
from store.vocabulary import (
    AUTOMATIC_ORIGINS as AUTOMATIC_ORIGINS,
)
from store.vocabulary import (
    COUNT_CAP as COUNT_CAP,
)
from store.vocabulary import (
    INVALIDATED as INVALIDATED,
)
from store.vocabulary import (
    KINDS as KINDS,
)
from store.vocabulary import (
    MARKS as MARKS,
)
from store.vocabulary import (
    ORIGINS as ORIGINS,
)
from store.vocabulary import (
    QUOTE_LIMIT as QUOTE_LIMIT,
)
from store.vocabulary import (
    SORTS as SORTS,
)
from store.vocabulary import (
    SOURCE_KINDS as SOURCE_KINDS,
)
from store.vocabulary import (
    STATES as STATES,
)
from store.vocabulary import (
    TEXT_LIMIT as TEXT_LIMIT,
)

State = Literal["unknown", "active", "upcoming", "superseded", "expired", "ended", "retracted"]


@dataclass(frozen=True)
class Mark:
    """A word beside the state, with the reason for it (`other_speaker`, `no_evidence`, `source_changed`, ...)."""

    mark: str
    reason: str


@dataclass(frozen=True)
class Fact:
    """One fact as of a pair of instants: the row of beliefs that decides its state there, and the marks beside it."""

    id: str  # UUIDv7
    number: int
    owner: str
    subject: str
    slot: str | None
    kind: str
    text: str
    state: State
    marks: tuple[Mark, ...]
    origin: str
    importance: int
    valid_from: Instant
    valid_from_exact: bool
    valid_to: Instant | None
    valid_to_exact: bool
    recorded_at: Instant
    version: int
    superseded_by: int | None  # number of the fact
    ends_as: str | None
    pinned: bool
    confirmations: int
    seen_at: Instant  # newest observation of its evidence, else when it was recorded


@dataclass(frozen=True)
class Belief:
    """One row of what the store held about when a fact is true."""

    fact: int
    version: int
    valid_from: Instant
    valid_from_exact: bool
    valid_to: Instant | None
    valid_to_exact: bool
    start_told: bool
    superseded_by: int | None
    ends_as: str | None
    cause: str
    system_from: Instant
    system_to: Instant | None
    operation: int
    actor: str

    @property
    def is_empty(self) -> bool:
        return self.valid_from == self.valid_to


@dataclass(frozen=True)
class Source:
    """One message, screen text, document or record as it was read."""

    id: str
    number: int
    kind: str
    conversation: str | None
    ref: str
    author: str | None
    text: str
    content_hash: str
    observed_at: Instant
    recorded_at: Instant
    state: str = "present"


@dataclass(frozen=True)
class Evidence:
    """A quote that ties a fact to a source.

    `role` is `carries` (the owner's own words, the first of them), `confirms` (a further independent one) or `relevance`
    (counts for nothing: another speaker, a screen text, an echo of the memory, the same message again).
    """

    id: str
    number: int
    source: int
    source_kind: str
    source_ref: str
    conversation: str | None
    author: str | None
    by_owner: bool
    quote: str
    content_hash: str
    hash_matches: bool
    observed_at: Instant
    recorded_at: Instant
    source_state: str
    trusted: bool
    role: Literal["carries", "confirms", "relevance"]


@dataclass(frozen=True)
class Edge:
    """A relation and the facts that hold it up; open while one of them is active."""

    id: str
    subject: str
    relation: str
    object: str
    facts: tuple[int, ...]
    is_open: bool


@dataclass(frozen=True)
class Card:
    """One fact with everything known about it.

    Args:
        weighed: What its importance is made of, as (words for it, points); one entry where somebody told it.
        expires_at: When its kind makes its end a proposal, microseconds UTC; `None` is never.
        decays: Whether it sinks in the prompt block while nobody recalls it.
    """

    fact: Fact
    beliefs: tuple[Belief, ...]
    evidence: tuple[Evidence, ...]
    edges: tuple[Edge, ...]
    recalled_at: Instant | None
    weighed: tuple[tuple[str, int], ...] = ()
    expires_at: Instant | None = None
    decays: bool = False


@dataclass(frozen=True)
class HistoryFact:
    """A fact as the ledger names it."""

    number: int
    text: str
    state: State
    source_ref: str | None = None  # the message it was first read from
    source: int | None = None  # and its number


@dataclass(frozen=True)
class History:
    """Everything ever believed about a slot, or about one fact that has none.

    `beliefs` are in the order they were written; `facts` in the order they were stated. `now` is the instant at which the
    states were taken.
    """

    fact: int
    slot: str | None
    facts: tuple[HistoryFact, ...]
    beliefs: tuple[Belief, ...]
    now: Instant


@dataclass(frozen=True)
class Conversation:
    """A source with the messages around it and the facts read from it."""

    before: tuple[Source, ...]
    source: Source
    after: tuple[Source, ...]
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Touched:
    """A fact as an operation left it; `before` is 0 when the operation made it."""

    fact: int
    before: int
    after: int


@dataclass(frozen=True)
class Operation:
    """One change as a person or program made it.

    Attributes:
        hash: That of its entry in the audit chain.
        follows: The hash of the entry before, as that stands there; `None` where it is missing.
        about: What it was about besides facts, by number or name and never by its words: proposals, a rule, a setting, a deletion.
    """

    id: str
    number: int
    at: Instant
    actor: str
    verb: str
    owner: str | None
    touched: tuple[Touched, ...]
    batch: str | None
    sitting: str | None
    undoes: int | None
    undone_by: int | None
    hash: str | None = None
    follows: str | None = None
    about: str = ""


Key = tuple[Instant, int]


@dataclass(frozen=True)
class Page:
    """Facts in order, and the key after which the next page begins (`None` at the end)."""

    facts: tuple[Fact, ...]
    next: Key | None


@dataclass(frozen=True)
class Count:
    """An honest count: at least `number`, and exactly that unless `more`."""

    number: int
    more: bool = False


@dataclass(frozen=True)
class OwnerCount:
    """An owner and how many facts of theirs are active."""

    name: str
    active: int


@dataclass(frozen=True)
class Overview:
    """What the header says of an owner (or of all)."""

    active: Count
    upcoming: Count
    unverified: Count
    doubtful: Count
    new: Count  # learned since the instant asked about


@dataclass(frozen=True)
class Newer:
    """What others have changed that a read-only session does not show.

    Attributes:
        count: How many changes.
        deletes: A hard delete is among them, so what is shown is in use no longer.
    """

    count: int
    deletes: bool = False


@dataclass(frozen=True)
class EvidenceInput:
    """Evidence as a caller gives it: a source by its number or key, and the words in it that carry the fact."""

    source: int | str
    quote: str | None = None


@dataclass(frozen=True)
class SourceInput:
    """A source as a caller read it; the store computes its hash."""

    text: str
    observed_at: Instant
    kind: str = "owner_message"
    ref: str = ""
    conversation: str | None = None
    author: str | None = None
    key: str | None = None


@dataclass(frozen=True)
class Outcome:
    """What a change did.

    Args:
        operation: Its number; `None` when nothing was changed.
        facts: The facts made or changed, as of now; the new one first.
        result: `done`, `unchanged`, `proposed` or `deleted_before`.
        until: The told start of what follows, when the new fact holds only that long.
        next: The number of that following fact.
        reopened: Facts that got their time back.
        conflict: The fact it may contradict, for a person to look at.
        undid: How many changes an undo, or a redo, took back.
    """

    operation: int | None
    facts: tuple[Fact, ...]
    result: str = "done"
    until: Instant | None = None
    next: int | None = None
    reopened: tuple[int, ...] = ()
    conflict: int | None = None
    undid: int = 0


@dataclass(frozen=True)
class RefusedLine:
    """A line an import did not take."""

    place: str
    reason: str
    detail: str


@dataclass(frozen=True)
class ImportReport:
    """What an import brought in, or would bring in."""

    sources: int = 0
    facts: int = 0
    evidence: int = 0
    unchanged: int = 0
    refused: tuple[RefusedLine, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Problem:
    """An invariant that does not hold."""

    reason: str
    ids: tuple[int, ...]
    detail: str


@dataclass(frozen=True)
class BlockLine:
    """One line of the prompt block: the words handed to the assistant, clocks included."""

    fact: int
    text: str


@dataclass(frozen=True)
class Block:
    """The prompt block: exactly what the assistant would get at the basis instants."""

    lines: tuple[BlockLine, ...]
    valid_at: Instant
    known_at: Instant
    owner: str | None
    query: str | None
    limit: int = 0
    """How many lines there can be at most."""

    left_out: Count = field(default=Count(0))
    """Facts that hold and have no line: for want of room, or because a line says the same."""

    digest: str = ""
    served: int | None = None

    @property
    def is_full(self) -> bool:
        """Whether there was no room for another line."""
        return len(self.lines) >= self.limit

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)
