"""Deletions in memory, for tests of the screen alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from store.deletion import Copy, Deletion, Members, Preview, Scope, Staying, Step
from store.errors import NotFound
from store.values import Fact

if TYPE_CHECKING:
    from tests.inspector.fake import FakeStore

PRESENT = 1_796_000_000_000_000


class Place(NamedTuple):
    """A place of copies by name."""

    name: str


class FakeDeletions:
    """Deletes from the list of facts; what it does to copies is told by `failing`."""

    def __init__(self, store: "FakeStore") -> None:
        self.store = store
        self.mirrors = [Place("search index"), Place("migration backups"), Place("store file")]
        self.failing: dict[str, str] = {}
        self.jobs: list[Deletion] = []

    def present(self) -> list[Place]:
        return self.mirrors

    def preview(self, scope: Scope, members: Members = "keep") -> Preview:
        facts = [self.store.fact(number) for number in scope.facts]
        if scope.kind == "slot":
            facts = [item for item in self.store.held.values() if item.slot == scope.name]
        if scope.kind == "source":
            facts = list(self.store.held.values())[:3]
        merged = tuple(item for item in self.store.held.values() if item.superseded_by in {fact.number for fact in facts})
        if members == "delete":
            facts, merged = [*facts, *merged], ()
        counts = (("facts", len(facts)), ("beliefs", 2 * len(facts)), ("messages", 1))
        copies = (*(Copy(place.name, "words") for place in self.mirrors), Copy("answers already given", "said", reachable=False))
        return Preview(
            scope, tuple(facts), (), counts, merged, (), (Staying("digests", "so that it does not come back"),), copies
        )

    def delete(
        self,
        scope: Scope,
        *,
        members: Members = "keep",
        shown: Sequence[Fact] | None = None,
        progress: Any = None,
    ) -> Deletion:
        self.store.calls.append(("delete", scope, members, None if shown is None else len(shown)))
        if self.store.refuse is not None:
            raise self.store.refuse
        facts = tuple(fact.number for fact in self.preview(scope, members).facts)
        for number in facts:
            del self.store.held[number]
        job = Deletion(
            "id", len(self.jobs) + 1, "pending", scope.kind, facts, (("facts", len(facts)),), "ana", "person:test", PRESENT, None,
            None, 7, (),
        )  # fmt: skip
        self.jobs.append(self._cleared(job, progress))
        return self.jobs[-1]

    def _cleared(self, job: Deletion, progress: Any = None) -> Deletion:
        tries = {step.mirror: step.tries for step in job.steps}
        steps = []
        for index, place in enumerate(self.mirrors):
            if progress is not None:
                progress(place.name, index, len(self.mirrors))
            why = self.failing.get(place.name, "")
            left = 1 if why == "text_left" else 0
            state: Any = "failed" if why else "cleared"
            steps.append(Step(place.name, state, left, tries.get(place.name, 0) + 1, PRESENT, why))
        done = not self.failing
        return replace(job, steps=tuple(steps), state="done" if done else "pending", finished_at=PRESENT if done else None)

    def retry(self, ref: int | None = None, *, progress: Any = None) -> tuple[Deletion, ...]:
        self.store.calls.append(("retry", ref))
        numbers = [job.number for job in self.jobs if job.state == "pending" and ref in (None, job.number)]
        self.jobs = [self._cleared(job) if job.number in numbers else job for job in self.jobs]
        return tuple(job for job in self.jobs if job.number in numbers)

    def lift(self, ref: int) -> Deletion:
        self.store.calls.append(("lift", ref))
        self.jobs = [replace(job, lifted_at=PRESENT) if job.number == ref else job for job in self.jobs]
        return self.one(ref)

    def one(self, ref: int) -> Deletion:
        for job in self.jobs:
            if job.number == ref:
                return job
        raise NotFound("deletion_not_found", id=ref)

    def list(self) -> tuple[Deletion, ...]:
        return tuple(reversed(self.jobs))
