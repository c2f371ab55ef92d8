"""U1: the History pane by its keys; it gets frozen values and gives messages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from inspector import theme
from inspector.panes.history import FOLD, HistoryPane
from store.clock import DAY
from store.values import AsOf, History
from tests.inspector.ledger.tellings import at, home_city, many, very_short


class Shown(App[None]):
    """One History pane."""

    def __init__(self, history: History) -> None:
        super().__init__()
        self.history = history
        self.heard: list[HistoryPane.InstantsChosen | HistoryPane.SourceRequested] = []
        for own in theme.THEMES:
            self.register_theme(own)
        self.theme = theme.DEFAULT

    def compose(self) -> ComposeResult:
        self.pane = HistoryPane()
        yield self.pane

    def on_mount(self) -> None:
        self.pane.focus()
        self.pane.history = self.history

    def on_history_pane_instants_chosen(self, message: HistoryPane.InstantsChosen) -> None:
        self.heard.append(message)

    def on_history_pane_source_requested(self, message: HistoryPane.SourceRequested) -> None:
        self.heard.append(message)

    def lines(self) -> list[str]:
        return [self.pane.render_line(y).text for y in range(self.pane.size.height)]


@asynccontextmanager
async def showing(history: History, size: tuple[int, int] = (76, 18)) -> AsyncIterator[tuple[Shown, Pilot[None]]]:
    app = Shown(history)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


async def test_the_cursor_begins_on_what_is_held_now() -> None:
    async with showing(home_city()) as (app, _):
        assert app.pane.instants.is_now
        assert app.lines()[7].startswith("Lives in Coimbra   2027-01-10 → open   told 82 d ahead · m-2755")


async def test_rows_are_learnings_from_new_to_old() -> None:
    """B8: the row under the cursor is what was known from that learning on."""
    async with showing(home_city()) as (app, pilot):
        await pilot.press("j", "j")
        assert app.pane.instants == AsOf(None, at("2026-04-02"))
        assert app.lines()[7].startswith("Lives in Braga   2026-03-21 → open   told 12 d late · m-2203")
        await pilot.press("G")
        assert app.pane.instants.known_at == at("2024-09-02")
        await pilot.press("k", "g")
        assert app.pane.instants.known_at is None


async def test_arrows_point_at_valid_time() -> None:
    async with showing(home_city()) as (app, pilot):
        await pilot.press("G", *["left"] * 20)
        picture = app.pane.picture
        assert picture is not None
        cursor = app.pane.instants.valid_at
        assert cursor is not None
        assert picture.scale.place(cursor) <= picture.scale.place(home_city().now) - 20
        assert (home_city().now - cursor) % DAY == 0
        assert "▽" in app.lines()[1]
        await pilot.press(*["right"] * 20)
        assert app.pane.instants.valid_at == home_city().now


async def test_brackets_go_from_change_to_change_on_either_clock() -> None:
    async with showing(home_city()) as (app, pilot):
        await pilot.press("]")
        assert app.pane.instants == AsOf(at("2027-01-10"), None)
        await pilot.press("]")
        assert app.pane.instants == AsOf(at("2027-01-10"), None)
        await pilot.press("[", "[", "[")
        assert app.pane.instants.known_at is not None
        for _ in range(12):
            await pilot.press("[")
        assert app.pane.instants.known_at == at("2024-09-02")


async def test_zoom_opens_what_one_cell_hides_and_zero_fits_again() -> None:
    async with showing(very_short(), (76, 9)) as (app, pilot):
        fitted = app.lines()
        assert "╪" in fitted[2]
        await pilot.press("[")
        assert app.pane.instants.valid_at == at("2026-06-09")
        await pilot.press(*[">"] * 5)
        assert "╪" not in app.lines()[2]
        assert "┣A" in app.lines()[2]
        await pilot.press("0")
        assert "╪" in app.lines()[2]
        await pilot.press("<")
        assert app.lines()[2].startswith("2026-06-20 ")
        assert [note.message for note in app._notifications] == ["Everything known is in sight. > shows less time, closer."]


async def test_enter_opens_the_fold_in_place() -> None:
    async with showing(many(), (76, 9)) as (app, pilot):
        assert "30 more learned" in app.lines()[6]
        await pilot.press("j", "j", "j", "j")
        assert app.pane._row == FOLD
        app.pane.open_current()
        await pilot.pause()
        assert app.pane._row == 30
        assert not any("more learned" in line for line in app.lines())
        await pilot.press("G")
        assert app.lines()[-2].startswith("2024-02-03")
        assert app.lines()[0].startswith("known")


async def test_enter_asks_for_the_message_a_learning_came_from() -> None:
    """P7: from a learning to its message in one key."""
    history = home_city()
    async with showing(history) as (app, pilot):
        assert app.pane.open_current() is False
        app.pane.history = History(
            history.fact,
            history.slot,
            tuple(type(fact)(fact.number, fact.text, fact.state, fact.source_ref, 100 + fact.number) for fact in history.facts),
            history.beliefs,
            history.now,
        )
        await pilot.press("j", "j")
        assert app.pane.open_current() is True
        await pilot.pause()
        assert [(heard.source, heard.source_ref) for heard in app.heard if isinstance(heard, HistoryPane.SourceRequested)] == [
            (103, "m-2203")
        ]


async def test_steps_go_to_rows_that_match_the_filter() -> None:
    async with showing(home_city()) as (app, _):
        app.pane.search = frozenset({"lisbon"})
        assert app.pane.step(1)
        assert app.pane.instants.known_at == at("2025-06-14")
        assert not app.pane.step(1)
        assert not app.pane.step(-1)
        app.pane.search = frozenset()
        assert app.pane.step(-1)


async def test_hidden_texts_keep_their_place() -> None:
    """N8: no word of a fact is left on the screen, and nothing moves."""
    async with showing(home_city()) as (app, pilot):
        before = app.lines()
        app.pane.texts_hidden = True
        await pilot.pause()
        after = app.lines()
        assert not any(city in line for line in after for city in ("Porto", "Lis", "Braga", "Guim", "Coim"))
        assert [len(line) for line in before] == [len(line) for line in after]


async def test_a_click_moves_both_cursors() -> None:
    """U6: by mouse too."""
    async with showing(home_city()) as (app, pilot):
        await pilot.click(HistoryPane, offset=(20, 4))
        picture = app.pane.picture
        assert picture is not None
        assert app.pane.instants == AsOf(picture.scale.middle(20 - picture.margin), at("2026-04-02"))


async def test_while_travelling_moving_asks_for_other_instants() -> None:
    """U3: the pane moves nothing by itself; it says where one wants to be."""
    async with showing(home_city()) as (app, pilot):
        travel = AsOf(at("2026-03-25 12:00"), at("2026-04-05 09:00"))
        app.pane.travel = travel
        await pilot.press("up", "down", "]", "[")
        asked = [heard.at for heard in app.heard if isinstance(heard, HistoryPane.InstantsChosen)]
        assert asked == [
            AsOf(travel.valid_at, at("2026-04-20")),
            AsOf(travel.valid_at, at("2025-06-14")),
            AsOf(travel.valid_at, at("2026-04-20")),
            AsOf(travel.valid_at, at("2026-04-02")),
        ]
        assert any(line.startswith("►2026-04-02") for line in app.lines())


async def test_a_refreshed_history_leaves_the_cursor_where_it_was() -> None:
    """U9: what another program writes appears; the row under the hand stays."""
    async with showing(home_city()) as (app, pilot):
        await pilot.press("j", "j")
        known = app.pane.instants.known_at
        newer = home_city()
        app.pane.history = History(newer.fact, newer.slot, newer.facts, newer.beliefs, newer.now + 1)
        await pilot.pause()
        assert app.pane.instants.known_at == known
        app.pane.history = very_short()
        await pilot.pause()
        assert app.pane.instants.is_now


@pytest.mark.parametrize("size", [(76, 3), (30, 4), (24, 2), (200, 60)])
async def test_any_size_can_be_drawn(size: tuple[int, int]) -> None:
    """U6: at any size the newest row is there."""
    async with showing(home_city(), size) as (app, _):
        assert all(len(line) >= 1 for line in app.lines())


async def test_nothing_chosen_says_so() -> None:
    async with showing(History(1, None, (), (), 0)) as (app, pilot):
        assert app.lines()[0].startswith("No fact is chosen.")
        await pilot.press("j", "k", "left", "[", "]", ">", "<", "0", "g", "G", "pageup", "pagedown")
        assert app.pane.open_current() is False
