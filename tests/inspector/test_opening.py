"""Opening and leaving: whose memory, at which instants, what a sitting came to, and a first start that goes wrong."""

from pathlib import Path
from typing import Any, cast

import pytest
from textual import events

from inspector.app import InspectorApp, Sitting
from inspector.cli import main
from inspector.cli.launch import say_what_was_done
from inspector.config import Config
from inspector.screens.welcome import WelcomeScreen
from inspector.travel.screen import TravelScreen
from inspector.widgets.fields import FactText
from store.clock import DAY, FixedClock
from store.query import AsOf
from store.store import open_store
from store.values import Query
from tests.inspector.driving import NARROW, Driven
from tests.inspector.test_sitting import PRESENT, memory

__all__ = ["memory"]


def inspector(path: Path, owner: str | None = None, at: AsOf | None = None) -> InspectorApp:
    return InspectorApp(path, owner, Config(zone="UTC"), clock=FixedClock(PRESENT), begins_at=at)


async def test_an_owner_of_whom_nothing_is_stored_is_refused(memory: Path) -> None:
    """As the commands refuse it; no empty list that looks like somebody's."""
    app = inspector(memory, "zed")
    async with app.run_test() as pilot:
        await Driven(app, pilot, cast("Any", None)).until(lambda: app.refused is not None, tries=500)
    assert app.refused is not None
    assert app.refused.reason == "owner_not_found"
    assert "ana" in app.refused.next


async def test_it_opens_at_the_instants_that_were_given(memory: Path) -> None:
    """--as-of, --valid-at and --known-at: in time travel, where nothing can be changed."""
    app = inspector(memory, at=AsOf(PRESENT - 2 * DAY, PRESENT - 2 * DAY))
    async with app.run_test(size=(120, 40)) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: driven.screen_is(TravelScreen), tries=500)
        await driven.settle()
        assert "2026-06-13" in driven.screen_text
        assert "Nothing was known" in driven.screen_text


def test_json_is_for_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json"]) == 2
    assert "The inspector prints no JSON" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("sitting", "said"),
    [
        (Sitting(), ""),
        (Sitting(brought=2), "In this sitting: brought in 2 facts.\n"),
        (Sitting(brought=1, sample=True), "In this sitting: brought in 1 fact.\n"),
        (
            Sitting("1 confirmed", brought=2, undoable="5bc6bc05"),
            "In this sitting: brought in 2 facts, 1 confirmed.\n"
            "memory-inspector undo --sitting 5bc6bc05 takes back what was changed by hand.\n",
        ),
        (Sitting("1 deleted for good"), "In this sitting: 1 deleted for good.\n"),
    ],
)
def test_only_what_can_be_undone_is_promised_to_be(sitting: Sitting, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An import stays."""
    say_what_was_done(sitting)
    assert capsys.readouterr().err == said


def test_what_takes_a_sitting_back_names_the_store_that_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    """On a line of its own, which a terminal of 80 columns need not break."""
    say_what_was_done(Sitting("1 confirmed", undoable="5bc6bc05"), "my notes.db")
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == "memory-inspector --db 'my notes.db' undo --sitting 5bc6bc05 takes back what was changed by hand."


async def test_a_list_pasted_with_carriage_returns_is_one_fact_a_line(db: Path) -> None:
    """As terminals paste it; and leaving says what was brought in."""
    app = inspector(db)
    async with app.run_test(size=NARROW) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: driven.screen_is(WelcomeScreen), tries=500)
        await driven.press("p")
        area = app.screen.query_one(FactText)
        await pilot.pause()
        app.post_message(events.Paste("- L one\r- L two\r"))
        await driven.settle()
        assert area.text == "- L one\n- L two\n"
        await driven.press("ctrl+s")
        await driven.until(lambda: len(driven.rows) == 2, tries=500)
        await driven.settle()
        await driven.press("q")
        await driven.until(lambda: app.return_value is not None, tries=500)
    assert app.return_value == Sitting("", sample=False, brought=2)
    with open_store(db) as store:
        assert {fact.text for fact in store.facts(Query()).facts} == {"L one", "L two"}


async def test_esc_on_the_first_screen_leaves_nothing(db: Path) -> None:
    """q quits, and that is said."""
    app = inspector(db)
    async with app.run_test(size=NARROW) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: driven.screen_is(WelcomeScreen), tries=500)
        await driven.press("escape")
        assert driven.screen_is(WelcomeScreen)
        assert "q quits" in driven.screen_text


async def test_what_goes_wrong_at_first_is_seen_whole(db: Path, tmp_path: Path) -> None:
    """At 80x24, with a key that helps and no shell command."""
    (tmp_path / "what").write_bytes(b"\x01\x02")
    app = inspector(db)
    async with app.run_test(size=NARROW) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: driven.screen_is(WelcomeScreen), tries=500)
        await driven.press("i")
        await driven.write(str(tmp_path / "what"))
        await driven.press("enter")
        await driven.until(lambda: driven.screen_is(WelcomeScreen) and "format" in driven.screen_text, tries=500)
        said = " ".join(driven.screen_text.replace("│", " ").split())
        assert "p takes a list as you paste it." in said
        assert "memory-inspector import" not in said
    assert not db.exists()
