"""U3, B8: the whole inspector as of any pair of instants, on a store in a file."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from inspector.app import InspectorApp
from inspector.config import Config
from inspector.modals.message import MessageModal
from inspector.screens.main import MainScreen
from inspector.travel.ask import AskInstants
from inspector.travel.screen import TravelScreen
from store.clock import FixedClock
from store.values import AsOf
from tests.inspector.driving import NARROW, WIDE, Driven, unpainted
from tests.inspector.fake import FakeStore
from tests.inspector.ledger.tellings import at
from tests.inspector.travel.conftest import PRESENT

BELIEVED = AsOf(at("2026-03-25 12:00"), at("2026-04-05 09:00"))
BRAGA, GUIMARAES = 5, 6


@asynccontextmanager
async def opened(path: Path, size: tuple[int, int] = WIDE) -> AsyncIterator[Driven]:
    app = InspectorApp(path, "ana", Config(zone="UTC"), clock=FixedClock(at(PRESENT)))
    async with unpainted(app).run_test(size=size, notifications=True) as pilot:
        driven = Driven(app, pilot, cast("FakeStore", None))
        await driven.until(lambda: app.main.facts.stretch is not None)
        await driven.settle()
        yield driven


@asynccontextmanager
async def travelling(
    path: Path, there: AsOf = BELIEVED, size: tuple[int, int] = WIDE
) -> AsyncIterator[tuple[Driven, TravelScreen]]:
    async with opened(path, size) as driven:
        driven.main.facts.load(driven.main.facts.query_now, focus=GUIMARAES)
        await driven.settle()
        driven.main.travel_to(there)
        await driven.settle()
        screen = driven.app.screen
        assert isinstance(screen, TravelScreen)
        await driven.until(lambda: screen.context.block is not None or screen.facts.stretch is not None)
        await driven.settle()
        yield driven, screen


def listed(screen: TravelScreen) -> list[str]:
    return [fact.text for fact in screen.facts.facts]


async def test_the_screen_says_where_one_is_and_what_was_believed(life: Path) -> None:
    """U3, B2: as known before the correction, the wrong city is what was believed of that day.

    Differences from now are marked by fact. Then and now stand side by side: what was never true says so, with the day on which
    that was learned; the evidence and the prompt block are those of then.
    """
    async with travelling(life) as (driven, screen):
        text = driven.screen_text
        assert "TIME TRAVEL    valid 2026-03-25 12:00    known 2026-04-05 09:00 UTC" in text
        assert "nothing can be changed · esc returns to now" in text
        assert "3 active then" in text
        assert set(listed(screen)) == {
            "Lives in Braga",
            "Wants short answers, no bullet lists",
            "Likes strong coffee at any hour",
        }
        assert "►2026-04-02" in text
        assert "▼ valid 2026-03-25" in text
        assert screen.differences.other == {BRAGA}
        assert len(screen.differences.gone) == 1
        assert screen.differences.come == 1
        assert "≠ says something else now" in text
        assert "+ 1 fact of today did not hold then" in text
        assert "3 differ from now" in text
        assert "never true, corrected 2026-04-20" in text
        assert "now  Lives in Guimarães" in text
        assert "“Lives in Braga”" in text
        assert screen.context.block is not None
        assert any("Lives in Braga" in line.text for line in screen.context.block.lines)
        assert "observed, counted from 2026-04-05 09:00" in text
        assert "2 days ago" in text


async def test_arrows_move_both_instants_and_the_list_follows(life: Path) -> None:
    async with travelling(life) as (driven, screen):
        await driven.press("up")
        assert screen.at == AsOf(BELIEVED.valid_at, at("2026-04-20 18:30"))
        assert "Lives in Guimarães" in listed(screen)
        await driven.press("down", "down")
        assert screen.at.known_at == at("2025-06-14")
        assert "Lives in Porto" in listed(screen)
        before = screen.at.valid_at
        await driven.press("left")
        assert before is not None
        assert screen.at.valid_at is not None
        assert screen.at.valid_at < before
        await driven.press("left", "right", "right")
        assert screen.at.valid_at == before


async def test_brackets_go_from_change_to_change(life: Path) -> None:
    async with travelling(life) as (driven, screen):
        await driven.press("]")
        assert screen.at == AsOf(BELIEVED.valid_at, at("2026-04-20 18:30"))
        await driven.press("[", "[")
        assert screen.at in (AsOf(at("2026-03-21"), at("2026-04-02 10:00")), AsOf(at("2026-03-21"), at("2026-04-20 18:30")))


async def test_after_the_last_change_a_key_says_so(life: Path) -> None:
    async with travelling(life, AsOf(at("2027-06-01"), None)) as (driven, _):
        await driven.press("]")
        assert driven.toasts == ["No later change is known."]


async def test_nothing_can_be_changed_there_and_a_key_says_so_once(life: Path) -> None:
    """U3: no key changes a byte of the store; the first answers in words."""
    before = life.read_bytes()
    async with travelling(life) as (driven, screen):
        for key in ("c", "p", "e", "i", "r", "w", "z", "Z", "1", "c", "p", "с", "з"):
            await driven.press(key)
            assert driven.app.screen is screen
        assert driven.toasts == ["Nothing can be changed in the past. esc returns to now."]
    assert life.read_bytes() == before


async def test_escape_returns_to_now_with_everything_where_it_was(life: Path) -> None:
    """N8: hidden texts stay hidden, there and back."""
    async with travelling(life) as (driven, _):
        await driven.press("h")
        assert "Braga" not in driven.screen_text
        await driven.press("escape")
        assert "Guimarães" not in driven.screen_text
        assert driven.screen_is(MainScreen)
        assert driven.current.number == GUIMARAES
        assert driven.main.mode == "now"


async def test_t_asks_in_the_words_of_the_command_line(life: Path) -> None:
    """The second clock is the same day unless told; a time that cannot be read is said and nothing moves."""
    async with opened(life) as driven:
        await driven.press("t")
        assert driven.screen_is(AskInstants)
        await driven.write("soon")
        await driven.press("enter")
        assert driven.screen_is(AskInstants)
        assert driven.screen_text.count("is not a date or time") == 1
        await driven.write("er")
        assert driven.screen_text.count("is not a date or time") == 1
        assert "'sooner' is not a date or time" in driven.screen_text
        await driven.press(*["backspace"] * 6)
        await driven.write("2026-04-05 09:00")
        assert "valid 2026-04-05 09:00 · known 2026-04-05 09:00 UTC" in driven.screen_text
        await driven.press("tab")
        await driven.write("2026-03-25 12:00")
        await driven.press("enter")
        screen = driven.app.screen
        assert isinstance(screen, TravelScreen)
        assert screen.at == BELIEVED
        await driven.press("t", "escape")
        assert driven.app.screen is screen


async def test_t_in_history_goes_to_the_row_under_the_cursor(life: Path) -> None:
    async with opened(life) as driven:
        driven.main.facts.load(driven.main.facts.query_now, focus=GUIMARAES)
        await driven.settle()
        await driven.press("4", "j", "j", "t")
        screen = driven.app.screen
        assert isinstance(screen, TravelScreen)
        assert screen.at == AsOf(None, at("2026-04-02 10:00"))


async def test_the_future_of_the_known_clock_is_now(life: Path) -> None:
    async with opened(life) as driven:
        await driven.press("t")
        await driven.write("2030-01-01")
        await driven.press("enter")
        screen = driven.app.screen
        assert isinstance(screen, TravelScreen)
        assert screen.at == AsOf(at("2030-01-01"), None)
        assert "Lives in Coimbra" in listed(screen)


async def test_before_anything_was_known_a_key_leads_to_the_first_change(life: Path) -> None:
    async with travelling(life, AsOf(at("2020-01-01"), at("2020-01-01"))) as (driven, screen):
        assert listed(screen) == []
        assert "Nothing was known of ana then." in driven.screen_text
        await driven.press("]", "]")
        assert screen.at == AsOf(at("2024-09-01 23:59"), at("2024-09-02"))
        assert listed(screen) == ["Lives in Porto"]


async def test_with_no_fact_to_begin_with_the_first_change_is_found(life: Path) -> None:
    async with opened(life) as driven:
        driven.app.push_screen(TravelScreen(AsOf(at("2020-01-01"), at("2020-01-01"))))
        await driven.settle()
        await driven.press("]")
        screen = driven.app.screen
        assert isinstance(screen, TravelScreen)
        assert screen.at == AsOf(at("2024-09-02"), at("2024-09-02"))
        assert listed(screen) == ["Lives in Porto"]


async def test_the_list_leads_the_ledger_and_enter_the_message(life: Path) -> None:
    """P7: also in the past, from a learning to its message in one key."""
    async with travelling(life) as (driven, screen):
        await driven.press("1", "j")
        assert screen.facts.current is not None
        assert screen.history.history is not None
        assert screen.history.history.fact == screen.facts.current.number
        await driven.press("k", "4", "enter")
        assert driven.screen_is(MessageModal)


async def test_two_boxes_at_80_columns(life: Path) -> None:
    """U6, U1: banner, tabs and ledger at 80x24; the keys of the footer work where the ledger is out of sight, and never go back."""
    async with travelling(life, size=NARROW) as (driven, screen):
        text = driven.screen_text
        assert "TIME TRAVEL  valid 2026-03-25 12:00  known 2026-04-05 09:00 UTC" in text
        assert "4 What was known when" in text
        await driven.press("3")
        assert "never true, corrected 2026-04-20" in driven.screen_text
        await driven.press("2")
        text = driven.screen_text
        assert "Prompt block then" in text
        assert "3 of 3" in text
        assert "↑ ↓ Known" not in text
        await driven.press("left")
        assert screen.at.valid_at is not None
        assert BELIEVED.valid_at is not None
        assert screen.at.valid_at < BELIEVED.valid_at
        await driven.press("]")
        assert screen.at.known_at is not None
        assert BELIEVED.known_at is not None
        assert screen.at.known_at >= BELIEVED.known_at
        await driven.press("4")
        assert "↑ ↓ Known" in driven.screen_text
        await driven.press("?")
        assert "Moves the known instant to the next learning" in driven.screen_text
        await driven.press("escape", "1", "/")
        await driven.write("birds")
        await driven.press("enter", "]")
        assert screen.at.known_at >= BELIEVED.known_at
        assert driven.toasts == ["Choose a fact first: ] goes to its next change."]
