"""Review: everything a proposal is decided by, and the answers to a conflict."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from inspector import actions
from inspector.panes.provenance import lit
from inspector.review.answers import OTHERS, Asking
from inspector.review.lines import lines
from inspector.review.parts import Line, Setting
from store.clock import Clock, SystemClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from store.proposal import Effect, Other, Proposal, Review
    from store.values import Evidence

ROOMY = 30
"""From so many lines on answers stand apart."""
NOTHING = "No proposal is chosen."


class ReviewPane(ScrollView, can_focus=True):
    """A review that scrolls; `n` and `N` step through its quotes, and a conflict is answered in it."""

    BINDINGS = actions.bindings("pane", [action for action in actions.ACTIONS if action.group == "Move" or action.id == "pick"])

    DEFAULT_CSS = """
    ReviewPane { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 0; }
    """

    review: reactive[Review | None] = reactive(None)
    """What is shown; `None` while nothing is chosen or it is still read."""

    asking: reactive[Asking | None] = reactive(None)
    """Where one is in the answers; `None` outside of them."""

    quote: reactive[int | None] = reactive(None)
    """The quote the cursor is on."""

    texts_hidden: reactive[bool] = reactive(False)
    """Texts and quotes are covered."""

    place: var[Content] = var(Content(""))
    """What the border says of what is out of sight."""

    class Placed(Message):
        """What the border should say has changed."""

    class MessageWanted(Message):
        """The message of the quote under the cursor is to be shown."""

    class Painted(Message):
        """A review is before the eyes of the person."""

    class AskingMoved(Message):
        """The cursor came to an answer, or left the answers."""

    @dataclass
    class Answered(Message):
        """A conflict was answered."""

        review: Review
        choice: int
        other: Other | None

    def __init__(self, *, id: str | None = None, clock: Clock | None = None) -> None:
        super().__init__(id=id)
        self.clock: Clock = clock or SystemClock()
        self.zone: tzinfo = UTC
        self.changes: tuple[str, ...] = ()
        self.takes_back: Callable[[Proposal], bool] = lambda proposal: True
        """Whether `z` takes back the decision on a proposal."""
        self.reading = False
        self.painted: Review | None = None
        """The review a person has before their eyes."""
        self._lines: list[Line] = []

    def show(self, review: Review | None, changes: tuple[str, ...] = ()) -> None:
        """Show a review from its top, or the same one as it is now, where one was.

        Args:
            changes: What changed while it was looked at.
        """
        before = self.review
        self.changes = changes
        if before is None or review is None or before.proposal.number != review.proposal.number or changes:
            self.set_reactive(ReviewPane.quote, None)
            self.asking = None
            self.scroll_to(y=0, animate=False, force=True)
        self.painted = None
        self.review = review
        self.redraw()
        self.call_after_refresh(self._is_painted, review)

    def _is_painted(self, review: Review | None) -> None:
        if review == self.review:
            self.painted = self.review
            self.post_message(self.Painted())

    @property
    def evidence(self) -> Evidence | None:
        """The quote under the cursor, else the first one."""
        if self.review is None or not self.review.quotes:
            return None
        return self.review.quotes[self.quote or 0].evidence

    # drawing

    def watch_asking(self) -> None:
        self.redraw()
        self._show_asked()
        self.post_message(self.AskingMoved())

    def watch_quote(self) -> None:
        self.refresh()

    def watch_texts_hidden(self) -> None:
        self.redraw()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._say_place()

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Lay everything out anew."""
        width = self.size.width
        self._lines = []
        if self.review is not None and width:
            given = Setting(
                width,
                self.zone,
                self.clock.now(),
                self.texts_hidden,
                roomy=self.size.height >= ROOMY,
                takes_back=self.takes_back(self.review.proposal),
                reading=self.reading,
            )
            self._lines = lines(self.review, given, self.asking, self.changes)
        self.virtual_size = Size(width, len(self._lines))
        self._say_place()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        base = self.visual_style
        index = y + self.scroll_offset.y
        if index >= len(self._lines):
            content = Content.styled(NOTHING, "$muted") if self.review is None and y == 0 else Content("")
            return Strip(content.render_segments(base), content.cell_length).adjust_cell_length(width, base.rich_style)
        line = self._lines[index]
        content = line.content
        asked = self.asking.cursor if self.asking is not None else 0
        if (line.answer and line.answer == asked) or (line.quote is not None and line.quote == self.quote and self.has_focus):
            base = base + Style.parse("on $primary-muted" if self.has_focus else "on $surface-lighten-1")
            content = lit(content)
            if line.answer:
                content = Content.styled("▌", "$text-primary") + content[1:]
        return Strip(content.render_segments(base), content.cell_length).adjust_cell_length(width, base.rich_style)

    def _say_place(self) -> None:
        below = len(self._lines) - self.scroll_offset.y - self.size.height
        said = Content.styled(f"↓ {below} more", "$muted") if below > 0 and self.size.height else Content("")
        if said.plain != self.place.plain:
            self.place = said
            self.post_message(self.Placed())

    def _show(self, rows: list[int]) -> None:
        if rows:
            height = min(rows[-1] - rows[0] + 1, max(1, self.size.height))
            self.scroll_to_region(Region(0, rows[0], 1, height), animate=False, force=True)

    def _show_asked(self) -> None:
        if self.asking is None:
            return
        rows = [row for row, line in enumerate(self._lines) if line.answer is not None]
        if rows and rows[-1] - rows[0] < self.size.height:
            end = next((row for row in range(rows[-1], len(self._lines)) if not self._lines[row].content.plain), rows[-1])
            self._show([rows[0] - 1, min(len(self._lines) - 1, max(end, rows[0] + self.size.height - 2))])
        self._show([row for row in rows if self._lines[row].answer == (self.asking.cursor or 1)])

    # the answers

    @property
    def is_asking(self) -> bool:
        """Whether digits pick an answer."""
        return self.asking is not None

    def ask(self) -> None:
        """Go to the answers; none is picked, and none is under the cursor."""
        if self.review is not None and self.review.answers and self.asking is None:
            self.asking = Asking()

    def leave(self) -> bool:
        """Go back one step out of the answers; tell whether one was in them."""
        if self.asking is None:
            return False
        self.asking = None if self.asking.other is None else Asking(self.asking.cursor)
        return True

    @property
    def asked(self) -> tuple[int, Other | None] | None:
        """The answer under the cursor, and what would be said of the other fact."""
        if self.asking is None or not self.asking.cursor:
            return None
        return self.asking.cursor, OTHERS[self.asking.other - 1][0] if self.asking.other else None

    def show_effect(self, effect: Effect) -> None:
        """Say what the answer under the cursor would do to the prompt block."""
        if self.asking is not None:
            self.set_reactive(ReviewPane.asking, self.asking._replace(effect=effect))
            self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.is_asking if action == "pick" else True

    def action_pick(self, number: str = "") -> None:
        """Pick an answer by its number, or what became of the other fact."""
        if self.asking is None or self.review is None:
            return
        place = int(number) if number else self._under_cursor
        if self.asking.other is not None:
            if 1 <= place <= len(OTHERS):
                self._answer(self.asking.cursor, OTHERS[place - 1][0])
            return
        if not 1 <= place <= len(self.review.answers):
            return
        if self.review.answers[place - 1].asks_other:
            self.asking = Asking(place, other=0)
        else:
            self._answer(place, None)

    @property
    def _under_cursor(self) -> int:
        assert self.asking is not None
        return self.asking.cursor if self.asking.other is None else self.asking.other

    def _answer(self, choice: int, other: Other | None) -> None:
        if self.review is not None and self.painted is self.review:
            self.post_message(self.Answered(self.review, choice, other))

    def _move(self, by: int) -> None:
        assert self.asking is not None
        assert self.review is not None
        if self.asking.other is not None:
            self.asking = self.asking._replace(other=max(1, min(self.asking.other + by, len(OTHERS))), effect=None)
        else:
            self.asking = Asking(max(1, min(self.asking.cursor + by, len(self.review.answers))))

    # moving

    def step(self, by: int) -> bool:
        """Go to the next quote; tell whether there was one."""
        if self.review is None:
            return False
        place = (0 if by > 0 else -1) if self.quote is None else self.quote + by
        if not 0 <= place < len(self.review.quotes):
            return False
        self.quote = place
        self._show([row for row, line in enumerate(self._lines) if line.quote == place])
        return True

    def action_cursor_down(self) -> None:
        if self.asking is not None:
            self._move(1)
        else:
            self.scroll_relative(y=1, animate=False)

    def action_cursor_up(self) -> None:
        if self.asking is not None:
            self._move(-1)
        else:
            self.scroll_relative(y=-1, animate=False)

    def action_page_down(self) -> None:
        self.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self.scroll_page_up(animate=False)

    def action_to_top(self) -> None:
        self.scroll_home(animate=False)

    def action_to_bottom(self) -> None:
        self.scroll_end(animate=False)

    def on_click(self, event: events.Click) -> None:
        row = event.y + self.scroll_offset.y
        if row >= len(self._lines):
            return
        line = self._lines[row]
        if line.quote is not None:
            same = line.quote == self.quote
            self.quote = line.quote
            if event.chain == 2 and same:
                self.post_message(self.MessageWanted())
        elif line.answer is not None and self.asking is not None and self.asking.other is None:
            self.asking = Asking(line.answer)
