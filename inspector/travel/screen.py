"""Time travel: the whole inspector as of a pair of instants; nothing can be changed there."""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from inspector import actions, door, words
from inspector.ledger.rows import Ledger
from inspector.panes.fact_list import FactList
from inspector.panes.facts import FactsPane
from inspector.panes.history import HistoryPane
from inspector.screens.board import WIDE
from inspector.screens.main import MainScreen
from inspector.travel import difference
from inspector.travel import standing as standings
from inspector.travel.ask import AskInstants
from inspector.travel.banner import TravelBanner
from inspector.travel.context import ContextPane
from inspector.travel.difference import Differences
from inspector.travel.standing import Standing
from inspector.travel.then_now import ThenAndNow
from inspector.widgets.footer import InspectorFooter
from inspector.widgets.frame import Frame
from inspector.widgets.header import Heading, InspectorHeader
from store.clock import Instant
from store.errors import NotFound
from store.values import AsOf, Block, Card, History, Overview, Query

LEDGER_ACTIONS = ("valid_earlier", "valid_later", "previous_change", "next_change", "timeline_in", "timeline_out", "timeline_fit")


class TravelScreen(MainScreen):
    """Facts then, the ledger with both instants in it, what stands there now, and the prompt block then.

    Args:
        at: The instants to begin at.
        history: Of the slot to begin with.
    """

    names: ClassVar[dict[str, str]] = {
        "facts": "Facts then",
        "proposals": "Context",
        "provenance": "Then and now",
        "history": "What was known when",
    }
    pairs: ClassVar[tuple[tuple[str, str], tuple[str, str]]] = (("facts", "provenance"), ("history", "proposals"))

    BINDINGS = actions.bindings("pane", [actions.BY_ID[name] for name in LEDGER_ACTIONS])

    DEFAULT_CSS = """
    TravelScreen #left { width: 40%; }
    TravelScreen #right { width: 60%; }
    TravelScreen #box-facts, TravelScreen #box-history { height: 22fr; }
    TravelScreen #box-provenance, TravelScreen #box-proposals { height: 15fr; }
    TravelScreen #legend { height: auto; padding: 0 0 0 2; color: $muted; }
    TravelScreen #board.narrow #left { height: 10fr; }
    TravelScreen #board.narrow #right { height: 10fr; }
    TravelScreen #board.narrow #right.current { height: 13fr; }
    TravelScreen #board.narrow #left.aside { height: 8fr; }
    """

    @dataclass
    class ThenRead(Message):
        """What belongs to the instants as such is there."""

        generation: int
        overview: Overview
        differences: Differences
        block: Block

    @dataclass
    class StandingRead(Message):
        """One slot then and now is there, and the evidence known then."""

        generation: int
        standing: Standing
        card: Card | None

    @dataclass
    class FirstLearned(Message):
        """When the owner's first fact was learned."""

        at: Instant

    def __init__(self, at: AsOf, history: History | None = None) -> None:
        super().__init__()
        self.set_reactive(TravelScreen.at, at)
        self._begin_with = history
        self._then_generation = 0
        self._moved_by_ledger = False
        self.differences = Differences()

    # building

    def compose(self) -> ComposeResult:
        clock = self.inspector.clock
        self.facts_pane = FactsPane(id="facts", clock=clock)
        self.facts = self.facts_pane.listing
        self.provenance = self.then_and_now = ThenAndNow(id="provenance", clock=clock)
        self.history = HistoryPane(id="history")
        self.context = ContextPane(id="proposals")
        self.panes = {
            "facts": self.facts,
            "proposals": self.context,
            "provenance": self.then_and_now,
            "history": self.history,
        }
        self.boxes = {
            "facts": Frame(self.facts_pane, Static(id="legend"), id="box-facts"),
            "proposals": Frame(self.context, id="box-proposals"),
            "provenance": Frame(self.then_and_now, id="box-provenance"),
            "history": Frame(self.history, id="box-history"),
        }
        yield InspectorHeader()
        yield TravelBanner()
        yield self.board()
        yield InspectorFooter()

    def on_mount(self, event: events.Mount) -> None:  # type: ignore[override]
        event.prevent_default()
        zone = self.inspector.zone
        self.facts.reader = lambda: self.inspector.store
        self.facts.travelling = True
        self.facts.zone = self.provenance.zone = self.history.zone = self.context.zone = zone
        self.facts.named = self.provenance.named = self.inspector.shows_several
        self.query_one(TravelBanner).zone = zone
        self.cover()
        self.query_one(InspectorFooter).pane = "travelling"
        self.pane = "history"
        self.lay_out()
        self.history.focus()
        self.history.history = self._begin_with
        self.go(self.at, by_ledger=True)

    def cover(self) -> None:
        super().cover()
        self.context.texts_hidden = self.inspector.texts_hidden

    # where one is

    def go(self, at: AsOf, *, by_ledger: bool = False) -> None:
        """Show everything as of other instants.

        Args:
            at: The instants.
            by_ledger: Moved in the ledger, whose slot then stays in sight even where it held nothing.
        """
        self.at = at
        self._moved_by_ledger = by_ledger and self.history.history is not None
        self.query_one(TravelBanner).at = at
        self.history.travel = at
        query = replace(self.facts.query_now, owner=self.inspector.owner)
        if query.state == "open":
            query = replace(query, state="active")
        self.facts.load(query, at, focus=self._fact_in_force())
        self.read_overview()
        if self._moved_by_ledger:
            self.read_standing()

    def _fact_in_force(self) -> int | None:
        """The fact the slot of the ledger holds at the instants."""
        history = self.history.history
        if history is None:
            return None
        ledger = Ledger(history)
        index = ledger.in_force(history.now if self.at.known_at is None else self.at.known_at)
        valid_at = history.now if self.at.valid_at is None else self.at.valid_at
        return ledger.row(index).at(valid_at) if index >= 0 else None

    @on(HistoryPane.InstantsChosen)
    def _instants_chosen(self, message: HistoryPane.InstantsChosen) -> None:
        message.stop()
        if message.at.is_now:
            self.return_to_now()
        else:
            self.go(message.at, by_ledger=True)

    def return_to_now(self) -> None:
        if self.app.screen is self:
            self.app.pop_screen()

    def action_travel(self) -> None:
        app = self.inspector
        self.open_modal(AskInstants(self.at, app.zone, app.clock.now()), self.travel_to)

    def travel_to(self, at: AsOf | None) -> None:
        if at is None:
            return
        if at.is_now:
            self.return_to_now()
        else:
            self.go(at)

    # reading

    def caught_up(self) -> None:
        self.forget()
        super().caught_up()

    def forget(self) -> None:
        """Show no slot, and nothing of what was read of one."""
        self._generation += 1
        self.history.history = None
        self.then_and_now.standing = None
        self.then_and_now.card = None
        self.place()

    def read_overview(self) -> None:
        """Count, compare and read the prompt block, in a thread."""
        app = self.inspector
        if (store := app.store) is None:
            return
        self._then_generation += 1
        generation, owner, at = self._then_generation, app.owner, self.at

        def work() -> None:
            if generation == self._then_generation:
                overview, block = store.overview(owner, at), store.context(owner, at=at)
                self.post_message(self.ThenRead(generation, overview, difference.compare(store, owner, at), block))

        app.background(work, "then")

    @on(ThenRead)
    def _then_read(self, message: ThenRead) -> None:
        message.stop()
        if message.generation != self._then_generation:
            return
        self.differences = message.differences
        self.facts.differences = self.context.differences = message.differences.glyphs
        self.facts.redraw()
        self.context.block = message.block
        self.draw_header(message.overview)
        self._say_legend()
        self.place()

    def draw_header(self, overview: Overview | None) -> None:
        mode = "read-only while travelling" if self.app.size.width >= WIDE else "travelling"
        self.query_one(InspectorHeader).heading = Heading(
            owner=self.inspector.owner, overview=overview, mode=mode, travelling=True, differ=self.differences.count
        )

    @on(FactList.Moved)
    def _moved(self, message: FactList.Moved) -> None:
        message.stop()
        message.prevent_default()
        self.place()
        self.facts_pane.say_if_empty(owner=self.inspector.owner, travelling=True)
        if self._moved_by_ledger:
            self._moved_by_ledger = False
        else:
            self.read_detail()

    def read_detail(self) -> None:
        """Read the history of the current fact, in a thread.

        Without one the ledger keeps what it shows, as nothing was held of it then; but not where a filter has matched nothing.
        """
        history, current = self.history.history, self.facts.current
        number = current.number if current is not None else None
        if (store := self.inspector.store) is None:
            return
        if number is None and (history is None or self.facts.query_now.search):
            self.forget()
            return
        if number is None or (history is not None and any(known.number == number for known in history.facts)):
            self.read_standing()
        else:
            self._read_standing(lambda: store.history(number))

    def read_standing(self) -> None:
        """Compare the slot of the ledger then and now, in a thread."""
        history = self.history.history
        if history is not None:
            self._read_standing(lambda: history)

    def _read_standing(self, find: "standings.Find") -> None:
        store = self.inspector.store
        if store is None:
            return
        self._generation += 1
        generation, at = self._generation, self.at

        def work() -> None:
            if generation != self._generation:
                return
            standing = standings.read(store, find(), at)
            card = None
            if standing.then is not None:
                try:
                    card = store.card(standing.then.number, at)
                except NotFound:
                    card = None
            self.post_message(self.StandingRead(generation, standing, card))

        self.inspector.background(work, "standing")

    @on(StandingRead)
    def _standing_read(self, message: StandingRead) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        self.then_and_now.card = message.card
        self.then_and_now.standing = message.standing
        if self.history.history != message.standing.history:
            self.history.history = message.standing.history
            self.history.show_row()
        self.place()

    # what the borders say

    def places(self) -> dict[str, Content]:
        listed = self.facts
        where = Content("")
        if listed.total is not None and listed.total.number:
            row = str(listed.place) if listed.place is not None else "…"
            where = Content.styled(f"{row} of {words.number(listed.total)}", "$muted")
        return {
            "facts": where,
            "proposals": self.context.place,
            "provenance": self._slot(self.history.history),
            "history": self.history.place,
        }

    @on(ContextPane.Placed)
    def _context_placed(self, message: ContextPane.Placed) -> None:
        message.stop()
        self.place()

    @staticmethod
    def _slot(history: History | None) -> Content:
        return Content.styled(door.one_line(history.slot, 24) if history is not None and history.slot else "", "$muted")

    def _say_legend(self) -> None:
        legend = self.query_one("#legend", Static)
        found = self.differences
        wide = self.app.size.width >= WIDE
        legend.display = wide and bool(found.count.number)
        marks = [
            (found.other, difference.OTHER, "says something else now"),
            (found.gone, difference.GONE, "gone since"),
        ]
        said = Content("   ").join(
            [Content.assemble((glyph, style), (f" {meaning}", "$muted")) for facts, (glyph, style), meaning in marks if facts]
        )
        parts = [said] if said else []
        if found.come:
            count = f"{'more than ' if found.more else ''}{words.quantity(found.come, 'fact')}"
            parts.append(Content.assemble(difference.COME, (f" {count} of today did not hold then", "$muted")))
        legend.update(Content("\n").join([Content(""), *parts]))

    # keys

    @property
    def mode(self) -> str:
        return "travelling"

    @property
    def footer(self) -> str:
        return "travelling" if self.pane == "history" else "travelling_beside"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in LEDGER_ACTIONS:
            return True
        return super().check_action(action, parameters)

    def action_hide_texts(self) -> None:
        super().action_hide_texts()
        self.inspector.main.cover()

    def action_valid_earlier(self) -> None:
        self.history.action_valid_earlier()

    def action_valid_later(self) -> None:
        self.history.action_valid_later()

    def action_previous_change(self) -> None:
        self.history.action_previous_change()

    def action_next_change(self) -> None:
        if self.history.ledger is None:
            self._go_to_first()
        else:
            self.history.action_next_change()

    def action_timeline_in(self) -> None:
        self.history.action_timeline_in()

    def action_timeline_out(self) -> None:
        self.history.action_timeline_out()

    def action_timeline_fit(self) -> None:
        self.history.action_timeline_fit()

    def _go_to_first(self) -> None:
        """Go to the first change there is, from before it."""
        app = self.inspector
        if (store := app.store) is None:
            return
        query = Query(owner=app.owner, state="all", sort="learned", descending=False)

        def work() -> None:
            page = store.facts(query, limit=1)
            if page.facts:
                learned = [belief.system_from for belief in store.history(page.facts[0].number).beliefs]
                self.post_message(self.FirstLearned(min(learned)))

        app.background(work, "first")

    @on(FirstLearned)
    def _first_learned(self, message: FirstLearned) -> None:
        message.stop()
        valid_at, known_at = self.at.valid_at, self.at.known_at
        there = AsOf(
            message.at if valid_at is None else max(valid_at, message.at),
            None if known_at is None else max(known_at, message.at),
        )
        if there.valid_at == valid_at and there.known_at == known_at:
            self.say("Choose a fact first: ] goes to its next change.")
        else:
            self.go(there)
