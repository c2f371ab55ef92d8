"""What was asked before: proposals that wait, and answers that stand while the facts in them are as they were."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from sqlalchemy import Connection, func, select

from store.nightly.held import Held
from store.proposing import RETURNS
from store.state import known_at
from store.tables import BELIEF, PROPOSAL, PROPOSAL_ITEM

KINDS = ("merge", "conflict", "expire", "confirm")
SAME_TEXT, ALIKE = ("same_text", "alike")
"""Why facts are to be merged: the same text (but for case, and blanks around it), or alike by the pair rule."""
Version = tuple[int, int]
"""A fact's number and version."""


@dataclass(slots=True)
class Question:
    """One proposal: its facts with the versions it was decided on, and those of them that changed since.

    `kind` is that of the proposal; of a merge, the reason for which it was proposed. `reason` is the first one that was found.
    """

    kind: str
    state: str
    reason: str = ""
    waits: bool = False
    items: set[Version] = field(default_factory=set)
    moved: set[int] = field(default_factory=set)

    @property
    def facts(self) -> frozenset[int]:
        return frozenset(number for number, _ in self.items)

    def still_asks(self, active: Collection[int]) -> frozenset[int]:
        """Return the facts it still waits about: those that hold, if they are enough for a question."""
        there = self.facts & frozenset(active) if self.waits else frozenset[int]()
        return there if len(there) >= min(2, len(self.items)) else frozenset()


class Asked:
    """The proposals about one owner's facts.

    Args:
        questions: All of them.
        active: The numbers of the facts that hold.

    Attributes:
        waiting_count: How many of them wait for a decision.
        busy: The facts that one of them waits about.
    """

    def __init__(self, questions: Iterable[Question], active: Iterable[int]) -> None:
        there = set(active)
        self._states: dict[tuple[str, frozenset[Version]], str] = {}
        self._waiting: defaultdict[str, set[int]] = defaultdict(set)
        self._waiting_sets: set[tuple[str, frozenset[int]]] = set()
        self._refused: defaultdict[tuple[str, int], list[frozenset[int]]] = defaultdict(list)
        self._settled: dict[tuple[str, int], dict[int, str]] = {}
        self.waiting_count = 0
        self.busy: set[int] = set()
        for question in questions:
            if not (question.state == "approved" and question.kind in RETURNS):
                self._states[question.kind, frozenset(question.items)] = question.state
            facts, still = question.facts, question.still_asks(there)
            self.waiting_count += question.waits
            self.busy |= still
            if question.state == "pending" and facts <= there:
                self._waiting[question.kind] |= facts
                self._waiting_sets.add((question.kind, facts))
            if question.kind == "conflict":
                self._settle(question, still | (facts - question.moved))
            if question.state == "rejected" and not question.moved and len(facts) > 1:
                for number in facts:
                    self._refused[question.kind, number].append(facts)

    def _settle(self, question: Question, facts: Collection[int]) -> None:
        """Note that facts were asked about together, and so with all that any of them was asked about with for this reason."""
        if len(facts) < 2:
            return
        known = [self._settled.get((question.reason, number)) or {number: question.state} for number in facts]
        together = max(known, key=len)
        for more in known:
            if more is not together:
                together.update(more)
        together.update(dict.fromkeys(facts, question.state))
        self._settled.update(dict.fromkeys(((question.reason, number) for number in together), together))

    def state(self, kind: str, items: Iterable[Version]) -> str | None:
        """Return what became of the same question about these very versions: pending, approved, rejected, or `None`."""
        return self._states.get((kind, frozenset(items)))

    def waits(self, kind: str, facts: Iterable[int]) -> bool:
        """Whether this waits for an answer already, be it about earlier versions."""
        return (kind, frozenset(facts)) in self._waiting_sets

    def waiting(self, kind: str) -> set[int]:
        """Return the facts of which a proposal of a kind waits."""
        return self._waiting[kind]

    def settled(self, reason: str, ones: Iterable[Held], others: Iterable[Held]) -> str | None:
        """Return what became of a conflict between any of the facts and any of the others, if it was asked and stands.

        What was asked about one value of a series, and then about that and the next, stands for all of them.
        """
        wanted = [other.number for other in others]
        for one in ones:
            together = self._settled.get((reason, one.number), {})
            for other in wanted:
                if other in together:
                    return together[other]
        return None

    def grouped(self, kind: str, facts: Iterable[int]) -> Iterator[int]:
        """Yield those facts, in their order, that nobody refused to group with one that was yielded before.

        A refusal stands while nothing in the group that was refused changed.
        """
        kept: set[int] = set()
        for number in facts:
            if all(kept.isdisjoint(group) for group in self._refused.get((kind, number), ())):
                kept.add(number)
                yield number


def questions(connection: Connection, owner: int | None) -> dict[int, list[Question]]:
    """Return every proposal of the kinds a run makes, by owner."""
    current = (
        select(func.max(BELIEF.c.version)).where(BELIEF.c.fact_id == PROPOSAL_ITEM.c.fact_id, known_at(BELIEF, None))
    ).scalar_subquery()
    query = (
        select(
            PROPOSAL.c.id,
            PROPOSAL.c.owner_id,
            PROPOSAL.c.kind,
            PROPOSAL.c.state,
            PROPOSAL.c.verdict,
            PROPOSAL.c.reasons,
            PROPOSAL_ITEM.c.fact_id,
            PROPOSAL_ITEM.c.version,
            current.label("now"),
        )
        .join(PROPOSAL_ITEM, PROPOSAL_ITEM.c.proposal_id == PROPOSAL.c.id)
        .where(PROPOSAL.c.kind.in_(KINDS), PROPOSAL.c.text.is_(None))
    )
    if owner is not None:
        query = query.where(PROPOSAL.c.owner_id == owner)
    by_number: dict[int, Question] = {}
    by_owner: defaultdict[int, list[Question]] = defaultdict(list)
    for row in connection.execute(query):
        question = by_number.get(row.id)
        if question is None:
            reasons = json.loads(row.reasons)
            same = row.kind == "merge" and SAME_TEXT in reasons
            kind = SAME_TEXT if same else ALIKE if row.kind == "merge" else row.kind
            waits = row.state == "pending" and row.verdict != "refused"
            question = by_number[row.id] = Question(kind, row.state, reasons[0] if reasons else "", waits)
            by_owner[row.owner_id].append(question)
        question.items.add((row.fact_id, row.version))
        if row.now != row.version:
            question.moved.add(row.fact_id)
    return dict(by_owner)
