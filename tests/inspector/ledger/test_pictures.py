"""B1, U1: each rule of the ledger as a drawing with the right values."""

import pytest

from inspector.ledger.canvas import text_of
from inspector.ledger.picture import Picture, View
from inspector.ledger.rows import Ledger
from store.values import AsOf, History
from tests.inspector.ledger.tellings import CASES, OPEN, Telling, at, drawn, home_city, many, very_short


def draw(history: History, view: View) -> str:
    picture = Picture(history, view)
    return drawn([text_of(line) for line in (*picture.head, *(picture.line(place) for place in picture.body))])


def roles(history: History, view: View, learning: int) -> list[tuple[str, str]]:
    """The segments of a row that are drawn in a role."""
    picture = Picture(history, view)
    place = next(place for place in picture.body if place.kind == "row" and place.number == learning)
    return [(segment.text, segment.role) for segment in picture.line(place) if segment.text.strip()]


SMALL = View(76, 8, compact=True)
WIDE = View(76, 22)


def test_every_way_of_learning_stands_on_a_row_of_its_own() -> None:
    """B1: told by then, told ahead, told late, corrected: newest on top, and the current row in one sentence."""
    assert draw(home_city(), View(76, 8, compact=True, current=3)) == (
        "known              2025              2026              2027\n"
        "           ────────┬─────────────────┬───────────────▼─┬─────\n"
        "2026-10-20 ···◄ Porto ━━━━━━━━━┣Lis…┣Por…┣Guimarães┿━━━┣Coi…►     82 d ahead\n"
        "2026-04-20 ···◄ Porto ━━━━━━━━━┣Lis…┣Por…┣━┿ Guimarães ━┄┄┄┄►      corrected\n"
        "2026-04-02 ···◄ Porto ━━━━━━━━━┣Lis…┣Por…×┼ Braga ┄┄┄┄┄┄┄┄┄┄►      12 d late\n"
        "2025-06-14 ···◄ Porto ━━━━━┿━━━┣Lis…┣ Porto ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄►     79 d ahead\n"
        "2024-09-02 ···◄ Porto ━━━━━━━━━━┄┄┄┄━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄►  start unknown\n"
        "Lives in Guimarães   2026-03-21 → open   corrected Braga · m-2291"
    )


def test_legend_and_versions_follow_where_there_is_room() -> None:
    """B1, B2: the list says in words what holds now, one line for each interval; a corrected one never held."""
    assert draw(home_city(), View(50, 18)) == (
        "known             2025          2026         2027\n"
        "           ───────┬─────────────┬───────────▼┬────\n"
        "2026-10-20 ···◄ Porto ━━━━━┣Li…┣Po…┣Guimar…┿━━┣C━►\n"
        "2026-04-20 ···◄ Porto ━━━━━┣Li…┣Po…┣┿ Guimarães ┄►\n"
        "2026-04-02 ···◄ Porto ━━━━━┣Li…┣Po…× Braga ┄┄┄┄┄┄►\n"
        "2025-06-14 ···◄ Porto ━━┿━━┣Li…┣ Porto ┄┄┄┄┄┄┄┄┄┄►\n"
        "2024-09-02 ···◄ Porto ━━━━━━┄┄┄━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄►\n"
        "\n"
        "━ still held  ┄ revised since  ┿ learned that day\n"
        "\n"
        "             valid\n"
        "○ Coimbra    2027-01-10 → open        upcoming\n"
        "● Guimarães  2026-03-21 → 2027-01-10  active\n"
        "× Braga      never                    retracted\n"
        "» Porto      2025-12-01 → 2026-03-21  superseded\n"
        "            ≤2024-09-02 → 2025-09-01\n"
        "■ Lisbon     2025-09-01 → 2025-12-01  ended"
    )


def test_an_end_is_drawn_only_before_a_gap() -> None:
    """B5: in a gap nothing is drawn; the label goes to the longer side of the mark, wide letters by cell."""
    assert draw(CASES["came back"], SMALL) == (
        "known           Apr   Jul   Oct    2026  Apr    Jul   Oct\n"
        "           ─────┬─────┬─────┬──────┬─────┬──────┬─────┬▼────┬\n"
        "2026-09-03 ···◄ 平时住在上海 ━━━━━━━━┫          ┣━━━┿Снова …►      64 d late\n"
        "2026-05-10 ···◄ 平时住在上海 ━━━━━━━━┫      │                      99 d late\n"
        "2025-03-01 ···◄ 平时住在上海 ━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄►  start unknown"
    )


def test_more_than_one_boundary_in_a_cell_is_said_and_zoom_opens_it() -> None:
    assert draw(very_short(), SMALL) == (
        "known                2024        2025        2026        2027\n"
        "           ──────────┬───────────┬───────────┬─────────▼─┬───\n"
        "2026-06-20    ┣ Works at Nordlys ━━━━━━━━━━━━━━━━━╪┿Works a…►      19 d late\n"
        "2023-05-04    ╋ Works at Nordlys ━━━━━━━━━━━━━━━━━┄┄┄┄┄┄┄┄┄┄►       3 d late"
    )
    zoomed = View(76, 8, compact=True, window=(at("2026-05-20"), at("2026-07-19")))
    assert draw(very_short(), zoomed) == (
        "known                Jun                      Jul\n"
        "2026       ──────────┬────────────────────────┬──────────────\n"
        "2026-06-20 Works at …┣A┣Tr…┣━━━━━━━━┿ Works at 海风科技 ━━━━►      19 d late\n"
        "2023-05-04  Works at Nordlys ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄►       3 d late"
    )


