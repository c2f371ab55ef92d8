"""A long list: virtual, read page by page in a thread, ready at once at a million rows; with a cursor and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from textual import events, on
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from inspector import actions
from inspector.panes.window import PAGE, Fetch, Placing, Row, Side, Stretch, Wish, grown, read
from store.clock import MINUTE, SECOND, Clock, Instant, SystemClock

if TYPE_CHECKING:
    from store.values import Count

AHEAD = 50
PLACEHOLDERS = 20
RELOAD_LIMIT = 1000


class Look(NamedTuple):
    """How a row is to look beside what it says.

    Args:
        focused: The list has the focus.
        current: The cursor is on the row.
        marked: The row is marked.
        ranged: It would be by the range being made.
        glyph: A mark in place of the state, such as the difference from now while travelling.
        hidden: Texts are covered.
    """

    focused: bool = False
    current: bool = False
    marked: bool = False
    ranged: bool = False
    hidden: bool = False
    glyph: tuple[str, str] | None = None

    @property
    def under(self) -> str:
        """The style under the row."""
        if not self.current:
            return ""
        return "on $primary-muted" if self.focused else "on $surface-lighten-1"

    @property
    def marks(self) -> list[Content]:
        """The first two cells: cursor and mark."""
        cursor = Content.styled("▌" if self.focused else "▏", "$text-primary") if self.current else Content(" ")
        if self.marked:
            return [cursor, Content.styled("+", "bold $text-accent")]
        return [cursor, Content.styled("·", "$text-accent") if self.ranged else Content(" ")]


class RowList(ScrollView, Generic[Row], can_focus=True):
    """Rows below one another; what they are, and how they are read and drawn, comes from the subclass."""

    BINDINGS = actions.bindings("pane", [action for action in actions.ACTIONS if action.group == "Move"])

    DEFAULT_CSS = """
    RowList { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 0; }
    """

    workers_group: ClassVar[str] = "rows"
    """The group of the threads that read the list anew."""

    stretch: var[Stretch[Any] | None] = var(None)
    """What has been read; `None` before the first answer."""

    cursor: reactive[int] = reactive(0)
    """The row of the cursor within the stretch."""

    total: var[Count | None] = var(None)
    """How many there are, counted up to a cap."""

    texts_hidden: reactive[bool] = reactive(False)
    """Texts are covered."""

    class Moved(Message):
        """The cursor came to a row, or to nothing."""

    class Opened(Message):
        """The current row was chosen with a second click."""

    class Counted(Message):
        """The number of rows is known."""

    class MarksChanged(Message):
        """A row was marked or unmarked."""

    @dataclass
    class RangeStopped(Message):
        """A range being made goes only as far as rows have been read; so many are in it."""

        rows: int

    class RangeLost(Message):
        """The row where a range began is not listed any more."""

    @dataclass
    class PageRead(Message):
        """A thread has read rows; dropped when something newer was asked for since."""

        generation: int
        stretch: Stretch[Any]
        cursor: int | None = None
        grown_above: int = 0
        fresh: bool = True
        held: bool = False
        """The cursor stays in its line of the screen."""

    @dataclass
    class CountRead(Message):
        """A thread has counted."""

        generation: int
        total: Count

    def __init__(self, *, id: str | None = None, clock: Clock | None = None) -> None:
        super().__init__(id=id)
        self.clock: Clock = clock or SystemClock()
        self.zone: tzinfo = UTC
        self.marked: dict[int, Row] = {}
        self.range_from: int | None = None
        """The number of the row where a range being made begins."""
        self._generation = 0
        self._reading: set[Side] = set()
        self._left_from: int | None = None
        self._leading_to: int | None = None
        """The number of the row to which what is being read brings the cursor."""
        self._strips: dict[tuple[Row, Look], tuple[Strip, ...]] = {}
        self._minute = 0
        """The minute of which the ages are that are drawn."""

    # what the subclass knows

    def fetch(self) -> Fetch[Row] | None:
        """Return what reads the rows of the present query; called in threads. `None` while there is no store."""
        raise NotImplementedError

    def counting(self) -> Callable[[], Count]:
        """Return what counts them; called in threads."""
        raise NotImplementedError

    def placing(self) -> Placing:
        """Return what finds the first of some rows that is there, listed or not, in the order of the present query.

        It is called in threads; a list that is always read from its start finds none.
        """
        return lambda _: None

    def draw(self, row: Row, look: Look) -> list[Content]:
        """Return the lines of a row, as many as `row_lines` or fewer."""
        raise NotImplementedError

    def placeholder(self) -> Content:
        """Return a row that is still being read."""
        return Content.styled("     · · ·", "$faint")

    def lay_out(self) -> None:
        """Fit the columns to the width."""

    @property
    def row_lines(self) -> int:
        """How many lines a row takes."""
        return 1

    @property
    def now(self) -> Instant:
        """The present, for ages."""
        return self.clock.now()

    # what is asked for; a cursor that moves meanwhile stays where it was moved to

    def read_anew(self, wanted: object, *, focus: int | None = None, row: int = 0, end: bool = False) -> None:
        """Read the list anew.

        Args:
            wanted: What is asked for; when it is the same as before, as many rows are read as there were.
            focus: The number of the row the cursor should be on, when it is there.
            row: The place of the cursor otherwise.
            end: Begin at the last row.
        """
        self._generation += 1
        self._reading.clear()
        self._left_from = self.current.number if self.current is not None else None
        self._leading_to = focus
        same = self.stretch is not None and self.stretch.query == wanted
        kept = len(self.rows) if same and (focus is not None or row) else 0
        wish = Wish(wanted, min(RELOAD_LIMIT, max(PAGE, kept)), focus, row, end)
        if same and focus is not None and self.stretch is not None and (not self.stretch.starts or row >= RELOAD_LIMIT):
            wish = wish._replace(near=self._near)
        if (fetch := self.fetch()) is not None:
            work = partial(self._read, self._generation, wish, fetch, self.placing(), self.counting())
            self.app.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group=self.workers_group)

    @property
    def _near(self) -> tuple[int, ...]:
        """The rows by which the place of the cursor is found again: its own, and those nearest to it should that be gone."""
        below, above = self.rows[self.cursor : self.cursor + PAGE], self.rows[max(0, self.cursor - PAGE) : self.cursor]
        return tuple(row.number for row in (*below, *reversed(above)))

    def _read(self, generation: int, wish: Wish, fetch: Fetch[Row], placing: Placing, count: Callable[[], Count]) -> None:
        if generation != self._generation:
            return
        stretch, cursor = read(wish, fetch, placing)
        self.post_message(self.PageRead(generation, stretch, max(0, cursor), held=bool(wish.near)))
        if generation == self._generation:
            self.post_message(self.CountRead(generation, count()))

    def _grow(self, fetch: Fetch[Row], generation: int, stretch: Stretch[Row], side: Side) -> None:
        longer = grown(fetch, stretch, side)
        added = len(longer.rows) - len(stretch.rows) if side == "above" else 0
        self.post_message(self.PageRead(generation, longer, grown_above=added, fresh=False))

    @on(PageRead)
    def _page_read(self, message: PageRead) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        self._reading.clear()
        line = self.cursor * self.row_lines - self.scroll_offset.y
        if message.fresh:
            self._leading_to = None
        moved_to = self.current.number if message.fresh and self.current is not None else self._left_from
        self.stretch = message.stretch
        self._strips.clear()
        self._resize_virtual()
        if self.range_from is not None and message.stretch.position(self.range_from) is None:
            self.range_from = None
            self.post_message(self.MarksChanged())
            self.post_message(self.RangeLost())
        if message.grown_above:
            self.set_reactive(RowList.cursor, self.cursor + message.grown_above)
            self.scroll_to(y=self.scroll_offset.y + message.grown_above * self.row_lines, animate=False, force=True)
        elif message.cursor is not None:
            kept = message.stretch.position(moved_to) if moved_to is not None and moved_to != self._left_from else None
            self.set_reactive(RowList.cursor, message.cursor if kept is None else kept)
            if message.held:
                self.scroll_to(y=self.cursor * self.row_lines - line, animate=False, force=True)
            self._show_cursor()
        self.refresh()
        if message.fresh:
            self.post_message(self.Moved())
        self._read_ahead()

    @on(CountRead)
    def _count_read(self, message: CountRead) -> None:
        message.stop()
        if message.generation == self._generation:
            self.total = message.total
            self.post_message(self.Counted())

    def update_rows(self, rows: Iterable[Row]) -> None:
        """Show newer values of rows that are listed; none comes, goes or moves."""
        if self.stretch is None:
            return
        newer = {row.number: row for row in rows}
        self._hold(self.stretch.updated(newer.values()))
        self.marked = {number: newer.get(number, row) for number, row in self.marked.items()}
        self.refresh()

    def _hold(self, stretch: Stretch[Row]) -> None:
        """Show other rows from now on; a page that is being read belongs to the old ones and is dropped."""
        self.stretch = stretch
        if self._reading:
            self._generation += 1
            self._reading.clear()

    # what is there

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows read so far."""
        return self.stretch.rows if self.stretch is not None else ()

    @property
    def current(self) -> Row | None:
        """The row under the cursor."""
        return self.rows[self.cursor] if 0 <= self.cursor < len(self.rows) else None

    @property
    def heading(self) -> int | None:
        """The number of the row that the cursor is on, or will be once what was asked for is there."""
        if self._leading_to is not None:
            return self._leading_to
        return self.current.number if self.current is not None else None

    @property
    def chosen(self) -> list[Row]:
        """The marked rows, and those of a range being made."""
        return list((self.marked | {row.number: row for row in self._in_range}).values())

    @property
    def targets(self) -> list[Row]:
        """What an action applies to: the rows that are shown as marked, else the current one."""
        return self.chosen or ([self.current] if self.current is not None else [])

    @property
    def place(self) -> int | None:
        """The number of the current row in the whole list, when that is known."""
        if self.stretch is None or not self.rows:
            return None
        if self.stretch.starts:
            return self.cursor + 1
        if self.total is not None and not self.total.more and not self.stretch.more("below"):
            return self.total.number - (len(self.rows) - self.cursor - 1)
        return None

    # drawing

    def notify_style_update(self) -> None:
        self._strips.clear()
        super().notify_style_update()

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()
        self.call_after_refresh(self._show_cursor)

    def redraw(self) -> None:
        """Draw everything anew, as after a change of width, zone or theme."""
        self.lay_out()
        self._strips.clear()
        self._resize_virtual()
        self.refresh()

    def on_mount(self) -> None:
        self.set_interval(MINUTE / SECOND, self.refresh)

    def render_lines(self, crop: Region) -> list[Strip]:
        if (minute := self.now // MINUTE) != self._minute:
            self._minute = minute
            self._strips.clear()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        index, line = divmod(y + self.scroll_offset.y, self.row_lines)
        rows = self.rows
        if index >= len(rows):
            if line == 0 and self.stretch is not None and self.stretch.more("below"):
                return self._strip(self.placeholder(), "")
            return self._blank()
        row = rows[index]
        look = self.look(index, row)
        if (strips := self._strips.get((row, look))) is None:
            strips = tuple(self._strip(content, look.under) for content in self.draw(row, look))
            self._strips[row, look] = strips
        return strips[line] if line < len(strips) else self._blank()

    def look(self, index: int, row: Row) -> Look:
        """Return how a row is to look."""
        return Look(
            focused=self.has_focus,
            current=index == self.cursor,
            marked=row.number in self.marked,
            ranged=self._is_ranged(index),
            hidden=self.texts_hidden,
        )

    def _strip(self, content: Content, under: str) -> Strip:
        base = self.visual_style + Style.parse(under) if under else self.visual_style
        return Strip(content.render_segments(base), content.cell_length).adjust_cell_length(self.size.width, base.rich_style)

    def _blank(self) -> Strip:
        return Strip.blank(self.size.width, self.visual_style.rich_style)

    def _is_ranged(self, index: int) -> bool:
        begin = self._range_begin
        return begin is not None and min(begin, self.cursor) <= index <= max(begin, self.cursor)

    @property
    def _range_begin(self) -> int | None:
        """The place of the row where a range being made begins."""
        return self.stretch.position(self.range_from) if self.stretch is not None and self.range_from is not None else None

    @property
    def _in_range(self) -> tuple[Row, ...]:
        """The rows of a range being made."""
        if (begin := self._range_begin) is None:
            return ()
        return self.rows[min(begin, self.cursor) : max(begin, self.cursor) + 1]

    def _resize_virtual(self) -> None:
        more = self.stretch is not None and self.stretch.more("below")
        self.virtual_size = Size(self.size.width, (len(self.rows) + (PLACEHOLDERS if more else 0)) * self.row_lines)

    def _show_cursor(self) -> None:
        lines = self.row_lines
        self.scroll_to_region(Region(0, self.cursor * lines, 1, lines), animate=False, force=True)

    def watch_cursor(self, old: int, new: int) -> None:
        self._leading_to = None
        self._show_cursor()
        self.post_message(self.Moved())
        self._read_ahead()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._read_ahead()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def _read_ahead(self) -> None:
        if self.stretch is None:
            return
        first = self.scroll_offset.y // self.row_lines
        low = max(self.cursor, first + self.size.height // self.row_lines)
        if low > len(self.rows) - AHEAD:
            self._ask("below")
        if min(self.cursor, first) < AHEAD:
            self._ask("above")

    def _ask(self, side: Side) -> None:
        if self.stretch is None or not self.stretch.more(side) or self._reading or (fetch := self.fetch()) is None:
            return
        self._reading.add(side)
        work = partial(self._grow, fetch, self._generation, self.stretch, side)
        self.app.run_worker(work, thread=True, exit_on_error=False, group="pages")

    # moving and marking

    def go(self, row: int) -> None:
        """Put the cursor on a row, the nearest there is."""
        self.cursor = max(0, min(row, len(self.rows) - 1))

    def action_cursor_down(self) -> None:
        self.go(self.cursor + 1)

    def action_cursor_up(self) -> None:
        self.go(self.cursor - 1)

    def action_page_down(self) -> None:
        self.go(self.cursor + max(1, self.size.height // self.row_lines - 1))

    def action_page_up(self) -> None:
        self.go(self.cursor - max(1, self.size.height // self.row_lines - 1))

    def action_to_top(self) -> None:
        self._go_to_end("above", 0)

    def action_to_bottom(self) -> None:
        self._go_to_end("below", len(self.rows) - 1)

    def _go_to_end(self, side: Side, last: int) -> None:
        """Go to the first or last row, or to the nearest of it that has been read while a range is being made, which has no gap."""
        if self.stretch is None or not self.stretch.more(side):
            self.go(last)
        elif self.range_from is None:
            self.read_anew(self.stretch.query, end=side == "below")
        else:
            self.go(last)
            self.post_message(self.RangeStopped(len(self._in_range)))

    def toggle_mark(self) -> None:
        """Mark the current row or unmark it, and move on."""
        if (row := self.current) is None:
            return
        if self.marked.pop(row.number, None) is None:
            self.marked[row.number] = row
        self.refresh()
        self.post_message(self.MarksChanged())
        self.action_cursor_down()

    def mark_range(self) -> None:
        """Begin a range here, or mark everything from its beginning to here."""
        if self.current is None:
            return
        if self.range_from is not None:
            self.end_range()
            return
        self.range_from = self.current.number
        self.refresh()
        self.post_message(self.MarksChanged())

    def end_range(self) -> None:
        """Mark the rows of a range being made, and end it."""
        if self.range_from is None:
            return
        self.marked |= {row.number: row for row in self._in_range}
        self.range_from = None
        self.refresh()
        self.post_message(self.MarksChanged())

    def clear_marks(self) -> bool:
        """Forget marks and a range being made; tell whether there were any."""
        had = bool(self.marked) or self.range_from is not None
        self.marked.clear()
        self.range_from = None
        self.refresh()
        self.post_message(self.MarksChanged())
        return had

    def unmark(self, numbers: Iterable[int]) -> None:
        """Forget the marks of rows that were dealt with."""
        for number in numbers:
            self.marked.pop(number, None)
        self.refresh()
        self.post_message(self.MarksChanged())

    def on_click(self, event: events.Click) -> None:
        row = (event.y + self.scroll_offset.y) // self.row_lines
        if row >= len(self.rows):
            return
        same = row == self.cursor
        self.go(row)
        if event.chain == 2 and same and self.current is not None:
            self.post_message(self.Opened())
