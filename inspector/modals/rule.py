"""Never again: a rejection that becomes a rule, by topic, kind, source or author."""

from collections.abc import Iterable, Iterator

from textual import on
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from inspector import door, words
from inspector.modals.dialog import Dialog, said
from inspector.widgets.choices import Choice, Choices
from inspector.widgets.fields import Field
from store.proposal import Review

TOPIC_WORDS = 3
WORD = 4
"""Letters that a word has at least to be taken for a topic."""
KEYS = {"topic": "t", "kind": "k", "source": "s", "author": "u"}
TITLES = {
    "topic": "Never about",
    "kind": "Never of the kind",
    "source": "Never from",
    "author": "Never from what this person says:",
}
HINTS = {
    "topic": "every one of these words must stand in a fact",
    "kind": "the kind of the fact",
    "source": "a kind of source, a conversation, or one message",
    "author": "the author of a message",
}


class RuleModal(Dialog[tuple[str, str]]):
    """Asks what is never to be remembered; the answer is what the rule goes by and its value, both empty for no rule.

    Args:
        review: Of the proposal that is rejected.
        hidden: Texts are covered.
    """

    title_text = "Reject, and never again"
    keys_text = "a key or enter chooses · esc cancels"

    DEFAULT_CSS = """
    RuleModal #form { height: auto; margin-top: 1; }
    """

    def __init__(self, review: Review, *, hidden: bool = False) -> None:
        super().__init__()
        self.review = review
        self.hidden = hidden
        self.values = dict(_values(review))
        self.by = ""

    @property
    def about(self) -> frozenset[int]:
        return frozenset(item.fact.number for item in self.review.proposal.items)

    def body(self) -> Iterable[Widget]:
        yield said(f"It is kept out of {door.one_line(self.review.proposal.owner, 24)}'s memory from now on, at every door.")
        yield said("", "gap")
        offered = [
            Choice(by, KEYS[by], Content(f"{TITLES[by]} {self._shown(value)}"), (HINTS[by],)) for by, value in self.values.items()
        ]
        yield Choices([*offered, Choice("", "n", Content("Only reject it"))], spaced=False)
        yield Static(id="form")

    def _shown(self, value: str) -> str:
        shown = door.one_line(value, 32)
        return words.masked(shown) if self.hidden else shown

    def on_mount(self) -> None:
        self.query_one(Choices).focus()

    @on(Choices.Chosen)
    def _chosen(self, event: Choices.Chosen) -> None:
        event.stop()
        if not event.id:
            self.answer(("", ""))
            return
        self.by = event.id
        if self.hidden:  # a field would show the words
            self.answer((self.by, self.values[self.by]))
            return
        fields = self.query(Field)
        if fields:
            fields.first().value = door.plain(self.values[self.by])
            fields.first().focus()
            return
        field = Field(door.plain(self.values[self.by]), id="value")
        self.query_one("#form", Static).display = False
        box = self.query_one("#box")
        box.border_subtitle = Content(" enter makes the rule · esc cancels ")
        box.mount(field, after="#form")
        self.call_after_refresh(field.focus)

    @on(Input.Submitted)
    def _done(self, event: Input.Submitted) -> None:
        event.stop()
        value = event.value.strip()
        if not value:
            self.say_wrong("A rule needs words.")
        elif value == door.plain(self.values[self.by]):
            self.answer((self.by, self.values[self.by]))
        else:
            self.answer((self.by, value))


def _values(review: Review) -> Iterator[tuple[str, str]]:
    """Yield what the rule may go by, each with a value to begin with."""
    proposal = review.proposal
    facts = [item.fact for item in proposal.items]
    text = proposal.new.text if proposal.new is not None else facts[0].text if facts else ""
    if text:
        yield "topic", _topic(text)
    kind = proposal.new.kind if proposal.new is not None else facts[0].kind if facts else ""
    if kind:
        yield "kind", kind
    evidence = next((quote.evidence for quote in review.quotes if quote.fact is None), None)
    evidence = evidence or (review.quotes[0].evidence if review.quotes else None)
    if evidence is not None:
        yield "source", evidence.conversation or evidence.source_kind
        if evidence.author:
            yield "author", evidence.author


def _topic(text: str) -> str:
    """Return the longest words of a text, in their order, as what it may be about."""
    found = [word.strip(".,;:!?\"'()«»“”") for word in text.split()]
    longest = sorted(found, key=len, reverse=True)[:TOPIC_WORDS]
    chosen = [word for word in found if word in longest and len(word) >= WORD]
    return " ".join(chosen[:TOPIC_WORDS]) or text[:40]
