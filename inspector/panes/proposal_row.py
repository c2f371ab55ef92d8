"""How one proposal is drawn in the queue: on one line in a wide list, on two in a narrow one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from inspector import door, words
from inspector.panes import proposal_words

if TYPE_CHECKING:
    from inspector.panes.row_list import Look
    from store.clock import Instant
    from store.proposal import Proposal

MARKS = 5
CHANGE = 10
AGE = 5
GAP = 1
ONE_LINE = 48
"""From so many cells on a proposal takes one line."""


def heading(width: int) -> Content:
    """Return the names of the columns."""
    room = max(0, width - MARKS - CHANGE - GAP - AGE)
    return Content.styled(" " * MARKS + "change".ljust(CHANGE + GAP) + "what".ljust(room) + "age".rjust(AGE), "$muted")


def lines(proposal: Proposal, width: int, look: Look, now: Instant) -> list[Content]:
    """Return the lines of a proposal, exactly as wide as the list."""
    glyph, role, _ = proposal_words.MARKS[proposal_words.standing(proposal)]
    quiet = proposal_words.is_quiet(proposal)
    strong = "bold $foreground" if look.current else "$muted" if quiet else "$foreground"
    soft = "$foreground" if look.current else "$muted"
    age = Content.styled(words.age(proposal.created_at, now).rjust(AGE), soft)
    mark = Content.styled(glyph, f"bold {role}" if not quiet else role)
    change = door.one_line(proposal.kind, CHANGE)
    if width >= ONE_LINE:
        room = width - MARKS - CHANGE - GAP - AGE
        text = _fit(what(proposal, room - GAP, hidden=look.hidden), room)
        head = Content.styled("  " + change.ljust(CHANGE + GAP), strong if look.current else soft if quiet else "$foreground")
        return [Content("").join([*look.marks, mark, head, Content.styled(text, strong), age])]
    first = Content("").join(
        [*look.marks, mark, Content(" "), Content.styled(change.ljust(max(0, width - 4 - AGE)), strong), age]
    )
    second = _fit(what(proposal, width - 4, hidden=look.hidden, counted=True), max(0, width - 4))
    under = Content("").join([*look.marks[:1], Content("   "), Content.styled(second, soft)])
    return [first, under]


def what(proposal: Proposal, room: int, *, hidden: bool = False, counted: bool = False) -> str:
    """Return what a proposal is about within so many cells, harmless; the text that would stay gets the larger share.

    Args:
        counted: Facts that would be merged are only counted, for want of room.
    """
    said = proposal_words.what(proposal)
    note = f" · {said.note}" if said.note else ""
    room = max(1, room - min(cell_len(note), room // 2))
    first = said.first.split()[0] if counted and proposal.kind == "merge" else said.first
    if said.join and proposal.kind == "merge":
        shown = f"{first}{said.join}{_covered(door.one_line(said.second, room - cell_len(first + said.join)), hidden)}"
    elif said.join:
        first, second = _apart(door.plain(said.first), door.plain(said.second), room - cell_len(said.join))
        shown = f"{_covered(first, hidden)}{said.join}{_covered(second, hidden)}"
    else:
        shown = _covered(door.one_line(first, room), hidden)
    return shown + note


def _apart(first: str, second: str, room: int) -> tuple[str, str]:
    """Return two texts within so many cells; where they do not fit, without the words with which both begin."""
    if cell_len(first) + cell_len(second) <= room:
        return first, second
    ones, others = first.split(" "), second.split(" ")
    same = next((place for place, pair in enumerate(zip(ones, others, strict=False)) if pair[0] != pair[1]), 0)
    if same:
        second = door.ELLIPSIS + " ".join(others[same:])
    if same and cell_len(first) + cell_len(second) > room:
        first = door.ELLIPSIS + " ".join(ones[same:])
    first = door.cut(first, max(room - cell_len(second), room // 2))
    return first, door.cut(second, room - cell_len(first))


def _covered(shown: str, hidden: bool) -> str:
    return words.masked(shown) if hidden else shown


def _fit(text: str, cells: int) -> str:
    text = door.cut(text, cells)
    return text + " " * max(0, cells - cell_len(text))
