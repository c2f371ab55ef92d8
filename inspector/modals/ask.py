"""A question with yes and no, asked before a large batch."""

from collections.abc import Iterable

from textual import on
from textual.content import Content
from textual.widget import Widget

from inspector.modals.dialog import Dialog, said
from inspector.widgets.choices import Choice, Choices


class AskModal(Dialog[bool]):
    """Asks once; Cancel has the focus.

    Args:
        question: What is asked.
        yes: What yes does, in two or three words.
        note: What else is to be known.
    """

    title_text = "Are you sure?"
    keys_text = "y does it · n cancels"

    def __init__(self, question: str, yes: str, note: str = "z takes it back as a whole.") -> None:
        super().__init__()
        self.question = question
        self.yes = yes
        self.note = note

    def body(self) -> Iterable[Widget]:
        yield said(self.question, "fact")
        yield said(self.note)
        yield said("", "gap")
        yield Choices([Choice("no", "n", Content("Cancel")), Choice("yes", "y", Content(self.yes))], spaced=False)

    def on_mount(self) -> None:
        self.begin_at(self.query_one(Choices))

    @on(Choices.Chosen)
    def _chosen(self, event: Choices.Chosen) -> None:
        event.stop()
        self.answer(event.id == "yes")
