"""Fields to type into; what is pasted comes through the door first."""

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import Input, TextArea

from inspector import door


class Field(Input):
    """One line to type into."""

    DEFAULT_CSS = """
    Field, Field.-textual-compact {
        border: none; width: 1fr; height: 1; padding: 0 1; background: $surface-lighten-1; color: $foreground;
    }
    Field:focus { border: none; background: $primary-muted; background-tint: transparent; }
    """

    def __init__(self, value: str = "", placeholder: str = "", *, id: str | None = None) -> None:
        super().__init__(value, placeholder, id=id, select_on_focus=True, compact=True)

    def _on_paste(self, event: events.Paste) -> None:
        event.text = " ".join(door.lines(event.text.strip("\r\n")))


class FactText(TextArea):
    """The text of a fact: enter is done, tab goes on, longer texts wrap."""

    DEFAULT_CSS = """
    FactText { border: none; width: 1fr; height: 4; padding: 0 1; background: $surface-lighten-1; color: $foreground; }
    FactText:focus { border: none; background: $primary-muted; }
    FactText .text-area--cursor-line { background: transparent; }
    """

    @dataclass
    class Submitted(Message):
        """Enter was pressed."""

        area: "FactText"

        @property
        def control(self) -> "FactText":
            return self.area

    def __init__(self, text: str = "", placeholder: str = "", *, enter_submits: bool = True, id: str | None = None) -> None:
        self.shown = "\n".join(door.lines(text))
        super().__init__(
            self.shown,
            id=id,
            soft_wrap=True,
            tab_behavior="focus",
            show_line_numbers=False,
            compact=True,
            placeholder=placeholder,
        )
        self.highlight_cursor_line = False
        self.enter_submits = enter_submits
        self.move_cursor(self.document.end)

    @property
    def is_changed(self) -> bool:
        """Whether the text is another than it was."""
        return self.text != self.shown

    def _on_key(self, event: events.Key) -> None:  # type: ignore[override]
        if event.key == "enter" and self.enter_submits:
            event.stop()
            event.prevent_default()
            self.post_message(self.Submitted(self))

    def _on_paste(self, event: events.Paste) -> None:  # type: ignore[override]
        event.text = "\n".join(door.lines(event.text))
