"""The list of facts: moving, sorting, filtering, marking, and being a million rows long."""

import re
from dataclasses import replace
from datetime import UTC

import pytest
from rich.cells import cell_len

from inspector import words
from inspector.panes import fact_row
from inspector.panes.card import no_source
from inspector.panes.row_list import Look
from inspector.panes.window import Side, from_end, from_start, grown
from inspector.words import zone_of
from store.clock import DAY, MINUTE
from store.values import Fact, Key, Query
from tests.inspector.driving import NARROW, WIDE, opened
from tests.inspector.fake import FACTS, PRESENT, FakeStore, fact

MANY = tuple(fact(number, f"Fact number {number}", seen_at=PRESENT - number * DAY) for number in range(1, 1001))


async def test_it_lists_what_holds_newest_first_and_drives_the_other_panes() -> None:
    """U1: selecting a fact drives provenance and history."""
    async with opened() as driven:
        assert driven.rows[0] == "Never coffee after six in the evening"
        assert "Lives in Braga" not in driven.rows
        await driven.press("j")
        card = driven.main.provenance.card
        assert card is not None
        assert card.fact.number == driven.current.number == 2
        assert driven.main.history.history is not None
        assert driven.main.history.history.fact == 2


async def test_the_footer_names_the_key_that_the_fact_calls_for() -> None:
    """U1: what holds can be ended, what holds no more can be restored."""
    async with opened() as driven:
        assert "i Invalidate" in driven.screen_text.splitlines()[-1]
        await driven.press("f")
        footer = driven.screen_text.splitlines()[-1]
        assert "r Restore" in footer
        assert "i Invalidate" not in footer
        await driven.press("question_mark")
        assert "r  Restore" in re.sub(" {2,}", "  ", driven.screen_text.split("Move", 1)[0])


async def test_keys_move() -> None:
    """U6: the list is driven by the keyboard alone."""
    async with opened() as driven:
        last = len(driven.rows) - 1
        for key, row in (
            ("j", 1),
            ("down", 2),
            ("k", 1),
            ("up", 0),
            ("k", 0),
            ("G", last),
            ("j", last),
            ("g", 0),
            ("end", last),
            ("home", 0),
        ):
            await driven.press(key)
            assert driven.main.facts.cursor == row, key
        await driven.press("pagedown")
        assert driven.main.facts.cursor == last
        await driven.press("pageup")
        assert driven.main.facts.cursor == 0


async def test_state_cycles_through_active_invalidated_all() -> None:
    """U1: f shows what holds, what was invalidated, and all, so that r reaches everything."""
    async with opened() as driven:
        assert "Moves to Coimbra in January" in driven.rows
        await driven.press("f")
        assert set(driven.rows) == {"Lives in Braga", "Learns Danish on Mondays"}
        await driven.press("f")
        assert len(driven.rows) == len(FACTS)
        await driven.press("f")
        assert "Lives in Braga" not in driven.rows


async def test_sorting_keeps_the_cursor_on_its_fact() -> None:
    """U1: s sorts by the next column, S turns the order around, and the cursor stays on its fact."""
    async with opened() as driven:
        await driven.press("j", "s")
        assert driven.main.facts.query_now.sort == "since"
        assert driven.current.number == 2
        assert "since↓" in driven.screen_text
        await driven.press("S")
        assert "since↑" in driven.screen_text
        assert driven.current.number == 2
        await driven.press("s")
        assert driven.main.facts.query_now.sort == "number"
        await driven.press("s")
        assert "seen↓" in driven.screen_text


async def test_filter_is_live_and_esc_clears_it() -> None:
    """U1: the list narrows while one types; an empty list says why and which key helps."""
    async with opened() as driven:
        await driven.press("/")
        await driven.write("lives")
        assert driven.rows == ["Lives in Guimarães with Rui"]
        assert driven.main.facts.query_now.typing
        await driven.write(" nowhere")
        assert driven.rows == []
        assert 'Nothing matches "lives nowhere". esc clears the filter.' in driven.screen_text
        await driven.press("escape")
        assert len(driven.rows) > 5
        assert driven.main.facts.has_focus


async def test_printable_keys_belong_to_the_filter_while_it_is_typed_into() -> None:
    """U1: a key that changes the store never goes past a field."""
    async with opened() as driven:
        await driven.press("/")
        await driven.write("pizcr")
        assert driven.store.calls == []
        assert driven.main.facts_pane.words == "pizcr"
        await driven.press("enter")
        assert driven.main.facts.has_focus
        await driven.press("escape")
        assert driven.main.facts_pane.words == ""


async def test_marks_and_ranges() -> None:
    """U1: space marks and moves on, v marks a range, esc forgets."""
    async with opened() as driven:
        await driven.press("space", "space")
        assert sorted(driven.main.facts.marked) == [1, 2]
        assert "2 marked" in driven.screen_text
        await driven.press("v", "j", "j", "v")
        assert sorted(driven.main.facts.marked) == [1, 2, 3, 4, 5]
        await driven.press("escape")
        assert driven.main.facts.marked == {}


