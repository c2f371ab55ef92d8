"""One of a few, chosen by moving: a label, and a line for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from inspector import door

LABEL = 11


class Pick(NamedTuple):
    """One of them.

    Args:
        id: What it is known by.
        title: What it says, harmless already.
        note: Said after it, harmless already.
    """

    id: str
    title: str
    note: str = ""


class Picks(Widget, can_focus=True):
    """Lines of which one is chosen; j and k choose the next and the one before.

    Args:
        label: Stands before the first line.
        picks: The lines.
    """

    BINDINGS = [
        ("j,down,right,о", "move(1)", "Next"),
        ("k,up,left,л", "move(-1)", "Before"),
    ]

    DEFAULT_CSS = "Picks { height: auto; width: 1fr; }"

    chosen: reactive[str] = reactive("")
    """The id of the line that is chosen."""

    picks: reactive[tuple[Pick, ...]] = reactive((), layout=True)
    """The lines."""

    @dataclass
    class Changed(Message):
        """Another line was chosen."""

        choice: "Picks"

        @property
        def control(self) -> "Picks":
            return self.choice

    def __init__(self, label: str, picks: Sequence[Pick], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.label = label
        self.set_reactive(Picks.picks, tuple(picks))
        self.set_reactive(Picks.chosen, picks[0].id if picks else "")
        self.can_focus = len(picks) > 1

    def watch_picks(self, picks: tuple[Pick, ...]) -> None:
        self.can_focus = len(picks) > 1

    def render(self) -> Content:
        lines = []
        for index, pick in enumerate(self.picks):
            chosen = pick.id == self.chosen
            cursor = "▌" if chosen and self.has_focus else " "
            dot = "●" if chosen else "○" if len(self.picks) > 1 else " "
            line = Content.assemble(
                ((self.label if index == 0 else "").ljust(LABEL), "$muted"),
                (cursor, "$text-primary"),
                (f"{dot} ", "$text-primary" if chosen else "$muted"),
                (pick.title, "bold $foreground" if chosen else "$muted"),
            )
            room = self.size.width - line.cell_length - 2
            if pick.note and room >= 6:
                line += Content.styled(f"  {door.cut(pick.note, room)}", "$muted")
            lines.append(line)
        return Content("\n").join(lines)

    def get_content_height(self, *_: object) -> int:
        return max(1, len(self.picks))

    def action_move(self, by: int) -> None:
        ids = [pick.id for pick in self.picks]
        self._choose(ids[max(0, min(ids.index(self.chosen) + by, len(ids) - 1))])

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self.picks):
            self._choose(self.picks[event.y].id)

    def _choose(self, wanted: str) -> None:
        if wanted != self.chosen:
            self.chosen = wanted
            self.post_message(self.Changed(self))
