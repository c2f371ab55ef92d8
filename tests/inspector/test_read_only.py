"""U4: the inspector as a session that only reads."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from inspector.actions import ACTIONS
from inspector.app import InspectorApp
from inspector.cli.looking import Looking
from inspector.config import Config
from store.clock import DAY, FixedClock
from store.proposal import Suggestion
from store.store import Store, open_store
from store.values import EvidenceInput, SourceInput
from tests.inspector.driving import WIDE, Driven, unpainted
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
    async with unpainted(app).run_test(size=size, notifications=True) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: app.main.facts.stretch is not None)
        await driven.settle()
        yield driven


async def test_a_copy_to_look_at_knows_where_the_log_of_the_store_ended(path: Path) -> None:
    """D6: V finds the cut there too."""
    older = path.read_bytes()
    with open_store(path, clock=FixedClock(PRESENT - DAY), actor="person:vera") as store:
        store.pin(3)
    path.write_bytes(older)
    copied = Looking(path, copy=True)
    app = InspectorApp(copied.path, "ana", Config(zone="UTC"), clock=FixedClock(PRESENT), read_only=True, ends=copied.ends)
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: app.main.facts.stretch is not None, tries=500)
        await driven.press("9", "V")
        await driven.until(lambda: "audit_cut" in driven.screen_text, tries=500)
    copied.end()


async def press_everything(driven: Driven) -> None:
    """Press every key of the registry, those that change in every pane, leaving what opens; quit comes last."""
    for pane in "1234":
        await driven.press(pane)
        home = driven.main.pane
        for action in ACTIONS:
            if action.id in ("quit", "theme"):
                continue
            if pane != "1" and not action.mutates:
                continue
            if driven.main.pane != home:
                await driven.press(pane)
            await driven.press(action.keys[0])
            driven.paint()
            for _ in range(3):
                if driven.app.screen is not driven.main or driven.app.focused is None:
                    await driven.press("escape")
    for screen in "789":
        for key in (screen, "V", "L", "R", "enter", "escape", "escape", "escape"):
            await driven.press(key)
            driven.paint()
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
        for key in ("G", "c", "2", "a", "3", "o", "escape", "4", "j", "t", "escape", "7", "8", "9", "V", "R", "escape", "1", "q"):
            await driven.press(key)
            driven.paint()
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


async def test_every_screen_stands_still_until_R(path: Path) -> None:  # noqa: N802
    """U4: the queue and its counts, the review, the audit and the relations show what was known at the beginning."""
    async with looking(path, size=(120, 40)) as driven:
        screens = "2789"

        async def shown() -> list[str]:
            """What each screen shows, without the line that counts what is newer."""
            seen = []
            for screen in screens:
                await driven.press(screen)
                if screen == "2":
                    await driven.until(lambda: "Prompt block" in driven.screen_text)
                seen.append(driven.screen_text.split("\n", 1)[1])
                await driven.press("escape")
            await driven.press("1")
            return seen

        before = await shown()
        header = driven.screen_text.splitlines()[0]
        assert "1 waiting" in header
        with open_store(path, clock=FixedClock(PRESENT), actor="agent:mail") as other:
            other.proposals.reject(1)
            other.proposals.propose([Suggestion("end", (("target", 2, 1),)), Suggestion("confirm", (("target", 3, 1),))])
        await driven.until(lambda: driven.main.newer == 2)
        assert "1 waiting" in driven.screen_text.splitlines()[0]
        assert await shown() == before
        await driven.press("9")
        assert "2 newer changes, R" in driven.screen_text.splitlines()[0]
        await driven.press("R")
        await driven.until(lambda: "2 waiting" in driven.screen_text.splitlines()[0])
        assert "newer" not in driven.screen_text.splitlines()[0]
        assert "reject" in driven.screen_text
        await driven.press("escape")
        after = await shown()
        assert after[0] != before[0]
        assert after[3] != before[3]


async def test_what_was_deleted_for_good_is_out_of_sight_at_once(path: Path) -> None:
    """U4, D2: nobody goes on looking at words that another program deleted."""
    async with looking(path) as driven:
        assert "Has a cat" in driven.screen_text
        await driven.pilot.pause(1.2)
        with open_store(path, clock=FixedClock(PRESENT), actor="person:vera") as other:
            other.delete(3)
        await driven.until(lambda: "Has a cat" not in driven.screen_text)
        await driven.until(lambda: any("deleted for good by another program" in one for one in driven.toasts))
        assert driven.main.newer == 0


async def test_what_lies_below_is_shown_anew_when_it_is_seen_again(path: Path) -> None:
    """U3, U4: time travel and the screens beside the main one catch up too, and leave nothing old below them."""
    async with looking(path) as driven:
        await driven.press("t")
        await driven.write("yesterday")
        await driven.press("enter")
        with open_store(path, clock=FixedClock(PRESENT), actor="agent:mail") as other:
            other.assert_fact("Plays chess", owner="ana")
            other.delete(3)
        await driven.until(lambda: any("deleted for good by another program" in one for one in driven.toasts))
        await driven.settle()
        assert "Has a cat" not in driven.screen_text
        await driven.press("escape")
        await driven.until(lambda: driven.rows[:1] == ["Plays chess"])
        assert "Has a cat" not in driven.rows
        assert driven.main.newer == 0


KINDS = (
    Suggestion("retract", (("target", 3, 1),)),
    Suggestion("conflict", (("first", 2, 1), ("second", 3, 1))),
    Suggestion("add", text="Has a dog", owner="ana", reading="unreconciled", evidence=(EvidenceInput(1, "Porto"),)),
    Suggestion("unreadable", rationale="no idea", owner="ana", reading="unreadable"),
    Suggestion("add", text="Plays golf", owner="ana"),
)


async def test_no_review_names_a_key_that_does_nothing(path: Path) -> None:
    """U4: whatever kind of proposal it is, refused and decided ones too."""
    with open_store(path, clock=FixedClock(PRESENT), actor="agent:mail") as other:
        other.proposals.propose(KINDS)
        other.proposals.reject(1)
    naming = re.compile(r"(?<![\w.])[aexzwciXDL] (picks|goes|takes|approves|rejects|puts|writes|confirms|invalidates|lets|on)\b")
    async with looking(path, size=(120, 40)) as driven:
        await driven.press("2")
        seen = 0
        for _ in range(4):
            for _ in driven.main.queue.listing.rows if driven.main.queue else ():
                assert driven.main.review is not None
                drawn = "\n".join(line.content.plain for line in driven.main.review._lines)
                assert not naming.search(drawn), drawn
                seen += bool(drawn)
                await driven.press("2", "j")
            await driven.press("f", "g")
        assert seen >= len(KINDS)
        for pane in "1789":
            await driven.press(pane)
            assert not naming.search(driven.screen_text)
            await driven.press("escape")


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
