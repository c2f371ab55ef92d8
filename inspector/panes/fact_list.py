"""The list of facts: virtual, read page by page in a thread, ready at once at a million rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from functools import partial
from typing import TYPE_CHECKING, Protocol

from textual import events, on
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from inspector import actions
from inspector.panes import fact_row
from inspector.panes.window import PAGE, Side, Stretch, from_end, from_start, grown
from store.clock import Clock, Instant, SystemClock
from store.query import NOW, AsOf, Query

if TYPE_CHECKING:
    from store.values import Count, Fact, Key, Page

AHEAD = 50
PLACEHOLDERS = 20
RELOAD_LIMIT = 1000


class Reader(Protocol):
    """The reads the list needs of a store; called in threads."""

    def facts(self, query: Query, at: AsOf = NOW, *, after: Key | None = None, limit: int = 100) -> Page: ...
    def count(self, query: Query, at: AsOf = NOW, cap: int = 1000) -> Count: ...


class FactList(ScrollView, can_focus=True):
    """Facts, one row each, with a cursor and marks."""

    BINDINGS = actions.bindings("pane", [action for action in actions.ACTIONS if action.group == "Move"])

    DEFAULT_CSS = """
    FactList { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 0; }
    """

    stretch: var[Stretch | None] = var(None)
    """What has been read; `None` before the first answer."""

    cursor: reactive[int] = reactive(0)
    """The row of the cursor within the stretch."""

    total: var[Count | None] = var(None)
    """How many there are, counted up to a cap."""

    texts_hidden: reactive[bool] = reactive(False)
    """Texts are covered."""

    differences: reactive[dict[int, tuple[str, str]]] = reactive(dict)
    """What is drawn in place of the state, by fact, while travelling."""

    class Moved(Message):
        """The cursor came to a fact, or to nothing."""

    class Opened(Message):
        """The current fact was chosen with a second click."""

    class Counted(Message):
        """The number of facts is known."""

    class MarksChanged(Message):
        """A fact was marked or unmarked."""

    @dataclass
    class PageRead(Message):
        """A thread has read rows; dropped when something newer was asked for since."""

        generation: int
        stretch: Stretch
        cursor: int | None = None
        grown_above: int = 0
        fresh: bool = True

    @dataclass
    class CountRead(Message):
        """A thread has counted."""

        generation: int
        total: Count

    def __init__(self, *, id: str | None = None, clock: Clock | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.clock: Clock = clock or SystemClock()
        self.zone: tzinfo = UTC
        self.travelling = False
        self.reader: Callable[[], Reader | None] = lambda: None
        self.query_now = Query()
        self.at: AsOf = NOW
        self.marked: dict[int, Fact] = {}
        self.range_from: int | None = None
        self._generation = 0
        self._reading: set[Side] = set()
        self._now: Instant = 0
        self._columns = fact_row.columns(80)
        self._strips: dict[tuple[Fact, fact_row.Look], Strip] = {}

    # what is asked for

    def load(self, query: Query, at: AsOf = NOW, *, focus: int | None = None, row: int = 0, end: bool = False) -> None:
        """Read the list anew.

        Args:
            query, at: What to list.
            focus: The fact the cursor should be on, when it is there.
            row: The row of the cursor otherwise.
            end: Begin at the last row.
        """
        if query != self.query_now or at != self.at:
            self.range_from = None
        self.query_now, self.at = query, at
        self._generation += 1
        self._reading.clear()
        kept = len(self.stretch.facts) if self.stretch is not None and self.stretch.query == query else 0
        rows = min(RELOAD_LIMIT, max(PAGE, kept if focus is not None or row else 0))
        if (reader := self.reader()) is not None:
            work = partial(self._read, reader, self._generation, query, at, rows, focus, row, end)
            self.app.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group="facts")

    def _read(
        self, reader: Reader, generation: int, query: Query, at: AsOf, rows: int, focus: int | None, row: int, end: bool
    ) -> None:
        def fetch(asked: Query, after: Key | None, limit: int) -> Page:
            return reader.facts(asked, at, after=after, limit=limit)

        if generation != self._generation:
            return
        stretch = from_end(fetch, query, rows) if end else from_start(fetch, query, rows)
        place = stretch.position(focus) if focus is not None else None
        if place is None:
            place = len(stretch.facts) - 1 if end else min(row, len(stretch.facts) - 1)
        self.post_message(self.PageRead(generation, stretch, max(0, place)))
        if generation == self._generation:
            self.post_message(self.CountRead(generation, reader.count(query, at)))

    def _grow(self, reader: Reader, generation: int, stretch: Stretch, side: Side, at: AsOf) -> None:
        longer = grown(lambda asked, after, limit: reader.facts(asked, at, after=after, limit=limit), stretch, side)
        added = len(longer.facts) - len(stretch.facts) if side == "above" else 0
        self.post_message(self.PageRead(generation, longer, grown_above=added, fresh=False))

    @on(PageRead)
    def _page_read(self, message: PageRead) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        self._reading.clear()
        self.stretch = message.stretch
        self._strips.clear()
        self._resize_virtual()
        if message.grown_above:
            self.set_reactive(FactList.cursor, self.cursor + message.grown_above)
            self.scroll_to(y=self.scroll_offset.y + message.grown_above, animate=False, force=True)
        elif message.cursor is not None:
            self.set_reactive(FactList.cursor, message.cursor)
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

    def update_facts(self, facts: list[Fact]) -> None:
        """Show newer values of facts that are listed; no row comes, goes or moves."""
        if self.stretch is None:
            return
        self.stretch = self.stretch.updated(facts)
        for fact in facts:
            if fact.number in self.marked:
                self.marked[fact.number] = fact
        self.refresh()

    # what is there

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts read so far."""
        return self.stretch.facts if self.stretch is not None else ()

    @property
    def current(self) -> Fact | None:
        """The fact under the cursor."""
        return self.facts[self.cursor] if 0 <= self.cursor < len(self.facts) else None

    @property
    def targets(self) -> list[Fact]:
        """What an action applies to: the marked facts, else the current one."""
        return list(self.marked.values()) or ([self.current] if self.current is not None else [])

    @property
    def place(self) -> int | None:
        """The number of the current row in the whole list, when that is known."""
        if self.stretch is None or not self.facts:
            return None
        if self.stretch.starts:
            return self.cursor + 1
        if self.total is not None and not self.total.more:
            return self.total.number - (len(self.facts) - self.cursor - 1)
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
        self._columns = fact_row.columns(self.size.width, travelling=self.travelling)
        self._strips.clear()
        self._resize_virtual()
        self.refresh()

    @property
    def columns(self) -> fact_row.Columns:
        """The columns in use."""
        return self._columns

    def render_line(self, y: int) -> Strip:
        index = y + self.scroll_offset.y
        width = self.size.width
        facts = self.facts
        if index >= len(facts):
            if self.stretch is not None and self.stretch.more("below") and index < self.virtual_size.height:
                return self._strip(fact_row.placeholder(self._columns), "")
            return Strip.blank(width, self.visual_style.rich_style)
        fact = facts[index]
        look = fact_row.Look(
            focused=self.has_focus,
            current=index == self.cursor,
            marked=fact.number in self.marked,
            ranged=self._is_ranged(index),
            hidden=self.texts_hidden,
            glyph=self.differences.get(fact.number, (" ", "")) if self.travelling else None,
        )
        if (strip := self._strips.get((fact, look))) is None:
            content = fact_row.row(fact, self._columns, look, self.zone, self._now or self.clock.now())
            strip = self._strips[fact, look] = self._strip(content, fact_row.background(look))
        return strip

    def _strip(self, content: Content, under: str) -> Strip:
        base = self.visual_style + Style.parse(under) if under else self.visual_style
        return Strip(content.render_segments(base), content.cell_length).adjust_cell_length(self.size.width, base.rich_style)

    def _is_ranged(self, index: int) -> bool:
        if self.range_from is None:
            return False
        return min(self.range_from, self.cursor) <= index <= max(self.range_from, self.cursor)

    def _resize_virtual(self) -> None:
        more = self.stretch is not None and self.stretch.more("below")
        self.virtual_size = Size(self.size.width, len(self.facts) + (PLACEHOLDERS if more else 0))

    def _show_cursor(self) -> None:
        self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True)

    def watch_cursor(self, old: int, new: int) -> None:
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
        low = max(self.cursor, self.scroll_offset.y + self.size.height)
        high = min(self.cursor, self.scroll_offset.y)
        if low > len(self.facts) - AHEAD:
            self._ask("below")
        if high < AHEAD:
            self._ask("above")

    def _ask(self, side: Side) -> None:
        if self.stretch is None or not self.stretch.more(side) or self._reading or (reader := self.reader()) is None:
            return
        self._reading.add(side)
        work = partial(self._grow, reader, self._generation, self.stretch, side, self.at)
        self.app.run_worker(work, thread=True, exit_on_error=False, group="pages")

    # moving and marking

    def _go(self, row: int) -> None:
        self.cursor = max(0, min(row, len(self.facts) - 1))

    def action_cursor_down(self) -> None:
        self._go(self.cursor + 1)

    def action_cursor_up(self) -> None:
        self._go(self.cursor - 1)

    def action_page_down(self) -> None:
        self._go(self.cursor + max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        self._go(self.cursor - max(1, self.size.height - 1))

    def action_to_top(self) -> None:
        if self.stretch is not None and not self.stretch.starts:
            self.load(self.query_now, self.at)
        else:
            self._go(0)

    def action_to_bottom(self) -> None:
        if self.stretch is not None and self.stretch.more("below"):
            self.load(self.query_now, self.at, end=True)
        else:
            self._go(len(self.facts) - 1)

    def toggle_mark(self) -> None:
        """Mark the current fact or unmark it, and move on."""
        if (fact := self.current) is None:
            return
        if self.marked.pop(fact.number, None) is None:
            self.marked[fact.number] = fact
        self.refresh()
        self.post_message(self.MarksChanged())
        self.action_cursor_down()

    def mark_range(self) -> None:
        """Begin a range here, or mark everything from its beginning to here."""
        if self.current is None:
            return
        if self.range_from is None:
            self.range_from = self.cursor
        else:
            first, last = sorted((self.range_from, self.cursor))
            self.marked |= {fact.number: fact for fact in self.facts[first : last + 1]}
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

    def unmark(self, facts: list[int]) -> None:
        """Forget the marks of facts that were dealt with."""
        for number in facts:
            self.marked.pop(number, None)
        self.refresh()
        self.post_message(self.MarksChanged())

    def on_click(self, event: events.Click) -> None:
        row = event.y + self.scroll_offset.y
        if row >= len(self.facts):
            return
        same = row == self.cursor
        self._go(row)
        if event.chain == 2 and same and self.current is not None:
            self.post_message(self.Opened())


def next_sort(query: Query, sorts: tuple[str, ...]) -> Query:
    """Return the query sorted by the next column."""
    place = sorts.index(query.sort) if query.sort in sorts else -1
    return replace(query, sort=sorts[(place + 1) % len(sorts)], descending=True)
