"""The run itself: switched off until asked for, alone, rehearsed without a trace, stopped without a trace, guarded."""

import json
import os
from collections.abc import Callable

import pytest
from sqlalchemy import select

from store.clock import SECOND, FixedClock
from store.errors import NotFound, Refused
from store.nightly import run_nightly
from store.nightly.lease import LASTS, Lease
from store.proposal import ProposalQuery
from store.store import open_store
from store.tables import GUARD, LEASE, PROPOSAL, RUN
from store.values import EvidenceInput, Query
from tests.nightly.conftest import COFFEE, MILK, Night
from tests.store.conftest import Keeper


def rows(night: Night, *tables: object) -> list[int]:
    """How many rows each table has."""
    return [night.store.read(lambda at, table=table: len(at.execute(select(table)).all())) for table in tables]


def test_it_is_off_until_switched_on(keeper: Keeper) -> None:
    """F6: refused with the next step; a rehearsal is always allowed."""
    keeper.on(0)
    with pytest.raises(Refused, match="nightly_off") as refused:
        run_nightly(keeper.store)
    assert "settings set nightly.enabled true" in refused.value.next
    assert run_nightly(keeper.store, dry_run=True).run is None


def test_a_rehearsal_writes_nothing_at_all(night: Night) -> None:
    """F6: not one byte, and it says what a run would propose."""
    night.state(COFFEE)
    night.state(MILK)
    before = night.store.path.read_bytes()
    rehearsed = night.run(dry_run=True)
    assert night.store.path.read_bytes() == before
    assert night.run() == rehearsed
    assert rehearsed == [("merge", (2, 1))]


def test_a_run_is_recorded_without_text(night: Night) -> None:
    """F6, D6: kind, times and counts; the operations are the run's."""
    night.state(COFFEE)
    night.state(MILK)
    night.run()
    assert night.report
    (row,) = night.store.read(lambda at: at.execute(select(RUN).where(RUN.c.kind == "nightly")).all())
    assert row.id == night.report.run
    counts = json.loads(row.counts)
    assert counts["duplicates"] == {"looked_at": 2, "proposed": 1, "skipped": {}}
    assert "coffee" not in row.counts.lower()
    assert "ana" not in row.counts
    assert night.store.changes()[0].actor == f"nightly:{row.id}"
    assert night.store.proposals.waiting("ana").last_run == row.finished_at


def test_every_step_says_what_it_did(night: Night) -> None:
    """F8: counts, time, and what was passed over and why."""
    night.state(COFFEE)
    seen: list[tuple[str, int, int]] = []
    night.run(progress=lambda *told: seen.append(told))
    assert night.report
    assert [step.name for step in night.report.steps] == ["duplicates", "conflicts", "expiry", "suspects", "budget"]
    assert all(step.seconds >= 0 and step.looked_at == 1 for step in night.report.steps)
    assert {step for step, _, _ in seen} == {step.name for step in night.report.steps}
    assert all(done <= total for _, done, total in seen)


@pytest.mark.parametrize("step", ["duplicates", "conflicts", "expiry", "suspects", "budget"])
def test_stopped_anywhere_it_leaves_nothing(
    night: Night, stopping: Callable[[str], Callable[[str, int, int], None]], step: str
) -> None:
    """U8: cancelled between items."""
    night.state(COFFEE)
    night.state(MILK)
    with pytest.raises(Refused, match="cancelled"):
        night.run(progress=stopping(step))
    assert rows(night, PROPOSAL, RUN, LEASE) == [0, 0, 0]
    assert night.run() == [("merge", (2, 1))]


def test_two_runs_never_meet(night: Night) -> None:
    """F6: the second one is told since when."""
    wall = FixedClock(1_800_000_000 * SECOND)
    with Lease(night.store, wall):
        wall.at += LASTS - 1
        with pytest.raises(Refused, match="at it since 2027-01-15T08:00:00Z") as refused:
            night.run(wall=wall)
        assert refused.value.reason == "run_busy"
        assert night.run(dry_run=True, wall=wall) == []
    assert night.run(wall=wall) == []


def test_a_lease_is_renewed_while_the_run_is_at_it(night: Night) -> None:
    """F6: however long it takes."""
    wall = FixedClock(1_800_000_000 * SECOND)
    with Lease(night.store, wall) as lease:
        for _ in range(10):
            wall.at += LASTS // 2
            lease.renew()
            with pytest.raises(Refused, match="run_busy"):
                night.run(wall=wall)


