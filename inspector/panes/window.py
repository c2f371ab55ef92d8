"""The part of a long list that has been read: one unbroken stretch that grows at either end, page by page.

Pages come by key, so a stretch begins at the first row or ends at the last one and is never counted from the other side;
that is what keeps a million rows as quick as ten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from store.query import Query
    from store.values import Fact, Key, Page

PAGE = 100
Side = Literal["below", "above"]
Fetch = Callable[["Query", "Key | None", int], "Page"]


class Stretch(NamedTuple):
    """Facts read in order.

    Args:
        facts: The rows.
        query: What they are the answer to.
        below: The key after which the list goes on; `None` at its end.
        above: The key before which the list goes on; `None` at its start.
    """

    query: Query
    facts: tuple[Fact, ...] = ()
    below: Key | None = None
    above: Key | None = None

    @property
    def starts(self) -> bool:
        """Whether the first row of the list is among these."""
        return self.above is None

    def more(self, side: Side) -> bool:
        """Whether the list goes on at that side."""
        return (self.below if side == "below" else self.above) is not None

    def position(self, number: int) -> int | None:
        """Return the row of a fact."""
        return next((row for row, fact in enumerate(self.facts) if fact.number == number), None)

    def updated(self, facts: Iterable[Fact]) -> Stretch:
        """Return the stretch with newer values of the same facts; rows neither come nor go."""
        newer = {fact.number: fact for fact in facts}
        return self._replace(facts=tuple(newer.get(fact.number, fact) for fact in self.facts))


def from_start(fetch: Fetch, query: Query, rows: int = PAGE) -> Stretch:
    """Read the first rows."""
    page = fetch(query, None, rows)
    return Stretch(query, page.facts, below=page.next)


def from_end(fetch: Fetch, query: Query, rows: int = PAGE) -> Stretch:
    """Read the last rows, by asking for the first ones of the opposite order."""
    page = fetch(_turned(query), None, rows)
    return Stretch(query, _turned_over(page.facts), above=page.next)


def grown(fetch: Fetch, stretch: Stretch, side: Side, rows: int = PAGE) -> Stretch:
    """Read one more page at a side."""
    if side == "below":
        if stretch.below is None:
            return stretch
        page = fetch(stretch.query, stretch.below, rows)
        return stretch._replace(facts=stretch.facts + page.facts, below=page.next)
    if stretch.above is None:
        return stretch
    page = fetch(_turned(stretch.query), stretch.above, rows)
    return stretch._replace(facts=_turned_over(page.facts) + stretch.facts, above=page.next)


def _turned(query: Query) -> Query:
    return replace(query, descending=not query.descending)


def _turned_over(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    return tuple(reversed(facts))
