"""Context: the prompt block as it would have been handed out then, marked where now differs."""

from datetime import UTC, tzinfo

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector import actions, door, words
from store.values import Block

MARK = 2
NOTES = 30  # cells the clocks of a line take at most
NOTHING = "Nothing would have been handed out then."


class ContextPane(ScrollView, can_focus=True):
    """The lines of a prompt block: text left, its clocks right."""

    BINDINGS = actions.bindings("pane", [action for action in actions.ACTIONS if action.group == "Move"])

    DEFAULT_CSS = "ContextPane { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 0; }"

    block: reactive[Block | None] = reactive(None)
    """What would have been handed out; `None` while it is read."""

    differences: reactive[dict[int, tuple[str, str]]] = reactive(dict)
    """The mark of each fact that is not as it was, with its style."""

    texts_hidden: reactive[bool] = reactive(False)
    """Texts are covered."""

    class Placed(Message):
        """What the border should say has changed."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.zone: tzinfo = UTC
        self._lines: list[Content] = []

    @property
    def place(self) -> Content:
        """What the border says: how many lines of how many."""
        if self.block is None:
            return Content("")
        shown = min(len(self.block.lines), max(0, self.size.height - 2))
        left_out = self.block.left_out
        total = f"{'more than ' if left_out.more else ''}{len(self.block.lines) + left_out.number}"
        return Content.styled(f"{shown} of {total}", "$muted")

    def watch_block(self) -> None:
        self.redraw()

    def watch_differences(self) -> None:
        self.redraw()

    def watch_texts_hidden(self) -> None:
        self.redraw()

    def on_resize(self, event: events.Resize) -> None:
        self.redraw()
        self.post_message(self.Placed())

    def redraw(self) -> None:
        """Lay the lines out anew."""
        width, block = self.size.width, self.block
        self._lines = (
            []
            if block is None or not width
            else [*self._head(block), *(self._line(index, width) for index in range(len(block.lines)))]
        )
        if block is not None and block.left_out.number:
            self._lines.append(Content.styled(f"{'':{MARK}}{words.left_out(block)}", "$muted"))
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.visual_style
        index = y + self.scroll_offset.y
        content = self._lines[index].truncate(width, ellipsis=True) if index < len(self._lines) else Content("")
        return Strip(content.render_segments(base), content.cell_length).adjust_cell_length(width, base.rich_style)

    def _head(self, block: Block) -> list[Content]:
        if not block.lines:
            return [Content.styled(NOTHING, "$muted")]
        counted = f"observed, counted from {words.minute(block.known_at, self.zone)}"
        return [Content.assemble(("Prompt block then", "bold $foreground"), ("   " + counted, "$muted")), Content("")]

    def _line(self, index: int, width: int) -> Content:
        assert self.block is not None
        line = self.block.lines[index]
        glyph, style = self.differences.get(line.fact, (" ", ""))
        text, clocks = _parted(door.plain(line.text))
        if self.texts_hidden:
            text = words.masked(text)
        notes = door.cut(clocks, NOTES)
        shown = door.cut(text, max(1, width - MARK - cell_len(notes) - 2))
        gap = " " * max(1, width - MARK - cell_len(shown) - cell_len(notes))
        return Content.assemble((glyph, style), " ", (shown, "$foreground"), gap, (notes, "$muted"))

    def action_cursor_down(self) -> None:
        self.scroll_relative(y=1, animate=False)

    def action_cursor_up(self) -> None:
        self.scroll_relative(y=-1, animate=False)

    def action_page_down(self) -> None:
        self.scroll_page_down(animate=False)

    def action_page_up(self) -> None:
        self.scroll_page_up(animate=False)

    def action_to_top(self) -> None:
        self.scroll_home(animate=False)

    def action_to_bottom(self) -> None:
        self.scroll_end(animate=False)


def _parted(line: str) -> tuple[str, str]:
    """Part a line of the block into its text and what says how fresh it is; since when is left to the list of facts."""
    text, _, clocks = line.removeprefix("- ").rpartition(" (")
    if not text or not clocks.endswith(")"):
        return line.removeprefix("- "), ""
    notes = [
        note.removeprefix("observed ").removesuffix(" since")
        for note in clocks[:-1].split("; ")
        if not note.startswith(("since ", "until "))
    ]
    if "pinned" in notes:
        return text, "pinned"
    return text, ", ".join(notes)
