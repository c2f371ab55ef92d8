"""U4: the inspector as a session that only reads."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from inspector.actions import ACTIONS
from inspector.app import InspectorApp
from inspector.config import Config
from store.clock import DAY, FixedClock
from store.proposal import Suggestion
from store.store import Store, open_store
from store.values import EvidenceInput, SourceInput
from tests.inspector.driving import WIDE, Driven
from tests.inspector.fake import PRESENT
from tests.store.test_read_only import trace


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store in a folder of its own, with a few facts and a proposal."""
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    place = tmp_path / "store" / "memory.db"
    place.parent.mkdir()
    with open_store(place, create=True, clock=FixedClock(PRESENT - DAY), actor="person:vera") as store:
        message = store.add_source(SourceInput("I live in Porto now", PRESENT - 2 * DAY, author="ana", ref="m-1"))
        store.assert_fact("Lives in Porto", owner="ana", slot="home.city", evidence=[EvidenceInput(message.number)])
        store.supersede(1, "Lives in Braga")
        store.assert_fact("Has a cat", owner="ana")
        store.proposals.propose([Suggestion("retract", (("target", 3, 1),))])
    return place


@asynccontextmanager
async def looking(path: Path, config: Config | None = None, size: tuple[int, int] = WIDE) -> AsyncIterator[Driven]:
    """The inspector on a store, read-only."""
    app = InspectorApp(path, "ana", config or Config(zone="UTC"), clock=FixedClock(PRESENT), read_only=True)
    async with app.run_test(size=size, notifications=True) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: app.main.facts.stretch is not None)
        await driven.settle()
        yield driven


async def press_everything(driven: Driven, panes: str = "1234") -> None:
    """Press every key of the registry, those that change in every pane, leaving what opens; quit comes last."""
    for pane in panes:
        for action in ACTIONS:
            if action.id in ("quit", "theme"):
                continue
            if pane != panes[0] and not action.mutates:
                continue
            await driven.pilot.press(pane)
            await driven.pilot.press(action.keys[0])
            await driven.pilot.pause()
            for _ in range(3):
                if driven.app.screen is not driven.main or driven.app.focused is None:
                    await driven.pilot.press("escape")
                    await driven.pilot.pause()
    for screen in "789":
        await driven.press(screen, "V", "L", "R", "enter", "escape", "escape", "escape")
    await driven.settle()
    await driven.press("q")


async def test_a_session_that_presses_every_key_leaves_no_trace(path: Path, tmp_path: Path) -> None:
    """U4: sha256, time and listing of the store's folder are as they were; no setting of the person is written either."""
    config = Config(zone="UTC", path=tmp_path / "config" / "config.json")
    before = trace(tmp_path)
    async with looking(path, config) as driven:
        await press_everything(driven)
    assert trace(tmp_path) == before


async def test_beside_a_writers_open_transaction_it_leaves_no_trace(path: Path, tmp_path: Path) -> None:
    """U4: a writer that has begun and not committed is neither waited for nor disturbed."""
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE meta SET value = value")
    before = trace(tmp_path)
    async with looking(path) as driven:
        assert len(driven.rows) == 2
        await press_everything(driven, "1")
    assert trace(tmp_path) == before
    writer.execute("ROLLBACK")
    writer.close()


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_the_header_says_it_and_a_closed_key_answers_once(path: Path, size: tuple[int, int]) -> None:
    """U4: a reversed chip, and one sentence for the keys that change."""
    async with looking(path, size=size) as driven:
        assert " read-only " in driven.screen_text.splitlines()[0]
        await driven.press("p")
        assert driven.toasts == ["This session is read-only; nothing can be changed."]
        driven.app.clear_notifications()
        await driven.press("w", "D", "В", "z", "a")
        assert driven.toasts == []
        assert driven.app.screen is driven.main


@pytest.mark.parametrize("pane", ["1", "2"])
async def test_every_key_that_changes_gives_the_sentence(path: Path, pane: str) -> None:
    """U4: whichever is pressed first, and no footer and no hint names one."""
    async with looking(path) as driven:
        await driven.press(pane)
        footer = driven.screen_text.splitlines()[-1]
        for name in ("Approve", "Reject", "Edit", "Undo", "Invalidate", "Confirm"):
            assert name not in footer
        for key in "cpeirwDzZaxX":
            driven.main._told_gate = None
            driven.app.clear_notifications()
            await driven.press(key)
            assert driven.toasts == ["This session is read-only; nothing can be changed."], key
        await driven.press("1", "G")
        assert "No source" in driven.screen_text
        assert "c confirms it" not in driven.screen_text


async def test_what_others_write_is_counted_and_shown_when_asked_for(path: Path) -> None:
    """U4: the instant known stands still; R lets it go on."""
    async with looking(path) as driven:
        shown = driven.rows
        await driven.pilot.pause(1.2)
        with open_store(path, clock=FixedClock(PRESENT), actor="agent:mail") as other:
            _change_twice(other)
        await driven.until(lambda: driven.main.newer == 2)
        await driven.settle()
        assert "2 newer changes, R" in driven.screen_text
        assert driven.rows == shown
        assert driven.toasts == []
        await driven.press("R")
        await driven.until(lambda: "Plays chess" in driven.rows)
        await driven.settle()
        assert "newer" not in driven.screen_text.splitlines()[0]


def _change_twice(store: Store) -> None:
    store.assert_fact("Plays chess", owner="ana")
    store.retract(3)


async def test_a_store_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    """U4: nothing is offered that would make one."""
    app = InspectorApp(tmp_path / "none.db", config=Config(zone="UTC"), clock=FixedClock(PRESENT), read_only=True)
    async with app.run_test() as pilot:
        for _ in range(500):
            if app.refused is not None:
                break
            await pilot.pause(0.02)
    assert app.refused is not None
    assert app.refused.reason == "no_store"
    assert not list(tmp_path.glob("none*"))
