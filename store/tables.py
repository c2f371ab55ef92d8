"""The tables, as SQLModel classes.

Rows are appended; what may change is said at each table. Instants are microseconds UTC, an open end is `FOREVER`. Numbers that
outlive a row (of a deleted fact, say) carry no foreign key.
"""

from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, Index, Integer, LargeBinary, Table, TextClause, text
from sqlmodel import Field, SQLModel

from store.clock import FOREVER

Whole = BigInteger().with_variant(Integer, "sqlite")
CURRENT = text(f"system_to = {FOREVER}")
LATER = "later"
"""In the `info` of a column that a sealed table got after its first rows were sealed (`store.seals`); it needs a default."""


def _number() -> Any:
    return Field(default=None, primary_key=True, sa_type=Whole)


def _seal() -> Any:
    """A keyed digest over the rest of the row; see `store.seals`."""
    return Field(default=None, sa_type=LargeBinary)


def _index_where(condition: TextClause, name: str, *columns: str) -> Index:
    """An index over the rows that meet a condition; another dialect's name would load that dialect at every start."""
    return Index(name, *columns, sqlite_where=condition)


def _index_where_told(name: str, column: str) -> Index:
    """An index over the few rows in which the column says something."""
    return _index_where(text(f"{column} IS NOT NULL"), name, column)


class MetaRow(SQLModel, table=True):
    """What the store knows of itself: its id and the key of its digests."""

    __tablename__ = "meta"
    name: str = Field(primary_key=True)
    value: str


class CounterRow(SQLModel, table=True):
    """The last number given out per table, so that a number is never given twice. Rows change."""

    __tablename__ = "counter"
    name: str = Field(primary_key=True)
    value: int = Field(sa_type=BigInteger)


class OwnerRow(SQLModel, table=True):
    """A person the assistant serves; `key` is the name as it is compared."""

    __tablename__ = "owner"
    id: int | None = _number()
    name: str
    key: str = Field(unique=True)


class SourceRow(SQLModel, table=True):
    """One message, screen text, document or record as it was read."""

    __tablename__ = "source"
    __table_args__ = (Index("source_order", "conversation", "observed_at", "id"), Index("source_ref", "ref"))
    id: int | None = _number()
    uid: UUID
    key: str | None = Field(default=None, unique=True)
    kind: str
    conversation: str | None = None
    ref: str
    author: str | None = None
    text: str
    content_hash: str
    observed_at: int = Field(sa_type=BigInteger)
    recorded_at: int = Field(sa_type=BigInteger)
    seal: bytes | None = _seal()


class SourceStateRow(SQLModel, table=True):
    """What became of a source: present, changed or gone, from `at` on."""

    __tablename__ = "source_state"
    id: int | None = _number()
    source_id: int = Field(sa_type=Whole, foreign_key="source.id", index=True)
    state: str
    at: int = Field(sa_type=BigInteger)
    operation_id: int = Field(sa_type=Whole)


class FactRow(SQLModel, table=True):
    """One statement. `known_from` is the system time of its first belief."""

    __tablename__ = "fact"
    __table_args__ = (Index("fact_learned", "owner_id", "known_from", "id"), Index("fact_slot", "slot_id", "id"))
    id: int | None = _number()
    uid: UUID = Field(unique=True)
    key: str | None = Field(default=None, unique=True)
    owner_id: int = Field(sa_type=Whole, foreign_key="owner.id")
    subject: str
    subject_key: str
    kind: str
    slot: str | None = None
    slot_key: str | None = None
    slot_id: int | None = Field(default=None, sa_type=Whole)
    text: str
    origin: str
    importance: int
    recorded_at: int = Field(sa_type=BigInteger)
    known_from: int = Field(sa_type=BigInteger)
    operation_id: int = Field(sa_type=Whole)
    seal: bytes | None = _seal()


class BeliefRow(SQLModel, table=True):
    """What the store held about a fact; `system_to` is set once, when the next version replaces it."""

    __tablename__ = "belief"
    __table_args__ = (
        Index("belief_history", "fact_id", "version"),
        _index_where(CURRENT, "belief_current", "fact_id", "valid_from", "valid_to"),
        _index_where(CURRENT, "belief_start", "valid_from"),
        _index_where_told("belief_successor", "superseded_by"),
        Index("belief_operation", "operation_id"),
    )
    id: int | None = _number()
    fact_id: int = Field(sa_type=Whole, foreign_key="fact.id")
    version: int
    valid_from: int = Field(sa_type=BigInteger)
    valid_from_exact: bool
    valid_to: int = Field(sa_type=BigInteger)
    valid_to_exact: bool
    start_told: bool
    superseded_by: int | None = Field(default=None, sa_type=Whole)
    ends_as: str | None = None
    cause: str
    system_from: int = Field(sa_type=BigInteger)
    system_to: int = Field(sa_type=BigInteger)
    operation_id: int = Field(sa_type=Whole)
    seal: bytes | None = _seal()


