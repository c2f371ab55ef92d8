"""Long work: how far it is, and a key that stops it."""

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Event

from textual import on
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from inspector.modals.dialog import Dialog, said
from store.errors import Refused


class ProgressModal(Dialog[None]):
    """Shows how much of some work is done; esc asks it to stop.

    Args:
        what: What is being done.
    """

    keys_text = "esc stops it"

    @dataclass
    class Came(Message):
        """The work came this far."""

        done: int
        total: int | None

    def __init__(self, what: str) -> None:
        super().__init__()
        self.title_text = what
        self._stopped = Event()

    def body(self) -> Iterable[Widget]:
        yield said("Beginning…", "said")

    def report(self, done: int, total: int | None) -> None:
        """Tell how far the work is; called in its thread.

        Raises:
            Refused: `cancelled`, once esc was pressed.
        """
        if self._stopped.is_set():
            raise Refused("cancelled")
        self.post_message(self.Came(done, total))

    @on(Came)
    def _came(self, message: Came) -> None:
        message.stop()
        of = f" of {message.total:,}" if message.total else ""
        self.query_one(".said", Static).update(Content(f"{message.done:,}{of} records"))

    def action_cancel(self) -> None:
        self._stopped.set()
