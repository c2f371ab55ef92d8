"""The facts of a merge: one stays, each of the others goes into it or is left alone."""

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from inspector import door, words
from store.values import Fact

STAYS, GOES, LEFT = "● stays    ", "» goes     ", "· left out "


class Members(ScrollView, can_focus=True):
    """Facts below one another; `s` chooses the one that stays, space leaves one out."""

    BINDINGS = [
        ("j,down,о", "move(1)", "Down"),
        ("k,up,л", "move(-1)", "Up"),
        ("s,ы", "stay", "Stays"),
        ("space", "leave_out", "Leave out"),
    ]

    DEFAULT_CSS = """
    Members { height: auto; max-height: 10; overflow-x: hidden; scrollbar-size-vertical: 1; }
    """

    cursor: reactive[int] = reactive(0)
    """The fact under the cursor."""

    def __init__(self, facts: Sequence[Fact], stays: int, *, hidden: bool = False) -> None:
        super().__init__()
        self.facts = tuple(facts)
        self.stays = stays
        self.left_out: set[int] = set()
        self.hidden = hidden
        self.virtual_size = Size(40, len(self.facts))

    @property
    def going(self) -> tuple[int, ...]:
        """The numbers of the facts that would go."""
        return tuple(fact.number for fact in self.facts if fact.number != self.stays and fact.number not in self.left_out)

    def on_resize(self) -> None:
        self.virtual_size = Size(self.size.width, len(self.facts))

    def render_line(self, y: int) -> Strip:
        width, index = self.size.width, y + self.scroll_offset.y
        base = self.visual_style
        if index >= len(self.facts):
            return Strip.blank(width, base.rich_style)
        fact = self.facts[index]
        current = index == self.cursor
        part, role = (STAYS, "$text-success") if fact.number == self.stays else (GOES, "$text-warning")
        if fact.number in self.left_out:
            part, role = LEFT, "$muted"
        shown = door.one_line(fact.text, max(1, width - 20))
        shown = words.masked(shown) if self.hidden else shown
        cursor = Content.styled("▌" if self.has_focus else "▏", "$text-primary") if current else Content(" ")
        soft = "$foreground" if current else "$muted"
        line = cursor + Content.assemble((part, role), (f"#{fact.number}".ljust(7), soft), (shown, "$foreground"))
        if current:
            base = base + Style.parse("on $primary-muted" if self.has_focus else "on $surface-lighten-1")
        return Strip(line.render_segments(base), line.cell_length).adjust_cell_length(width, base.rich_style)

    def watch_cursor(self) -> None:
        self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True)

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def action_move(self, by: int) -> None:
        self.cursor = max(0, min(self.cursor + by, len(self.facts) - 1))

    def action_stay(self) -> None:
        self.stays = self.facts[self.cursor].number
        self.left_out.discard(self.stays)
        self.refresh()

    def action_leave_out(self) -> None:
        number = self.facts[self.cursor].number
        if number != self.stays:
            self.left_out ^= {number}
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        row = event.y + self.scroll_offset.y
        if row < len(self.facts):
            self.cursor = row
