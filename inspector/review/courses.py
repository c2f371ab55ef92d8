"""What an answer to a conflict comes to, as a small ledger: each fact after it and before, on one axis of valid time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from inspector import door, words
from inspector.ledger.bars import Bars
from inspector.ledger.canvas import Canvas
from inspector.ledger.canvas import Line as Cells
from inspector.ledger.dates import EARLIEST
from inspector.ledger.labels import Label, labels
from inspector.ledger.rows import Ledger
from inspector.ledger.ruler import ruler
from inspector.ledger.scale import Scale
from inspector.panes.history import ROLES
from inspector.review.parts import INDENT, Line, Setting
from store.values import Belief, History, HistoryFact

if TYPE_CHECKING:
    from store.proposal import Course, Proposal, Prospect, Stretch

STATE_CELLS = 13
"""Cells for `if it ended` and what else is said of a row, and a gap."""
LEAST_AXIS = 20
NEVER = "× never true"
_BEFORE, _AFTER = EARLIEST - 2, EARLIEST - 1
"""When both were learned: earlier than any axis, so that no row has a mark of the day it was learned."""


def courses(prospect: Prospect, proposal: Proposal, given: Setting, *, chosen: bool) -> list[Line]:
    """Draw when the facts of a conflict would hold under an answer, over when they do.

    Args:
        chosen: What is said of the other fact is chosen, or nothing is to be said.
    """
    names = [f"#{course.fact}" if course.fact is not None else "new" for course in prospect.courses]
    margin = max(map(len, names), default=0) + 2 + STATE_CELLS
    ends = [
        instant
        for course in prospect.courses
        for stretch in (*course.before, *course.after)
        for instant in (stretch.valid_from, stretch.valid_to)
        if instant is not None
    ]
    width = given.width - INDENT
    if not ends or width - margin < LEAST_AXIS:
        return []
    scale = Scale.fit(min(*ends, given.now), max(*ends, given.now), width - margin)
    drawn = list(ruler(scale, given.now, margin, width, given.zone, title="valid"))
    called = _called(prospect, proposal, given)
    for name, course, label in zip(names, prospect.courses, called, strict=True):
        drawn += _rows(name, course, label, scale, margin, given, chosen=chosen)
    return [_line(cells) for cells in drawn]


def _rows(name: str, course: Course, label: Label, scale: Scale, margin: int, given: Setting, *, chosen: bool) -> Iterator[Cells]:
    """Yield a fact as it would be and, where that is otherwise, as it is."""
    number = course.fact or 0
    facts = (HistoryFact(number, label.text, "active"),)
    same = course.before == course.after
    beliefs = [*_beliefs(number, course.before, _BEFORE, None if same else _AFTER)]
    beliefs += () if same else _beliefs(number, course.after or _nothing(course), _AFTER, None)
    bars = Bars(Ledger(History(number, None, facts, tuple(beliefs), given.now), given.zone), scale, {number: label})
    newest = len(bars.ledger) - 1
    said = "stays" if same else "after" if chosen or not course.after else "if it ended"
    for index in range(newest, -1 if course.before else newest - 1, -1):
        canvas = Canvas(margin + scale.cells)
        if index == newest:
            canvas.write(0, name, "date-newest")
        canvas.write(margin - STATE_CELLS, said if index == newest else "before", "date-newest" if index == newest else "date")
        canvas.paste(margin, bars.draw(index))
        if index == newest and not course.after:
            canvas.write(margin + max(0, scale.place(course.before[0].valid_from)), NEVER, "never")
        yield canvas.line()


def _beliefs(number: int, stretches: Sequence[Stretch], known_from: int, known_to: int | None) -> Iterator[Belief]:
    for one in stretches:
        yield Belief(
            fact=number,
            version=1,
            valid_from=one.valid_from,
            valid_from_exact=one.exact,
            valid_to=one.valid_to,
            valid_to_exact=True,
            start_told=True,
            superseded_by=None,
            ends_as=None,
            cause="",
            system_from=known_from,
            system_to=known_to,
            operation=0,
            actor="",
        )


def _nothing(course: Course) -> tuple[Stretch, ...]:
    """Return an empty stretch, for a fact of which nothing is left."""
    first = course.before[0]
    return (first._replace(valid_to=first.valid_from),)


def _called(prospect: Prospect, proposal: Proposal, given: Setting) -> list[Label]:
    """Return what the bars are called: the words in which the two differ."""
    texts = {item.fact.number: item.fact.text for item in proposal.items}
    new = proposal.new.text if proposal.new is not None else ""
    called = labels([texts.get(course.fact, "") if course.fact is not None else new for course in prospect.courses])
    if not given.hidden:
        return called
    return [Label(words.masked(door.plain(label.text)), words.masked(door.plain(label.core))) for label in called]


def _line(cells: Cells) -> Line:
    drawn = Content.assemble(*((segment.text, ROLES.get(segment.role, "")) for segment in cells))
    return Line(Content(" " * INDENT) + drawn)
