"""The queue on the board: the list of proposals, and the review in the place of Provenance and History."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual.content import Content
from textual.css.scalar import Scalar
from textual.message import Message

from inspector import actions, door, words
from inspector.panes.proposal_list import ProposalList
from inspector.panes.proposals import ProposalsPane
from inspector.screens.board import WIDE
from inspector.screens.reaching import ReachingScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.timer import Timer

    from inspector.panes.proposal_query import Wanted
    from inspector.panes.review import ReviewPane
    from store.proposal import Effect, Other, Proposal, Review, Tally, Waiting

SETTLE = 0.03
"""Seconds after which a cursor that moved has come to rest."""


class QueueScreen(ReachingScreen):
    """A board on which proposals are read; what is decided comes from the subclass."""

    queue: ProposalsPane | None = None
    """The pane of the proposals; `None` on a board without a queue."""

    review: ReviewPane | None = None
    """The pane of the review, mounted when it is first needed."""

    @dataclass
    class QueueRead(Message):
        """How much waits is known."""

        generation: int
        waiting: Waiting
        tally: Tally

    @dataclass
    class ReviewRead(Message):
        """A review is there, or its proposal is gone."""

        generation: int
        review: Review | None
        changed: bool = False

    @dataclass
    class EffectRead(Message):
        """What an answer would do is there."""

        number: int
        asked: tuple[int, Other | None]
        effect: Effect

    def __init__(self) -> None:
        super().__init__()
        self.waits: Waiting | None = None
        self.tally: Tally | None = None
        self._queue_generation = 0
        self._review_generation = 0
        self._opened_queue = False
        self._went = False
        """Whether the person has gone to a pane already; then no opening of a store leads elsewhere."""
        self._reviewed: Proposal | None = None
        """The proposal whose review was read last, as it was listed, while nothing but it can have changed."""
        self._until_rest: dict[str, Timer] = {}

    def when_at_rest(self, read: Callable[[], None]) -> None:
        """Read once the cursor has come to rest; what it only passes is not read."""
        if (timer := self._until_rest.get(read.__name__)) is not None:
            timer.stop()
        self._until_rest[read.__name__] = self.set_timer(SETTLE, read)

    # where the queue stands

    @property
    def in_queue(self) -> bool:
        """Whether the board shows the queue and the review, and not the facts."""
        if self.queue is None or self.pane not in actions.QUEUE_PANES:
            return False
        return bool(self.queue.listing.rows) or bool(self.queue.words.strip())

    @property
    def keys_of(self) -> str:
        asking = self.pane == "review" and self.review is not None and self.review.is_asking
        return actions.ANSWERS if asking else self.pane

    @property
    def order(self) -> tuple[str, ...]:
        has_review = self.queue is not None and bool(self.queue.listing.rows)
        return tuple(name for name in self.names if name != "review" or has_review)

    def columns(self, narrow: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if not self.in_queue:
            return self.pairs
        return (self.pairs[0] if narrow else ("proposals",)), ("review",)

    def lay_out(self) -> None:
        if self.in_queue and self.review is None:
            self._mount_review()
        if self.pane == "review":
            self._open_tab["left"] = "proposals"
        elif self.pane in ("provenance", "history") and self._open_tab["left"] == "proposals":
            self._open_tab["left"] = "facts"  # where two boxes are shown, both are about the same fact
        super().lay_out()
        if self.queue is not None:
            beside = not self.in_queue and not self.zoomed and self.app.size.width >= WIDE
            height = Scalar.from_number(self.queue.lines) if beside else None
            styles = self.boxes["proposals"].styles
            if styles.inline.height != height:  # even the same height would be laid out anew
                styles.height = height

    def board_classes(self, narrow: bool) -> dict[str, bool]:
        return {**super().board_classes(narrow), "queue": self.in_queue}

    def _mount_review(self) -> None:
        from inspector.panes.review import ReviewPane
        from inspector.widgets.frame import Frame

        self.review = ReviewPane(id="review", clock=self.inspector.clock)
        self.review.zone = self.inspector.zone
        self.review.takes_back = self.takes_back
        self.review.reading = self.inspector.read_only
        self.review.texts_hidden = self.inspector.texts_hidden
        self.panes["review"] = self.review
        self.boxes["review"] = Frame(self.review, id="box-review")
        self.query_one("#right").mount(self.boxes["review"])

    def go_to(self, name: str) -> None:
        was, self._went = self.in_queue, True
        name = "review" if name == actions.ANSWERS else name
        if name == "review" and (self.queue is None or not self.queue.listing.rows):
            name = "proposals"
        if was and self.review is not None and name != "review":
            self.review.asking = None
        super().go_to(name)
        if self.in_queue:
            self.read_review()

    def find_fact(self, number: int) -> None:
        """Put the cursor of the facts on one of them."""
        raise NotImplementedError

    def takes_back(self, proposal: Proposal) -> bool:
        """Whether `z` takes back the decision on a proposal."""
        return False

    def tab_name(self, name: str, narrow: bool) -> str:
        said = super().tab_name(name, narrow)
        if name == "proposals" and narrow and self.waits is not None and self.waits.count.number:
            return f"{said} {words.number(self.waits.count)}"
        return said

    def queue_places(self) -> dict[str, Content]:
        """Return what the borders of the queue say."""
        if self.queue is None:
            return {}
        wide = not self.in_queue or self.app.size.width < WIDE
        left = self.waits.left if self.waits is not None else 0
        place = {"proposals": self.queue.place(self.tally, current=self.in_queue, wide=wide, left=left)}
        if self.review is not None:
            listed = self.queue.listing
            total = words.number(listed.shown) if listed.shown is not None else "…"
            is_empty = listed.stretch is not None and not listed.rows
            where = Content("") if is_empty else Content.styled(f"{listed.place or '…'} of {total}", "$muted")
            parts = [part for part in (self.review.place, where) if part.cell_length]
            place["review"] = Content.styled(" · ", "$muted").join(parts)
        return place

    # reading

    def open_queue(self) -> None:
        """Read the queue of the store that was just opened."""
        if self.queue is not None:
            self._opened_queue = False
            self.queue.state = "waiting"
            self.read_queue()

    def wanted(self) -> Wanted:
        """Return what is listed, by state and filter."""
        from inspector.panes.proposal_query import wanted

        assert self.queue is not None
        return wanted(self.inspector.owner, self.queue.state, self.queue.words)

    def read_queue(self, focus: int | None = None) -> None:
        """Read the list of proposals anew, with the cursor on one of them or in the same place."""
        if self.queue is not None:
            listed = self.queue.listing
            self._reviewed = None
            listed.load(self.wanted(), focus=focus if focus is not None else listed.heading, row=listed.cursor)

    def read_waiting(self) -> None:
        """Count what waits, in a thread."""
        app = self.inspector
        if (store := app.store) is None or self.queue is None:
            return
        self._queue_generation += 1
        generation, owner = self._queue_generation, app.owner

        def work() -> None:
            self.post_message(self.QueueRead(generation, store.proposals.waiting(owner), store.proposals.tally(owner)))

        app.background(work, "waiting")

    @on(QueueRead)
    def _queue_read(self, message: QueueRead) -> None:
        message.stop()
        if message.generation != self._queue_generation:
            return
        self.waits, self.tally = message.waiting, message.tally
        self._say_queue()
        self.lay_out()
        self.draw_waiting()

    def draw_waiting(self) -> None:
        """Say in the header how much waits."""

    def _say_queue(self) -> None:
        if self.queue is not None:
            self.queue.lay_out()
            self.queue.say_if_empty(self.waits)

    @on(ProposalList.Moved)
    def _proposal_moved(self, message: ProposalList.Moved) -> None:
        message.stop()
        if self.queue is None:
            return
        self._say_queue()
        had = self.in_queue or (self.pane in actions.QUEUE_PANES and self.review is not None)
        read = self._review_generation
        if not self._opened_queue:
            self._opened_queue = True
            untouched = self.pane == "facts" and self.queue.listing.rows and self.focused is self.panes["facts"]
            if not self._went and (untouched or self.inspector.begins_in_queue):
                self.go_to("proposals")
        if self.pane == "review" and not self.queue.listing.rows:
            self.go_to("proposals")
        if (
            (had or self.in_queue)
            and self._review_generation == read
            and (self.proposal is None or self.proposal != self._reviewed)
        ):
            self.when_at_rest(self.read_review)
        self.lay_out()

    @on(ProposalList.Counted)
    @on(ProposalList.MarksChanged)
    def _queue_placed(self, message: Message) -> None:
        message.stop()
        self._say_queue()
        self.place()

    @on(ProposalList.Opened)
    def _proposal_opened(self, message: ProposalList.Opened) -> None:
        message.stop()
        self.go_to("review")

    @property
    def proposal(self) -> Proposal | None:
        """The proposal under the cursor, as it is listed."""
        return self.queue.listing.current if self.queue is not None else None

    def read_review(self, *, changed: bool = False) -> None:
        """Read the review of the current proposal, in a thread; the latest wish wins.

        Args:
            changed: It is read again because something changed while it was looked at.
        """
        store, proposal = self.inspector.store, self.proposal
        if store is None or self.review is None:
            return
        self._review_generation += 1
        self._reviewed = proposal
        if proposal is None:
            self.review.show(None)
            return
        if self.review.review is not None and self.review.review.proposal.number != proposal.number:
            self.review.painted = None
        generation, number = self._review_generation, proposal.number

        def work() -> None:
            from store.errors import NotFound

            if generation != self._review_generation:
                return
            try:
                review = store.proposals.review(number)
            except NotFound:
                review = None
            self.post_message(self.ReviewRead(generation, review, changed))

        self.inspector.background(work, "review")

    @on(ReviewRead)
    def _review_read(self, message: ReviewRead) -> None:
        message.stop()
        if message.generation != self._review_generation or self.review is None:
            return
        self.show_review(message.review, changed=message.changed)
        self.place()

    def show_review(self, review: Review | None, *, changed: bool) -> None:
        """Show a review that was read."""
        assert self.review is not None
        self.review.show(review)

    def read_effect(self) -> None:
        """Read what the answer under the cursor would do, in a thread; late results are dropped."""
        store, pane = self.inspector.store, self.review
        if store is None or pane is None or pane.review is None or (asked := pane.asked) is None:
            return
        number = pane.review.proposal.number
        choice, other = asked

        def work() -> None:
            self.post_message(self.EffectRead(number, asked, store.proposals.effect(number, choice, other)))

        self.inspector.background(work, "effect")

    @on(EffectRead)
    def _effect_read(self, message: EffectRead) -> None:
        message.stop()
        pane = self.review
        if pane is None or pane.review is None or pane.review.proposal.number != message.number:
            return
        if pane.asked == message.asked:
            pane.show_effect(message.effect)

    # looking

    def action_show_provenance(self) -> None:
        self.go_to("review" if self.in_queue else "provenance")

    def action_show_history(self) -> None:
        if self.in_queue and self.proposal is not None and self.proposal.items:
            self.find_fact(self.proposal.items[0].fact.number)
        self.go_to("history")

    @on(ProposalsPane.Filtered)
    def _queue_filtered(self, message: ProposalsPane.Filtered) -> None:
        message.stop()
        self.read_queue()

    def cycle_queue(self) -> None:
        """List the next of waiting, refused, decided and all."""
        from inspector.panes.proposal_query import STATES

        assert self.queue is not None
        self.queue.state = STATES[(STATES.index(self.queue.state) + 1) % len(STATES)]
        self.queue.listing.clear_marks()
        self.read_queue()

    def action_message(self) -> None:
        if self.queue is None or self.pane not in actions.QUEUE_PANES:
            super().action_message()
            return
        evidence = self.review.evidence if self.review is not None else None
        if evidence is None:
            self.say("No message is known for this proposal.")
            return
        self._read_conversation(evidence.source, evidence.quote)

    def action_copy(self) -> None:
        if self.queue is None or self.pane not in actions.QUEUE_PANES:
            super().action_copy()
            return
        from inspector.panes.proposal_words import what

        said = [what(one) for one in self.queue.listing.targets]
        self.copy_out("\n".join(door.plain(f"{one.first}{one.join}{one.second}") for one in said))

    def action_copy_provenance(self) -> None:
        if self.queue is None or self.pane not in actions.QUEUE_PANES:
            super().action_copy_provenance()
            return
        if self.review is None or self.review.review is None:
            return
        from inspector.review.lines import lines
        from inspector.review.parts import Setting
        from inspector.screens.showing import COPY_CELLS

        app = self.inspector
        drawn = lines(self.review.review, Setting(COPY_CELLS, app.zone, app.clock.now(), reading=app.read_only))
        self.copy_out("\n".join(line.content.plain.rstrip() for line in drawn))
