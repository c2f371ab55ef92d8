"""What the queue hands out and takes in: frozen values, free of the database.

Every instant is in microseconds UTC; what is unknown is `None`.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from store.clock import Instant
from store.values import BlockLine, Count, Evidence, EvidenceInput, Fact

PROPOSAL_KINDS = ("merge", "supersede", "correct", "add", "end", "retract", "expire", "confirm", "conflict", "unreadable")
VERDICTS = ("admissible", "for_a_person", "refused", "unreconciled", "unreadable")
PROPOSAL_STATES = ("pending", "approved", "rejected", "stale")
RULE_FIELDS = ("topic", "kind", "source", "author")

Role = Literal["representative", "member", "target", "first", "second", "further"]
"""A fact's part: in a merge, the target of any other change, or a side of a conflict, in the order in which they were observed."""
Other = Literal["ended", "never"]
"""What is said of the fact that does not hold, when one of a conflict does: it ended, or it was never true."""


@dataclass(frozen=True)
class Suggestion:
    """A change as somebody suggests it.

    Args:
        kind: One of `PROPOSAL_KINDS`.
        items: (role, number of the fact, version it was decided on), in order.
        rationale: Why, in one line; may hold stored text.
        reasons: Codes that belong to the finding, such as `suspect` or `negation`.
        owner: Whose; needed when no item tells.
        at: When it would end, expire or take over; `None` is the moment of approval.
        text: The words of the new fact, where there would be one.
        fact_kind, subject, slot, valid_from, valid_from_exact, valid_to: The rest of the new fact, as in `Store.assert_fact`.
        evidence: The quotes the new fact rests on.
        reading: A judgement that no policy can make: `unreconciled` (nothing compared it yet) or `unreadable`.
    """

    kind: str
    items: tuple[tuple[Role, int, int], ...] = ()
    rationale: str = ""
    reasons: tuple[str, ...] = ()
    owner: str | None = None
    at: Instant | None = None
    text: str | None = None
    fact_kind: str | None = None
    subject: str | None = None
    slot: str | None = None
    valid_from: Instant | None = None
    valid_from_exact: bool | None = None
    valid_to: Instant | None = None
    evidence: tuple[EvidenceInput, ...] = ()
    reading: str | None = None


@dataclass(frozen=True)
class ProposalItem:
    """A fact of a proposal as it is now, beside the version the proposal was decided on.

    `lost` are the words a merge would lose, as written (folded), in their order.
    """

    role: Role
    fact: Fact
    version: int
    lost: tuple[str, ...] = ()

    @property
    def moved(self) -> bool:
        """Whether the fact changed since."""
        return self.fact.version != self.version


@dataclass(frozen=True)
class NewFact:
    """The fact a proposal would make."""

    text: str
    subject: str
    kind: str
    slot: str | None
    valid_from: Instant | None
    valid_from_exact: bool
    valid_to: Instant | None


@dataclass(frozen=True)
class Seen:
    """What a person had before their eyes when they decided: the version of each fact, and of the slot."""

    versions: tuple[tuple[int, int], ...]
    slot_version: int | None = None


@dataclass(frozen=True)
class Proposal:
    """A suggested change, its judgement and what became of it.

    Args:
        verdict: One of `VERDICTS`; `reasons` are the codes for it.
        state: One of `PROPOSAL_STATES`; *stale* is a pending one whose facts or slot changed since it was made.
        moved: Numbers of the facts that changed, or are gone, since.
        topic: The slot, or the subject, by which the queue is ordered.
        choice: The answer that was picked, of a conflict.
        decided_at, decided_by, operation: When, by whom and in which operation it was decided.
    """

    id: str
    number: int
    owner: str
    kind: str
    state: str
    verdict: str
    reasons: tuple[str, ...]
    rationale: str
    proposed_by: str
    run: int | None
    created_at: Instant
    at: Instant | None
    topic: str
    items: tuple[ProposalItem, ...]
    new: NewFact | None
    moved: tuple[int, ...] = ()
    slot_version: int | None = None
    slot_version_now: int | None = None
    choice: int | None = None
    decided_at: Instant | None = None
    decided_by: str | None = None
    operation: int | None = None

    @property
    def waits(self) -> bool:
        """Whether a person can still decide it; a refused one does not wait, though it can be accepted by hand."""
        return self.state in ("pending", "stale") and self.verdict != "refused"

    @property
    def slot_moved(self) -> bool:
        """Whether the slot changed since."""
        return self.slot_version != self.slot_version_now

    @property
    def seen(self) -> Seen:
        """What whoever looks at it now has seen."""
        return Seen(tuple((item.fact.number, item.fact.version) for item in self.items), self.slot_version_now)

    @property
    def lost(self) -> tuple[str, ...]:
        """Every word a merge would lose."""
        return tuple(word for item in self.items for word in item.lost)


