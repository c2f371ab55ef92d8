"""The box all dialogs stand in: a title, what is asked, a line for what is wrong, keys at the bottom."""

from collections.abc import Iterable
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from store.errors import StoreError

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer | None]):
    """A dialog; esc leaves it without an answer, and it answers once."""

    BINDINGS = [("escape", "cancel", "Cancel")]

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 70%; }
    Dialog #box {
        width: 68; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; background: $background; padding: 1 2;
        border-title-color: $text-primary; border-title-style: bold; border-subtitle-color: $muted;
        scrollbar-size-vertical: 1;
    }
    Dialog .said { height: auto; color: $muted; }
    Dialog .fact { height: auto; color: $foreground; text-style: bold; }
    Dialog .gap { height: 1; }
    Dialog .row { height: auto; }
    Dialog .row.apart { margin-top: 1; }
    Dialog .label { width: 13; height: 1; color: $muted; }
    Dialog #wrong { height: auto; color: $text-error; margin-top: 1; display: none; }
    """

    title_text = ""
    """What the border says."""

    keys_text = "esc cancels"
    """The keys, in the bottom border."""

    def __init__(self) -> None:
        super().__init__()
        self._answered = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="box", can_focus=False) as box:
            box.border_title = Content(f" {self.title_text} ")
            box.border_subtitle = Content(f" {self.keys_text} ")
            yield from self.body()
            yield Static(id="wrong")

    def body(self) -> Iterable[Widget]:
        """Yield what stands in the box."""
        raise NotImplementedError

    def answer(self, answer: Answer | None) -> None:
        """Close with an answer; a second key changes nothing."""
        if not self._answered and self.is_current:
            self._answered = True
            self.dismiss(answer)

    def say_wrong(self, error: StoreError | str) -> None:
        """Say what is wrong with what was typed."""
        wrong = self.query_one("#wrong", Static)
        wrong.update(Content(error if isinstance(error, str) else f"{error.message} {error.next}"))
        wrong.display = True

    def action_cancel(self) -> None:
        self.answer(None)


def labelled(label: str, field: Widget, *, apart: bool = False) -> Iterable[Widget]:
    """Return a field with its label at its left; `apart` leaves a line free above it."""
    yield Horizontal(said(label, "label"), field, classes="row apart" if apart else "row")


def said(text: str | Content, classes: str = "said") -> Static:
    """Return words of a dialog; a `str` is shown as it stands."""
    return Static(Content(text) if isinstance(text, str) else text, classes=classes)
