"""The filter below the list of facts; loaded and mounted when it is first asked for."""

from dataclasses import dataclass

from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static


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


class Filter(Horizontal):
    """A slash and the words."""

    DEFAULT_CSS = """
    Filter { height: 1; }
    Filter Static { width: 2; color: $primary; text-style: bold; }
    Filter FilterInput {
        border: none; height: 1; padding: 0; width: 1fr; background: $background; color: $foreground;
    }
    Filter FilterInput:focus { border: none; background: $background; background-tint: transparent; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.input = FilterInput(select_on_focus=False, compact=True)

    def put_into(self, pane: Widget) -> None:
        """Mount it with its field, which can have the focus from then on and not only when it was composed."""
        pane.mount(self)
        self.mount(Static("/"), self.input)
