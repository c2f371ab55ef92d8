"""Runs one change in a process of its own and kills that process at a counted point, or at a moment of chance."""

import os
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import event

from store.clock import DAY, FixedClock, Instant, from_iso
from store.proposal import ProposalQuery, Suggestion
from store.store import Store, create_store, open_store
from store.values import EvidenceInput, Query, SourceInput

NOON: Instant = from_iso("2026-03-01T12:00:00Z")
LONGEST = 60.0
Deed = Callable[[Store], object]
Meaning = tuple[tuple[tuple[str, str], ...], tuple[tuple[int, str], ...], int]

DEEDS: dict[str, Deed] = {
    "approve a merge": lambda store: store.proposals.approve(1),
    "approve a conflict": lambda store: store.proposals.approve(2, choice=4),
    "approve in own words": lambda store: store.proposals.approve(1, text="Takes coffee black"),
    "reject": lambda store: store.proposals.reject(1),
    "undo an approval": lambda store: store.undo(),
    "supersede": lambda store: store.supersede(4, "Lives in Braga", at=NOON),
    "correct": lambda store: store.correct(4, "Lives in Faro"),
    "restore": lambda store: store.restore(5, mode="swap"),
    "state with evidence": lambda store: store.assert_fact(
        "Has a cat", owner="ana", origin="online", evidence=[EvidenceInput(1, "cat")]
    ),
    "lift a rule": lambda store: store.rules.remove(1),
}


@dataclass(frozen=True)
class Template:
    """A store ready for every deed; each kill works on a copy of it. The keys lie in `keys` beside it."""

    path: Path

    def copy(self, name: str) -> Path:
        """Return a fresh copy."""
        target = self.path.with_name(f"{name}.db")
        for leftover in self.path.parent.glob(f"{target.name}*"):
            leftover.unlink()
        for end in self.path.parent.glob("keys/*.anchor"):  # a copy begins anew, as nobody knows yet how it goes on
            end.unlink()
        shutil.copy(self.path, target)
        return target


def build(folder: Path) -> Template:
    """Make a store with facts in and out of a slot, a message, a rule, and proposals of which one is decided."""
    path = folder / "template.db"
    clock = FixedClock(NOON - 30 * DAY)
    with create_store(path, clock=clock, actor="person:ana") as store:
        store.add_source(SourceInput("I have a cat", clock.at, author="ana", ref="m1"))
        for text in ("Likes coffee in the morning", "Likes coffee in the morning, black", "Hates coffee"):
            store.assert_fact(text, owner="ana")
        store.assert_fact("Lives in Porto", owner="ana", slot="city", valid_from=NOON - 100 * DAY)
        store.assert_fact("Works at Lumen", owner="ana", slot="job", valid_from=NOON - 100 * DAY)
        store.supersede(5, "Works at Nordlys", at=NOON - 40 * DAY)
        store.assert_fact("Reads on paper", owner="ana")
        store.assert_fact("Reads on paper only", owner="ana")
        store.rules.add("topic", "health")
        store.proposals.propose(
            [
                Suggestion("merge", (("representative", 2, 1), ("member", 1, 1))),
                Suggestion("conflict", (("first", 2, 1), ("second", 3, 1))),
                Suggestion("merge", (("representative", 8, 1), ("member", 7, 1))),
            ],
            actor="nightly:1",
        )
        store.proposals.approve(3)
    return Template(path)


def opened(path: Path) -> Store:
    """Open a store a day later, so that every run of a deed writes the same times."""
    return open_store(path, clock=FixedClock(NOON), actor="person:ana")


def meaning(path: Path) -> Meaning:
    """Return what a store says: the state of every fact and proposal, and how many changes it counts; checked whole."""
    with opened(path) as store:
        problems = store.check()
        assert problems == (), problems
        facts = tuple((fact.text, fact.state) for fact in store.facts(Query(state="all", sort="number"), limit=1000).facts)
        proposals = store.proposals.page(ProposalQuery(state="all"), limit=1000).proposals
        return facts, tuple(sorted((one.number, one.state) for one in proposals)), store.last_operation()


def points(template: Template, deed: Deed) -> int:
    """Count the points of a deed at which it can be killed: before each statement, and around the commit."""
    with opened(template.copy("counted")) as store:
        counter = _Counter(store, None)
        deed(store)
    return counter.seen


def kill_at(template: Template, deed: Deed, point: int, name: str) -> Path:
    """Run a deed on a copy, killed at a counted point; returns the copy."""
    path = template.copy(name)

    def work() -> None:
        store = opened(path)
        _Counter(store, point)
        deed(store)

    _in_a_process(work, None)
    return path


def kill_after(template: Template, deed: Deed, seconds: float, name: str) -> Path:
    """Run a deed on a copy, killed after a while wherever it is; returns the copy."""
    path = template.copy(name)
    _in_a_process(lambda: deed(opened(path)), seconds)
    return path


def moments(count: int, longest: float, seed: int = 1) -> Iterator[float]:
    """Yield moments of chance within the time a deed takes, seconds."""
    chance = random.Random(seed)
    for _ in range(count):
        yield chance.uniform(0, longest)


class _Counter:
    """Counts statements and commits on a store's connections and kills this process at one of them."""

    def __init__(self, store: Store, at: int | None) -> None:
        self.seen = 0
        self._at = at
        engine = store._engine  # the seam at which a change meets the file
        event.listen(engine, "before_cursor_execute", self._step)
        event.listen(engine, "commit", self._step)

    def _step(self, *_: Any) -> None:
        self.seen += 1
        if self.seen == self._at:
            os.kill(os.getpid(), signal.SIGKILL)


def _in_a_process(work: Callable[[], object], seconds: float | None) -> None:
    """Run work in a forked process and wait for its end, by itself, by its own kill, or by ours after so many seconds."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    started = time.monotonic()
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.monotonic() - started > (LONGEST if seconds is None else seconds):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            assert seconds is not None, "the deed never ended"
            return
        time.sleep(0.0005)