async def test_a_range_has_no_gaps() -> None:
    """U1, U8: it goes as far as rows have been read and says so, and the row where it began is never left out."""
    async with opened(facts=MANY) as driven:
        listed = driven.main.facts
        for key, back in (("G", "g"), ("g", "G")):
            await driven.press("s", back, "v", key)
            begun = listed.range_from
            assert re.match(r"A range has no gaps: it holds 10\d rows so far", driven.toasts[-1])
            while len(listed.chosen) < len(MANY):
                before = len(listed.chosen)
                await driven.press(key)
                assert len(listed.chosen) > before
            await driven.press("v")
            assert begun in listed.marked
            assert len(listed.marked) == len(MANY)
            await driven.press("escape")


async def test_a_range_whose_beginning_is_gone_is_none() -> None:
    """U1: nothing is marked from a row that is not listed any more, and that is said."""
    async with opened() as driven:
        await driven.press("v", "j", "j")
        del driven.store.held[1]
        await driven.press("R")
        assert driven.main.facts.chosen == []
        assert any("nothing is marked by it" in toast for toast in driven.toasts)


async def test_an_empty_list_says_which_key_helps() -> None:
    """U1: nothing there is said in words, with a way on."""
    async with opened(facts=()) as driven:
        assert "w writes a fact" in driven.screen_text
        await driven.press("f")
        assert "was invalidated. f shows all." in driven.screen_text


async def test_a_long_list_reads_ahead_and_jumps_to_its_end() -> None:
    """U8: pages come by key; the end is reached at once, and the way back up too."""
    async with opened(facts=MANY) as driven:
        listed = driven.main.facts
        assert len(listed.facts) == 100
        assert "1 of 1000 active or upcoming" in driven.screen_text
        for _ in range(3):
            await driven.press("pagedown")
        assert len(listed.facts) >= 200
        await driven.press("G")
        assert driven.current.number == 1000
        assert "1000 of 1000" in driven.screen_text
        assert len(listed.facts) <= 200
        for _ in range(4):
            await driven.press("pageup")
        assert driven.current.number == 1000 - 4 * (listed.size.height - 1)
        assert len(listed.facts) >= 200
        await driven.press("g")
        assert driven.current.number == 1


async def test_far_from_the_start_of_a_long_list_the_cursor_stays_where_it_is() -> None:
    """What is changed there is read again around it, in the same line of the screen."""
    async with opened(facts=MANY) as driven:

        def line() -> int:
            return driven.main.facts.cursor - driven.main.facts.scroll_offset.y

        await driven.press("G", "pageup", "pageup", *"jjj")
        here, stood = driven.current.number, line()
        assert (here > 900, stood) == (True, 3)
        await driven.press("p")
        assert driven.store.calls[-1] == ("pin", here, 1)
        assert (driven.current.number, line()) == (here, stood)
        await driven.press("R")
        assert (driven.current.number, line()) == (here, stood)
        await driven.press("i", "e", "enter")
        assert driven.store.calls[-1][:2] == ("end", here)
        assert (driven.current.number, line()) == (here + 1, stood)
        await driven.press("k")
        assert driven.current.number == here - 1
        await driven.press("w")
        await driven.write("Plays chess")
        await driven.press("enter")
        assert (driven.current.text, driven.main.facts.cursor) == ("Plays chess", 0)


async def test_the_cursor_goes_with_its_fact_when_far_away_it_is_listed_otherwise() -> None:
    """Where a filter found it, and where another column is sorted by."""
    async with opened(facts=MANY) as driven:
        await driven.press("slash")
        await driven.write("number 777")
        await driven.press("enter", "escape")
        assert driven.current.number == 777
        await driven.press("S")
        assert driven.current.number == 777
        assert driven.rows[0] != "Fact number 1000"


async def test_a_fact_that_is_gone_to_is_reached_though_the_list_is_read_again_meanwhile() -> None:
    async with opened(facts=MANY) as driven:
        driven.main.show_fact(500)
        driven.main.refresh_facts()
        await driven.settle()
        assert driven.current.number == 500


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_the_number_is_shown_while_the_list_is_sorted_by_it(size: tuple[int, int]) -> None:
    """tui.md: `s` goes through the columns; a list in the order of numbers shows them."""
    async with opened(size) as driven:
        assert "no.↓" not in driven.screen_text
        while driven.main.facts.query_now.sort != "number":
            await driven.press("s")
        assert "no.↓" in driven.screen_text
        assert all(f"#{fact.number} " in driven.screen_text for fact in driven.main.facts.facts[:5])
        await driven.press("S")
        assert "no.↑" in driven.screen_text
        await driven.press("s")
        assert "no." not in driven.screen_text


@pytest.mark.parametrize("size", [NARROW, WIDE])
async def test_what_is_counted_is_named_at_either_size(size: tuple[int, int]) -> None:
    """U6: 8 of 80 what? Where other things have to be said in the border they come first."""
    async with opened(size) as driven:
        total = driven.main.facts.total
        assert total is not None
        assert f"1 of {total.number} active or upcoming" in driven.screen_text
        await driven.press("/")
        await driven.write("coffee")
        assert "matching" in driven.screen_text


