"""P12, U1: relations in the inspector."""

import pytest

from inspector.screens.relations import RelationsScreen
from store.values import Edge
from tests.inspector.driving import NARROW, WIDE, Driven, opened
from tests.inspector.fake import FakeStore

EDGES = (
    Edge("e1", "Ana", "lives in", "Guimarães", (2,), is_open=True),
    Edge("e2", "Ana", "partner of", "Rui", (2, 7), is_open=True),
    Edge("e3", "Ana", "lived in", "Braga", (9,), is_open=False),
    Edge("e4", "Rui", "[/b]\x1b[31mknows", "[@click=app.quit]x[/]", (7,), is_open=True),
)


def store() -> FakeStore:
    made = FakeStore()
    made.related = EDGES
    return made


def relations(driven: Driven) -> RelationsScreen:
    screen = driven.app.screen
    assert isinstance(screen, RelationsScreen)
    return screen


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_relations_are_listed_with_a_tree_and_what_holds_them_up(size: tuple[int, int]) -> None:
    """P12: open and closed ones, what stands around the name, and the facts; stored names are shown, not obeyed."""
    async with opened(size, store=store()) as driven:
        await driven.press("8")
        shown = driven.screen_text
        assert "3 of 4 relations open" in shown
        assert "├─ partner of → Rui" in shown
        assert "└─ [/b]␛[31mknows → [@click=app.quit]x[/]" in shown
        assert "lived in → Braga  no longer" in shown
        assert "Held up by" in shown
        assert "Lives in Guimarães with Rui  active" in shown
        await driven.press("j", "j")
        assert "Was held up by" in driven.screen_text
        assert "Lives in Braga  retracted" in driven.screen_text


async def test_enter_goes_to_the_fact_and_esc_comes_back() -> None:
    """P12: of several facts one is chosen first."""
    async with opened(store=store()) as driven:
        await driven.press("8", "j", "enter")
        assert relations(driven).view.has_focus
        await driven.press("j", "enter")
        assert driven.app.screen is driven.main
        assert driven.current.number == 7
        await driven.press("escape")
        line = relations(driven).relations.current
        assert line is not None
        assert line.edge == EDGES[1]
        await driven.press("escape")
        assert driven.app.screen is driven.main


async def test_the_filter_finds_names_and_says_when_it_finds_none() -> None:
    """U6: words of either name or of the relation; esc clears it."""
    async with opened(store=store()) as driven:
        await driven.press("8", "/")
        await driven.write("ana rui")
        assert [line.edge for line in relations(driven).relations.rows] == [EDGES[1]]
        await driven.write(" zzz")
        assert 'Nothing matches "ana rui zzz". esc clears the filter.' in driven.screen_text
        await driven.press("escape")
        assert len(relations(driven).relations.rows) == 4


async def test_hidden_texts_stay_hidden() -> None:
    """N8: names and facts are covered too."""
    async with opened(store=store()) as driven:
        await driven.press("h", "8")
        assert "Guimarães" not in driven.screen_text
        assert "Rui" not in driven.screen_text


async def test_without_relations_the_screen_says_so() -> None:
    """U6: an empty list says why it is empty."""
    async with opened() as driven:
        await driven.press("8")
        assert "No relation is known. They come with imports" in driven.screen_text
        await driven.press("enter", "y", "R", "j", "escape")
        assert driven.app.screen is driven.main
