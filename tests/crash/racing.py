"""Several processes decide one queue at once: each proposal is decided once, and every loser is told why."""

import json
import os
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from store.clock import FixedClock
from store.errors import StoreError
from store.proposal import ProposalQuery, Suggestion
from store.store import create_store, open_store
from tests.crash.template import NOON


@dataclass(frozen=True)
class Race:
    """What came of it: how often each proposal was decided, and why the others were not."""

    decided: dict[int, int]
    told: Counter[str]
    operations: int


def race(folder: Path, proposals: int, processes: int) -> Race:
    """Let processes decide all of the proposals, each in an order of its own."""
    path = folder / "race.db"
    with create_store(path, clock=FixedClock(NOON), actor="person:ana") as store:
        facts = [store.assert_fact(f"Remembers thing {number}", owner="ana").facts[0] for number in range(proposals)]
        store.proposals.propose([Suggestion("retract", (("target", fact.number, 1),)) for fact in facts])
        before = store.last_operation()
    children = [_decider(path, folder / f"told-{number}.json", number) for number in range(processes)]
    for child in children:
        assert os.waitpid(child, 0)[1] == 0
    decided: Counter[int] = Counter()
    told: Counter[str] = Counter()
    for number in range(processes):
        for proposal, reason in json.loads((folder / f"told-{number}.json").read_text()):
            if reason:
                told[reason] += 1
            else:
                decided[proposal] += 1
    with open_store(path, clock=FixedClock(NOON)) as store:
        assert store.check() == ()
        assert store.proposals.count(ProposalQuery(state="approved"), cap=10**6).number == proposals
        return Race(dict(decided), told, store.last_operation() - before)


def _decider(path: Path, told: Path, number: int) -> int:
    """Fork a process that tries every proposal until it is decided by somebody, and notes what it was told."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        answers: list[tuple[int, str]] = []
        with open_store(path, clock=FixedClock(NOON), actor=f"person:{number}") as store:
            order = [proposal.number for proposal in store.proposals.page(ProposalQuery(state="all"), limit=10**6).proposals]
            random.Random(number).shuffle(order)
            for proposal in order:
                answers.append((proposal, _decide(store.proposals.approve, proposal)))
        told.write_text(json.dumps(answers))
        status = 0
    finally:
        os._exit(status)


def _decide(approve: Callable[[int], object], proposal: int) -> str:
    """Approve until it is not only that somebody else is writing; returns why it was refused, if it was."""
    while True:
        try:
            approve(proposal)
        except StoreError as error:
            if error.reason != "store_busy":
                return error.reason
        else:
            return ""
