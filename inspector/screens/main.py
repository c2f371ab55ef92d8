"""The main screen: Facts and Proposals left, Provenance and History right, all driven by the list of facts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.reactive import var

from inspector import actions, door, words
from inspector.live import EVERY, FolderBehind, Live, Moved, OthersWentOn, OthersWrote, Recovered
from inspector.panes.fact_list import FactList
from inspector.panes.facts import FactsPane
from inspector.panes.history import HistoryPane
from inspector.panes.proposals import ProposalsPane
from inspector.panes.provenance import ProvenancePane
from inspector.screens.board import WIDE
from inspector.screens.listing import STATES, ListingScreen
from inspector.screens.speaking import SpeakingScreen
from inspector.widgets.footer import InspectorFooter
from inspector.widgets.frame import Frame
from inspector.widgets.header import Heading, InspectorHeader
from store.clock import MINUTE, SECOND
from store.errors import NotFound, Unavailable
from store.query import NOW, Query
from store.vocabulary import INVALIDATED

if TYPE_CHECKING:
    from inspector.deeds import Result
    from store.errors import StoreError
    from store.proposal import Proposal
    from store.query import AsOf
    from store.values import Card, History, Overview

DELETED_ELSEWHERE = "Something was deleted for good by another program, so this shows what is there now."


class MainScreen(ListingScreen):
    """Four panes driven by the list of facts."""

    waiting: var[int] = var(0)
    """Facts that another program wrote and that are not listed yet."""

    @dataclass
    class DetailRead(Message):
        """The card and history of a fact are there."""

        generation: int
        card: Card
        history: History
        waits: tuple[Proposal, ...] = ()

    @dataclass
    class OverviewRead(Message):
        """The counts of the header are there."""

        generation: int
        overview: Overview
        owners: tuple[str, ...]

    @dataclass
    class FactGone(Message):
        """A fact that is listed was deleted for good meanwhile."""

        generation: int
        number: int

    newer: var[int] = var(0)
    """Changes of others that a read-only session does not show yet."""

    def __init__(self) -> None:
        super().__init__()
        self._generation = 0
        self._overview_generation = 0
        self._welcomed = False
        self._failure: Content | None = None
        self._detail_waits = False
        """Card and history are out of sight, and not those of the current fact."""
        self._overview: Overview | None = None
        self.live = Live(self, self.post_message)

    # building

    def compose(self) -> ComposeResult:
        clock = self.inspector.clock
        self.facts_pane = FactsPane(id="facts", clock=clock)
        self.facts = self.facts_pane.listing
        self.provenance = ProvenancePane(id="provenance", clock=clock)
        self.history = HistoryPane(id="history")
        self.queue = ProposalsPane(id="proposals", clock=clock)
        listing = self.queue.listing
        self.panes = {"facts": self.facts, "proposals": listing, "provenance": self.provenance, "history": self.history}
        shown = {**self.panes, "facts": self.facts_pane, "proposals": self.queue}
        self.boxes = {name: Frame(pane, id=f"box-{name}") for name, pane in shown.items()}
        yield InspectorHeader()
        yield self.board()
        yield InspectorFooter()

    def on_mount(self) -> None:
        self.facts.reader = lambda: self.inspector.store
        self.facts.zone = self.provenance.zone = self.history.zone = self.inspector.zone
        if self.queue is not None:
            self.queue.listing.reader = lambda: None if self.inspector.store is None else self.inspector.store.proposals
            self.queue.listing.zone = self.inspector.zone
        reading = self.inspector.read_only
        self.query_one(InspectorFooter).reading = self.provenance.reading = self.facts_pane.reading = reading
        self.facts.focus()
        self.lay_out()
        self.set_interval(MINUTE / SECOND, self.draw_waiting)  # which says how long

    # what the borders and the header say

    def places(self) -> dict[str, Content]:
        return {
            "facts": self.facts_pane.place(self.waiting, wide=self.app.size.width >= WIDE),
            "provenance": self.provenance.place,
            "history": self.history.place,
            **self.queue_places(),
        }

    def lay_out(self) -> None:
        super().lay_out()
        if self._detail_waits and not self.in_queue:
            self.read_detail()

    def watch_waiting(self) -> None:
        if self.is_mounted:
            self.place()

    @property
    def keys_of(self) -> str:
        current = self.facts.current if self.pane == "facts" else None
        return actions.INVALID if current is not None and current.state in INVALIDATED else super().keys_of

    def draw_header(self, overview: Overview | None) -> None:
        """Say whose memory this is and how much of it there is."""
        app = self.inspector
        now = app.clock.now()
        self.query_one(InspectorHeader).heading = Heading(
            owner=app.owner if app.owner is not None or len(app.owners) != 1 else app.owners[0],
            overview=overview,
            zone=words.zone_name(app.zone, now),
            mode="read-only" if app.read_only else "read-write",
            new="new since your last visit",
            waiting=self.waits,
            now=now,
            newer=self.newer,
        )
        self._overview = overview
        for screen in self.app.screen_stack[1:]:
            if isinstance(screen, SpeakingScreen):
                screen.heading_changed()

    def draw_waiting(self) -> None:
        self.draw_header(self._overview)

    # reading

    def open(self) -> None:
        """Show the store that was just opened."""
        app = self.inspector
        self.at = NOW
        self._can_be_read()
        self.facts.load(Query(owner=app.owner, state=STATES[0]), self.at)
        self.open_queue()
        self.read_overview()
        self.live.start()

    def refresh_facts(self, *, focus: int | None = None) -> None:
        """Read the list again, with the cursor on the same fact or in the same place."""
        self.waiting = 0
        wanted = focus if focus is not None else self.facts.heading
        query = replace(self.facts.query_now, owner=self.inspector.owner)
        self.facts.load(query, self.at, focus=wanted, row=self.facts.cursor)
        self.read_overview()

    def read_overview(self) -> None:
        """Count for the header, in a thread."""
        app = self.inspector
        if (store := app.store) is None:
            return
        self._overview_generation += 1
        generation, owner, at = self._overview_generation, app.owner, self.at
        since = app.config.last_visit(store, owner)

        def work() -> None:
            self.post_message(self.OverviewRead(generation, store.overview(owner, at, since=since), store.owner_names()))

        app.background(work, "overview")
        self.read_waiting()

    @on(OverviewRead)
    def _overview_read(self, message: OverviewRead) -> None:
        message.stop()
        if message.generation != self._overview_generation:
            return
        self.inspector.owners = message.owners
        self._say_whose()
        self.draw_header(message.overview)
        if not self._welcomed:
            self._welcomed = True
            if message.overview.new.number:
                self.say(f"{words.number(message.overview.new)} new since your last visit.")

    def _say_whose(self) -> None:
        """Say of each fact whose it is, where several people's are shown."""
        self.facts.named = self.provenance.named = self.inspector.shows_several

    @on(FactList.Moved)
    def _moved(self, message: FactList.Moved) -> None:
        message.stop()
        self.place()
        self.query_one(InspectorFooter).pane = self.footer
        failed = self._failure if self.failed else None
        self.facts_pane.say_if_empty(owner=self.inspector.owner, travelling=not self.at.is_now, failed=failed)
        self.when_at_rest(self.read_detail)

    @on(FactList.Counted)
    @on(FactList.MarksChanged)
    @on(ProvenancePane.Placed)
    def _placed(self, message: Message) -> None:
        message.stop()
        self.place()

    def read_detail(self) -> None:
        """Read card and history of the current fact, in a thread, once they are in sight; the latest wish wins."""
        self._detail_waits = self.in_queue
        if self._detail_waits:
            return
        fact = self.facts.current
        if (store := self.inspector.store) is None or fact is None:
            self._generation += 1
            self.provenance.card = None
            self.history.history = None
            self.place()
            return
        self._generation += 1
        generation, number, at = self._generation, fact.number, self.at

        def work() -> None:
            if generation == self._generation:
                try:
                    card, history = store.card(number, at), store.history(number)
                    waits = tuple(one for one in store.proposals.about(number) if one.waits) if at.is_now else ()
                except NotFound:
                    self.post_message(self.FactGone(generation, number))
                else:
                    self.post_message(self.DetailRead(generation, card, history, waits))

        self.inspector.background(work, "detail")

    @on(DetailRead)
    def _detail_read(self, message: DetailRead) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        self.provenance.waits = message.waits
        self.provenance.card = message.card
        self.history.history = message.history
        self.place()

    def show_failure(self, error: StoreError) -> None:
        """Say in the list that the store could not be read; nothing is changed until it can be."""
        self.failed = True
        step = door.plain(error.next) if error.reason in ("store_gone", "store_corrupt") else "R tries again."
        self._failure = Content.assemble(
            ("▌ ", "$error"),
            (f"The store could not be read: {door.plain(error.message)} ({error.reason}). {step}", "$text-error"),
        )
        self.facts_pane.say_if_empty(owner=None, travelling=False, failed=self._failure)

    @on(Recovered)
    def _recovered(self, message: Recovered) -> None:
        message.stop()
        self._can_be_read()
        self.refresh_facts()

    def _can_be_read(self) -> None:
        """Take back what was said while the store could not be read."""
        if self.failed and self._told_gate == "failed":
            self.app.clear_notifications()
        self.failed, self._told_gate = False, None

    @on(Moved)
    def _store_moved(self, message: Moved) -> None:
        message.stop()
        if not self.failed:
            self.show_failure(Unavailable("store_gone", path=self.inspector.path))

    # what was changed

    def changed(self, result: Result) -> None:
        gone = [fact.number for fact, error in result.refused if fact is not None and isinstance(error, NotFound)]
        self.facts.unmark([*result.numbers, *gone])
        touched = [fact for _, outcome in result.done for fact in outcome.facts]
        focus = None
        if result.verb in ("undo", "redo", "assert", "supersede", "correct", "restore") and touched:
            focus = touched[0].number
        self.facts.update_rows(touched)
        self.refresh_facts(focus=focus)
        if result.verb in ("undo", "redo"):
            self.read_queue()

    def were_deleted(self, numbers: tuple[int, ...]) -> None:
        self.facts.unmark(numbers)
        self.refresh_facts()
        self.read_queue()

    @on(FactGone)
    def _fact_gone(self, message: FactGone) -> None:
        message.stop()
        if message.generation == self._generation:
            self.facts.unmark([message.number])
            self.refresh_facts()

    @on(OthersWrote)
    def _others_wrote(self, message: OthersWrote) -> None:
        message.stop()
        self.facts.update_rows(list(message.listed))
        self.waiting += message.new
        count = (
            f"more than {len(message.operations)} changes" if message.more else words.quantity(len(message.operations), "change")
        )
        if any(operation.verb == "delete" for operation in message.operations):
            self.say_below(DELETED_ELSEWHERE)
            self.facts.unmark(
                {one.fact for operation in message.operations if operation.verb == "delete" for one in operation.touched}
            )
            self.inspector.show_anew()
            return
        rest = f"R lists {self.waiting} new." if message.new else "Shown."
        self.say_below(f"Another program wrote {count}. {rest}")
        self.read_overview()
        self.read_detail()
        if self.queue is not None:
            self._reviewed = None
            self.queue.listing.compare()

    @on(FolderBehind)
    def _folder_behind(self, message: FolderBehind) -> None:
        message.stop()
        if self.app.screen.is_modal:  # what is typed there is not covered
            self.set_timer(EVERY, lambda: self.post_message(FolderBehind(message.error)))
        else:
            self.say(f"{door.plain(message.error.message)} {door.plain(message.error.next)}", "error")

    @on(OthersWentOn)
    def _others_went_on(self, message: OthersWentOn) -> None:
        message.stop()
        self.newer = message.newer.count
        if message.newer.deletes:
            self.say_below(DELETED_ELSEWHERE)
            self.inspector.catch_up()

    def watch_newer(self) -> None:
        if self.is_mounted and self._overview is not None:
            self.draw_header(self._overview)

    # looking

    def action_back(self) -> None:
        in_queue = self.queue is not None and self.pane in actions.QUEUE_PANES
        if self.review is not None and self.review.leave():
            return
        if (self.queue.listing if in_queue and self.queue is not None else self.facts).clear_marks():
            return
        if self.zoomed:
            self.action_zoom()
        elif in_queue and self.queue is not None and self.queue.clear_filter():
            self.queue.listing.focus()
        elif self.pane == "review":
            self.go_to("proposals")
        elif self.facts_pane.clear_filter():
            self.facts.focus()
        elif self.mode == "travelling":
            self.return_to_now()
        elif not self.go_back():
            self.go_to("facts")

    def action_reload(self) -> None:
        if self.inspector.read_only and self.inspector.is_there():
            self.inspector.catch_up()
        else:
            self._reload()

    def caught_up(self) -> None:
        self._reload()

    def _reload(self) -> None:
        if not self.inspector.reopened():
            self._can_be_read()
            if (store := self.inspector.store) is not None and not store.read_only:
                self.inspector.in_turn(store.catch_up)
            self.refresh_facts()
        self.read_queue()

    # time

    @on(HistoryPane.EndReached)
    def _end_reached(self, message: HistoryPane.EndReached) -> None:
        message.stop()
        self.say("No later change is known." if message.forward else "No earlier change is known.")

    def action_travel(self) -> None:
        """Go to the instants the History cursor stands on, or ask for some."""
        chosen = self.history.instants
        if self.pane == "history" and not chosen.is_now:
            self.travel_to(chosen)
            return
        from inspector.travel.ask import AskInstants

        app = self.inspector
        self.open_modal(AskInstants(self.at, app.zone, app.clock.now()), self.travel_to)

    def travel_to(self, at: AsOf | None) -> None:
        """Show everything as of a pair of instants, on a screen of its own."""
        if at is None or at.is_now or self.app.screen is not self:
            return
        from inspector.travel.screen import TravelScreen

        self.app.push_screen(TravelScreen(at, self.history.history if self.facts.current is not None else None))

    def return_to_now(self) -> None:
        """Leave the past."""
        self.at = NOW
        self._told_gate = None

    # what the cursor is on

    def action_detail(self) -> None:
        """Open what the cursor is on."""
        if self.keys_of == actions.ANSWERS and self.review is not None:
            self.review.action_pick()
        elif self.pane == "facts":
            self.go_to("provenance")
        elif self.pane == "proposals":
            self.go_to("review")
        elif self.pane == "review" or self.pane == "provenance":
            self.action_message()
        elif self.pane == "history" and not self.history.open_current():
            self.say("No message is known for this learning.")

    @on(FactList.Opened)
    def _opened(self, message: FactList.Opened) -> None:
        message.stop()
        self.action_detail()

    def action_next_match(self) -> None:
        self._step_match(1)

    def action_previous_match(self) -> None:
        self._step_match(-1)

    def _step_match(self, by: int) -> None:
        if self.pane == "history":
            if not self.history.step(by):
                self.say("No further row matches." if self.history.search else "No further row.")
        elif self.pane == "review" and self.review is not None:
            if not self.review.step(by):
                self.say("No further quote.")
        elif not self.provenance.step(by):
            self.say("No further quote matches." if self.provenance.search else "No further quote.")

    # whose, and whether it can be read

    def action_owner(self) -> None:
        if (store := self.inspector.store) is None:
            return
        from inspector.modals.owner import OwnerModal

        self.open_modal(OwnerModal(self.inspector.owners, self.inspector.owner, store.owners), self._owner_chosen)

    def _owner_chosen(self, answer: tuple[str | None] | None) -> None:
        if answer is None or answer[0] == self.inspector.owner:
            return
        self.inspector.leave_owner(answer[0])
        self._say_whose()
        self.facts.clear_marks()
        self.read_overview()
        self.facts.load(replace(self.facts.query_now, owner=answer[0]), self.at)
        if self.queue is not None:
            self.queue.listing.clear_marks()
            self.read_queue()

    def cover(self) -> None:
        """Hide or show the texts, as the app has it."""
        self.facts.texts_hidden = self.provenance.texts_hidden = self.history.texts_hidden = self.inspector.texts_hidden
        self.facts.redraw()
        if self.queue is not None:
            self.queue.listing.texts_hidden = self.inspector.texts_hidden
            self.queue.listing.redraw()
        if self.review is not None:
            self.review.texts_hidden = self.inspector.texts_hidden

    def action_hide_texts(self) -> None:
        app = self.inspector
        app.texts_hidden = not app.texts_hidden
        self.cover()
        if app.texts_hidden:
            self.say("Texts are hidden. h shows them.")