def test_a_run_that_lost_its_lease_writes_nothing(night: Night) -> None:
    """F6: asleep for longer than the lease lasts, it finds another run has begun."""
    night.state(COFFEE)
    night.state(MILK)
    wall = FixedClock(1_800_000_000 * SECOND)

    def sleeps(step: str, done: int, total: int) -> None:
        if step == "budget":
            wall.at += 2 * LASTS
            Lease(night.store, wall).__enter__()

    with pytest.raises(Refused, match="run_busy"):
        night.run(progress=sleeps, wall=wall)
    assert rows(night, PROPOSAL, RUN) == [0, 0]


@pytest.mark.skipif(os.name != "posix", reason="A process is forked.")
def test_a_killed_run_blocks_the_next_for_two_minutes(night: Night) -> None:
    """F6, B6: a process of its own; its lease runs out, and nothing of it is left."""
    night.state(COFFEE)
    night.state(MILK)
    child = os.fork()
    if child == 0:
        try:
            with open_store(night.store.path) as store:
                run_nightly(store, progress=lambda *_: os._exit(9))
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    with pytest.raises(Refused, match="run_busy"):
        night.run()
    (until,) = night.store.read(lambda at: at.execute(select(LEASE.c.until)).scalars().all())
    assert night.run(wall=FixedClock(until)) == [("merge", (2, 1))]


def test_a_later_day_is_only_rehearsed(keeper: Keeper, night: Night) -> None:
    """F6: what is not due yet is not proposed."""
    with pytest.raises(Refused, match="judged_ahead"):
        night.run(now=keeper.day(1000))


def test_one_owner_alone_can_be_looked_at(night: Night) -> None:
    """F4: and an unknown one is named."""
    for owner in ("ana", "bo"):
        night.state(COFFEE, owner)
        night.state(MILK, owner)
    assert night.run(owner="Bo") == [("merge", (4, 3))]
    assert night.run() == [("merge", (2, 1))]
    with pytest.raises(NotFound, match="owner_not_found"):
        night.run(owner="Cy")


@pytest.mark.parametrize(("copies", "others", "guarded"), [(21, 50, True), (21, 180, False), (19, 10, False)])
def test_a_run_that_would_end_much_is_guarded(night: Night, copies: int, others: int, guarded: bool) -> None:
    """F4, F6: more than a tenth of what is active and at least twenty; one by one it goes, in a batch not."""
    twice = ["".join(chr(107 + int(digit)) for digit in f"{number * 7919:09}") for number in range(copies)]
    unlike = ["".join(chr(97 + int(digit)) for digit in f"{number * 7919:09}") for number in range(others)]
    night.keeper.tell([*twice, *unlike, *twice])
    night.run()
    assert night.report
    assert night.report.guarded == (("ana",) if guarded else ())
    assert rows(night, GUARD) == [int(guarded)]
    merges = night.store.proposals.page(ProposalQuery("ana", kind="merge")).proposals
    if guarded:
        with pytest.raises(Refused, match="volume_guard"):
            night.store.proposals.approve(merges[0].number, batch="0199aaaa-0000-7000-8000-000000000000")
        night.store.proposals.approve(merges[0].number)


def test_it_says_how_full_the_budget_is(night: Night) -> None:
    """F5, F8: for each owner with automatic facts; nothing is proposed for it."""
    night.store.set_setting("budget", "1")
    message = night.keeper.say("I play the cello")
    night.store.assert_fact("Plays the cello", owner="ana", origin="online", evidence=[EvidenceInput(message.number)])
    night.state("Likes rain", "bo")
    assert night.run() == []
    step = night.step("budget")
    assert step.looked_at == 2
    assert step.notes == ("ana: 1 of 1 facts found automatically, and nothing more is taken in automatically",)


def test_somebody_may_come_during_a_run(night: Night) -> None:
    """B12, F5: whoever is new to the store by then is named like the others."""
    night.store.set_setting("nightly.enabled", "true")
    message = night.keeper.say("I play the cello", author="rui")

    def meanwhile(step: str, done: int, total: int) -> None:
        if not night.store.count(Query(owner="rui")).number:
            night.store.assert_fact("Plays the cello", owner="rui", origin="online", evidence=[EvidenceInput(message.number)])

    report = run_nightly(night.store, progress=meanwhile, wall=night.keeper.clock)
    assert report.steps[-1].notes == ("rui: 1 of 80 facts found automatically",)
