"""U6: readable in dark, in light and without colour."""

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from inspector.theme import DARK, DEFAULT, LIGHT, THEMES, choose, variable_defaults

WORDS = ("foreground", "muted", "text-primary", "text-warning", "text-error", "text-success", "text-accent", "primary-darken-1")


def colors(theme: Theme) -> dict[str, str]:
    return {**variable_defaults(theme), **theme.to_color_system().generate(), **theme.variables}


def contrast(one: str, other: str) -> float:
    def luminance(name: str) -> float:
        def linear(value: int) -> float:
            part = value / 255
            return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

        red, green, blue = Color.parse(name).rgb
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
@pytest.mark.parametrize("role", WORDS)
@pytest.mark.parametrize("monochrome", [False, True])
def test_words_stand_out_from_the_background(theme: Theme, role: str, monochrome: bool) -> None:
    """U6: every colour that words are written in has at least 4.5:1, as colours and as greys."""
    shown = colors(theme)
    word, ground = Color.parse(shown[role]), Color.parse(shown["background"])
    if monochrome:
        word, ground = word.monochrome, ground.monochrome
    assert contrast(word.hex, ground.hex) >= 4.5


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_cursor_row_stays_readable(theme: Theme) -> None:
    shown = colors(theme)
    for ground in ("primary-muted", "surface-lighten-1", "panel"):
        assert contrast(shown["foreground"], shown[ground]) >= 4.5
    assert shown["text-accent"] != shown["text-warning"]


def test_without_colour_a_theme_of_terminal_colours_is_not_used() -> None:
    """With NO_COLOR such a theme is black on black."""
    known = {theme.name: theme for theme in (*BUILTIN_THEMES.values(), *THEMES)}
    ansi = next(theme.name for theme in BUILTIN_THEMES.values() if theme.ansi)
    assert choose(ansi, known, no_color=True) == DEFAULT
    assert choose(ansi, known, no_color=False) == ansi
    assert choose(LIGHT.name, known, no_color=True) == LIGHT.name
    assert choose("no such theme", known, no_color=False) == choose(None, known, no_color=False) == DARK.name


@pytest.mark.parametrize("theme", BUILTIN_THEMES.values(), ids=lambda theme: theme.name)
def test_other_themes_get_our_variables(theme: Theme) -> None:
    assert set(variable_defaults(theme)) == {"muted", "faint"}
