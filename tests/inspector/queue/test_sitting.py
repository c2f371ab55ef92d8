"""Deciding on a store in a file: two inspectors, a summary, and taking a whole sitting back the next day."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from inspector.app import InspectorApp
from inspector.config import Config
from store.clock import DAY, FixedClock, from_iso
from store.proposal import Suggestion
from store.store import create_store, open_store
from tests.inspector.driving import Driven
from tests.inspector.queue.queues import Seconds, current

PRESENT = from_iso("2026-06-15T12:00:00Z")


@pytest.fixture
def memory(db: Path) -> Path:
    """A store in which four things wait."""
    with create_store(db, clock=FixedClock(PRESENT - 9 * DAY), actor="agent:mail") as store:
        for text in ("Likes strong black coffee", "Likes coffee strong and black", "Plays the cello", "Lives in Porto"):
            store.assert_fact(text, owner="ana")
        store.proposals.propose(
            [
                Suggestion("merge", (("representative", 1, 1), ("member", 2, 1)), "the same", owner="ana"),
                Suggestion("confirm", (("target", 3, 1),), "old", owner="ana"),
                Suggestion("confirm", (("target", 4, 1),), "old", owner="ana"),
                Suggestion("expire", (("target", 4, 1),), "not heard of", owner="ana"),
            ],
            actor="nightly:1",
        )
    return db


@asynccontextmanager
async def inspecting(path: Path, actor: str = "") -> AsyncIterator[Driven]:
    """Open the inspector on a store in a file."""
    app = InspectorApp(path, config=Config(zone="UTC"), clock=FixedClock(PRESENT))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: app.main.proposal is not None, tries=500)
        app.main.when_pressed = Seconds()
        app.main.live.poll = lambda: None  # type: ignore[method-assign]
        if app.main.live._timer is not None:
            app.main.live._timer.stop()
        await driven.settle()
        yield driven
        if app.store is not None:
            app.store.close()


async def test_one_of_two_inspectors_wins(memory: Path) -> None:
    """The other says who it was and when, and goes on."""
    async with inspecting(memory) as driven:
        number = current(driven)
        with open_store(memory, clock=FixedClock(PRESENT), actor="person:ben") as other:
            other.proposals.reject(number)
        await driven.press("a")
        assert any('" was rejected by person:ben at 2026-06-15' in toast for toast in driven.toasts)
        assert current(driven) != number
        assert driven.app.store is not None
        assert driven.app.store.proposals.one(number).state == "rejected"


async def test_a_sitting_is_summed_up_and_taken_back_whole(memory: Path) -> None:
    """N7: decisions are counted as such, and undone tomorrow too."""
    async with inspecting(memory) as driven:
        await driven.press("a", "x", "z", "x", "a")
        assert len(driven.app.approved) == 2
        sitting = driven.app.sitting
        await driven.press("q")
        await driven.until(lambda: driven.app.return_value is not None, tries=300)
    assert driven.app.return_value is not None
    assert driven.app.return_value.summary == "2 approved, 1 rejected"
    with open_store(memory, clock=FixedClock(PRESENT + DAY)) as store:
        store.undo_sitting(sitting)
        assert store.proposals.waiting("ana").count.number == 4
        assert not store.check()


async def test_what_moved_is_shown_as_it_is_now(memory: Path) -> None:
    """An approval of what was seen: another program said when the fact ends."""
    async with inspecting(memory) as driven:
        assert driven.main.proposal is not None
        fact = driven.main.proposal.items[0].fact.number
        number = current(driven)
        with open_store(memory, clock=FixedClock(PRESENT), actor="person:ben") as other:
            other.end(fact, at=PRESENT + DAY)
        await driven.press("a")
        assert "Changed since it was proposed" in driven.screen_text
        assert f"#{fact} changed: it is active" in driven.screen_text
        assert current(driven) == number


async def test_the_card_of_a_fact_names_what_waits_for_it(memory: Path) -> None:
    async with inspecting(memory) as driven:
        await driven.press("1")
        await driven.until(lambda: bool(driven.main.provenance.waits) or driven.main.facts.cursor > 0)
        assert "waits: " in driven.screen_text
        assert "2 shows it." in driven.screen_text


async def test_undo_takes_back_ones_own_whatever_another_program_did_meanwhile(memory: Path) -> None:
    """What the toast promised z for; only then what is older."""
    async with inspecting(memory) as driven:
        store = driven.app.store
        assert store is not None
        await driven.press("j", "a")
        assert driven.toasts[-1] == "Confirmed: Lives in Porto. z undoes it."
        with open_store(memory, clock=FixedClock(PRESENT), actor=store.actor) as other:
            other.assert_fact("Added elsewhere", owner="ana")
        await driven.press("z")
        assert driven.toasts[-1].startswith("Undone, confirmed: Lives in Porto.")
        await driven.press("Z")
        assert driven.toasts[-1].startswith("Done again, confirmed: Lives in Porto.")
        await driven.press("z", "z")
        assert driven.toasts[-1].startswith("Undone, wrote: Added elsewhere. It was made 2026-06-15 12:00, not in this sitting.")


async def test_an_undo_behind_a_decision_that_did_not_count_does_not_count_either(memory: Path) -> None:
    """a x z in one read: nobody can have seen that x was dropped, so z does not take the approval back."""
    async with inspecting(memory) as driven:
        await driven.press("j")
        for key in "axzz":
            driven._send(key)
        await driven.settle()
        await driven.settle()
        store = driven.app.store
        assert store is not None
        assert [one.verb for one in store.changes(sitting=driven.app.sitting)] == ["confirm"]
        assert any("The key before did not count" in toast for toast in driven.toasts)
        driven.main._dropped_at -= 5
        await driven.press("z")
        assert [one.verb for one in store.changes(sitting=driven.app.sitting)] == ["undo", "confirm"]
