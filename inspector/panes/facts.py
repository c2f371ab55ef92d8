"""Facts: the list with its column names, the filter below it, and what is said when it is empty."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from inspector import door, words
from inspector.panes import fact_row
from inspector.panes.fact_list import FactList
from inspector.panes.filterable import FilteredPane, nothing_matches
from store.clock import Clock

NAMED = 76
"""In a terminal of so many columns what is counted is named beside the names of other panes, where nothing else is said."""
STATE_WORDS = {"open": "active or upcoming", "invalidated": "invalidated", "all": "known"}


class ColumnNames(Widget):
    """The names of the columns; a click sorts by one."""

    DEFAULT_CSS = "ColumnNames { height: 1; }"

    @dataclass
    class Clicked(Message):
        """A column was chosen to sort by."""

        sort: str

    def __init__(self, fact_list: FactList) -> None:
        super().__init__()
        self.fact_list = fact_list

    def render(self) -> Content:
        listed = self.fact_list
        title = "fact as believed then" if listed.travelling else "fact"
        return fact_row.heading(listed.columns_at(self.size.width), listed.query_now.sort, listed.query_now.descending, title)

    def on_click(self, event: events.Click) -> None:
        if sort := fact_row.column_at(self.fact_list.columns, event.x):
            self.post_message(self.Clicked(sort))


class FactsPane(FilteredPane):
    """The list of facts and its filter."""

    DEFAULT_CSS = """
    FactsPane { height: 1fr; visibility: hidden; }
    FactsPane > * { visibility: visible; }
    FactsPane > .nothing { height: 1fr; color: $muted; padding: 0 0 0 5; }
    FactsPane.-empty FactList { height: 1; }
    """

    listing: FactList

    class Filtered(FilteredPane.Filtered):
        """The words of the filter of the facts have changed."""

    def __init__(self, *, id: str | None = None, clock: Clock | None = None) -> None:
        super().__init__(id=id)
        self.listing = FactList(id="fact-list", clock=clock)
        self.reading = False
        """Nothing can be changed, so no key that would is named."""
        self.names = ColumnNames(self.listing)

    def compose(self) -> ComposeResult:
        yield self.names
        yield self.listing

    # what is said

    def place(self, waiting: int, *, wide: bool) -> Content:
        """Return what the border says: where one is in the list, what is marked, and how many facts wait to be listed.

        Args:
            wide: No other pane is named in the border.
        """
        listed = self.listing
        if listed.stretch is None:
            return Content("")
        said = []
        if waiting:
            said.append(Content.styled(f"{waiting} new, R", "$text-accent"))
        if listed.range_from is not None:
            said.append(Content.styled("v ends the range", "$text-accent"))
        elif listed.marked:
            said.append(Content.styled(f"{len(listed.marked)} marked", "$text-accent"))
        named = wide or (not said and self.app.size.width >= NAMED)
        if (listed.query_now.search or "").strip():
            what = "matching" if named else ""
        else:
            what = STATE_WORDS[listed.query_now.state] if named or listed.query_now.state != "open" else ""
        if listed.total is not None and listed.total.number:
            where = str(listed.place) if listed.place is not None else "…"
            said.append(Content.styled(f"{where} of {words.number(listed.total)} {what}".rstrip(), "$muted"))
        return Content.styled(" · ", "$muted").join(said)

    def say_if_empty(self, *, owner: str | None, travelling: bool, failed: Content | None = None) -> None:
        """Say why nothing is listed, and which key helps."""
        if failed is not None:
            self.empty = failed
        elif self.listing.stretch is None or self.listing.facts:
            self.empty = None
        elif search := (self.listing.query_now.search or "").strip():
            self.empty = Content.styled(nothing_matches(search), "$muted")
        else:
            self.empty = Content.styled(_nothing(self.listing.query_now.state, owner, travelling, self.reading), "$muted")


def _nothing(state: str, owner: str | None, travelling: bool, reading: bool) -> str:
    whose = f" of {door.one_line(owner, 24)}" if owner else ""
    if travelling:
        return f"Nothing was known{whose} then. ] goes to the next change."
    if state == "invalidated":
        return f"Nothing{whose} was invalidated. f shows all."
    if state == "all":
        return f"Nothing is remembered{whose} yet.{'' if reading else ' w writes a fact.'}"
    return f"Nothing{whose} holds now. {'' if reading else 'w writes a fact, '}f shows what was invalidated."
