"""What one run may ask: each fact is in one question at most, and no more wait than a person can look through."""

from collections.abc import Iterable, Sequence
from typing import Literal

from store.nightly.finding import Finding
from store.nightly.held import Held
from store.proposal import Suggestion


class Room:
    """The room for questions about one owner's facts.

    An answer changes its facts and their slots, so that a second question about them would be stale once the first is answered.

    Args:
        left: How many more questions may wait.
        waiting: The numbers of the facts that a question waits about already.

    Attributes:
        left_out: How many questions were left for a later run.
    """

    def __init__(self, left: int, waiting: Iterable[int]) -> None:
        self._left = left
        self.left_out = 0
        self._facts = set(waiting)
        self._slots: set[tuple[str, str]] = set()

    def is_free(self, fact: Held) -> bool:
        """Whether no question waits about a fact, or about the slot it fills."""
        return fact.number not in self._facts and _slot(fact) not in self._slots

    def are_free(self, facts: Iterable[Held]) -> bool:
        """Whether that is so of all facts."""
        return all(map(self.is_free, facts))

    def suggest(self, facts: Sequence[Held], suggestion: Suggestion, step: Finding) -> None:
        """Ask about facts, unless as much waits as may."""
        if self._left <= 0:
            self.leave("full", step)
            return
        self._left -= 1
        self._facts.update(fact.number for fact in facts)
        self._slots.update(slot for fact in facts if (slot := _slot(fact)) is not None)
        step.suggest(facts[0].owner, suggestion)

    def leave(self, why: Literal["busy", "full"], step: Finding) -> None:
        """Leave a question for a later run."""
        step.skipped[why] += 1
        self.left_out += 1


def _slot(fact: Held) -> tuple[str, str] | None:
    return None if fact.slot is None else (fact.subject, fact.slot)
