"""The list of facts: one row each, in the order of a query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from textual.content import Content
from textual.reactive import reactive

from inspector.panes import fact_row
from inspector.panes.row_list import Look, RowList
from inspector.panes.window import Fetch, Place, Placing, Side
from store.query import NOW, AsOf, Query

if TYPE_CHECKING:
    from store.clock import Clock
    from store.values import Count, Fact, Key, Page


class Reader(Protocol):
    """The reads the list needs of a store; called in threads."""

    def facts(self, query: Query, at: AsOf = NOW, *, after: Key | None = None, limit: int = 100) -> Page: ...
    def place(self, numbers: Sequence[int], query: Query, at: AsOf = NOW) -> Key | None: ...
    def count(self, query: Query, at: AsOf = NOW, cap: int = 1000) -> Count: ...


class FactList(RowList["Fact"]):
    """Facts as they are at a pair of instants."""

    workers_group: ClassVar[str] = "facts"

    differences: reactive[dict[int, tuple[str, str]]] = reactive(dict)
    """What is drawn in place of the state, by fact, while travelling."""

    named: reactive[bool] = reactive(False)
    """Each row says whose it is."""

    class Moved(RowList.Moved):
        """The cursor came to a fact, or to nothing."""

    class Opened(RowList.Opened):
        """The current fact was chosen with a second click."""

    class Counted(RowList.Counted):
        """The number of facts is known."""

    class MarksChanged(RowList.MarksChanged):
        """A fact was marked or unmarked."""

    def __init__(self, *, id: str | None = None, clock: Clock | None = None) -> None:
        super().__init__(id=id, clock=clock)
        self.travelling = False
        self.reader: Callable[[], Reader | None] = lambda: None
        self.query_now = Query()
        self.at: AsOf = NOW
        self._columns = fact_row.columns(80)

    # reading

    def load(self, query: Query, at: AsOf = NOW, *, focus: int | None = None, row: int = 0) -> None:
        """Read the list anew.

        Args:
            query, at: What to list.
            focus: The fact the cursor should be on, when it is there.
            row: The row of the cursor otherwise.
        """
        if query != self.query_now or at != self.at:
            self.range_from = None
        self.query_now, self.at = query, at
        self.lay_out()
        self.read_anew(query, focus=focus, row=row)

    def load_at(self, number: int, owner: str | None, at: AsOf = NOW) -> None:
        """Read the list by number from a fact on, wherever it stands in it."""
        self.range_from = None
        self.query_now, self.at = Query(owner=owner, state="all", sort="number"), at
        self.lay_out()
        self.read_anew(self.query_now, focus=number)

    def fetch(self) -> Fetch[Fact] | None:
        if (reader := self.reader()) is None:
            return None
        query, at = self.query_now, self.at
        turned = replace(query, descending=not query.descending)

        def fetch(side: Side, key: Any, limit: int) -> tuple[tuple[Fact, ...], Any]:
            page = reader.facts(query if side == "below" else turned, at, after=key, limit=limit)
            return (page.facts if side == "below" else tuple(reversed(page.facts))), page.next

        return fetch

    def placing(self) -> Placing:
        reader, query, at = self.reader(), self.query_now, self.at
        assert reader is not None

        def place(numbers: Sequence[int]) -> Place | None:
            if (key := reader.place(numbers, query, at)) is None:
                return None
            value, number = key
            return Place((value, number + 1 if query.descending else number - 1), key)

        return place

    def counting(self) -> Callable[[], Count]:
        reader, query, at = self.reader(), self.query_now, self.at
        assert reader is not None
        return lambda: reader.count(query, at)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts read so far."""
        return self.rows

    # drawing

    @property
    def columns(self) -> fact_row.Columns:
        """The columns in use."""
        return self._columns

    def lay_out(self) -> None:
        self._columns = self.columns_at(self.size.width)

    def columns_at(self, width: int) -> fact_row.Columns:
        """Return the columns there would be in a width."""
        return fact_row.columns(width, travelling=self.travelling, numbered=self.query_now.sort == "number")

    def look(self, index: int, row: Fact) -> Look:
        look = super().look(index, row)
        return look._replace(glyph=self.differences.get(row.number, (" ", ""))) if self.travelling else look

    def draw(self, row: Fact, look: Look) -> list[Content]:
        return [fact_row.row(row, self._columns, look, self.zone, self.now, named=self.named)]

    def watch_named(self) -> None:
        self.redraw()

    def placeholder(self) -> Content:
        return fact_row.placeholder(self._columns)


def next_sort(query: Query, sorts: tuple[str, ...]) -> Query:
    """Return the query sorted by the next column."""
    place = sorts.index(query.sort) if query.sort in sorts else -1
    return replace(query, sort=sorts[(place + 1) % len(sorts)], descending=True)
