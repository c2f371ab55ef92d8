"""Restoring a fact whose place is taken: swap, from now on, or not at all."""

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from textual import on
from textual.content import Content
from textual.widget import Widget

from inspector import door, words
from inspector.modals.dialog import Dialog, said
from inspector.widgets.choices import Choice, Choices
from store.errors import StoreError
from store.values import Fact


class RestoreModal(Dialog[str]):
    """Names what is in the way and asks what is to become of it; the answer is a mode of `Store.restore`.

    Args:
        fact: The one to restore.
        others: Those in the way.
        error: The refusal.
        zone: In which times are shown.
        hidden: Texts are covered.
    """

    title_text = "Restore"
    keys_text = "enter chooses · esc cancels"

    def __init__(self, fact: Fact, others: Sequence[Fact], error: StoreError, zone: tzinfo, *, hidden: bool = False) -> None:
        super().__init__()
        self.fact = fact
        self.others = others
        self.error = error
        self.zone = zone
        self.hidden = hidden

    def _shown(self, fact: Fact) -> str:
        shown = door.one_line(fact.text, 58)
        return words.masked(shown) if self.hidden else shown

    @property
    def about(self) -> frozenset[int]:
        return frozenset(fact.number for fact in (self.fact, *self.others))

    def body(self) -> Iterable[Widget]:
        yield said(self._shown(self.fact), "fact")
        yield said("cannot simply hold again, because of")
        for other in self.others or ():
            word, rest = words.state_sentence(other, self.zone)
            yield said(Content.assemble((self._shown(other), "bold $text-warning"), (f"  {word} {rest}", "$muted")))
        if not self.others:
            yield said(f"{door.plain(self.error.message)}")
        yield said("", "gap")
        choices = [
            Choice("swap", "s", Content("Swap"), ("It takes its time back; the other is cut to what is left.",)),
            Choice("from_now", "f", Content("From now on"), ("It holds from now on; nothing before now is touched.",)),
        ]
        if self.error.reason == "successor_active":
            choices.append(Choice("keep_both", "b", Content("Keep both"), ("They share no slot, so both may hold.",)))
        yield Choices([*choices, Choice("", "c", Content("Cancel"), ("Nothing is changed.",))])

    def on_mount(self) -> None:
        self.begin_at(self.query_one(Choices))

    @on(Choices.Chosen)
    def _chosen(self, event: Choices.Chosen) -> None:
        event.stop()
        self.answer(event.id or None)