class EvidenceRow(SQLModel, table=True):
    """A quote that ties a fact, or the given version of it, to a source; `start` is its place in the source text."""

    __tablename__ = "evidence"
    __table_args__ = (Index("evidence_fact", "fact_id", "id"), Index("evidence_source", "source_id", "fact_id"))
    id: int | None = _number()
    uid: UUID
    fact_id: int = Field(sa_type=Whole, foreign_key="fact.id")
    version: int
    source_id: int = Field(sa_type=Whole, foreign_key="source.id")
    quote: str
    start: int
    by_owner: bool
    recorded_at: int = Field(sa_type=BigInteger)
    operation_id: int = Field(sa_type=Whole)
    seal: bytes | None = _seal()


class OperationRow(SQLModel, table=True):
    """One change as a person or program made it. Holds no text."""

    __tablename__ = "operation"
    __table_args__ = (
        Index("operation_owner", "owner_id", "at"),
        _index_where_told("operation_batch", "batch"),
        _index_where_told("operation_sitting", "sitting"),
        _index_where_told("operation_undoes", "undoes"),
    )
    id: int | None = _number()
    uid: UUID = Field(unique=True)
    at: int = Field(sa_type=BigInteger, index=True)
    actor: str = Field(index=True)
    verb: str
    owner_id: int | None = Field(default=None, sa_type=Whole)
    batch: str | None = None
    sitting: str | None = None
    undoes: int | None = Field(default=None, sa_type=Whole)


class OperationItemRow(SQLModel, table=True):
    """A fact an operation touched, with its version before (0: made by it) and after."""

    __tablename__ = "operation_item"
    __table_args__ = (Index("operation_item_fact", "fact_id", "version_after"),)
    operation_id: int = Field(sa_type=Whole, primary_key=True)
    fact_id: int = Field(sa_type=Whole, primary_key=True)
    version_before: int
    version_after: int


class PinRow(SQLModel, table=True):
    """A fact pinned or unpinned, from `at` on."""

    __tablename__ = "pin"
    id: int | None = _number()
    fact_id: int = Field(sa_type=Whole, foreign_key="fact.id", index=True)
    pinned: bool
    at: int = Field(sa_type=BigInteger)
    operation_id: int = Field(sa_type=Whole)


class SettingRow(SQLModel, table=True):
    """A setting that changes judgement, from `at` on; the value is JSON."""

    __tablename__ = "setting"
    id: int | None = _number()
    name: str = Field(index=True)
    value: str
    at: int = Field(sa_type=BigInteger)
    operation_id: int = Field(sa_type=Whole)


class ServedRow(SQLModel, table=True):
    """A prompt block that was handed out: its parameters (no query words), basis instants and digest."""

    __tablename__ = "served"
    id: int | None = _number()
    uid: UUID
    at: int = Field(sa_type=BigInteger)
    owner_id: int | None = Field(default=None, sa_type=Whole)
    valid_at: int = Field(sa_type=BigInteger)
    known_at: int = Field(sa_type=BigInteger)
    limit: int
    queried: bool
    digest: str
    operation_id: int = Field(sa_type=Whole)


class RecallRow(SQLModel, table=True):
    """A fact handed out in a served block, in its place there."""

    __tablename__ = "recall"
    __table_args__ = (Index("recall_fact", "fact_id", "at"),)
    served_id: int = Field(sa_type=Whole, primary_key=True)
    place: int = Field(primary_key=True)
    fact_id: int = Field(sa_type=Whole)
    at: int = Field(sa_type=BigInteger)


class SlotVersionRow(SQLModel, table=True):
    """A slot, by the keyed digest of its name, and how often it changed. Kept for ever; `version` changes."""

    __tablename__ = "slot_version"
    id: int | None = _number()
    digest: str = Field(unique=True)
    version: int


class EventRow(SQLModel, table=True):
    """An event that was taken in, by the keyed digests of its identity and of its content."""

    __tablename__ = "event"
    digest: str = Field(primary_key=True)
    body: str
    fact_id: int | None = Field(default=None, sa_type=Whole, index=True)
    source_id: int | None = Field(default=None, sa_type=Whole, index=True)


class ReceiptRow(SQLModel, table=True):
    """The keyed digest of an event, a message or a text that was deleted, so that it does not come back while not lifted."""

    __tablename__ = "receipt"
    digest: str = Field(primary_key=True)
    at: int = Field(sa_type=BigInteger)
    kind: str = Field(default="event", sa_column_kwargs={"server_default": "event"})
    deletion_id: int | None = Field(default=None, sa_type=Whole)
    lifted_at: int | None = Field(default=None, sa_type=BigInteger)
    seal: bytes | None = _seal()