async def test_counts_are_honest_beyond_the_cap() -> None:
    """U1: what was not counted is not claimed."""
    many = [replace(item, number=item.number + 1000 * times) for times in range(2) for item in MANY]
    async with opened(facts=many) as driven:
        assert "of more than 1000" in driven.screen_text


def test_a_stretch_grows_at_both_ends_without_gaps() -> None:
    """U8: pages by key join without a gap or a repeated row."""
    store = FakeStore(MANY)

    def fetch(side: Side, key: Key | None, limit: int) -> tuple[tuple[Fact, ...], Key | None]:
        page = store.facts(Query(descending=side == "below"), after=key, limit=limit)
        return (page.facts if side == "below" else page.facts[::-1]), page.next

    expected = [item.number for item in MANY]
    stretch = from_start(fetch, Query(), 70)
    while stretch.more("below"):
        stretch = grown(fetch, stretch, "below", 70)
    assert [item.number for item in stretch.rows] == expected
    stretch = from_end(fetch, Query(), 70)
    assert not stretch.starts
    while stretch.more("above"):
        stretch = grown(fetch, stretch, "above", 70)
    assert [item.number for item in stretch.rows] == expected


def test_rows_fill_their_width_exactly() -> None:
    """U6: every row is as wide as the list, wide characters included, at any width."""
    for width in (40, 49, 50, 62, 69, 70, 76, 99, 100, 140):
        cols = fact_row.columns(width)
        for item in (*FACTS, fact(99, "写" * 300), fact(98, "a" * 600)):
            for look in (Look(), Look(current=True, focused=True, marked=True), Look(hidden=True)):
                assert fact_row.row(item, cols, look, zone_of("UTC"), PRESENT).cell_length == width
        assert cell_len(fact_row.heading(cols, "seen", True).plain) == width


def test_kind_and_slot_come_with_the_width() -> None:
    """U6: the text is never paid for by metadata."""
    assert fact_row.columns(49).seen == 0
    assert fact_row.columns(69).code == 0
    assert fact_row.columns(70).code == 4
    assert fact_row.columns(100).slot > 0


async def test_clicks_move_and_sort_and_open() -> None:
    """U6: the mouse works."""
    async with opened() as driven:
        await driven.pilot.click("#fact-list", offset=(10, 3))
        await driven.settle()
        assert driven.main.facts.cursor == 3
        await driven.pilot.click("ColumnNames", offset=(driven.main.facts.size.width - 15, 0))
        await driven.settle()
        assert driven.main.facts.query_now.sort == "since"
        await driven.pilot.click("#fact-list", offset=(10, 1), times=2)
        await driven.settle()
        assert driven.main.pane == "provenance"


async def test_hidden_texts_are_nowhere_on_the_screen() -> None:
    """N8: one key hides all texts and quotes."""
    for size in (WIDE, NARROW):
        async with opened(size) as driven:
            await driven.press("j", "h")
            assert "Guimarães" not in driven.screen_text
            assert "moved" not in driven.screen_text
            await driven.press("e")
            assert driven.toasts[-1].startswith("Texts are hidden, and editing would show them.")
            await driven.press("h")
            assert "Guimarães" in driven.screen_text


async def test_stored_text_is_shown_literally() -> None:
    """U5: markup and escapes of a fact are shown, never read."""
    async with opened() as driven:
        await driven.press("G")
        assert "[bold]markup[/] and ␛[31mred" in driven.screen_text
        assert "\x1b" not in driven.screen_text


async def test_a_fact_that_never_held_has_no_beginning() -> None:
    """B4: no day is claimed for it, here and on the command line, which ask the same words."""
    never = fact(1, "Likes tea", state="retracted", valid_from_exact=True)
    by_then = fact(2, "Likes rain", valid_from_exact=False)
    async with opened(facts=[never, by_then]) as driven:
        await driven.press("f")
        assert re.search(r"Likes tea +never ", driven.screen_text)
    assert (words.since(never, UTC), words.since(by_then, UTC)) == ("never", f"≤{words.day(by_then.valid_from, UTC)}")


def test_a_card_names_no_key_that_would_be_refused() -> None:
    """What does not hold is neither confirmed nor invalidated."""
    held, closed = (no_source(fact(1, "x", state=state), UTC, reading=False) for state in ("active", "retracted"))
    assert held == "No source is known. c confirms it, i invalidates it."
    assert closed == "No source is known."


async def test_all_ages_of_a_list_are_of_one_minute() -> None:
    """Rows that were read later, or drawn earlier, are no younger or older for that."""
    facts = [fact(number, f"Fact {number}", seen_at=PRESENT) for number in (1, 2, 3)]
    async with opened(facts=facts) as driven:
        ages = re.compile(r"Fact \d .* (now|\d m) ")
        assert ages.findall(driven.screen_text) == ["now"] * 3
        driven.main.facts.clock.at += 5 * MINUTE  # type: ignore[attr-defined]
        driven.main.facts.update_rows([facts[0]])
        assert ages.findall(driven.screen_text) == ["5 m"] * 3
