"""Bringing memories in: a pasted list, or a file; a look at what would come before it does."""

from collections.abc import Iterable
from pathlib import Path

from textual import events, on
from textual.widget import Widget
from textual.widgets import Input

from inspector import door
from inspector.modals.dialog import Dialog, labelled, said
from inspector.widgets.fields import FactText, Field


class PasteModal(Dialog[tuple[str, str]]):
    """Takes a pasted list; the answer is the list and whose it is.

    Args:
        owner: Whose memories they are, unless told otherwise.
    """

    BINDINGS = [("ctrl+s", "save", "Save")]

    title_text = "Paste memories"
    keys_text = "ctrl+s brings them in · tab goes on · esc cancels"

    DEFAULT_CSS = "PasteModal FactText { height: 10; }"

    def __init__(self, owner: str) -> None:
        super().__init__()
        self.owner = owner

    def body(self) -> Iterable[Widget]:
        yield said("One memory a line; bullets and headings of a Markdown list are understood.")
        yield said("", "gap")
        yield FactText(id="list", enter_submits=False)
        yield from labelled("whose", Field(door.plain(self.owner), id="owner"), apart=True)

    def on_mount(self) -> None:
        self.begin_at(self.query_one(FactText))

    @on(Input.Submitted)
    def action_save(self, event: events.Event | None = None) -> None:
        text = self.query_one(FactText).text
        owner = self.query_one(Field).value.strip()
        if not text.strip():
            self.say_wrong("Paste at least one line.")
        elif not owner:
            self.say_wrong("Say whose memories they are.")
        else:
            self.answer((text, owner))


class ImportModal(Dialog[Path]):
    """Asks for a file; the answer is its path."""

    title_text = "Import"
    keys_text = "enter brings it in · esc cancels"

    def body(self) -> Iterable[Widget]:
        yield said("An event file, a LoCoMo chat, or a list with one memory a line. Importing twice changes nothing.")
        yield from labelled("file", Field(placeholder="~/memories.jsonl", id="path"), apart=True)

    def on_mount(self) -> None:
        self.begin_at(self.query_one(Field))

    @on(Input.Submitted)
    def _done(self, event: Input.Submitted) -> None:
        event.stop()
        typed = event.value.strip().strip("'\"")
        try:
            path = Path(typed).expanduser()
            found = bool(typed) and path.is_file()
        except (OSError, ValueError, RuntimeError):
            found = False
        if not found:
            self.say_wrong("There is no such file.")
        else:
            self.answer(path)