class WithdrawalRow(SQLModel, table=True):
    """What a slot held was deleted: nothing observed up to `at` comes in again while it is not lifted."""

    __tablename__ = "withdrawal"
    id: int | None = _number()
    slot_id: int = Field(sa_type=Whole, index=True)
    at: int = Field(sa_type=BigInteger)
    deletion_id: int | None = Field(default=None, sa_type=Whole)
    lifted_at: int | None = Field(default=None, sa_type=BigInteger)


class DeletionRow(SQLModel, table=True):
    """A hard delete: ids and counts, no content. Rows change while it runs, and when it is lifted."""

    __tablename__ = "deletion"
    id: int | None = _number()
    uid: UUID = Field(unique=True)
    state: str
    scope: str
    facts: str
    counts: str
    owner_id: int | None = Field(default=None, sa_type=Whole)
    started_at: int = Field(sa_type=BigInteger)
    finished_at: int | None = Field(default=None, sa_type=BigInteger)
    lifted_at: int | None = Field(default=None, sa_type=BigInteger)
    operation_id: int = Field(sa_type=Whole)


class DeletionStepRow(SQLModel, table=True):
    """How clearing one place of copies stands. Rows change while the job runs."""

    __tablename__ = "deletion_step"
    deletion_id: int = Field(sa_type=Whole, primary_key=True)
    mirror: str = Field(primary_key=True)
    place: int
    state: str
    left: int
    tries: int
    tried_at: int | None = Field(default=None, sa_type=BigInteger)
    detail: str


class EdgeRow(SQLModel, table=True):
    """A relation between two names."""

    __tablename__ = "edge"
    id: int | None = _number()
    uid: UUID
    subject: str
    relation: str
    object: str
    operation_id: int = Field(sa_type=Whole)


class EdgeSupportRow(SQLModel, table=True):
    """A fact that holds an edge up; the edge is open while one of them is active."""

    __tablename__ = "edge_support"
    edge_id: int = Field(sa_type=Whole, primary_key=True, foreign_key="edge.id")
    fact_id: int = Field(sa_type=Whole, primary_key=True, index=True)


class RunRow(SQLModel, table=True):
    """An import or a nightly run, with the real time at which it ran; `counts` is JSON, without text."""

    __tablename__ = "run"
    id: int | None = _number()
    kind: str
    started_at: int = Field(sa_type=BigInteger)
    finished_at: int = Field(sa_type=BigInteger)
    counts: str


class LeaseRow(SQLModel, table=True):
    """Who is at a job that only one may do at a time, until when unless renewed. Rows change."""

    __tablename__ = "lease"
    name: str = Field(primary_key=True)
    holder: str
    until: int = Field(sa_type=BigInteger)


class ProposalRow(SQLModel, table=True):
    """A change that was suggested: what it would do, on what it was decided, and how it was judged.

    `digest` is its identity: the same suggestion about the same versions is made once. `state` repeats the newest row of
    `proposal_state` and changes with it; `rank` and `topic` are the order of the queue.
    """

    __tablename__ = "proposal"
    __table_args__ = (
        Index("proposal_order", "owner_id", "state", "rank", "topic", "id"),
        Index("proposal_digest", "digest", "id"),
        Index("proposal_run", "run_id"),
    )
    id: int | None = _number()
    uid: UUID = Field(unique=True)
    digest: str
    owner_id: int = Field(sa_type=Whole, foreign_key="owner.id")
    kind: str
    verdict: str
    reasons: str
    rationale: str
    proposed_by: str
    run_id: int | None = Field(default=None, sa_type=Whole)
    created_at: int = Field(sa_type=BigInteger)
    at: int | None = Field(default=None, sa_type=BigInteger)
    text: str | None = None
    fact_kind: str | None = None
    subject: str | None = None
    slot: str | None = None
    slot_id: int | None = Field(default=None, sa_type=Whole)
    slot_version: int | None = None
    valid_from: int | None = Field(default=None, sa_type=BigInteger)
    valid_from_exact: bool | None = None
    valid_to: int | None = Field(default=None, sa_type=BigInteger)
    state: str
    rank: int
    topic: str
    operation_id: int = Field(sa_type=Whole)


class ProposalItemRow(SQLModel, table=True):
    """A fact a proposal is about, in its part, with the version it stands on; that changes when an undo brings the fact back."""

    __tablename__ = "proposal_item"
    __table_args__ = (Index("proposal_item_fact", "fact_id"),)
    proposal_id: int = Field(sa_type=Whole, primary_key=True)
    place: int = Field(primary_key=True)
    role: str
    fact_id: int = Field(sa_type=Whole)
    version: int


