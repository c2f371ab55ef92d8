"""Facts: the list with its column names, the filter below it, and what is said when it is empty."""

from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Input, Static

from inspector import door
from inspector.panes import fact_row
from inspector.panes.fact_list import FactList
from store.clock import Clock


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


class FilterInput(Input):
    """The words to filter by; esc leaves it and clears it, enter and down leave it as it is."""

    BINDINGS = [
        ("escape", "leave(True)", "Clear"),
        ("enter", "leave(False)", "Keep"),
        ("down", "leave(False)", "List"),
        ("tab", "leave(False)", "List"),
    ]

    @dataclass
    class Left(Message):
        """The filter was left."""

        clear: bool

    def action_leave(self, clear: bool) -> None:
        self.post_message(self.Left(clear))


class FactsPane(Vertical):
    """The list of facts and its filter."""

    DEFAULT_CSS = """
    FactsPane { height: 1fr; }
    FactsPane #filter { height: 1; display: none; }
    FactsPane #filter.shown { display: block; }
    FactsPane #slash { width: 2; color: $primary; text-style: bold; }
    FactsPane FilterInput {
        border: none; height: 1; padding: 0; width: 1fr; background: $background; color: $foreground;
    }
    FactsPane FilterInput:focus { border: none; background: $background; background-tint: transparent; }
    FactsPane #empty { display: none; height: auto; color: $muted; padding: 0 0 0 5; }
    FactsPane.-empty #empty { display: block; }
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

    def compose(self) -> ComposeResult:
        yield self.names
        yield self.listing
        yield Static(id="empty")
        with Horizontal(id="filter"):
            yield Static("/", id="slash")
            yield FilterInput(id="words", select_on_focus=False, compact=True)

    @property
    def words(self) -> str:
        """The words of the filter."""
        return self.query_one(FilterInput).value

    def open_filter(self) -> None:
        """Show the filter and put the focus into it."""
        self.query_one("#filter").add_class("shown")
        self.query_one(FilterInput).focus()

    def clear_filter(self) -> bool:
        """Empty the filter and put it away; tell whether it was there."""
        shown = self.query_one("#filter").has_class("shown")
        self.query_one(FilterInput).value = ""
        self.query_one("#filter").remove_class("shown")
        return shown

    def watch_empty(self, empty: Content | None) -> None:
        if self.is_mounted:
            self.query_one("#empty", Static).update(empty if empty is not None else Content(""))
            self.set_class(empty is not None, "-empty")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Filtered(event.value))

    @on(FilterInput.Left)
    def _left(self, event: FilterInput.Left) -> None:
        event.stop()
        if event.clear or not self.words.strip():
            self.clear_filter()
        self.listing.focus()

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
