"""Facts: the list with its column names, the filter below it, and what is said when it is empty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static

from inspector import door, words
from inspector.panes import fact_row
from inspector.panes.fact_list import FactList
from store.clock import Clock

if TYPE_CHECKING:
    from textual.widgets import Input

    from inspector.panes.filter import Filter, FilterInput

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
        cols = fact_row.columns(self.size.width, travelling=listed.travelling)
        title = "fact as believed then" if listed.travelling else "fact"
        return fact_row.heading(cols, listed.query_now.sort, listed.query_now.descending, title)

    def on_click(self, event: events.Click) -> None:
        if sort := fact_row.column_at(self.fact_list.columns, event.x):
            self.post_message(self.Clicked(sort))


class FactsPane(Vertical):
    """The list of facts and its filter."""

    DEFAULT_CSS = """
    FactsPane { height: 1fr; visibility: hidden; }
    FactsPane > * { visibility: visible; }
    FactsPane #empty { height: 1fr; color: $muted; padding: 0 0 0 5; }
    FactsPane.-empty FactList { height: 1; }
    """

    empty: var[Content | None] = var(None)
    """Said in place of rows, when there are none."""

    @dataclass
    class Filtered(Message):
        """The words of the filter have changed."""

        search: str

    def __init__(self, *, id: str | None = None, clock: Clock | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.listing = FactList(id="fact-list", clock=clock)
        self.names = ColumnNames(self.listing)
        self._filter: Filter | None = None
        self._nothing: Static | None = None

    def compose(self) -> ComposeResult:
        yield self.names
        yield self.listing

    # the filter

    @property
    def words(self) -> str:
        """The words of the filter."""
        return self._filter.input.value if self._filter is not None else ""

    def open_filter(self) -> None:
        """Show the filter and put the focus into it."""
        if self._filter is None:
            from inspector.panes.filter import Filter

            self._filter = Filter()
            self._filter.put_into(self)
        self._filter.display = True
        self._filter.input.focus()

    def clear_filter(self) -> bool:
        """Empty the filter and put it away; tell whether it was there."""
        if self._filter is None or not self._filter.display:
            return False
        self._filter.input.value = ""
        self._filter.display = False
        return True

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Filtered(event.value))

    def on_filter_input_left(self, event: FilterInput.Left) -> None:
        event.stop()
        if event.clear or not self.words.strip():
            self.clear_filter()
        self.listing.focus()

    # what is said

    def place(self, waiting: int, *, wide: bool) -> Content:
        """Return what the border says: where one is in the list, what is marked, and how many facts wait to be listed."""
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
        if (listed.query_now.search or "").strip():
            what = "matching" if wide else ""
        else:
            what = STATE_WORDS[listed.query_now.state] if wide or listed.query_now.state != "open" else ""
        if listed.total is not None and listed.total.number:
            where = str(listed.place) if listed.place is not None else "…"
            said.append(Content.styled(f"{where} of {words.number(listed.total)} {what}".rstrip(), "$muted"))
        return Content.styled(" · ", "$muted").join(said)

    def watch_empty(self, empty: Content | None) -> None:
        if not self.is_mounted:
            return
        self.set_class(empty is not None, "-empty")
        if self._nothing is None:
            if empty is None:
                return
            self._nothing = Static(id="empty")
            self.mount(self._nothing, after=self.listing)
        self._nothing.display = empty is not None
        self._nothing.update(empty if empty is not None else Content(""))

    def say_if_empty(self, *, owner: str | None, travelling: bool, failed: Content | None = None) -> None:
        """Say why nothing is listed, and which key helps."""
        if failed is not None:
            self.empty = failed
        elif self.listing.stretch is None or self.listing.facts:
            self.empty = None
        elif search := (self.listing.query_now.search or "").strip():
            self.empty = Content.styled(f'Nothing matches "{door.one_line(search, 30)}". esc clears the filter.', "$muted")
        else:
            self.empty = Content.styled(_nothing(self.listing.query_now.state, owner, travelling), "$muted")


def _nothing(state: str, owner: str | None, travelling: bool) -> str:
    whose = f" of {door.one_line(owner, 24)}" if owner else ""
    if travelling:
        return f"Nothing was known{whose} then. ] goes to the next change."
    if state == "invalidated":
        return f"Nothing{whose} was invalidated. f shows all."
    if state == "all":
        return f"Nothing is remembered{whose} yet. w writes a fact."
    return f"Nothing{whose} holds now. w writes a fact, f shows what was invalidated."
