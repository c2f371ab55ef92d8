"""U5: anything a fact may contain is shown literally."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from inspector.door import content, cut, lines, one_line, plain
from tests.door.hostile import HOSTILE

anything = st.text(st.characters(exclude_categories=()), max_size=80)


@given(anything)
def test_no_control_character_leaves(text: str) -> None:
    """U5: neither C0, C1, format characters nor lone surrogates get through; only joiners inside emoji do."""
    shown = plain(text)
    left = {character for character in shown if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert left <= {"\u200d"}
    shown.encode()


@given(anything)
def test_what_came_through_once_is_not_changed_again(text: str) -> None:
    assert plain(plain(text)) == plain(text)


@given(anything, st.integers(0, 40))
def test_one_line_keeps_to_its_cells(text: str, cells: int) -> None:
    assert cell_len(one_line(text, cells)) <= cells


@given(st.text(st.characters(whitelist_categories=["L", "N", "P"], max_codepoint=0x1000), max_size=40))
def test_ordinary_letters_are_untouched(text: str) -> None:
    if not {"\u0e33", "\u115f", "\u1160"} & set(text):
        assert plain(text) == text


@given(anything)
def test_content_is_never_markup(text: str) -> None:
    """U5: what a widget gets are the same letters as `plain`."""
    assert content(text, "bold").plain == plain(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "a␊b"),
        ("\x1b[31m", "␛[31m"),
        ("a\x00b", "a␀b"),
        ("\x7f", "␡"),
        ("\x9b", "�"),
        ("\ud800", "�"),
        ("a\tb", "a    b"),
        ("user\u202eadmin", "user␦admin"),
        ("pass\u200bword", "pass␦word"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("中\u200d文", "中␦文"),
        ("a\u200d", "a␦"),
        ("\u0301", "◌\u0301"),
        ("e\u0301", "e\u0301"),
        ("\ufffe", "�"),
        ("\u3164", "␦"),
        ("\U000e0041", "␦"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("\U0001fae8", "\U0001fae8"),
        ("[b]x[/", "[b]x[/"),
    ],
)
def test_each_kind_has_its_picture(text: str, shown: str) -> None:
    assert plain(text) == shown


@pytest.mark.parametrize(
    ("text", "cells", "shown"),
    [
        ("Guimarães", 9, "Guimarães"),
        ("Guimarães", 5, "Guim…"),
        ("平时住在", 4, "平…"),
        ("平时住在", 5, "平时…"),
        ("abc", 1, "…"),
        ("abc", 0, ""),
    ],
)
def test_cutting_is_by_cells(text: str, cells: int, shown: str) -> None:
    assert cut(text, cells) == shown


def test_a_message_keeps_its_lines() -> None:
    assert lines("a\r\nb\nc\u2028d\x1b") == ["a", "b", "c", "d␛"]


@pytest.mark.parametrize("name", HOSTILE)
def test_the_hostile_ones_are_encodable_and_keep_their_ascii(name: str) -> None:
    text = HOSTILE[name]
    shown = plain(text)
    shown.encode()
    assert [c for c in text if " " <= c <= "~"] == [c for c in shown.replace("    ", "") if " " <= c <= "~"] or "\t" in text


def test_every_line_end_ends_a_line() -> None:
    """CR too, which is what terminals paste."""
    assert lines("one\rtwo\r\nthree\nfour\u2028five\r") == ["one", "two", "three", "four", "five", ""]


def test_a_non_joiner_stays_where_it_is_spelling() -> None:
    """Persian می‌خواهم; anywhere else it is hidden, and shown as such."""
    assert plain("می\u200cخواهم") == "می\u200cخواهم"
    assert plain("a\u200cb\u200c") == "a␦b␦"
    assert plain("\u200cم\u200c") == "␦م␦"
