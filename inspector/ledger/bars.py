"""One row of the ledger: bars on valid time, compared with what is held now about the same instants."""

from dataclasses import dataclass, field
from itertools import pairwise

from inspector.ledger.canvas import Canvas
from inspector.ledger.labels import Label, fitted
from inspector.ledger.rows import Interval, Ledger, Row
from inspector.ledger.scale import Scale
from store.clock import Instant

HELD, REVISED = "━", "┄"
START, START_REVISED, NEVER = "┣", "├", "×"
END, END_REVISED = "┫", "┤"
OPEN, UNKNOWN, EARLIER = "►", "◄", "·"
MANY = "╪"
LEARNED = {HELD: "┿", REVISED: "┼", START: "╋", START_REVISED: "╋", END: "╋", END_REVISED: "╋"}
LEARNED_ON_BLANK = "│"
COLUMN, CROSSING = "┊", "◉"
DOTS = 3


@dataclass
class Bars:
    """Draws the rows of one ledger on one scale.

    Args:
        ledger: The rows.
        scale: Which instant lies in which cell.
        labels: What the bars are called, by fact number.
        valid_at: The instant of valid time travelled to, drawn as a column.
    """

    ledger: Ledger
    scale: Scale
    labels: dict[int, Label]
    valid_at: Instant | None = None
    _now: Row = field(init=False)
    _drawn: dict[tuple[int, bool], Canvas] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._now = self.ledger.newest

    def draw(self, index: int, in_force: bool = False) -> Canvas:
        """Draw the row of a learning; what was drawn once is kept.

        Args:
            index: Which learning.
            in_force: Whether it is the row that holds the instants travelled to.
        """
        if (index, in_force) not in self._drawn:
            self._drawn[index, in_force] = self._draw(index, in_force)
        return self._drawn[index, in_force]

    def _draw(self, index: int, in_force: bool) -> Canvas:
        row = self.ledger.row(index)
        newest = index == len(self.ledger) - 1
        canvas = Canvas(self.scale.cells)
        self._values(canvas, row, newest)
        self._boundaries(canvas, row, newest)
        taken = self._learned(canvas, row.known_from)
        if self.valid_at is not None:
            column = self.scale.place(self.valid_at)
            if self._column(canvas, column, in_force):
                taken.append(column)
        for interval in self._visible(row):
            self._label(canvas, row, interval, newest, taken)
        return canvas

    def column(self, canvas: Canvas) -> None:
        """Draw the column of the instant travelled to on a line between rows."""
        if self.valid_at is not None:
            canvas.put(self.scale.place(self.valid_at), COLUMN, "column")

    def _values(self, canvas: Canvas, row: Row, newest: bool) -> None:
        for cell in range(self.scale.cells):
            fact = row.at(self.scale.middle(cell))
            if fact is not None:
                held = self._now.at(self.scale.middle(cell)) == fact
                canvas.put(cell, HELD if held else REVISED, self._role(fact, held, newest))

    def _role(self, fact: int, held: bool, newest: bool) -> str:
        if self.ledger.never_true(fact):
            return "never"
        if not held:
            return "revised"
        return "newest" if newest else "older"

    def _boundaries(self, canvas: Canvas, row: Row, newest: bool) -> None:
        crowd = self._crowd(row)
        for interval in self._visible(row):
            fact = interval.fact
            if self.scale.shows(interval.valid_from):
                cell = self.scale.place(interval.valid_from)
                held = self._now.at(interval.valid_from) == fact
                role = self._role(fact, held, newest)
                if self.ledger.never_true(fact):
                    glyph = NEVER
                elif not interval.exact:
                    glyph, role = UNKNOWN, "newest" if newest else "older"
                    for dot in range(max(cell - DOTS, 0), cell):
                        if canvas[dot] == " ":
                            canvas.put(dot, EARLIER, "dots")
                else:
                    glyph = START if held else START_REVISED
                    role = role if held else "older"
                canvas.put(cell, glyph, role)
            if interval.valid_to is None:
                if interval.valid_from < self.scale.end and canvas[self.scale.cells - 1] in (HELD, REVISED):
                    last = self.scale.end - 1
                    canvas.put(self.scale.cells - 1, OPEN, self._role(fact, self._now.at(last) == fact, newest))
            elif not row.goes_on(interval) and self.scale.shows(interval.valid_to - 1):
                held = self._now.at(interval.valid_to - 1) == fact
                role = self._role(fact, held, newest)
                canvas.put(
                    self.scale.place(interval.valid_to - 1), END if held else END_REVISED, "older" if role == "revised" else role
                )
        for cell, instants in crowd.items():
            if len(instants) > 1:
                canvas.put(cell, MANY, "many")

    def _crowd(self, row: Row) -> dict[int, set[Instant]]:
        """Return the boundaries of each cell that has any; an end before a gap lies in the last cell it covers."""
        crowd: dict[int, set[Instant]] = {}
        for interval in self._visible(row):
            ends = [] if interval.valid_to is None or row.goes_on(interval) else [(interval.valid_to - 1, interval.valid_to)]
            for instant, boundary in [(interval.valid_from, interval.valid_from), *ends]:
                if self.scale.shows(instant):
                    crowd.setdefault(self.scale.place(instant), set()).add(boundary)
        return crowd

    def _learned(self, canvas: Canvas, known_from: Instant) -> list[int]:
        """Draw the day of the learning on its own row; return the cells a label must leave alone."""
        if not self.scale.shows(known_from):
            return []
        cell = self.scale.place(known_from)
        glyph = canvas[cell]
        if glyph == UNKNOWN:
            canvas.role(cell, "mark")
        elif glyph not in (NEVER, OPEN, MANY):
            canvas.put(cell, LEARNED.get(glyph, LEARNED_ON_BLANK), "mark")
        return [cell]

    def _column(self, canvas: Canvas, cell: int, in_force: bool) -> bool:
        """Draw the instant travelled to; starts, ends and learned marks keep their own form."""
        if not 0 <= cell < len(canvas):
            return False
        if in_force and canvas[cell] not in (NEVER, UNKNOWN, MANY):
            canvas.put(cell, CROSSING, "column")
        elif canvas[cell] in (HELD, REVISED, EARLIER, " "):
            canvas.put(cell, COLUMN, "column")
        return True

    def _label(self, canvas: Canvas, row: Row, interval: Interval, newest: bool, taken: list[int]) -> None:
        if interval.fact not in self.labels:
            return
        first = max(self.scale.place(interval.valid_from) + 1, 0)
        after = self._end_cell(row, interval)
        if after <= first:
            return
        stops = sorted(
            {cell for cell in taken if first <= cell < after} | {cell for cell in range(first, after) if canvas[cell] == MANY}
        )
        free = [(start + 1, stop) for start, stop in pairwise([first - 1, *stops, after])]
        start, stop = max(free, key=lambda part: part[1] - part[0], default=(0, 0))
        text, before = fitted(self.labels[interval.fact], stop - start)
        if text:
            role = "label-never" if self.ledger.never_true(interval.fact) else "label-newest" if newest else "label"
            end = canvas.write(start + before, text, role)
            if before:
                canvas.put(start, " ", "")
                canvas.put(end, " ", "")

    def _end_cell(self, row: Row, interval: Interval) -> int:
        """Return the cell after the last one a label may use."""
        cells = self.scale.cells
        if interval.valid_to is None:
            return cells - 1
        last = self.scale.place(interval.valid_to if row.goes_on(interval) else interval.valid_to - 1)
        return min(last, cells)

    def _visible(self, row: Row) -> tuple[Interval, ...]:
        return row.within(self.scale.start, self.scale.end)
