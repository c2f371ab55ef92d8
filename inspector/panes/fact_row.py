"""How one fact is drawn as a row: which columns a width has, and what stands in them."""

from __future__ import annotations

from datetime import tzinfo
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from inspector import door, words

if TYPE_CHECKING:
    from inspector.panes.row_list import Look
    from store.clock import Instant
    from store.values import Fact

MARKS = 5
NUMBER = 6
SINCE = 11
SEEN = 5
CODE = 4
KIND = 11
SLOT = 18
OWNER = 20
GAP = 2


class Columns(NamedTuple):
    """The widths of the columns in cells; 0 leaves a column out."""

    text: int
    code: int = 0
    kind: int = 0
    slot: int = 0
    since: int = SINCE
    seen: int = SEEN
    number: int = 0


def columns(width: int, *, travelling: bool = False, numbered: bool = False) -> Columns:
    """Return the columns that a list of so many cells has; the text is never paid for by metadata, but for the number it is
    sorted by.
    """
    if numbered and not travelling:
        return columns(width - NUMBER - GAP)._replace(number=NUMBER)
    if width < 50 or travelling:
        return Columns(text=max(1, width - MARKS - GAP - SINCE), seen=0)
    room = width - MARKS - (GAP + SINCE) - (GAP + SEEN)
    if width >= 100:
        return Columns(text=room - (GAP + KIND) - (GAP + SLOT), kind=KIND, slot=SLOT)
    if width >= 70:
        return Columns(text=room - (GAP + CODE), code=CODE)
    return Columns(text=room)


def heading(cols: Columns, sort: str, descending: bool, title: str = "fact") -> Content:
    """Return the row of column names, with an arrow beside the sorted one."""
    arrow = "↓" if descending else "↑"
    gap = " " * GAP
    line = " " * MARKS + ("no.".rjust(cols.number - 1) + arrow + gap if cols.number else "") + _fit(title, cols.text)
    if cols.code:
        line += gap + _fit("kind", cols.code)
    if cols.kind:
        line += gap + _fit("kind", cols.kind) + gap + _fit("slot", cols.slot)
    line += gap + _fit(" since" + (arrow if sort == "since" else ""), cols.since)
    if cols.seen:
        line += gap + ("seen" + (arrow if sort == "seen" else " ")).rjust(cols.seen)
    return Content.styled(line, "$muted")


def column_at(cols: Columns, x: int) -> str | None:
    """Return the sort that a click on the column names at that cell means."""
    if cols.number and MARKS <= x < MARKS + cols.number:
        return "number"
    width = (
        MARKS
        + (cols.number + GAP if cols.number else 0)
        + cols.text
        + sum(GAP + size for size in (cols.code, cols.kind, cols.slot, cols.since, cols.seen) if size)
    )
    if cols.seen and x >= width - cols.seen - 1:
        return "seen"
    if x >= width - (cols.seen + GAP if cols.seen else 0) - cols.since - 1:
        return "since"
    return None


def row(fact: Fact, cols: Columns, look: Look, zone: tzinfo, now: Instant, *, named: bool = False) -> Content:
    """Return the row of a fact, exactly as wide as its columns; `named` says whose it is before its text."""
    gap = " " * GAP
    closed = fact.state in words.STATE_GLYPHS and fact.state not in ("active", "upcoming")
    quiet = "$foreground" if look.current else "$muted"
    text_style = "bold" if look.current else ("$muted" if closed else "$foreground")
    owner = f"{door.one_line(fact.owner, min(OWNER, cols.text // 3))}  " if named else ""
    room = cols.text - cell_len(owner)
    shown = door.one_line(fact.text, room)
    if look.hidden:
        shown = words.masked(shown)
    parts = [
        *look.marks,
        _state(fact, look),
        _mark(fact),
        Content(" "),
        Content.styled(f"#{fact.number}".rjust(cols.number) + gap if cols.number else "", quiet),
        Content.styled(owner, quiet),
        Content.styled(_fit(shown, room), text_style),
    ]
    if cols.code:
        parts.append(Content.styled(gap + _fit(words.kind_code(fact.kind), cols.code), quiet))
    if cols.kind:
        slot = door.one_line(fact.slot or "", cols.slot)
        parts.append(Content.styled(gap + _fit(words.kind_word(fact.kind), cols.kind) + gap + _fit(slot, cols.slot), quiet))
    start = words.since(fact, zone).rjust(cols.since)
    parts.append(Content.styled(gap + start, "$text-accent" if fact.state == "upcoming" and not look.current else quiet))
    if cols.seen:
        parts.append(Content.styled(gap + words.age(fact.seen_at, now).rjust(cols.seen), quiet))
    return Content("").join(parts)


def placeholder(cols: Columns) -> Content:
    """Return the row of a fact that is still being read."""
    return Content.styled(" " * MARKS + "· · ·"[: cols.text], "$faint")


def _state(fact: Fact, look: Look) -> Content:
    if look.glyph is not None:
        return Content.styled(*look.glyph)
    if fact.state == "active":
        return Content(" ")
    return Content.styled(words.STATE_GLYPHS[fact.state], words.STATE_ROLES.get(fact.state, "$muted"))


def _mark(fact: Fact) -> Content:
    worst = words.worst_mark(fact)
    return Content.styled(words.MARK_GLYPHS[worst], f"bold {words.MARK_ROLES[worst]}") if worst else Content(" ")


def _fit(text: str, cells: int) -> str:
    return text + " " * (cells - cell_len(text)) if cell_len(text) <= cells else set_cell_size(text, cells)
