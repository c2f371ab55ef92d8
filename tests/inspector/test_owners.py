"""Whose memory is shown: chosen in a dialog that a store of many people can be found in."""

from inspector.modals.owner import OwnerModal
from inspector.screens.main import MainScreen
from tests.inspector.driving import NARROW, WIDE, Driven, opened
from tests.inspector.fake import fact

MANY = [fact(number, "Likes tea", owner=f"conv-{number}/Ana") for number in range(1, 31)]
ALL = len(MANY)


def listed(driven: Driven) -> list[str]:
    """The lines of the dialog that count facts, whole, without its frame."""
    return [line.strip(" │") for line in driven.screen_text.splitlines() if " active " in line]


async def test_owners_are_listed_with_what_is_active() -> None:
    """tui.md: O lists them with counts, and all; nothing of a line is under the scrollbar."""
    async with opened(NARROW, facts=MANY, owner=None) as driven:
        await driven.press("O")
        shown = listed(driven)
        assert shown[0].split() == ["▌", "all", str(ALL), "active"]
        assert shown[1].split() == ["conv-1/Ana", "1", "active"]
        await driven.press("j", "enter")
        assert driven.screen_is(MainScreen)
        assert driven.app.owner == "conv-1/Ana"
        assert driven.rows == ["Likes tea"]


async def test_one_of_many_is_found_by_a_part_of_the_name() -> None:
    """/ filters there as it does in lists; enter chooses without leaving the field."""
    async with opened(NARROW, facts=MANY, owner=None) as driven:
        await driven.press("O", "/")
        await driven.write("ANA 2")
        assert len(listed(driven)) == 12
        await driven.press("down", "enter")
        assert driven.app.owner == "conv-2/Ana"


async def test_where_nobody_is_called_so_enter_does_nothing() -> None:
    async with opened(NARROW, facts=MANY, owner=None) as driven:
        await driven.press("O", "/")
        await driven.write("zed")
        assert "Nobody is called so." in driven.screen_text
        await driven.press("enter")
        assert driven.screen_is(OwnerModal)
        await driven.press("backspace", "backspace", "backspace")
        assert "Nobody is called so." not in driven.screen_text
        await driven.press("escape")
        assert driven.app.owner is None


async def test_where_several_are_shown_each_fact_says_whose_it_is() -> None:
    """In the list and on the card; where one person's memory is shown, nobody is named."""
    two = [fact(1, "Likes tea", owner="ana"), fact(2, "Likes tea", owner="bo")]
    async with opened(WIDE, facts=two, owner=None) as driven:
        shown = driven.screen_text
        assert "ana  Likes tea" in shown
        assert "bo  Likes tea" in shown
        assert f"of {driven.current.owner} · preference" in shown
        await driven.press("O", "j", "enter")
        shown = driven.screen_text
        assert "ana  Likes tea" not in shown
        assert "of ana" not in shown
