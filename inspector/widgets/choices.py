"""A short list of answers, each with a key of its own and a line on what it means."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from inspector.actions import cyrillic

KEY_CELLS = 6


@dataclass(frozen=True)
class Choice:
    """One answer.

    Args:
        id: What is given back when it is chosen.
        key: A letter or digit that chooses it at once; empty for none.
        title: What it says.
        lines: What it means, harmless already.
        note: Said at the right of the title.
    """

    id: str
    key: str
    title: Content
    lines: tuple[str, ...] = ()
    note: str = ""


class Choices(ScrollView, can_focus=True):
    """Answers below one another; j and k move, enter or the answer's own key chooses."""

    BINDINGS = [
        ("j,down,о", "move(1)", "Down"),
        ("k,up,л", "move(-1)", "Up"),
        ("g,home,п", "jump(0)", "First"),
        ("G,end,П", "jump(-1)", "Last"),
        ("enter", "choose", "Choose"),
    ]

    DEFAULT_CSS = """
    Choices { height: auto; max-height: 100%; overflow-x: hidden; scrollbar-size-vertical: 1; }
    """

    cursor: reactive[int] = reactive(0)
    """The answer under the cursor."""

    @dataclass
    class Chosen(Message):
        """An answer was given."""

        choices: "Choices"
        id: str

        @property
        def control(self) -> "Choices":
            return self.choices

    @dataclass
    class Moved(Message):
        """The cursor came to an answer."""

        choices: "Choices"
        id: str

        @property
        def control(self) -> "Choices":
            return self.choices

    def __init__(self, choices: Sequence[Choice], *, spaced: bool = True, cursor: int = 0, id: str | None = None) -> None:
        super().__init__(id=id)
        self.choices = tuple(choices)
        self.spaced = spaced
        self.by_letter = False
        """The last answer was given by its letter."""
        self.done = False
        """An answer was given, and keys are for what comes after it."""
        self.set_reactive(Choices.cursor, cursor)
        self._lines: list[tuple[int, Content]] = []
        self._keys: dict[str, int] = {}
        self._lay_out()

    @property
    def chosen(self) -> Choice | None:
        """The answer under the cursor."""
        return self.choices[self.cursor] if 0 <= self.cursor < len(self.choices) else None

    @property
    def _width(self) -> int:
        """Cells beside the scrollbar."""
        return self.scrollable_content_region.width

    def replace(self, choices: Sequence[Choice], cursor: int = 0) -> None:
        """Offer other answers."""
        self.choices = tuple(choices)
        self._lay_out()
        self.cursor = cursor
        self.refresh(layout=True)

    def _lay_out(self) -> None:
        self._lines = []
        self._keys = {}
        indent = " " * KEY_CELLS if any(choice.key for choice in self.choices) else "  "
        for index, choice in enumerate(self.choices):
            if index and self.spaced:
                self._lines.append((-1, Content("")))
            key = (
                Content.assemble(" ", (f" {choice.key} ", "bold $background on $text-primary"), "  ")
                if choice.key
                else Content(indent)
            )
            self._lines.append((index, key + choice.title.stylize_before("bold $foreground")))
            for line in choice.lines:
                told = Content.styled(line, "$muted").wrap(max(20, (self._width or 60) - len(indent)))
                self._lines += [(index, Content(indent) + part) for part in told]
            for name in filter(None, (choice.key, cyrillic(choice.key) if choice.key else None)):
                self._keys[name] = index
        self.virtual_size = Size(self._width or 60, len(self._lines))

    def on_resize(self) -> None:
        before = len(self._lines)
        self._lay_out()
        self.virtual_size = Size(self._width, len(self._lines))
        if len(self._lines) != before:
            self.refresh(layout=True)

    def on_mount(self) -> None:
        self.call_after_refresh(self._show_cursor)

    def render_line(self, y: int) -> Strip:
        width = self._width
        row = y + self.scroll_offset.y
        if row >= len(self._lines):
            return Strip.blank(width, self.visual_style.rich_style)
        index, content = self._lines[row]
        base = self.visual_style
        if index >= 0:
            note = self.choices[index].note if row == 0 or self._lines[row - 1][0] != index else ""
            content = content.truncate(max(0, width - (len(note) + 2 if note else 0)), ellipsis=True)
            if note:
                content += Content(" " * (width - content.cell_length - len(note))) + Content.styled(note, "$muted")
        if index == self.cursor and index >= 0:
            base = base + Style.parse("on $primary-muted" if self.has_focus else "on $surface-lighten-1")
            content = Content.styled("▌" if self.has_focus else "▏", "$text-primary") + self._lit(row, content[1:])
        return Strip(content.render_segments(base), content.cell_length).adjust_cell_length(width, base.rich_style)

    def _lit(self, row: int, content: Content) -> Content:
        """Muted words have too little contrast under the cursor."""
        is_title = row == 0 or self._lines[row - 1][0] != self._lines[row][0]
        return content if is_title else Content.styled(content.plain, "$foreground")

    def watch_cursor(self) -> None:
        if self.is_mounted:
            self._show_cursor()
            if (choice := self.chosen) is not None:
                self.post_message(self.Moved(self, choice.id))

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def _show_cursor(self) -> None:
        rows = [row for row, (index, _) in enumerate(self._lines) if index == self.cursor]
        if rows:
            self.scroll_to_region(Region(0, rows[0], 1, len(rows)), animate=False, force=True)

    def on_key(self, event: events.Key) -> None:
        if self.done:
            event.stop()
            event.prevent_default()
            self.screen.take(event)  # type: ignore[attr-defined]  # only a dialog sets `done`
            return
        if event.character is not None and (index := self._keys.get(event.character)) is not None:
            event.stop()
            event.prevent_default()
            self.cursor = index
            self.action_choose()
            self.by_letter = True

    def action_move(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, len(self.choices) - 1))

    def action_jump(self, to: int) -> None:
        self.cursor = 0 if to == 0 else len(self.choices) - 1

    def action_choose(self) -> None:
        self.by_letter = False
        if not self.done and (choice := self.chosen) is not None:
            self.post_message(self.Chosen(self, choice.id))
            hold_keys = getattr(self.screen, "hold_keys", None)
            if hold_keys is not None:
                self.done = True
                hold_keys()

    def on_click(self, event: events.Click) -> None:
        row = event.y + self.scroll_offset.y
        if row < len(self._lines) and (index := self._lines[row][0]) >= 0:
            self.cursor = index
            self.action_choose()