class ProposalQuoteRow(SQLModel, table=True):
    """A quote on which a proposed text rests."""

    __tablename__ = "proposal_quote"
    __table_args__ = (Index("proposal_quote_source", "source_id"),)
    proposal_id: int = Field(sa_type=Whole, primary_key=True)
    place: int = Field(primary_key=True)
    source_id: int = Field(sa_type=Whole, foreign_key="source.id")
    quote: str


class ProposalStateRow(SQLModel, table=True):
    """What became of a proposal, from `at` on: pending, approved (with the answer that was picked) or rejected."""

    __tablename__ = "proposal_state"
    __table_args__ = (Index("proposal_state_of", "proposal_id", "id"), Index("proposal_state_operation", "operation_id"))
    id: int | None = _number()
    proposal_id: int = Field(sa_type=Whole)
    state: str
    choice: int | None = None
    at: int = Field(sa_type=BigInteger)
    operation_id: int = Field(sa_type=Whole)


class GuardRow(SQLModel, table=True):
    """A run that would end a large share of an owner's active facts; `acknowledged_at` is set once."""

    __tablename__ = "guard"
    run_id: int = Field(sa_type=Whole, primary_key=True)
    owner_id: int = Field(sa_type=Whole, primary_key=True)
    ending: int
    active: int
    acknowledged_at: int | None = Field(default=None, sa_type=BigInteger)


class RuleRow(SQLModel, table=True):
    """What must never be remembered: facts about a topic, of a kind, from a source or by an author."""

    __tablename__ = "rule"
    id: int | None = _number()
    uid: UUID
    owner_id: int | None = Field(default=None, sa_type=Whole)
    by: str
    value: str
    operation_id: int = Field(sa_type=Whole)


class RuleStateRow(SQLModel, table=True):
    """A rule in force or lifted, from `at` on."""

    __tablename__ = "rule_state"
    id: int | None = _number()
    rule_id: int = Field(sa_type=Whole, index=True)
    in_force: bool
    at: int = Field(sa_type=BigInteger)
    operation_id: int = Field(sa_type=Whole, index=True)


class AuditRow(SQLModel, table=True):
    """One link of the chain over operations: keyed hash, and how many rows each sealed table held then; no content."""

    __tablename__ = "audit"
    id: int | None = _number()
    operation_id: int = Field(sa_type=Whole, unique=True)
    hash: str
    counts: str | None = None


class HeadRow(SQLModel, table=True):
    """What lists sort and filter by, derived from the other tables as of now. Rows change; `check` compares them."""

    __tablename__ = "head"
    __table_args__ = (Index("head_seen", "owner_id", "seen_at", "fact_id"), Index("head_since", "owner_id", "since", "fact_id"))
    fact_id: int = Field(sa_type=Whole, primary_key=True)
    owner_id: int = Field(sa_type=Whole)
    since: int = Field(sa_type=BigInteger)
    seen_at: int = Field(sa_type=BigInteger)
    pinned: bool
    unverified: bool
    doubtful: bool


class FactWordsRow(SQLModel, table=True):
    """The words of a fact's text as search compares them."""

    __tablename__ = "fact_words"
    fact_id: int = Field(sa_type=Whole, primary_key=True)
    stems: str
    words: str


def table(model: type[SQLModel]) -> Table:
    """Return the SQLAlchemy table of a model."""
    return SQLModel.metadata.tables[str(model.__tablename__)]


META, COUNTER, OWNER = table(MetaRow), table(CounterRow), table(OwnerRow)
SOURCE, SOURCE_STATE, EVIDENCE = table(SourceRow), table(SourceStateRow), table(EvidenceRow)
FACT, BELIEF, HEAD, FACT_WORDS = table(FactRow), table(BeliefRow), table(HeadRow), table(FactWordsRow)
OPERATION, OPERATION_ITEM, AUDIT = table(OperationRow), table(OperationItemRow), table(AuditRow)
PIN, SETTING, SERVED, RECALL = table(PinRow), table(SettingRow), table(ServedRow), table(RecallRow)
SLOT_VERSION, EVENT, RECEIPT, WITHDRAWAL = table(SlotVersionRow), table(EventRow), table(ReceiptRow), table(WithdrawalRow)
EDGE, EDGE_SUPPORT, RUN, LEASE = table(EdgeRow), table(EdgeSupportRow), table(RunRow), table(LeaseRow)
PROPOSAL, PROPOSAL_ITEM, PROPOSAL_QUOTE = table(ProposalRow), table(ProposalItemRow), table(ProposalQuoteRow)
DELETION, DELETION_STEP = table(DeletionRow), table(DeletionStepRow)
PROPOSAL_STATE, GUARD, RULE, RULE_STATE = table(ProposalStateRow), table(GuardRow), table(RuleRow), table(RuleStateRow)
METADATA = SQLModel.metadata
