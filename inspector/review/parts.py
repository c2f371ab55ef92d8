"""What the parts of a review are built from: lines, heads with a rule, words with something at their right."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import tzinfo
from typing import NamedTuple

from textual.content import Content

from inspector import door, words

INDENT = 2
COLUMNS_FROM = 70
"""From so many cells on, parts stand in two columns."""


class Line(NamedTuple):
    """One line, and the quote or the answer it belongs to."""

    content: Content
    quote: int | None = None
    answer: int | None = None


class Setting(NamedTuple):
    """What all parts need to know.

    Args:
        width: In cells.
        zone: Of times.
        now: The present, microseconds UTC.
        hidden: Texts are covered.
        roomy: There are lines to spare.
        takes_back: z takes back a decision that was taken.
        reading: Nothing can be changed, so no key that would is named.
    """

    width: int
    zone: tzinfo
    now: int
    hidden: bool = False
    roomy: bool = True
    takes_back: bool = True
    reading: bool = False

    def text(self, text: str) -> str:
        """Return stored text as it may be shown."""
        shown = door.plain(text)
        return words.masked(shown) if self.hidden else shown


def head(title: str, width: int, right: Content | None = None) -> Line:
    """Return the head of a part: its name, a rule, and what sums it up at the right."""
    name = Content.styled(f"{title} ", "bold $foreground")
    tail = Content("") if right is None else Content(" ") + right
    rule = max(1, width - name.cell_length - tail.cell_length)
    return Line(name + Content.styled("─" * rule, "$border-blurred") + tail)


def blank() -> Line:
    """Return an empty line."""
    return Line(Content(""))


def beside(left: Content, right: Content, width: int, indent: int = 0) -> list[Content]:
    """Return words with something at the right of their first line; what does not fit beside it goes on below.

    Args:
        indent: Cells before the second and later lines.
    """
    room = max(10, width - right.cell_length - (2 if right.cell_length else 0))
    first, *rest = wrapped(left, room, indent)
    return [first + Content(" " * max(0, width - first.cell_length - right.cell_length)) + right, *rest]


def wrapped(content: Content, width: int, indent: int = 0) -> list[Content]:
    """Return words wrapped to a width, all lines but the first one moved in."""
    lines = content.wrap(max(1, width)) or [Content("")]
    if len(lines) == 1 or not indent:
        return list(lines)
    first = lines[0].rstrip()
    start = len(first.plain)
    start += len(content.plain[start:]) - len(content.plain[start:].lstrip())
    rest = content[start:]
    pad = Content(" " * indent)
    return [first, *(pad + line for line in rest.wrap(max(1, width - indent)))]


def bullet(glyph: str, role: str, text: Content, right: Content, width: int) -> list[Content]:
    """Return a line of a list: its glyph, its text, and what stands at the right."""
    start = Content.assemble(" " * INDENT, (glyph, role), " ")
    return beside(start + text, right, width, INDENT + 2)


def joined(parts: Iterable[Content], width: int, indent: int = 0) -> list[Content]:
    """Join parts by middle dots, breaking lines between parts where that is possible."""
    rows: list[Content] = []
    for part in parts:
        if rows and rows[-1].cell_length + 3 + part.cell_length <= width:
            rows[-1] = rows[-1] + Content.styled(" · ", "$muted") + part
        else:
            rows.append((Content(" " * indent) if rows else Content("")) + part)
    return [line for row in rows for line in wrapped(row, width, indent)]


def barred(lines: Iterable[Content], role: str, width: int) -> list[Line]:
    """Return lines with a thick coloured bar at their left."""
    bar = Content.styled("▌ ", role)
    return [Line(bar + piece) for line in lines for piece in wrapped(line, width - 2)]
