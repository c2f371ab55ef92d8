"""History: the ledger of one slot, a row for each learning, bars on valid time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from inspector import actions, door
from store.clock import Instant
from store.query import AsOf

if TYPE_CHECKING:  # the ledger is loaded when there is a history to draw
    from inspector.ledger.canvas import Line
    from inspector.ledger.picture import Picture, Place
    from inspector.ledger.rows import Ledger
    from store.values import History

NOTHING = "No fact is chosen."
COMPACT_UNDER = 13  # lines under which one sentence on the current row stands in for legend and versions
FOLD = -1
UNSEEN = Size(76, 12)
"""The size the ledger is drawn for while it was never in sight; its keys step by what it draws."""

ROLES = {
    "head": "$muted",
    "rule": "$faint",
    "now": "bold $text-accent",
    "cursor": "bold $text-primary",
    "date": "$muted",
    "date-newest": "bold $foreground",
    "newest": "bold $text-primary",
    "older": "$primary-darken-1",
    "revised": "$muted",
    "never": "$text-error",
    "mark": "bold $text-warning",
    "many": "bold $text-warning",
    "dots": "$muted",
    "label": "$foreground",
    "label-newest": "bold $foreground",
    "label-never": "$text-error",
    "note": "$muted",
    "note-newest": "bold $foreground",
    "legend": "$muted",
    "detail": "$foreground",
    "detail-text": "bold $foreground",
    "pointed": "reverse bold",
    "column": "$text-warning",
    "travel-date": "bold $text-warning",
    "travel-known": "$text-warning",
    "how-in-force": "$foreground",
    "active": "$text-success",
    "upcoming": "$text-accent",
    "name": "$foreground",
    "name-active": "bold $foreground",
}
# On the cursor row muted words have too little contrast, and old bars too.
LIT = {
    role: style.replace("$muted", "$foreground").replace("$primary-darken-1", "$text-primary") for role, style in ROLES.items()
}


class HistoryPane(ScrollView, can_focus=True):
    """The ledger, with a cursor on its rows and one on valid time.

    While `travel` is set the cursor is the pair of instants travelled to: moving asks for other instants.
    """

    BINDINGS = actions.bindings("pane")

    DEFAULT_CSS = """
    HistoryPane { height: 1fr; overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 0; }
    """

    history: reactive[History | None] = reactive(None)
    """What was believed; `None` while nothing is chosen."""

    travel: reactive[AsOf | None] = reactive(None)
    """The instants travelled to."""

    texts_hidden: reactive[bool] = reactive(False)
    """Texts are covered."""

    empty: reactive[Content] = reactive(Content.styled(NOTHING, "$muted"))
    """Said when there is no history."""

    @dataclass
    class SourceRequested(Message):
        """The message from which a learning came is to be shown."""

        source: int
        source_ref: str

    @dataclass
    class InstantsChosen(Message):
        """While travelling, the cursor was moved to these instants."""

        at: AsOf

    @dataclass
    class EndReached(Message):
        """There is no further change in that direction."""

        forward: bool

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.zone: tzinfo = UTC
        self.search: frozenset[str] = frozenset()
        self._row = 0
        self._cursor: Instant | None = None
        self._window: tuple[Instant, Instant] | None = None
        self._unfolded = False
        self._picture: Picture | None = None
        self._before: Picture | None = None
        self._seen = UNSEEN

    # what is where

    @property
    def picture(self) -> Picture | None:
        """The drawing for the present size, cursor and window."""
        history, (width, height) = self.history, self.size if self.size.area else self._seen
        if history is None or not width or not height:
            return None
        if self._picture is None:
            from inspector.ledger.picture import Picture, View

            self._picture = Picture(
                history,
                View(
                    width,
                    height,
                    self.zone,
                    self._window,
                    self._unfolded,
                    height < COMPACT_UNDER,
                    self._row if self.has_focus or height < COMPACT_UNDER else None,
                    self._cursor,
                    self.travel,
                    self.texts_hidden,
                ),
                self._before,
            )
            self._before = self._picture
        return self._picture

    @property
    def ledger(self) -> Ledger | None:
        """The rows, when there are any."""
        picture = self.picture
        return picture.ledger if picture is not None and len(picture.ledger) else None

    @property
    def place(self) -> Content:
        """What the border says: the slot, and how often something was learned of it."""
        history = self.history
        if history is None:
            return Content("")
        learned = len({belief.system_from for belief in history.beliefs})
        said = [door.one_line(history.slot or "", 24), f"{learned} learned" if learned > 1 else ""]
        return Content.styled(" · ".join(filter(None, said)), "$muted")

    @property
    def instants(self) -> AsOf:
        """The instants under the cursor: the valid one pointed at, and that of the learning; `None` is now."""
        if self.travel is not None:
            return self.travel
        ledger = self.ledger
        if ledger is None or self._row == FOLD or self._row >= len(ledger) - 1:
            return AsOf(self._cursor, None)
        return AsOf(self._cursor, ledger.learnings[self._row])

    # drawing

    def watch_history(self, old: History | None, new: History | None) -> None:
        same = (
            old is not None
            and new is not None
            and (old.fact == new.fact or (old.slot is not None and old.facts[:1] == new.facts[:1]))
        )
        learned = {belief.system_from for belief in new.beliefs} if new is not None else set()
        if not same:
            self._cursor, self._window, self._unfolded = None, None, False
            self._row = max(len(learned) - 1, 0)
            self.scroll_to(y=0, animate=False, force=True)
        else:
            self._row = min(self._row, max(len(learned) - 1, 0))
        self.redraw()

    def watch_travel(self) -> None:
        self.redraw()
        self.show_row()

    def watch_texts_hidden(self) -> None:
        self.redraw()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.redraw()

    def on_resize(self, event: events.Resize) -> None:
        if self.size.area:
            self._seen = self.size
        self.redraw()

    def redraw(self) -> None:
        """Draw everything anew."""
        self._picture = None
        picture = self.picture
        if picture is not None:
            self.virtual_size = Size(self.size.width, len(picture.head) + len(picture.body))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.visual_style
        picture = self.picture
        if picture is None or not len(picture.ledger):
            content = self.empty.truncate(width, ellipsis=True) if y == 0 else Content("")
            return Strip(content.render_segments(base), content.cell_length).adjust_cell_length(width, base.rich_style)
        if y < len(picture.head):
            return self._strip(picture.head[y], base, ROLES)
        index = y - len(picture.head) + self.scroll_offset.y
        if y == self.size.height - 1 and self._pins_detail(picture):
            index = len(picture.body) - 1
        if index >= len(picture.body):
            return Strip.blank(width, base.rich_style)
        place = picture.body[index]
        if self._is_lit(picture, place):
            return self._strip(picture.line(place), base + Style.parse("on $primary-muted"), LIT)
        return self._strip(picture.line(place), base, ROLES)

    def _pins_detail(self, picture: Picture) -> bool:
        """Whether the sentence on the current row stands at the bottom while the rows scroll above it."""
        return picture.body[-1].kind == "detail" and len(picture.head) + len(picture.body) > self.size.height

    def _is_lit(self, picture: Picture, place: Place) -> bool:
        if picture.view.travel is not None:
            return place.kind in ("row", "how") and place.number == picture.in_force
        if not self.has_focus:
            return False
        return (place.kind == "row" and place.number == self._row) or (place.kind == "fold" and self._row == FOLD)

    def _strip(self, line: Line, base: Style, roles: dict[str, str]) -> Strip:
        content = Content.assemble(*((segment.text, roles.get(segment.role, "")) for segment in line))
        return Strip(content.render_segments(base), self.size.width)

    def show_row(self) -> None:
        """Scroll until the current row is in sight."""
        picture = self.picture
        if picture is None:
            return
        wanted = picture.in_force if self.travel is not None else self._row
        lines = [
            index
            for index, place in enumerate(picture.body)
            if (place.kind == "fold" and wanted == FOLD) or (place.kind in ("row", "how") and place.number == wanted)
        ]
        room = self.size.height - len(picture.head) - (1 if self._pins_detail(picture) else 0)
        if not lines or room <= 0:
            return
        top = self.scroll_offset.y
        if lines[0] < top:
            self.scroll_to(y=lines[0], animate=False, force=True)
        elif lines[-1] >= top + room:
            self.scroll_to(y=lines[-1] - room + 1, animate=False, force=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a history the screen may know where the first change is."""
        return not (action in ("previous_change", "next_change") and self.ledger is None)

    # moving on the known clock

    def _go(self, row: int) -> None:
        self._row = row
        self.redraw()
        self.show_row()

    def _move(self, by: int) -> None:
        """Move down the rows, from newer learnings to older ones."""
        picture = self.picture
        if picture is None or not len(picture.ledger):
            return
        if self.travel is not None:
            self._travel_rows(by)
            return
        rows = picture.rows()
        here = rows.index(self._row) if self._row in rows else 0
        self._go(rows[max(0, min(here + by, len(rows) - 1))])

    def _travel_rows(self, by: int) -> None:
        ledger, travel, history = self.ledger, self.travel, self.history
        if ledger is None or travel is None or history is None:
            return
        from inspector.ledger.steps import other_learning

        known = travel.known_at
        for _ in range(abs(by)):
            at = history.now if known is None else known
            learned = other_learning(ledger, at, forward=by < 0)
            if learned is None:
                known = None if by < 0 else known
                break
            known = learned
        self.post_message(self.InstantsChosen(AsOf(travel.valid_at, known)))

    def action_cursor_down(self) -> None:
        self._move(1)

    def action_cursor_up(self) -> None:
        self._move(-1)

    def action_page_down(self) -> None:
        self._move(max(1, self.size.height - 3))

    def action_page_up(self) -> None:
        self._move(-max(1, self.size.height - 3))

    def action_to_top(self) -> None:
        self._move(-1_000_000)

    def action_to_bottom(self) -> None:
        self._move(1_000_000)

    def step(self, by: int) -> bool:
        """Go down or up to the next row, or the next whose words match the filter; tell whether there was one."""
        picture = self.picture
        if picture is None or not len(picture.ledger) or self.travel is not None:
            return False
        rows = picture.rows()
        here = rows.index(self._row) if self._row in rows else 0
        for row in rows[here + 1 :] if by > 0 else rows[:here][::-1]:
            if row != FOLD and self._matches(picture.ledger, row):
                self._go(row)
                return True
        return False

    def _matches(self, ledger: Ledger, row: int) -> bool:
        written = {belief.fact for belief in ledger.written(row)}
        texts = [ledger.facts[fact].text.casefold() for fact in written if fact in ledger.facts]
        return not self.search or any(word in text for word in self.search for text in texts)

    # moving on the valid clock

    def action_valid_earlier(self) -> None:
        self._shift(-1)

    def action_valid_later(self) -> None:
        self._shift(1)

    def _shift(self, cells: int) -> None:
        picture, history = self.picture, self.history
        if picture is None or history is None:
            return
        here = self._cursor if self.travel is None else self.travel.valid_at
        self._point(picture.scale.step(history.now if here is None else here, cells), None)

    def action_previous_change(self) -> None:
        self._change(forward=False)

    def action_next_change(self) -> None:
        self._change(forward=True)

    def _change(self, *, forward: bool) -> None:
        from inspector.ledger.steps import next_change

        ledger, history = self.ledger, self.history
        if ledger is None or history is None:
            return
        if self.travel is not None:
            valid_at, known_at = self.travel.valid_at, self.travel.known_at
        else:
            valid_at, known_at = self._cursor, ledger.learnings[self._row] if self._row != FOLD else None
        here = (history.now if valid_at is None else valid_at, history.now if known_at is None else known_at)
        there = next_change(ledger, here, forward)
        if there is None:
            self.post_message(self.EndReached(forward))
            return
        self._point(there[0] if there[0] != here[0] else None, there[1] if there[1] != here[1] else None)

    def _point(self, valid_at: Instant | None, known_at: Instant | None) -> None:
        """Move to other instants; `None` leaves that clock where it is."""
        if self.travel is not None:
            chosen = AsOf(
                self.travel.valid_at if valid_at is None else valid_at,
                self.travel.known_at if known_at is None else known_at,
            )
            self.post_message(self.InstantsChosen(chosen))
            return
        if valid_at is not None:
            self._cursor = valid_at
            self._keep_in_window(valid_at)
        ledger = self.ledger
        if known_at is not None and ledger is not None:
            self._row = ledger.in_force(known_at)
            picture = self.picture
            if picture is not None and self._row not in picture.rows():
                self._unfolded = True
        self.redraw()
        self.show_row()

    # zoom and fold

    def action_timeline_in(self) -> None:
        self._zoom(0.5)

    def action_timeline_out(self) -> None:
        self._zoom(2)

    def action_timeline_fit(self) -> None:
        self._window = None
        self.redraw()

    def _zoom(self, by: float) -> None:
        picture, history = self.picture, self.history
        if picture is None or history is None:
            return
        around = self._cursor if self.travel is None else self.travel.valid_at
        around = history.now if around is None else around
        if not picture.scale.shows(around) and self.travel is None:
            around = picture.scale.middle(picture.scale.cells // 2)
        scale = picture.scale.zoomed(around, by)
        fitting = picture.fit(scale.cells)
        if by > 1 and self._window is None:
            self.app.clear_notifications()
            self.notify("Everything known is in sight. > shows less time, closer.", markup=False)
        self._window = None if scale.cell >= fitting.cell else (scale.start, scale.end)
        self.redraw()

    def _keep_in_window(self, instant: Instant) -> None:
        """Slide the window until it shows the instant; a fitted one grows to the whole again."""
        picture = self.picture
        if picture is None or picture.scale.shows(instant):
            return
        scale = picture.scale
        moved = replace(scale, start=instant - scale.cell * (scale.cells // 2))
        self._window = (moved.start, moved.end)

    def open_current(self) -> bool:
        """Open the fold, or ask for the message from which the current learning came; tell whether there was either."""
        if self._row == FOLD:
            picture = self.picture
            self._unfolded = True
            self._go(picture.folded[-1] if picture is not None and picture.folded else 0)
            return True
        ledger = self.ledger
        picture = self.picture
        if ledger is None or picture is None:
            return False
        row = self._row if self.travel is None else picture.in_force
        subject = ledger.subject(row) if row >= 0 else None
        fact = ledger.facts.get(subject) if subject is not None else None
        if fact is None or fact.source is None:
            return False
        self.post_message(self.SourceRequested(fact.source, fact.source_ref or ""))
        return True

    # mouse

    def on_click(self, event: events.Click) -> None:
        picture = self.picture
        offset = event.get_content_offset(self)
        if picture is None or offset is None or not len(picture.ledger):
            return
        index = offset.y - len(picture.head) + self.scroll_offset.y
        place = picture.body[index] if offset.y >= len(picture.head) and index < len(picture.body) else None
        cell = offset.x - picture.margin
        instant = picture.scale.middle(cell) if 0 <= cell < picture.scale.cells else None
        if place is not None and place.kind == "fold":
            self._row = FOLD
            self.open_current()
        elif place is not None and place.kind in ("row", "how"):
            self._point(instant, picture.ledger.learnings[place.number])
        elif offset.y < len(picture.head):
            self._point(instant, None)
