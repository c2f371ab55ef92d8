"""Changing a proposal before it is approved: its words, and of a merge which fact stays and which are left out."""

from collections.abc import Iterable

from textual import events, on
from textual.widget import Widget

from inspector.decisions import Decision
from inspector.modals.dialog import Dialog, labelled, said
from inspector.widgets.fields import FactText
from inspector.widgets.members import Members
from store.errors import Refused
from store.proposal import Review
from store.values import TEXT_LIMIT

ON_OWN_WORD = ("refused", "unreconciled", "unreadable")
UNCHANGED = "These are the words of the first. Write what holds instead of both, or esc, and pick an answer."


class EditProposalModal(Dialog[Decision]):
    """Asks what is right; the answer approves it.

    Args:
        review: As it is painted.
        hidden: Texts are covered.
    """

    title_text = "Edit, then approve"
    keys_text = "enter approves · tab goes on · esc cancels"

    DEFAULT_CSS = "EditProposalModal #box { width: 84; }"

    def __init__(self, review: Review, *, hidden: bool = False) -> None:
        super().__init__()
        self.review = review
        self.hidden = hidden
        proposal = review.proposal
        kept = next((item.fact for item in proposal.items if item.role in ("representative", "target", "first")), None)
        self.kept = kept or (proposal.items[0].fact if proposal.items else None)
        self.text = proposal.new.text if proposal.new is not None else self.kept.text if self.kept is not None else ""

    @property
    def about(self) -> frozenset[int]:
        return frozenset(item.fact.number for item in self.review.proposal.items)

    def body(self) -> Iterable[Widget]:
        proposal = self.review.proposal
        if proposal.items:
            yield said("A text you change becomes a fact by hand, and every fact of the proposal gives way to it.")
        else:
            yield said("It is taken in as a fact by hand, on your own word.")
        yield said("", "gap")
        yield from labelled("words", FactText(self.text, id="text"))
        if proposal.kind == "merge" and self.kept is not None:
            yield said("", "gap")
            yield said("s chooses the fact that stays, space leaves one out")
            yield Members([item.fact for item in proposal.items], self.kept.number, hidden=self.hidden)

    def on_mount(self) -> None:
        members = self.query(Members)
        (members.first() if members else self.query_one(FactText)).focus()

    @on(FactText.Submitted)
    def _done(self, event: FactText.Submitted) -> None:
        event.stop()
        self._finish()

    def on_key(self, event: events.Key) -> None:
        if event.key == "enter" and isinstance(self.focused, Members):
            event.stop()
            self._finish()

    def _finish(self) -> None:
        if self.review.proposal.kind == "conflict" and not self.query_one(FactText).is_changed:
            self.say_wrong(UNCHANGED)
            return
        try:
            self.answer(self._decision())
        except Refused as error:
            self.say_wrong(error)

    def _decision(self) -> Decision:
        area = self.query_one(FactText)
        proposal = self.review.proposal
        text = area.text.strip() if area.is_changed else self.text
        if not text:
            raise Refused("empty_text")
        if len(text) > TEXT_LIMIT:
            raise Refused("text_too_long", length=len(text), limit=TEXT_LIMIT)
        if area.is_changed or proposal.kind == "conflict" or self.review.judgement.verdict in ON_OWN_WORD:
            return Decision("approve", text=text)
        for members in self.query(Members):
            if not members.going:
                raise Refused("not_of_this_kind", kind=proposal.kind)
            return Decision("approve", representative=members.stays, members=members.going)
        return Decision("approve")
