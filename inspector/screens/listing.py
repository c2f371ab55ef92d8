"""The lists on the board: filtered, sorted and marked; what actions apply to, and the way to a fact."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on

from inspector import actions, words
from inspector.panes.fact_list import FactList, next_sort
from inspector.panes.facts import ColumnNames, FactsPane
from inspector.panes.row_list import RowList
from inspector.screens.deciding import DecidingScreen
from store.query import Query
from store.vocabulary import SORTS

if TYPE_CHECKING:
    from inspector.asides import Stood
    from inspector.panes.proposal_list import ProposalList
    from store.values import Fact

STATES = ("open", "invalidated", "all")


class ListingScreen(DecidingScreen):
    """A board with a list of facts beside the queue."""

    facts_pane: FactsPane
    facts: FactList

    def __init__(self) -> None:
        super().__init__()
        self._listed_before: tuple[Query, int | None, Query] | None = None

    def read_overview(self) -> None:
        """Count for the header, in a thread."""
        raise NotImplementedError

    # what actions apply to

    @property
    def targets(self) -> list[Fact]:
        return self.facts.targets if self.pane in actions.FACT_PANES else []

    def end_range(self) -> None:
        if self.pane in actions.FACT_PANES:
            self.facts.end_range()

    def go_on(self) -> bool:
        before = self.facts.cursor
        self.facts.action_cursor_down()
        return self.facts.cursor != before

    # the list of facts

    def action_filter(self) -> None:
        if self.queue is not None and self.pane in actions.QUEUE_PANES:
            self.go_to("proposals")
            self.queue.open_filter()
            return
        self.go_to("facts")
        self.facts_pane.open_filter()

    @on(FactsPane.Filtered)
    def _filtered(self, message: FactsPane.Filtered) -> None:
        message.stop()
        search = message.search.strip()
        self.provenance.search = self.history.search = frozenset(search.casefold().split())
        query = replace(self.facts.query_now, search=search or None, typing=bool(search) and not message.search.endswith(" "))
        self.facts.load(query, self.at, focus=self.facts.current.number if self.facts.current and not search else None)

    @on(ColumnNames.Clicked)
    def _column_clicked(self, message: ColumnNames.Clicked) -> None:
        message.stop()
        query = self.facts.query_now
        descending = not query.descending if query.sort == message.sort else True
        self._list(replace(query, sort=message.sort, descending=descending))

    def action_sort(self) -> None:
        self._list(next_sort(self.facts.query_now, SORTS))

    def action_reverse(self) -> None:
        self._list(replace(self.facts.query_now, descending=not self.facts.query_now.descending))

    def action_cycle_state(self) -> None:
        if self.queue is not None and self.pane in actions.QUEUE_PANES:
            self.cycle_queue()
            return
        states = STATES if self.mode != "travelling" else ("active", "invalidated", "all")
        query = self.facts.query_now
        place = states.index(query.state) if query.state in states else -1
        self._list(replace(query, state=states[(place + 1) % len(states)]))

    def _list(self, query: Query) -> None:
        current = self.facts.current
        self.facts.load(query, self.at, focus=current.number if current is not None else None)
        self.facts_pane.names.refresh()

    def action_mark(self) -> None:
        if (listed := self._marking) is not None:
            listed.toggle_mark()

    def action_mark_range(self) -> None:
        if (listed := self._marking) is not None:
            listed.mark_range()

    @on(RowList.RangeStopped)
    def _range_stopped(self, message: RowList.RangeStopped) -> None:
        message.stop()
        self.say(
            f"A range has no gaps: it holds {words.quantity(message.rows, 'row')} so far, and more are read. The same key goes on."
        )

    @on(RowList.RangeLost)
    def _range_lost(self, message: RowList.RangeLost) -> None:
        message.stop()
        self.say("The row where the range began is not listed any more, so nothing is marked by it. v begins a range.", "warning")

    @property
    def _marking(self) -> FactList | ProposalList | None:
        """The list whose rows are marked."""
        if self.pane == "proposals":
            return self.queue.listing if self.queue is not None else None
        return self.facts

    # the way to a fact

    def go_to_fact(self, number: int | None) -> None:
        if number is None:
            return
        if self.pane in actions.QUEUE_PANES:
            self.go_to("facts")
        self.find_fact(number)

    def came_from(self, name: str, stood: Stood, fact: Fact) -> None:
        before, current = replace(self.facts.query_now, search=None, typing=False), self.facts.current
        super().came_from(name, stood, fact)
        self._listed_before = before, current.number if current is not None else None, self.facts.query_now

    def go_back(self) -> bool:
        listed, self._listed_before = self._listed_before, None
        if not super().go_back():
            return False
        if listed is not None and self.facts.query_now == listed[2] and self.inspector.owner == listed[0].owner:
            self.facts.load(listed[0], self.at, focus=listed[1])  # as it was before a fact was chosen elsewhere
            self.facts_pane.names.refresh()
        return True

    def show_fact(self, number: int) -> None:
        self.read_overview()
        self.facts_pane.clear_filter()
        self.facts.load_at(number, self.inspector.owner, self.at)
        self.facts_pane.names.refresh()

    def find_fact(self, number: int) -> None:
        if self.facts.stretch is not None and (row := self.facts.stretch.position(number)) is not None:
            self.facts.cursor = row
        else:
            self.show_fact(number)