@dataclass(frozen=True)
class Check:
    """One line of the policy: how it came out, its reason code, and in words."""

    outcome: Literal["ok", "person", "conflict", "refused"]
    code: str
    words: str


@dataclass(frozen=True)
class Judgement:
    """What the policy says: the verdict, the codes for it, and every line that was looked at."""

    verdict: str
    reasons: tuple[str, ...]
    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Answer:
    """One numbered answer to a conflict.

    Args:
        number: Of two: 1 the first holds, 2 the second holds, 3 both hold, 4 neither. Of more: 1 each followed the one before it,
            2 the newest holds, 3 all hold, and from 4 on one of those before the newest.
        words: What it says.
        does: What it would do, line by line, for each thing that may be said of what does not hold; `None` where nothing is asked.
        asks_slot: Whether the second fact needs the name of another slot.
        fact: Of more than two: the number of the fact that alone holds.
    """

    number: int
    words: str
    does: tuple[tuple[Other | None, tuple[str, ...]], ...]
    asks_slot: bool = False
    fact: int | None = None

    @property
    def asks_other(self) -> bool:
        """Whether it must be said what became of the other fact."""
        return any(other is not None for other, _ in self.does)


class Stretch(NamedTuple):
    """A stretch of valid time; `exact` is false where it may have begun earlier, an open end is `None`."""

    valid_from: Instant
    exact: bool
    valid_to: Instant | None


@dataclass(frozen=True)
class Course:
    """When a fact holds before a decision, and when it would after it; the number of one that is not there yet is `None`."""

    fact: int | None
    before: tuple[Stretch, ...]
    after: tuple[Stretch, ...]


@dataclass(frozen=True)
class Prospect:
    """What an answer to a conflict comes to, with what is said of what does not hold, for each fact in order."""

    choice: int
    other: Other | None
    courses: tuple[Course, ...]


@dataclass(frozen=True)
class Effect:
    """What a decision would change in the prompt block: its length before and after, and the lines that go and come."""

    before: int
    after: int
    words: int  # more (or, negative, fewer) words in the block
    gone: tuple[BlockLine, ...]
    come: tuple[BlockLine, ...]


@dataclass(frozen=True)
class Quote:
    """A quote beside the fact it stands for; `fact` is `None` for the fact a proposal would make."""

    fact: int | None
    evidence: Evidence


@dataclass(frozen=True)
class Review:
    """Everything a person decides a proposal by, judged anew as it is now; a conflict of many facts has no prospects."""

    proposal: Proposal
    judgement: Judgement
    quotes: tuple[Quote, ...]
    answers: tuple[Answer, ...]
    effect: Effect
    prospects: tuple[Prospect, ...] = ()


@dataclass(frozen=True)
class ProposalQuery:
    """Which proposals, in the order of the queue: plain ones first, conflicts last, by topic within each.

    Args:
        state: One of `PROPOSAL_STATES`, `waiting` (pending or stale, and not refused), `refused`, `decided`, or `all`.
        kind, verdict, run, owner: Only these.
        before: Only what was proposed before this instant, microseconds UTC.
    """

    owner: str | None = None
    state: str = "waiting"
    kind: str | None = None
    verdict: str | None = None
    run: int | None = None
    before: Instant | None = None


ProposalKey = tuple[int, str, int]


@dataclass(frozen=True)
class ProposalPage:
    """Proposals in order, and the key after (or before) which the next page in that direction begins (`None` at the end)."""

    proposals: tuple[Proposal, ...]
    next: ProposalKey | None


@dataclass(frozen=True)
class Waiting:
    """What the header says of the queue."""

    count: Count
    oldest: Instant | None
    last_run: Instant | None
    refused: Count
    nightly: bool  # whether the nightly run is switched on
    left: int = 0  # how many questions the latest nightly run left for a later one


@dataclass(frozen=True)
class Tally:
    """How many wait of each kind, for the title of the queue."""

    kinds: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Rule:
    """A rule of never: facts by topic words, kind, source or author are not taken in."""

    id: str
    number: int
    owner: str | None
    by: str
    value: str
    since: Instant
    in_force: bool


@dataclass(frozen=True)
class Step:
    """One step of a nightly run: what it looked at, what it proposed, what it passed over and why, and how long it took."""

    name: str
    looked_at: int
    proposed: int
    skipped: tuple[tuple[str, int], ...]  # (reason code, how many)
    seconds: float
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class NightlyReport:
    """What a nightly run did, or would do."""

    run: int | None
    now: Instant
    steps: tuple[Step, ...]
    proposed: tuple[Suggestion, ...]  # new ones only
    guarded: tuple[str, ...]  # owners whose batch approval is locked until acknowledged
