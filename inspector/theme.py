"""The two themes, dark and light, and the variables every rule of style is written in.

Beside the variables of Textual there are two: `$muted` for words that explain and `$faint` for rules and rulers, never
words. Both are opaque, because `auto 60%` turns white inside the spans of a `Content`.
"""

from collections.abc import Mapping

from textual.color import Color
from textual.theme import Theme

DARK = Theme(
    name="inspector-dark",
    dark=True,
    background="#12151B",
    surface="#181C24",
    panel="#232936",
    foreground="#D5DAE6",
    primary="#7AA2F7",
    secondary="#7DCFFF",
    accent="#BB9AF7",
    warning="#E0AF68",
    error="#F7768E",
    success="#8CC98F",
    variables={
        "muted": "#9096A8",
        "faint": "#565D6D",
        "text-muted": "#9096A8",
        "foreground-muted": "#9096A8",
        "text-disabled": "#565D6D",
        "border": "#7AA2F7",
        "border-blurred": "#3A4150",
        "surface-lighten-1": "#282D38",
        "block-cursor-background": "#2F3E60",
        "block-cursor-foreground": "#D5DAE6",
        "block-cursor-blurred-background": "#282D38",
        "block-cursor-blurred-foreground": "#D5DAE6",
        "primary-muted": "#2F3E60",
        "footer-key-foreground": "#7AA2F7",
        "input-cursor-background": "#A7C2FA",
        "scrollbar": "#3A4150",
        "scrollbar-hover": "#565D6D",
        "scrollbar-background": "#12151B",
    },
)

LIGHT = Theme(
    name="inspector-light",
    dark=False,
    background="#FAF9F6",
    surface="#F3F1EC",
    panel="#E4E1D9",
    foreground="#1F242C",
    primary="#2F5FB3",
    secondary="#0B6E8C",
    accent="#7A3FB0",
    warning="#8F5B00",
    error="#B3243B",
    success="#2A7540",
    variables={
        "muted": "#666C78",
        "faint": "#9FA3AB",
        "text-muted": "#666C78",
        "foreground-muted": "#666C78",
        "text-disabled": "#9FA3AB",
        "border": "#2F5FB3",
        "border-blurred": "#C9C6BE",
        "surface-lighten-1": "#E6E3DB",
        "block-cursor-background": "#BECBE3",
        "block-cursor-foreground": "#1F242C",
        "block-cursor-blurred-background": "#E6E3DB",
        "block-cursor-blurred-foreground": "#1F242C",
        "primary-muted": "#BECBE3",
        "footer-key-foreground": "#2F5FB3",
        "input-cursor-background": "#2F5FB3",
        "scrollbar": "#C9C6BE",
        "scrollbar-hover": "#9FA3AB",
        "scrollbar-background": "#FAF9F6",
    },
)

THEMES = (DARK, LIGHT)
DEFAULT = DARK.name


def choose(wanted: str | None, known: Mapping[str, Theme], no_color: bool) -> str:
    """Return the name of the theme to use.

    Args:
        wanted: The name a setting gives, if any.
        known: Every theme there is, by name.
        no_color: Whether colour is off; a theme of the terminal's own colours would then be black on black.
    """
    theme = known.get(wanted or DEFAULT)
    if theme is None or (no_color and theme.ansi):
        return DEFAULT
    return theme.name


def variable_defaults(theme: Theme) -> dict[str, str]:
    """Return our own variables for a theme that does not name them, such as one of Textual's."""
    if theme.ansi:
        return {"muted": "ansi_default", "faint": "ansi_bright_black"}
    colors = theme.to_color_system().generate()
    background, foreground = Color.parse(colors["background"]), Color.parse(colors["foreground"])
    return {
        "muted": background.blend(foreground, 0.65, alpha=1.0).hex,
        "faint": background.blend(foreground, 0.35, alpha=1.0).hex,
    }