def test_hours_are_shown_when_days_tie() -> None:
    """B13: a bounded future lies right of now; several learnings of one day are told apart by their hours."""
    assert draw(CASES["one day"], SMALL) == (
        "known                    Oct     now    2027            Apr\n"
        "            ─────────────┬───────▼──────┬───────────────┬────\n"
        "11-02 07:55    ┣Tuesdays at 9━┿━━━━━━━━┫ ┣Thursdays at 8┫         66 d ahead\n"
        "08-01 18:40    ╋ Tuesdays at 9 ━━━━━━━━┫                         145 d ahead\n"
        "08-01 09:12    ╋ Tuesdays at 9 ━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄►      corrected\n"
        "08-01 09:10    × Mondays at 9 ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄►      2 d ahead"
    )


def test_many_learnings_fold_into_the_newest_and_the_first() -> None:
    lines = draw(many(), SMALL).splitlines()
    assert [line[:10].strip() for line in lines[2:]] == ["2026-08-09", "2026-07-13", "2026-06-16", "…  31 mo", "2024-02-03"]
    assert lines[5] == "  …  31 more learned between 2024-03-01 and 2026-05-20, enter opens them"
    assert len(draw(many(), View(76, 8, compact=True, unfolded=True)).splitlines()) == 2 + 35


def test_nothing_held_keeps_its_row() -> None:
    """B2: after a retraction the row is blank but for its mark, and the earlier one is marked never true."""
    assert draw(CASES["retracted"], SMALL) == (
        "known                    2025            2026            2027\n"
        "           ──────────────┬───────────────┬─────────────▼─┬───\n"
        "2026-02-02                                │                        retracted\n"
        "2024-06-03    ×┼ Owns a boat ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄►      33 d late"
    )
    assert "× Owns a boat  never          retracted" in draw(CASES["retracted"], WIDE)


def test_time_travel_is_a_column_through_the_rows() -> None:
    """U3, B8: the row in force carries the known instant, and the column crosses it."""
    travel = AsOf(at("2026-05-25 12:00"), at("2026-04-05 09:00"))
    text = draw(home_city(), View(68, 20, travel=travel))
    assert "▼ valid 2026-05-25" in text.splitlines()[0]
    in_force = next(line for line in text.splitlines() if line.startswith("►"))
    assert in_force.startswith("►2026-04-02 ")
    assert "◉" in in_force
    assert " 04-05 09:00" in text
    assert sum("┊" in line for line in text.splitlines()) >= 10


def test_colours_say_what_glyphs_say() -> None:
    """U6: newest bars, older bars, what was revised and what was never true each have a role of their own."""
    newest = roles(home_city(), WIDE, 4)
    assert ("2026-10-20", "date-newest") in newest
    assert ("┿", "mark") in newest
    never = roles(home_city(), WIDE, 2)
    assert ("×", "never") in never
    assert ("Braga", "label-never") in never
    first = roles(home_city(), WIDE, 0)
    assert ("◄", "mark") in first
    assert {role for text, role in first if "┄" in text} == {"revised"}
    assert {role for text, role in first if "━" in text} == {"older"}


def test_the_same_learned_on_one_day_tells_seconds_when_minutes_tie() -> None:
    tale = Telling("a", "2026-08-02")
    tale.told("2026-08-01 09:10:01", tale.fact("one"), ("2026-08-01", "2026-08-02"))
    tale.told("2026-08-01 09:10:02", tale.fact("two"), ("2026-08-02", OPEN))
    assert "08-01 09:10:02" in draw(tale.history(), WIDE)


def test_a_fact_that_never_changed_says_so() -> None:
    tale = Telling(None)
    tale.told("2026-01-01", tale.fact("Plays the cello"), ("2026-01-01", OPEN))
    assert "This fact has never changed." in draw(tale.history(), View(50, 18))


@pytest.mark.parametrize(
    ("height", "has_legend", "has_list"),
    [
        (17, True, True),
        (16, False, True),
        (14, True, True),
        (13, False, True),
        (12, False, True),
        (11, True, False),
        (7, False, False),
    ],
)
def test_short_panes_lose_the_legend_first_then_the_list(height: int, has_legend: bool, has_list: bool) -> None:
    text = draw(home_city(), View(50, height))
    assert ("still held" in text, "→" in text) == (has_legend, has_list)
    assert text.count("2026-10-20 ···") == 1
    assert len(text.splitlines()) <= height


def test_a_list_that_does_not_fit_says_how_much_is_missing() -> None:
    lines = draw(home_city(), View(50, 13)).splitlines()
    assert len(lines) == 13
    assert lines[-1] == "  … 3 more, + shows them"


def test_history_without_beliefs_is_empty_rows() -> None:
    history = History(fact=1, slot=None, facts=(), beliefs=(), now=at("2026-01-01"))
    assert len(Ledger(history)) == 0
    assert draw(history, View(50, 10)).startswith("known")


def test_a_long_history_costs_what_is_shown_of_it() -> None:
    """U8: rows are worked out when they come into sight, and kept from one picture to the next."""
    history = many(400)
    picture = Picture(history, View(50, 12, current=399))
    shown = [text_of(picture.line(place)) for place in picture.body]
    assert len(picture.ledger._rows) <= 2 * len(shown)
    moved = Picture(history, View(50, 12, current=398), picture)
    assert moved.ledger is picture.ledger
    assert moved.bars is picture.bars
    assert Picture(history, View(50, 12, hidden=True), picture).ledger is not picture.ledger
