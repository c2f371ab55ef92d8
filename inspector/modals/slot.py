"""Both facts hold: in a slot that holds one, the second gets another slot, which a person names."""

from collections.abc import Iterable

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from inspector import door, words
from inspector.modals.dialog import Dialog, labelled, said
from inspector.widgets.fields import Field
from store.values import Fact


class SlotModal(Dialog[str]):
    """Asks for the name of the second fact's own slot.

    Args:
        fact: The second fact; `None` when it is not stored yet.
        slot: The slot both stand in.
        hidden: Texts are covered.
    """

    title_text = "Both hold"
    keys_text = "enter saves · esc cancels"

    def __init__(self, fact: Fact | None, slot: str, *, hidden: bool = False) -> None:
        super().__init__()
        self.fact = fact
        self.slot = slot
        self.hidden = hidden

    @property
    def about(self) -> frozenset[int]:
        return frozenset({self.fact.number} if self.fact is not None else ())

    def body(self) -> Iterable[Widget]:
        yield said(f"The slot {door.one_line(self.slot, 30)} holds one fact, so the second needs a slot of its own.")
        if self.fact is not None:
            shown = door.plain(self.fact.text)
            yield said(Content(words.masked(shown) if self.hidden else shown), "fact")
        yield said("", "gap")
        yield from labelled("its slot", Field(placeholder="such as work.second", id="slot"))

    def on_mount(self) -> None:
        self.query_one(Field).focus()

    @on(Input.Submitted)
    def _done(self, event: Input.Submitted) -> None:
        event.stop()
        name = event.value.strip()
        if not name:
            self.say_wrong("A slot needs a name.")
        elif name.casefold() == self.slot.casefold():
            self.say_wrong("That is the slot both stand in. Name another.")
        else:
            self.answer(name)
