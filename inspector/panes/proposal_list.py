"""The list of proposals, in the order of the queue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.content import Content
from textual.message import Message

from inspector.panes.row_list import Look, RowList
from inspector.panes.window import Fetch, Place, Placing

if TYPE_CHECKING:
    from inspector.panes.proposal_query import Wanted
    from store.clock import Clock
    from store.proposal import Proposal
    from store.proposals import Proposals
    from store.values import Count

COMPARED = 1000
"""So many rows are compared with the store when something may have changed."""


class ProposalList(RowList["Proposal"]):
    """Proposals with a cursor and marks; one line each in a wide list, two and a blank one in a narrow one."""

    workers_group: ClassVar[str] = "proposals"

    class Moved(RowList.Moved):
        """The cursor came to a proposal, or to nothing."""

    class Opened(RowList.Opened):
        """The current proposal was chosen with a second click."""

    class Counted(RowList.Counted):
        """The number of proposals is known."""

    class MarksChanged(RowList.MarksChanged):
        """A proposal was marked or unmarked."""

    class Resized(Message):
        """The list has another width, and perhaps other columns."""

    @dataclass
    class Compared(Message):
        """A thread has read what is listed anew.

        Args:
            rows: Newer values of listed proposals.
            new: How many belong into the list that are not in it.
            total: How many there are.
        kept: How many are listed that no longer belong into the list.
        """

        generation: int
        rows: tuple[Proposal, ...]
        new: int
        total: Count
        kept: int = 0

    def __init__(self, *, id: str | None = None, clock: Clock | None = None) -> None:
        super().__init__(id=id, clock=clock)
        self.reader: Callable[[], Proposals | None] = lambda: None
        self.wanted: Wanted | None = None
        self.new = 0
        self.kept = 0
        """Rows that no longer belong into the list and stay until it is read anew."""
        self._comparison = 0

    # reading

    def load(self, wanted: Wanted, *, focus: int | None = None, row: int = 0) -> None:
        """Read the list anew; see `RowList.read_anew`."""
        if wanted != self.wanted:
            self.range_from = None
        self.wanted = wanted
        self.new = self.kept = 0
        self.read_anew(wanted, focus=focus, row=row)

    def fetch(self) -> Fetch[Proposal] | None:
        proposals, wanted, now = self.reader(), self.wanted, self.now
        if proposals is None or wanted is None:
            return None

        def fetch(side: Any, key: Any, limit: int) -> tuple[tuple[Proposal, ...], Any]:
            from inspector.panes import proposal_query

            return proposal_query.read(proposals, wanted, now, side, key, limit)

        return fetch

    def placing(self) -> Placing:
        proposals = self.reader()
        assert proposals is not None

        def place(numbers: Sequence[int]) -> Place | None:
            if (key := proposals.place(numbers)) is None:
                return None
            return Place((*key[:2], key[2] - 1), key)

        return place

    def counting(self) -> Callable[[], Count]:
        proposals, wanted, now = self.reader(), self.wanted, self.now
        assert proposals is not None
        assert wanted is not None

        def count() -> Count:
            from inspector.panes import proposal_query

            return proposal_query.count(proposals, wanted, now)

        return count

    def compare(self) -> None:
        """Look in a thread whether what is listed has changed; rows are repainted, none comes, goes or moves."""
        if (proposals := self.reader()) is None or self.wanted is None or self.stretch is None:
            return
        self._comparison += 1
        fetch = self.fetch()
        assert fetch is not None
        work = partial(self._compare, proposals, fetch, self.counting(), self._comparison, self.rows[:COMPARED])
        self.app.run_worker(work, thread=True, exit_on_error=False, group="comparison")

    def _compare(
        self,
        proposals: Proposals,
        fetch: Fetch[Proposal],
        count: Callable[[], Count],
        generation: int,
        listed: tuple[Proposal, ...],
    ) -> None:
        if generation != self._comparison:
            return
        fresh = {one.number: one for one in fetch("below", None, max(100, len(listed)))[0]}
        newer = tuple(fresh.get(one.number) or proposals.one(one.number) for one in listed)
        new = len(fresh.keys() - {one.number for one in listed}) if len(listed) < COMPARED else 0
        kept = len({one.number for one in listed} - fresh.keys())
        self.post_message(self.Compared(generation, newer, new, count(), kept))

    @on(Compared)
    def _compared(self, message: Compared) -> None:
        message.stop()
        if message.generation != self._comparison:
            return
        self.new = message.new if self.stretch is not None and not self.stretch.more("below") else 0
        self.total, self.kept = message.total, message.kept
        self.update_rows(message.rows)
        self.post_message(self.Counted())
        self.post_message(self.Moved())

    def settle(self, rows: Iterable[Proposal], gone: Iterable[int]) -> None:
        """Show what was decided: newer values of some rows, and others taken out; the cursor goes on to the next that waits."""
        self.update_rows(rows)
        leaving = set(gone)
        if leaving and self.stretch is not None:
            above = sum(row.number in leaving for row in self.rows[: self.cursor])
            self._hold(self.stretch.without(leaving))
            self._resize_virtual()
            self.unmark(leaving)
            self.set_reactive(RowList.cursor, max(0, min(self.cursor - above, len(self.rows) - 1)))
            self._show_cursor()
            self._read_ahead()
        self.refresh()
        self.post_message(self.Moved())

    def go_to_waiting(self, start: int) -> bool:
        """Put the cursor on the next row from `start` on that can be decided, or before it; tell whether there is one."""
        order = [*range(start, len(self.rows)), *range(start - 1, -1, -1)]
        place = next((row for row in order if 0 <= row < len(self.rows) and self.rows[row].state in ("pending", "stale")), None)
        if place is not None:
            self.go(place)
        return place is not None

    @property
    def shown(self) -> Count | None:
        """How many there are, with those that stay though they no longer belong into the list."""
        return None if self.total is None else replace(self.total, number=self.total.number + self.kept)

    # drawing

    def lay_out(self) -> None:
        self.post_message(self.Resized())

    @property
    def row_lines(self) -> int:
        from inspector.panes.proposal_row import ONE_LINE

        return 1 if self.size.width >= ONE_LINE else 3

    def draw(self, row: Proposal, look: Look) -> list[Content]:
        from inspector.panes import proposal_row

        return proposal_row.lines(row, self.size.width, look, self.now)
