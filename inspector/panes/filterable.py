"""What shows a filter: a pane, or the screen of a list of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static

from inspector import door

if TYPE_CHECKING:
    from textual.widgets import Input

    from inspector.panes.filter import Filter, FilterInput


def nothing_matches(search: str) -> str:
    """Return what is said when the words match nothing."""
    return f'Nothing matches "{door.one_line(search.strip(), 30)}". esc clears the filter.'


class Filterable:
    """Has a filter, which is loaded and mounted when it is first asked for."""

    _filter: Filter | None = None

    @property
    def filter_home(self) -> Widget:
        """Return below what the filter is mounted."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        """The words of the filter."""
        return self._filter.input.value if self._filter is not None else ""

    def show_filter(self) -> Input:
        """Show the filter and return its field."""
        if self._filter is None:
            from inspector.panes.filter import Filter

            self._filter = Filter()
            self._filter.put_into(self.filter_home)
        self._filter.display = True
        return self._filter.input

    def clear_filter(self) -> bool:
        """Empty the filter and put it away; tell whether it was there."""
        if self._filter is None or not self._filter.display:
            return False
        self._filter.input.value = ""
        self._filter.display = False
        return True


class FilteredPane(Filterable, Vertical):
    """A list with a filter, and what is said in its place when nothing is listed."""

    class Filtered(Message):
        """The words of the filter have changed.

        Args:
            search: What they are now.
        """

        def __init__(self, search: str) -> None:
            super().__init__()
            self.search = search

    empty: var[Content | None] = var(None)
    """Said in place of rows, when there are none."""

    listing: Widget
    """The list."""

    says_above: ClassVar[bool] = False
    """What is said in place of rows stands above the list, and not below it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._nothing: Static | None = None

    @property
    def filter_home(self) -> Widget:
        return self

    def open_filter(self) -> None:
        """Show the filter and put the focus into it."""
        self.show_filter().focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Filtered(event.value))

    def on_filter_input_left(self, event: FilterInput.Left) -> None:
        event.stop()
        if event.clear or not self.words.strip():
            self.clear_filter()
        self.listing.focus()

    def watch_empty(self, empty: Content | None) -> None:
        if not self.is_mounted:
            return
        self.set_class(empty is not None, "-empty")
        if self._nothing is None:
            if empty is None:
                return
            self._nothing = Static(classes="nothing")
            self.mount(self._nothing, **{"before" if self.says_above else "after": self.listing})
        self._nothing.display = empty is not None
        self._nothing.update(empty if empty is not None else Content(""))
