"""The one door for stored text: whatever a fact, a name or a quote may hold leaves here literal and harmless.

Nothing stored reaches the screen, the terminal or the clipboard by another way. Control characters come out as their
pictures, what cannot be seen comes out as a mark, and nothing is ever read as markup. `textual` and `rich` are imported
inside the functions that need them, so that the command line does not pay for them.
"""

import re
from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from textual.content import Content

HIDDEN = "\u2426"  # ␦ stands for what cannot be seen: bidi and zero-width controls, fillers, tags
BROKEN = "\ufffd"  # � stands for what is no character: C1 controls, lone surrogates, noncharacters
ELLIPSIS = "…"
TAB = "    "
CARRIER = "\u25cc"  # ◌ carries a combining mark that has no letter before it

ZWJ = "\u200d"
ZWNJ = "\u200c"
# Blank and default-ignorable characters that their category does not give away.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]")
_SELECTORS = re.compile("[\ufe00-\ufe0f]")
# Blocks in which newer Unicode versions than Python's keep adding characters that terminals already draw.
_GROWING = (range(0x1F000, 0x1FB00), range(0x20000, 0x3FFFE))
_PICTOGRAPHS = (range(0x2190, 0x2C00), range(0x1F000, 0x1FB00))
_CURSIVE = (range(0x0600, 0x0700), range(0x0750, 0x0780), range(0x08A0, 0x0900))
_MARKS = ("Mn", "Me", "Mc")


def plain(text: str) -> str:
    """Return the text as one line that is safe to print, draw or copy.

    Args:
        text: Anything at all, lone surrogates included.

    Returns:
        C0 as U+2400.. (a newline is `␊`), DEL as `␡`, tabs as spaces, C1 and lone surrogates as `�`, bidi and zero-width
        controls as `␦`. A zero-width joiner stays where it joins two pictographs, a non-joiner between Arabic letters. Always encodable as UTF-8.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    before = ""
    for index, character in enumerate(text):
        after = text[index + 1] if index + 1 < len(text) else ""
        shown.append(_shown(character, before, after))
        before = character
    return "".join(shown)


def lines(text: str) -> list[str]:
    """Return the text line by line, each made harmless by `plain`; for places that show a message whole."""
    return [plain(line) for line in re.split("\r\n|\r|\n|\u2028|\u2029", text)]


def one_line(text: str, cells: int) -> str:
    """Return the harmless text cut to at most so many cells, with `…` when something was left out.

    A wide character of which only half would fit is left out whole.
    """
    return cut(plain(text), cells)


def cut(shown: str, cells: int) -> str:
    """Cut text that came through the door already to at most so many cells, with `…` when something was left out."""
    from rich.cells import cell_len, split_graphemes

    if cell_len(shown) <= cells:
        return shown
    if cells <= 0:
        return ""
    spans, _ = split_graphemes(shown)
    used = end = 0
    for _, stop, width in spans:
        if used + width > cells - 1:
            break
        used, end = used + width, stop
    return shown[:end] + ELLIPSIS


def content(text: str, style: str = "") -> "Content":
    """Return the text for a widget; it is never read as markup."""
    from textual.content import Content

    return Content.styled(plain(text), style)


def _shown(character: str, before: str, after: str) -> str:
    code = ord(character)
    if character == "\t":
        return TAB
    if code < 0x20:
        return chr(0x2400 + code)
    if code < 0x7F:
        return character
    if code == 0x7F:
        return "\u2421"
    if character == ZWNJ and _is_cursive(before) and _is_cursive(after):
        return ZWNJ
    if character == ZWJ:
        return ZWJ if _joins(before, after) else HIDDEN
    if _BLANK.match(character):
        return HIDDEN
    if _SELECTORS.match(character):
        return character if before and not before.isspace() and not _SELECTORS.match(before) else HIDDEN
    kind = category(character)
    if kind in ("Zl", "Zp"):
        return "\u240a"
    if kind == "Cf":
        return HIDDEN
    if kind in ("Cc", "Cs"):
        return BROKEN
    if kind == "Cn":
        return character if _within(code, _GROWING) and code & 0xFFFE != 0xFFFE else BROKEN
    if kind in _MARKS and (not before or before.isspace() or category(before)[0] == "C"):
        return CARRIER + character
    return character


def _joins(before: str, after: str) -> bool:
    left = before != "" and (_within(ord(before), _PICTOGRAPHS) or before == "\ufe0f")
    return left and after != "" and _within(ord(after), _PICTOGRAPHS)


def _is_cursive(character: str) -> bool:
    """Whether it is a letter or mark of a script whose letters join, where a non-joiner is part of the spelling."""
    return character != "" and category(character)[0] in "LM" and _within(ord(character), _CURSIVE)


def _within(code: int, ranges: tuple[range, ...]) -> bool:
    return any(code in part for part in ranges)
