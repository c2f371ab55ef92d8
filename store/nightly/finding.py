"""What a step of a run gathers: suggestions, what it passed over and why, and how long it took."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from store.proposal import Step, Suggestion

SKIPPED = {
    "pinned": "with a pinned fact in it",
    "waits": "waiting for a decision already",
    "decided": "decided before, and unchanged since",
    "covered": "standing behind a proposal about facts alike to them",
    "restored": "brought back after expiring once",
    "expires": "proposed to expire instead",
    "busy": "left for a later run, as another question about the same facts waits",
    "full": "left for a later run, as no more may wait at once (nightly.queue)",
    "moved": "changed during the run",
}
"""Why a step passes something over, by reason code, in words that follow a number."""

Tick = Callable[[str, int, int], None]
"""Called with the name of a step and how much is done of how much; raising Refused `cancelled` stops the run."""


@dataclass(slots=True)
class Finding:
    """One step, as far as it is."""

    name: str
    looked_at: int = 0
    found: list[tuple[int, Suggestion]] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    notes: list[str] = field(default_factory=list)

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Count the time of what is done inside."""
        start = perf_counter()
        try:
            yield
        finally:
            self.seconds += perf_counter() - start

    def suggest(self, owner: int, suggestion: Suggestion) -> None:
        """Add a suggestion about an owner's facts."""
        self.found.append((owner, suggestion))

    def step(self) -> Step:
        """Return the step as it is reported."""
        skipped = tuple((reason, number) for reason, number in sorted(self.skipped.items()) if number)
        return Step(self.name, self.looked_at, len(self.found), skipped, round(self.seconds, 3), tuple(self.notes))
