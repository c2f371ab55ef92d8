"""The part of a long list that has been read: one unbroken stretch that grows at either end, page by page.

Pages come by key, so a stretch begins at the first row or ends at the last one and is never counted from the other side;
that is what keeps a million rows as quick as ten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

PAGE = 100
Side = Literal["below", "above"]


class Numbered(Protocol):
    """What a list can hold."""

    @property
    def number(self) -> int: ...


Row = TypeVar("Row", bound=Numbered)

Fetch = Callable[[Side, Any, int], tuple[tuple[Row, ...], Any]]
"""Reads so many rows below or above a key (`None` is the first, or the last, row) and returns them in the order of the list,
with the key from which it goes on at that side."""


class Place(NamedTuple):
    """Where a row stands in a list, or stood.

    Args:
        after: The key after which the list goes on with the row.
        before: The key before which it leads up to the row.
    """

    after: Any
    before: Any


Placing = Callable[[Sequence[int]], Place | None]
"""Finds where the first of some rows that is there, listed or not, stands in the order of the list; called in threads."""


class Wish(NamedTuple):
    """What is to be read anew.

    Args:
        query: What is asked for.
        rows: How many rows, from the first or the last on.
        focus: The number of the row the cursor should be on, when it is listed.
        row: The place of the cursor otherwise.
        end: Read the last rows, not the first.
        near: Where the first rows do not lead to the cursor: its row, and those nearest to it, by which its place is found again.
    """

    query: object
    rows: int = PAGE
    focus: int | None = None
    row: int = 0
    end: bool = False
    near: tuple[int, ...] = ()


class Stretch(NamedTuple, Generic[Row]):
    """Rows read in order.

    Args:
        query: What they are the answer to.
        rows: The rows.
        below: The key after which the list goes on; `None` at its end.
        above: The key before which the list goes on; `None` at its start.
    """

    query: object
    rows: tuple[Row, ...] = ()
    below: Any = None
    above: Any = None

    @property
    def starts(self) -> bool:
        """Whether the first row of the list is among these."""
        return self.above is None

    def more(self, side: Side) -> bool:
        """Whether the list goes on at that side."""
        return (self.below if side == "below" else self.above) is not None

    def position(self, number: int) -> int | None:
        """Return the place of a row."""
        return next((place for place, row in enumerate(self.rows) if row.number == number), None)

    def updated(self, rows: Iterable[Row]) -> Stretch[Row]:
        """Return the stretch with newer values of the same rows; none comes or goes."""
        newer = {row.number: row for row in rows}
        return self._replace(rows=tuple(newer.get(row.number, row) for row in self.rows))

    def without(self, numbers: Iterable[int]) -> Stretch[Row]:
        """Return the stretch without some rows."""
        gone = set(numbers)
        return self._replace(rows=tuple(row for row in self.rows if row.number not in gone))


def from_start(fetch: Fetch[Row], query: object, rows: int = PAGE) -> Stretch[Row]:
    """Read the first rows."""
    found, key = fetch("below", None, rows)
    return Stretch(query, found, below=key)


def from_end(fetch: Fetch[Row], query: object, rows: int = PAGE) -> Stretch[Row]:
    """Read the last rows."""
    found, key = fetch("above", None, rows)
    return Stretch(query, found, above=key)


def around(fetch: Fetch[Row], query: object, place: Place, rows: int = PAGE) -> tuple[Stretch[Row], int]:
    """Read rows on both sides of a place, and tell which of them is the first from it on."""
    below, down = fetch("below", place.after, rows)
    above, up = fetch("above", place.before, rows)
    return Stretch(query, above + below, below=down, above=up), len(above)


def grown(fetch: Fetch[Row], stretch: Stretch[Row], side: Side, rows: int = PAGE) -> Stretch[Row]:
    """Read one more page at a side."""
    if not stretch.more(side):
        return stretch
    found, key = fetch(side, stretch.below if side == "below" else stretch.above, rows)
    if side == "below":
        return stretch._replace(rows=stretch.rows + found, below=key)
    return stretch._replace(rows=found + stretch.rows, above=key)


def read(wish: Wish, fetch: Fetch[Row], placing: Placing) -> tuple[Stretch[Row], int]:
    """Read the rows of a wish, and tell which of them the cursor is on."""
    stretch: Stretch[Row] | None = None
    if not wish.near:
        stretch = (from_end if wish.end else from_start)(fetch, wish.query, wish.rows)
        if wish.focus is not None and (found := stretch.position(wish.focus)) is not None:
            return stretch, found
    if wish.focus is not None and (stretch is None or stretch.more("below")) and (place := placing((wish.focus,))) is not None:
        further, _ = around(fetch, wish.query, place)
        if (found := further.position(wish.focus)) is not None:
            return further, found
    if wish.near and (place := placing(wish.near)) is not None:
        stretch, first = around(fetch, wish.query, place)
        return stretch, min(first, len(stretch.rows) - 1)
    if stretch is None:
        stretch = from_start(fetch, wish.query, wish.rows)
    last = len(stretch.rows) - 1
    return stretch, last if wish.end else min(wish.row, last)
