"""The lock on a run that would end too much: what it would end is said, and a person may lift it."""

from collections.abc import Iterable

from textual import on
from textual.content import Content
from textual.widget import Widget

from inspector import words
from inspector.modals.dialog import Dialog, said
from inspector.widgets.choices import Choice, Choices
from store.errors import StoreError


class GuardModal(Dialog[bool]):
    """Asks once whether the lock is lifted; Cancel has the focus.

    Args:
        error: The refusal, which names the run and what it would end.
        locked: How many of the marked proposals are locked.
    """

    title_text = "Locked"
    keys_text = "y lifts the lock · n cancels"

    def __init__(self, error: StoreError, locked: int) -> None:
        super().__init__()
        self.error = error
        self.locked = locked

    def body(self) -> Iterable[Widget]:
        told = self.error.details
        yield said(f"Run {told['run']} would end {told['ending']} of {told['active']} active facts.", "fact")
        yield said("So many at once may be a mistake of the run. Its proposals can be decided one by one, or in a batch once the")
        yield said("lock is lifted.")
        yield said("", "gap")
        approve = f"Lift the lock and approve {words.quantity(self.locked, 'proposal')}"
        yield Choices([Choice("no", "n", Content("Cancel")), Choice("yes", "y", Content(approve))], spaced=False)

    def on_mount(self) -> None:
        self.query_one(Choices).focus()

    @on(Choices.Chosen)
    def _chosen(self, event: Choices.Chosen) -> None:
        event.stop()
        self.answer(event.id == "yes")
