"""Where the four panes stand: at every size of the terminal, under zoom and while the size changes."""

import pytest

from tests.inspector.driving import NARROW, WIDE, Driven, opened
from tests.inspector.queue.queues import MERGE, deciding


async def resize(driven: Driven, width: int, height: int) -> None:
    await driven.pilot.resize_terminal(width, height)
    await driven.settle()


async def test_a_terminal_that_is_too_small_says_what_is_needed() -> None:
    async with opened(size=(59, 15)) as driven:
        assert "At least 60x16 is needed; this terminal is 59x15." in driven.screen_text
        assert "Facts" not in driven.screen_text
        await resize(driven, 120, 40)
        assert "At least" not in driven.screen_text
        assert "4 History" in driven.screen_text
        await resize(driven, 60, 10)
        assert "this terminal is 60x10." in driven.screen_text
        assert "4 History" not in driven.screen_text


async def test_nothing_is_done_to_what_cannot_be_seen() -> None:
    """In a terminal that is too small no key moves or changes anything, and the focus is back with the panes."""
    async with opened(NARROW) as driven:
        await driven.press("j")
        await resize(driven, 40, 10)
        await driven.press("j", "j", "c", "p", "i", "w", "tab")
        assert driven.store.calls == []
        assert driven.main.facts.cursor == 1
        await resize(driven, *NARROW)
        await driven.press("j")
        assert driven.main.facts.cursor == 2
        await driven.press("c")
        assert [call[0] for call in driven.store.calls] == ["confirm"]


async def test_zoom_gives_the_whole_screen_and_gives_it_back() -> None:
    async with opened() as driven:
        await driven.press("3", "+")
        assert "3 Provenance" in driven.screen_text
        assert "1 Facts" not in driven.screen_text
        await driven.press("escape")
        assert all(name in driven.screen_text for name in ("1 Facts", "2 Proposals", "3 Provenance", "4 History"))


async def test_a_click_reaches_the_pane_under_it() -> None:
    """What holds the panes is not visible itself, and takes no click away from them."""
    async with opened() as driven:
        await driven.pilot.click(driven.main.history)
        await driven.settle()
        assert driven.main.pane == "history"
        await driven.pilot.click(driven.main.facts, offset=(10, 2))
        await driven.settle()
        assert driven.main.pane == "facts"
        assert driven.main.facts.cursor == 2


async def test_the_border_of_a_pane_that_counts_nothing_is_one_line() -> None:
    """Up to its corner, with the focus and without."""
    async with opened(facts=[]) as driven:
        for key in ("1", "2", "3", "4", "8"):
            await driven.press(key)
            tops = [line for line in driven.screen_text.splitlines() if "╭─" in line]
            assert tops
            assert not any("─ ─╮" in line for line in tops), key


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_both_columns_are_about_the_same(size: tuple[int, int]) -> None:
    """U1: Provenance and History stand beside the facts and the review beside the queue, however one comes there."""
    async with deciding([MERGE], size) as driven:
        for key, pane, beside in (
            ("2", "proposals", "proposals"),
            ("3", "review", "proposals"),
            ("tab", "provenance", "facts"),
            ("tab", "history", "facts"),
            ("shift+tab", "provenance", "facts"),
            ("shift+tab", "review", "proposals"),
            ("4", "history", "facts"),
            ("2", "proposals", "proposals"),
            ("shift+tab", "facts", "facts"),
        ):
            await driven.press(key)
            assert driven.main.pane == pane, key
            shown = {name for name, box in driven.main.boxes.items() if box.is_on_screen}
            assert beside in shown, key
            assert ("review" in shown) == (beside == "proposals"), key
            if beside == "facts":
                card = driven.main.provenance.card
                assert card is not None
                assert card.fact.number == driven.current.number, key
                assert driven.screen_text.count(driven.current.text[:20]) > 1, key
