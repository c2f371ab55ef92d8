"""Plays random histories in the store and in the executable model beside it, and compares every answer.

`python -m tests.store.oracle 5000` plays that many and prints what differed. A history that differs is played once
more beside the model with the one rule mended in which it departs from the words of model.md; the figures tell both.
"""

import importlib.util
import itertools
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from store.clock import DAY, FixedClock, Instant
from store.errors import StoreError
from store.spans import Span, deciding, state_of
from store.store import Store, create_store
from store.values import AsOf, Belief, Outcome, Query

BASE = 1_600_000_000_000_000
LENGTH = 40 * DAY
STEPS = 9
VALID = range(-1, 17)
REASONS = {"nothing": "nothing_to_undo"}
MODES = {None: None, "swap": "swap", "closed": "from_now", "keep": "keep_both"}


def shared_folder() -> Path | None:
    """Return the folder with the model and the data, where it is present."""
    told = os.environ.get("MEMORY_INSPECTOR_SHARED")
    folder = Path(told) if told else Path(__file__).resolve().parents[3] / "shared"
    return folder if folder.is_dir() else None


def load_model() -> ModuleType | None:
    """Return the executable model, where it is present."""
    folder = shared_folder()
    path = folder / "tools" / "belief_model.py" if folder else None
    if path is None or not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("belief_model", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def mended(oracle: ModuleType) -> Any:
    """Return a new model that leaves the past alone where a fact is restored from now on, as model.md says.

    The model as it is cuts what had replaced a fact without a slot from that fact's own beginning.
    """

    class Model(oracle.Model):  # type: ignore[misc, name-defined]
        since = None

        def restore(self, fact: str, mode: str | None = None, at: Any = None) -> None:
            self.since = self.now if mode == "closed" else None
            try:
                super().restore(fact, mode, at)
            finally:
                self.since = None

        def cut(self, fact: str, begin: Any, end: Any, by: Any, ends_as: str = "superseded") -> None:
            super().cut(fact, begin if self.since is None else max(begin, self.since), end, by, ends_as)

    return Model()


@dataclass
class Play:
    """One history in both: an owner of their own in the store, with a stretch of time of their own."""

    oracle: ModuleType
    model: Any
    store: Store
    clock: FixedClock
    number: int
    rng: random.Random
    numbers: dict[str, int] = field(default_factory=dict)
    done: list[tuple[dict[str, Any], int | None, dict[str, int]]] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.owner = f"owner {self.number}"

    def at(self, time_: float) -> Instant:
        return BASE + self.number * LENGTH + int(time_) * DAY

    def run(self) -> list[str]:
        """Play the steps and return what differed."""
        for step in range(STEPS):
            self.model.now = step + 1
            self.clock.at = self.at(step + 1)
            operation = self.oracle.random_operation(self.model, self.rng)
            expected, said = self.play(operation)
            self.log.append(f"{operation} -> {expected}")
            if said != expected:
                return [*self.log, f"the store said {said}"]
        return self.differences()

    def play(self, operation: tuple[Any, ...]) -> tuple[str, str]:
        """Do one operation in both and return both answers."""
        before = {fact: self.model.ver(fact) for fact in self.model.facts}
        stack = list(self.model.undo_stack)
        expected = REASONS.get(answer := str(self.oracle.apply(self.model, operation)), answer)
        if operation[0] == "undo":
            return expected, self.undo(expected, stack)
        try:
            outcome = self.do(operation)
        except StoreError as error:
            return expected, error.reason
        for fact in sorted(set(self.model.facts) - set(self.numbers), key=lambda name: int(name[1:])):
            self.numbers[fact] = outcome.facts[0].number
        if operation[0] == "delete":
            self.done = [entry for entry in self.done if operation[1] not in entry[0]]
        elif expected == "ok" and operation[0] != "pin":
            self.done.append((self.model.undo_stack[-1], outcome.operation, before))
        return expected, "ok"

    def undo(self, expected: str, stack: list[Any]) -> str:
        if not stack:
            return expected
        record, operation, before = self.done[-1]
        if not record:  # nothing had changed
            self.done.pop()
            return "ok"
        try:
            assert operation is not None
            self.store.undo(operation)
        except StoreError as error:
            return error.reason
        self.done.pop()
        # The store lets several changes be undone one after the other: what an undo wrote counts as what stood before.
        for earlier, _, _ in self.done:
            for fact, (version, spans) in earlier.items():
                if fact in record and version == before.get(fact):
                    earlier[fact] = (self.model.ver(fact), spans)
        return "ok"

    def do(self, operation: tuple[Any, ...]) -> Outcome:
        store = self.store
        kind, *given = operation
        if kind == "assert_":
            slot, text, start, end = given
            return store.assert_fact(
                text,
                owner=self.owner,
                slot=slot,
                valid_from=self.at(start),
                valid_to=None if end is None else self.at(end),
            )
        fact = self.numbers[given[0][0] if kind == "merge" else given[0]]
        match kind:
            case "supersede":
                return store.supersede(fact, given[1], at=self.at(given[2]))
            case "correct":
                return store.correct(fact, given[1])
            case "end":
                return store.end(fact, at=self.at(given[1]), until=None if given[2] is None else self.at(given[2]))
            case "restore":
                return store.restore(fact, mode=MODES[given[1]])  # type: ignore[arg-type]
            case "expire":
                return store.expire(fact, self.at(given[1]))
            case "merge":
                return store.merge([fact], self.numbers[given[1]])
            case _:
                outcome: Outcome = getattr(store, kind)(fact)
                return outcome

    def differences(self) -> list[str]:
        """Compare the state of every fact at every pair of instants, and a few pairs by SQL."""
        beliefs = {fact: self.store.card(self.numbers[fact]).beliefs for fact in self.model.facts}
        known_range = range(self.model.now + 1)
        for known in known_range:
            for valid in VALID:
                for fact, rows in beliefs.items():
                    expected = self.model.state(fact, valid, known)
                    found = state_by_rows(rows, self.at(valid), self.at(known))
                    if found != expected:
                        return [*self.log, f"{fact} at valid {valid}, known {known}: {found}, not {expected}"]
        for _ in range(2):
            valid, known = self.rng.choice(VALID), self.rng.choice(known_range)
            found_active = self.by_sql(valid, known)
            if found_active != self.model.as_of(valid, known):
                return [*self.log, f"as of valid {valid}, known {known}: {found_active}"]
        return []

    def by_sql(self, valid: int, known: int) -> list[str]:
        names = {number: fact for fact, number in self.numbers.items()}
        page = self.store.facts(Query(owner=self.owner), AsOf(self.at(valid), self.at(known)))
        return sorted(names[fact.number] for fact in page.facts)


def state_by_rows(beliefs: tuple[Belief, ...], valid: Instant, known: Instant) -> str:
    """The state of one fact from its rows, by the Python rule."""
    rows = [row for row in beliefs if row.system_from <= known and (row.system_to is None or known < row.system_to)]
    if not rows:
        return "unknown"
    spans = [span_of(row) for row in rows]
    return state_of(deciding(spans, valid), rows[0].cause, valid)


def span_of(row: Belief) -> Span:
    """The span a belief holds."""
    end = 2**63 - 1 if row.valid_to is None else row.valid_to
    return Span(row.valid_from, end, row.start_told, row.valid_from_exact, row.valid_to_exact, row.superseded_by, row.ends_as)


def telling(oracle: ModuleType, among: int) -> list[int]:
    """Return which of so many histories hold an operation with an answer, done or refused for a reason, that none before them held."""
    known: set[tuple[str, str]] = set()
    found = []
    for number in range(among):
        model, rng = oracle.Model(), random.Random(number)
        held = set()
        for step in range(STEPS):
            model.now = step + 1
            operation = oracle.random_operation(model, rng)
            held.add((operation[0], oracle.apply(model, operation)))
        if not held <= known:
            found.append(number)
        known |= held
    return found


@dataclass
class Played:
    """What differed in one history: beside the model as it is, and, where anything did, beside the mended one."""

    number: int
    as_it_is: list[str]
    as_mended: list[str] = field(default_factory=list)


def plays(oracle: ModuleType, folder: Path, histories: Iterable[int]) -> Iterator[Played]:
    """Play histories, all of them in one store which is checked at the end, and give what differed in each."""
    clock = FixedClock(BASE)
    places = itertools.count()
    with create_store(folder / "oracle.db", clock=clock) as store:

        def differences(model: Any, number: int) -> list[str]:
            return Play(oracle, model, store, clock, next(places), random.Random(number)).run()

        for number in histories:
            played = Played(number, differences(oracle.Model(), number))
            if played.as_it_is:
                played.as_mended = differences(mended(oracle), number)
            yield played
        problems = [f"{problem.reason} {problem.ids} {problem.detail}" for problem in store.check()]
        assert not problems, problems


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    oracle = load_model()
    if oracle is None:
        sys.exit("The executable model is not beside this folder; MEMORY_INSPECTOR_SHARED names another place.")
    began, departing, bad = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MEMORY_INSPECTOR_KEYS"] = folder
        for played in plays(oracle, Path(folder), range(count)):
            if not played.as_it_is:
                continue
            print(f"history {played.number}:", *played.as_it_is, sep="\n  ", flush=True)
            if not played.as_mended:
                departing += 1
                print("  the same by the words of model.md (restore from now)")
                continue
            print("  by the words of model.md:", *played.as_mended, sep="\n  ")
            bad += 1
            if bad >= 5:
                break
    print(f"{count} histories, {bad} differ; {departing} where the model departs from model.md; {time.monotonic() - began:.0f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
