"""D2: what another program deletes for good is out of sight in a session that is open, whatever it shows."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from inspector.app import OFTEN, InspectorApp
from inspector.config import Config
from inspector.modals.edit import EditModal
from inspector.modals.message import MessageModal
from inspector.screens.main import MainScreen
from inspector.travel.screen import TravelScreen
from store.clock import DAY, FixedClock
from store.errors import NotFound
from store.store import open_store
from store.values import AsOf, EvidenceInput, SourceInput
from tests.inspector.driving import NARROW, WIDE, Driven
from tests.inspector.fake import PRESENT


@pytest.fixture
def path(db: Path) -> Path:
    """A store with a fact from a message, and one by hand that is listed above it."""
    with open_store(db, create=True, clock=FixedClock(PRESENT - DAY), actor="person:vera") as store:
        message = store.add_source(SourceInput("I keep a cat", PRESENT - 2 * DAY, author="ana", ref="m-1"))
        store.assert_fact("Has a cat", owner="ana", evidence=[EvidenceInput(message.number)])
        store.assert_fact("Lives in Porto", owner="ana")
    return db


@asynccontextmanager
async def looking(path: Path, read_only: bool, size: tuple[int, int] = WIDE) -> AsyncIterator[Driven]:
    app = InspectorApp(path, "ana", Config(zone="UTC"), clock=FixedClock(PRESENT), read_only=read_only)
    async with app.run_test(size=size, notifications=True) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: app.main.facts.stretch is not None)
        await driven.settle()
        yield driven


def told(driven: Driven, words: str) -> bool:
    """Whether a toast has these words."""
    return any(words in one for one in driven.toasts)


@pytest.mark.parametrize("read_only", [False, True])
async def test_its_words_leave_the_list_and_an_open_message(path: Path, read_only: bool) -> None:
    """The list under the cursor of another fact, and the message it was read from."""
    async with looking(path, read_only) as driven:
        await driven.press("j" if driven.current.text != "Has a cat" else "1", "3", "o")
        assert driven.screen_is(MessageModal)
        assert "I keep a cat" in driven.screen_text
        with open_store(path, clock=FixedClock(PRESENT), actor="person:vera") as other:
            other.delete(1)
        await driven.until(partial(told, driven, "deleted for good by another program"))
        await driven.settle()
        assert driven.app.screen is driven.main
        assert driven.rows == ["Lives in Porto"]
        assert "cat" not in driven.screen_text


async def test_header_and_audit_say_what_is_there_then(path: Path) -> None:
    """D6, N10: counts follow; what came since is not called checked, and what is checked is counted whatever is listed."""
    async with looking(path, read_only=False, size=NARROW) as driven:
        await driven.press("9", "/")
        await driven.write("#1")
        await driven.press("enter", "V")
        assert "Chain whole, 3 entries" in driven.screen_text
        assert "2 active" in driven.screen_text
        assert driven.screen_text.splitlines()[1].startswith("╭")
        assert driven.screen_text.splitlines()[22].startswith("╰")
        with open_store(path, clock=FixedClock(PRESENT), actor="person:vera") as other:
            other.delete(1)
        await driven.until(partial(told, driven, "deleted for good by another program"))
        await driven.settle()
        assert "1 active" in driven.screen_text
        assert "Not checked yet, 4 entries" in driven.screen_text
        await driven.press("V")
        assert "Chain whole, 4 entries" in driven.screen_text


async def test_a_dialog_about_it_is_closed_and_another_stays(path: Path) -> None:
    """D2, U1: what is typed about another fact is kept; what is asked of one that is gone says so, and names no command."""
    async with looking(path, read_only=False) as driven:
        await driven.press("g" if driven.current.text == "Lives in Porto" else "j")
        assert driven.current.text == "Lives in Porto"
        await driven.press("e")
        await driven.write("gal")
        with open_store(path, clock=FixedClock(PRESENT), actor="person:vera") as other:
            other.delete(1)
        await driven.until(lambda: (total := driven.main.facts.total) is not None and total.number == 1)
        await driven.settle()
        assert driven.screen_is(EditModal)
        assert "Lives in Portogal" in driven.screen_text
        assert not told(driven, "deleted for good by another program")
        await driven.press("escape")
        assert told(driven, "deleted for good by another program")
        for key in ("i", "D", "e"):
            with open_store(path, clock=FixedClock(PRESENT), actor="person:vera") as other:
                number = other.assert_fact(f"Has a dog, {key}", owner="ana").facts[0].number
            driven.main.refresh_facts(focus=number)
            await driven.settle()
            await driven.press("space", key)
            assert not driven.screen_is(MainScreen)
            if key == "e":
                await driven.write("s")
                driven.main.live._busy = True
            with open_store(path, clock=FixedClock(PRESENT), actor="person:vera") as other:
                other.delete(number)
            said = f"#{number} was deleted for good meanwhile"
            if key == "e":
                await driven.press("enter")
            await driven.until(partial(told, driven, said))
            await driven.settle()
            assert driven.screen_is(MainScreen)
            assert "dog" not in driven.screen_text
            assert not driven.main.facts.marked
        assert f"Not corrected: #{number} was deleted for good meanwhile." in driven.toasts


@pytest.mark.parametrize("read_only", [False, True])
async def test_its_words_leave_the_past_too(path: Path, read_only: bool) -> None:
    """D2, U3: where nothing else is listed, then and now are empty; what is asked of it meanwhile is said, and ends nothing."""
    async with looking(path, read_only) as driven:
        driven.main.travel_to(AsOf(PRESENT - DAY // 2, PRESENT - DAY // 2))
        await driven.settle()
        screen = driven.app.screen
        assert isinstance(screen, TravelScreen)
        await driven.press("/")
        await driven.write("birds")
        await driven.press("enter")
        assert screen.facts.current is None
        assert "No fact is chosen." in driven.screen_text
        await driven.press("3", "o")
        assert driven.screen_is(TravelScreen)
        await driven.press("escape", "/")
        await driven.write("cat")
        await driven.press("enter")
        assert "I keep a cat" in driven.screen_text
        assert "Has a cat" in driven.screen_text
        source = screen.then_and_now.evidence
        assert source is not None
        with open_store(path, clock=FixedClock(PRESENT), actor="person:vera") as other:
            other.delete(1)
        await driven.until(partial(told, driven, "deleted for good by another program"))
        await driven.settle()
        assert "Has a cat" not in driven.screen_text
        await driven.press("3", "o")
        assert driven.screen_is(TravelScreen)
        screen._read_conversation(source.source, "")
        await driven.settle()
        assert driven.screen_is(TravelScreen)
        assert any("What was asked for was deleted for good meanwhile" in one for one in driven.toasts)
        assert screen.facts.query_now.search == "cat"
        gone = NotFound("fact_not_found", id="#7")
        assert [driven.app.is_gone(gone) for _ in range(OFTEN)] == [True] * (OFTEN - 1) + [False]
        await driven.settle()
