"""Provenance: the fact itself, what is known about it, and the words it was read from."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, tzinfo
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content, Span
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from inspector import actions, words
from store.clock import Clock, SystemClock

if TYPE_CHECKING:
    from inspector.panes.card import Line
    from store.proposal import Proposal
    from store.values import Card, Evidence

NOTHING = "No fact is chosen."


class ProvenancePane(ScrollView, can_focus=True):
    """The card of a fact and one block per piece of evidence; the cursor stands on a block."""

    BINDINGS = actions.bindings("pane", [action for action in actions.ACTIONS if action.group == "Move"])

    DEFAULT_CSS = """
    ProvenancePane { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 0; }
    """

    card: reactive[Card | None] = reactive(None)
    """The fact and its evidence; `None` while nothing is chosen."""

    waits: reactive[tuple[Proposal, ...]] = reactive(())
    """The proposals that wait and concern the fact."""

    block: reactive[int] = reactive(0)
    """The evidence the cursor is on."""

    named: reactive[bool] = reactive(False)
    """The card says whose it is."""

    texts_hidden: reactive[bool] = reactive(False)
    """Texts and quotes are covered."""

    place: var[Content] = var(Content(""))
    """What the border says: confirmations, or how much is out of sight."""

    empty: reactive[Content] = reactive(Content.styled(NOTHING, "$muted"))
    """Said when there is no card."""

    class Placed(Message):
        """What the border should say has changed."""

    class MessageWanted(Message):
        """The message of the evidence under the cursor is to be shown."""

    def __init__(self, *, id: str | None = None, clock: Clock | None = None) -> None:
        super().__init__(id=id)
        self.clock: Clock = clock or SystemClock()
        self.zone: tzinfo = UTC
        self.reading = False
        """Nothing can be changed, so no key that would is named."""
        self.search: frozenset[str] = frozenset()
        self._lines: list[Line] = []

    @property
    def evidence(self) -> Evidence | None:
        """The evidence under the cursor."""
        if self.card is None or not 0 <= self.block < len(self.card.evidence):
            return None
        return self.card.evidence[self.block]

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing to show."""
        return self.card is None

    # drawing

    def watch_card(self, old: Card | None, new: Card | None) -> None:
        if old is None or new is None or old.fact.number != new.fact.number:
            self.set_reactive(ProvenancePane.block, 0)
            self.scroll_to(y=0, animate=False, force=True)
        self.redraw()

    def watch_waits(self) -> None:
        self.redraw()

    def watch_texts_hidden(self) -> None:
        self.redraw()

    def watch_named(self) -> None:
        self.redraw()

    def watch_block(self) -> None:
        self._show_block()
        self.refresh()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._say_place()

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Wrap everything anew."""
        width = self.size.width
        if self.card is None or not width:
            self._lines = []
        else:
            from inspector.panes.card import WIDE, lines

            now = self.clock.now()
            how = {"hidden": self.texts_hidden, "reading": self.reading, "named": self.named}
            draw = partial(lines, self.card, width, self.zone, now, self.waits, **how)
            self._lines = draw()
            if width >= WIDE and len(self._lines) > self.size.height:
                self._lines = draw(spaced=False)
        self.virtual_size = Size(width, len(self._lines))
        self._say_place()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        base = self.visual_style
        if self.is_blank:
            content = self.empty.truncate(width, ellipsis=True) if y == 0 else Content("")
            return Strip(content.render_segments(base), content.cell_length).adjust_cell_length(width, base.rich_style)
        index = y + self.scroll_offset.y
        if index >= len(self._lines):
            return Strip.blank(width, base.rich_style)
        line = self._lines[index]
        if line.block is not None and line.block == self.block and self.has_focus:
            base = base + Style.parse("on $primary-muted")
            line = line._replace(content=lit(line.content))
        return Strip(line.content.render_segments(base), line.content.cell_length).adjust_cell_length(width, base.rich_style)

    def _rows_of(self, block: int) -> tuple[int, int]:
        rows = [row for row, line in enumerate(self._lines) if line.block == block]
        return (rows[0], rows[-1]) if rows else (0, 0)

    def _show_block(self) -> None:
        first, last = self._rows_of(self.block)
        if self.block == 0:
            first = 0
        self.scroll_to_region(Region(0, first, 1, min(last - first + 1, max(1, self.size.height))), animate=False, force=True)

    def _say_place(self) -> None:
        card = self.card
        if card is None:
            said = Content("")
        elif hidden_below := len({line.block for line in self._lines[self.scroll_offset.y + self.size.height :]} - {None}):
            said = Content.styled(f"↓ {hidden_below} more", "$muted")
        else:
            said = Content.styled(words.quantity(card.fact.confirmations, "confirmation"), "$muted")
        if said.plain != self.place.plain:
            self.place = said
            self.post_message(self.Placed())

    # moving

    def _go(self, block: int) -> None:
        if self.card is None or not self.card.evidence:
            self.scroll_relative(y=1 if block > self.block else -1, animate=False)
            return
        self.block = max(0, min(block, len(self.card.evidence) - 1))

    def action_cursor_down(self) -> None:
        if self.card is not None and self.block >= len(self.card.evidence) - 1:
            self.scroll_relative(y=1, animate=False)
        else:
            self._go(self.block + 1)

    def action_cursor_up(self) -> None:
        self._go(self.block - 1)

    def action_page_down(self) -> None:
        self.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self.scroll_page_up(animate=False)

    def action_to_top(self) -> None:
        self._go(0)
        self.scroll_home(animate=False)

    def action_to_bottom(self) -> None:
        self._go(len(self.card.evidence) - 1 if self.card else 0)
        self.scroll_end(animate=False)

    def step(self, by: int) -> bool:
        """Go to the next quote, or the next that holds a word of the filter; tell whether there was one."""
        if self.card is None:
            return False
        blocks: Iterable[int] = range(self.block + by, len(self.card.evidence) if by > 0 else -1, by)
        for block in blocks:
            quote = self.card.evidence[block].quote.casefold()
            if not self.search or any(word in quote for word in self.search):
                self.block = block
                return True
        return False

    def on_click(self, event: events.Click) -> None:
        row = event.y + self.scroll_offset.y
        if row < len(self._lines) and (block := self._lines[row].block) is not None:
            same = block == self.block
            self.block = block
            if event.chain == 2 and same and self.evidence is not None:
                self.post_message(self.MessageWanted())


def lit(content: Content) -> Content:
    """Muted words have too little contrast under the cursor."""
    spans = [Span(span.start, span.end, "$foreground" if span.style == "$muted" else span.style) for span in content.spans]
    return Content(content.plain, spans)
