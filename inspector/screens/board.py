"""Four panes in two columns; in narrow terminals two boxes with tabs, and under zoom one pane alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import var
from textual.widgets import Static

from inspector import actions
from inspector.screens.speaking import SpeakingScreen
from inspector.widgets.footer import InspectorFooter
from inspector.widgets.frame import Frame, Tab
from store.query import NOW, AsOf

if TYPE_CHECKING:
    from textual.widget import Widget

LEAST = (60, 16)
WIDE = 100
NUMBERS = {"facts": 1, "proposals": 2, "review": 3, "provenance": 3, "history": 4}
"""The number of each pane; the review stands in the place of Provenance."""


class BoardScreen(SpeakingScreen):
    """Where the panes stand and which of them has the focus; the subclass builds `boxes` and `panes`."""

    names: ClassVar[dict[str, str]] = {
        "facts": "Facts",
        "proposals": "Proposals",
        "review": "Review",
        "provenance": "Provenance",
        "history": "History",
    }
    """What the panes are called, in the order of their numbers."""

    pairs: ClassVar[tuple[tuple[str, str], tuple[str, str]]] = (("facts", "proposals"), ("provenance", "history"))
    """The panes of the left and of the right column."""

    BINDINGS = actions.bindings("screen")

    # What only holds others is not visible itself: Textual would paint it, line by line, under what it holds.
    DEFAULT_CSS = """
    BoardScreen #small { height: 1fr; width: 1fr; content-align: center middle; color: $muted; }
    BoardScreen #board, BoardScreen .column { height: 1fr; visibility: hidden; }
    BoardScreen Frame { visibility: visible; }
    BoardScreen #left { width: 55%; }
    BoardScreen #right { width: 45%; }
    BoardScreen #box-proposals { height: 5; }
    BoardScreen #box-provenance { height: 18fr; }
    BoardScreen #box-history { height: 20fr; }
    BoardScreen #board.narrow { layout: vertical; }
    BoardScreen #board.narrow .column { width: 100%; }
    BoardScreen #board.narrow Frame { height: 1fr; }
    BoardScreen #board.narrow #left { height: 13fr; }
    BoardScreen #board.narrow #right { height: 9fr; }
    BoardScreen #board.narrow #right.current { height: 12fr; }
    BoardScreen #board.narrow #left.aside { height: 10fr; }
    BoardScreen #board.queue #box-proposals { height: 1fr; }
    BoardScreen #board.queue #left { width: 32%; min-width: 38; }
    BoardScreen #board.queue #right { width: 1fr; }
    BoardScreen #board.narrow.queue #left { width: 100%; height: 8fr; }
    BoardScreen #board.narrow.queue #right, BoardScreen #board.narrow.queue #right.current { height: 14fr; }
    BoardScreen #board.narrow.queue #left.aside { height: 5fr; }
    BoardScreen #board.narrow.queue #right.current { height: 17fr; }
    BoardScreen #board.zoomed #left, BoardScreen #board.zoomed #right { width: 100%; }
    BoardScreen #board.zoomed Frame { height: 1fr; }
    BoardScreen .gone { display: none; }
    """

    at: var[AsOf] = var(NOW)
    """The pair of instants everything is read at."""

    pane: var[str] = var("facts")
    """The pane with the focus."""

    zoomed: var[bool] = var(False)
    """One pane has the whole screen."""

    boxes: dict[str, Frame]
    """The box of each pane."""

    panes: dict[str, Widget]
    """What gets the focus in each pane."""

    def __init__(self) -> None:
        super().__init__()
        self._open_tab = {"left": self.pairs[0][0], "right": self.pairs[1][0]}

    # laying out

    def board(self) -> Horizontal:
        """Return the two columns with their boxes."""
        left, right = ([self.boxes[name] for name in pair] for pair in self.pairs)
        return Horizontal(
            Vertical(*left, id="left", classes="column"), Vertical(*right, id="right", classes="column"), id="board"
        )

    def on_resize(self, event: events.Resize) -> None:
        self.lay_out()

    def lay_out(self) -> None:
        """Lay the panes out for the size of the terminal, the focus and the zoom."""
        width, height = self.app.size
        board = self.query_one("#board")
        was_hidden = not board.display
        board.display = width >= LEAST[0] and height >= LEAST[1]
        if was_hidden and board.display:
            self.call_after_refresh(self.panes[self.pane].focus)
        self._say_too_small(not board.display)
        narrow = width < WIDE
        columns = self.columns(narrow)
        sides = {name: self.query_one(f"#{name}") for name in ("left", "right")}
        parts = (board, *sides.values(), *self.boxes.values())
        before = [part.classes for part in parts]
        board.update_classes(self.board_classes(narrow), update=False)
        shown: set[str] = set()
        for (column, side), pair in zip(sides.items(), columns, strict=True):
            current = self.pane in pair
            if current:
                self._open_tab[column] = self.pane
            elif self._open_tab[column] not in pair:
                self._open_tab[column] = pair[0]
            shown.update((self._open_tab[column],) if narrow or self.zoomed else pair)
            side.update_classes(
                {
                    "gone": self.zoomed and not current,
                    "current": current and column == "right",
                    "aside": not current and column == "left",
                },
                update=False,
            )
            for name in pair:
                self.boxes[name].tabs = self._tabs(name, pair, narrow)
        for name, box in self.boxes.items():
            box.set_class(name not in shown, "gone", update=False)
        if [part.classes for part in parts] != before:
            self.app.stylesheet.update_nodes(parts)  # once, and not what is in the boxes: no rule of a class reaches further
        self.place()

    def board_classes(self, narrow: bool) -> dict[str, bool]:
        """Return how the board is laid out."""
        return {"narrow": narrow, "zoomed": self.zoomed}

    def columns(self, narrow: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the panes of the left and of the right column."""
        return self.pairs

    def _say_too_small(self, small: bool) -> None:
        notice = next(iter(self.query("#small").results(Static)), None)
        if notice is None and small:
            notice = Static(id="small")
            self.mount(notice, before="#board")
        if notice is not None:
            width, height = self.app.size
            notice.update(f"At least {LEAST[0]}x{LEAST[1]} is needed; this terminal is {width}x{height}.")
            notice.display = small

    def _tabs(self, name: str, pair: tuple[str, ...], narrow: bool) -> tuple[Tab, ...]:
        shown = pair if narrow else (name,)
        return tuple(Tab(NUMBERS[other], self.tab_name(other, narrow), f"show_{other}", is_open=other == name) for other in shown)

    def tab_name(self, name: str, narrow: bool) -> str:
        """Return what a pane is called in its border."""
        return self.names[name]

    def place(self) -> None:
        """Say in the borders where one is."""
        for name, said in self.places().items():
            if name in self.boxes:
                self.boxes[name].place = said

    def places(self) -> dict[str, Content]:
        """Return what the border of each pane says; a pane that is left out says nothing."""
        raise NotImplementedError

    # the focus

    def go_to(self, name: str) -> None:
        """Give the focus to a pane."""
        self.pane = name
        self.lay_out()
        self.panes[name].focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        for name, box in self.boxes.items():
            if box in event.widget.ancestors_with_self and name != self.pane:
                self.pane = name
                self.lay_out()
        self.query_one(InspectorFooter).pane = self.footer

    @property
    def footer(self) -> str:
        """Whose keys the footer and the help show."""
        return self.keys_of if self.at.is_now else "travelling"

    @property
    def keys_of(self) -> str:
        """Whose keys count: the pane with the focus, or what is open in it."""
        return self.pane

    @property
    def order(self) -> tuple[str, ...]:
        """The panes through which tab goes."""
        return tuple(self.names)

    def action_show_facts(self) -> None:
        self.go_to("facts")

    def action_show_proposals(self) -> None:
        self.go_to("proposals")

    def action_show_provenance(self) -> None:
        self.go_to("provenance")

    def action_show_history(self) -> None:
        self.go_to("history")

    def action_next_pane(self) -> None:
        self._go_by(1)

    def action_previous_pane(self) -> None:
        self._go_by(-1)

    def _go_by(self, step: int) -> None:
        order = self.order
        self.go_to(order[(order.index(self.pane) + step) % len(order)])

    def action_zoom(self) -> None:
        self.zoomed = not self.zoomed
        self.lay_out()
