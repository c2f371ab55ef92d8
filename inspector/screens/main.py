"""The main screen: Facts and Proposals left, Provenance and History right; in narrow terminals two boxes with tabs."""

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget
from textual.widgets import Static

from inspector import actions, door, words
from inspector.deeds import Result, Said
from inspector.live import Live, OthersWrote
from inspector.panes.card import lines
from inspector.panes.fact_list import FactList, next_sort
from inspector.panes.facts import ColumnNames, FactsPane
from inspector.panes.history import HistoryPane
from inspector.panes.proposals import ProposalsPane
from inspector.panes.provenance import ProvenancePane
from inspector.screens.changing import ChangingScreen
from inspector.widgets.footer import InspectorFooter
from inspector.widgets.frame import Frame, Tab
from inspector.widgets.header import Heading, InspectorHeader
from store.errors import StoreError
from store.values import NOW, SORTS, AsOf, Card, Conversation, Fact, History, Overview, OwnerCount, Query

LEAST = (60, 16)
WIDE = 100
NAMES = {"facts": "Facts", "proposals": "Proposals", "provenance": "Provenance", "history": "History"}
PAIRS = (("facts", "proposals"), ("provenance", "history"))
STATES = ("open", "invalidated", "all")
STATE_WORDS = {"open": "active or upcoming", "invalidated": "invalidated", "all": "known"}
SETTLE = 0.03
COPY_CELLS = 100


class MainScreen(ChangingScreen):
    """Four panes driven by the list of facts."""

    names: ClassVar[dict[str, str]] = NAMES
    """What the panes are called, in the order of their numbers."""

    pairs: ClassVar[tuple[tuple[str, str], tuple[str, str]]] = PAIRS
    """The panes of the left and of the right column."""

    BINDINGS = actions.bindings("screen")
    AUTO_FOCUS = None

    DEFAULT_CSS = """
    MainScreen { layout: vertical; }
    MainScreen #small { display: none; height: 1fr; width: 1fr; content-align: center middle; color: $muted; }
    MainScreen #board { height: 1fr; }
    MainScreen .column { height: 1fr; }
    MainScreen #left { width: 55%; }
    MainScreen #right { width: 45%; }
    MainScreen #box-proposals { height: 5; }
    MainScreen #box-provenance { height: 18fr; }
    MainScreen #box-history { height: 20fr; }
    MainScreen #board.narrow { layout: vertical; }
    MainScreen #board.narrow .column { width: 100%; }
    MainScreen #board.narrow Frame { height: 1fr; }
    MainScreen #board.narrow #left { height: 13fr; }
    MainScreen #board.narrow #right { height: 9fr; }
    MainScreen #board.narrow #right.current { height: 12fr; }
    MainScreen #board.narrow #left.aside { height: 10fr; }
    MainScreen .gone { display: none; }
    """

    at: var[AsOf] = var(NOW)
    """The pair of instants everything is read at."""

    pane: var[str] = var("facts")
    """The pane with the focus."""

    zoomed: var[bool] = var(False)
    """One pane has the whole screen."""

    waiting: var[int] = var(0)
    """Facts that another program wrote and that are not listed yet."""

    @dataclass
    class DetailRead(Message):
        """The card and history of a fact are there."""

        generation: int
        card: Card
        history: History

    @dataclass
    class OverviewRead(Message):
        """The counts of the header are there."""

        generation: int
        overview: Overview
        owners: tuple[OwnerCount, ...]

    @dataclass
    class ConversationRead(Message):
        """A message and those around it are there."""

        conversation: Conversation
        quote: str

    @dataclass
    class CopyMade(Message):
        """A copy was made, or not."""

        sentence: str
        worked: bool

    def __init__(self) -> None:
        super().__init__()
        self._open_tab = {"left": self.pairs[0][0], "right": self.pairs[1][0]}
        self._generation = 0
        self._overview_generation = 0
        self._told_gate: str | None = None
        self.live = Live(self, self.post_message)

    # building

    def compose(self) -> ComposeResult:
        clock = self.inspector.clock
        self.facts_pane = FactsPane(id="facts", clock=clock)
        self.facts = self.facts_pane.listing
        self.proposals = ProposalsPane(id="proposals")
        self.provenance = ProvenancePane(id="provenance", clock=clock)
        self.history = HistoryPane(id="history")
        panes: dict[str, Widget] = {
            "facts": self.facts_pane,
            "proposals": self.proposals,
            "provenance": self.provenance,
            "history": self.history,
        }
        self.boxes = {name: Frame(pane, id=f"box-{name}") for name, pane in panes.items()}
        yield InspectorHeader()
        yield Static(id="small")
        with Horizontal(id="board"):
            yield Vertical(self.boxes["facts"], self.boxes["proposals"], id="left", classes="column")
            yield Vertical(self.boxes["provenance"], self.boxes["history"], id="right", classes="column")
        yield InspectorFooter()

    def on_mount(self) -> None:
        self.facts.reader = lambda: self.inspector.store
        self.facts.zone = self.provenance.zone = self.history.zone = self.inspector.zone
        self.facts.focus()
        self.lay_out()

    def on_resize(self, event: events.Resize) -> None:
        self.lay_out()

    def lay_out(self) -> None:
        """Lay the panes out for the size of the terminal, the focus and the zoom."""
        width, height = self.app.size
        small = width < LEAST[0] or height < LEAST[1]
        notice = self.query_one("#small", Static)
        notice.update(f"At least {LEAST[0]}x{LEAST[1]} is needed; this terminal is {width}x{height}.")
        notice.display = small
        board = self.query_one("#board")
        board.display = not small
        narrow = width < WIDE
        board.set_class(narrow, "narrow")
        for column, pair in zip(("left", "right"), self.pairs, strict=True):
            side = self.query_one(f"#{column}")
            current = self.pane in pair
            if current:
                self._open_tab[column] = self.pane
            side.set_class(self.zoomed and not current, "gone")
            side.set_class(current and column == "right", "current")
            side.set_class(not current and column == "left", "aside")
            side.styles.width = "100%" if self.zoomed else None
            for name in pair:
                opened = name == (self.pane if self.zoomed and current else self._open_tab[column])
                self.boxes[name].set_class((narrow or self.zoomed) and not opened, "gone")
                self.boxes[name].styles.height = "1fr" if self.zoomed else None
                self.boxes[name].tabs = self._tabs(name, pair, narrow)
        self.place()

    def _tabs(self, name: str, pair: tuple[str, str], narrow: bool) -> tuple[Tab, ...]:
        shown = pair if narrow else (name,)
        order = tuple(self.names)
        return tuple(Tab(order.index(other) + 1, self.names[other], f"show_{other}", is_open=other == name) for other in shown)

    # what the borders and the header say

    def place(self) -> None:
        """Say in the borders where one is."""
        self.boxes["facts"].place = self._facts_place()
        self.boxes["provenance"].place = self.provenance.place
        history = self.history.history
        slot = door.one_line(history.slot or "", 24) if history is not None else ""
        learned = len({belief.system_from for belief in history.beliefs}) if history is not None else 0
        said = [part for part in (slot, f"{learned} learned" if learned > 1 else "") if part]
        self.boxes["history"].place = Content.styled(" · ".join(said), "$muted")

    def _facts_place(self) -> Content:
        listed = self.facts
        if listed.stretch is None:
            return Content("")
        said = []
        if self.waiting:
            said.append(Content.styled(f"{self.waiting} new, R", "$text-accent"))
        if listed.range_from is not None:
            said.append(Content.styled("v ends the range", "$text-accent"))
        elif listed.marked:
            said.append(Content.styled(f"{len(listed.marked)} marked", "$text-accent"))
        what = STATE_WORDS[listed.query_now.state] if self.app.size.width >= WIDE or listed.query_now.state != "open" else ""
        if (listed.query_now.search or "").strip():
            what = "matching" if self.app.size.width >= WIDE else ""
        if listed.total is not None and listed.total.number:
            where = str(listed.place) if listed.place is not None else "…"
            said.append(Content.styled(f"{where} of {words.number(listed.total)} {what}".rstrip(), "$muted"))
        return Content.styled(" · ", "$muted").join(said)

    def watch_waiting(self) -> None:
        if self.is_mounted:
            self.place()

    def draw_header(self, overview: Overview | None) -> None:
        """Say whose memory this is and how much of it there is."""
        app = self.inspector
        now = app.clock.now()
        self.query_one(InspectorHeader).heading = Heading(
            owner=app.owner if app.owner is not None or len(app.owners) != 1 else app.owners[0].name,
            overview=overview,
            zone=words.zone_name(app.zone, now),
            mode="read-only" if app.read_only else "read-write",
            new="new since your last visit",
        )

    # reading

    def open(self) -> None:
        """Show the store that was just opened."""
        app = self.inspector
        self.at = NOW
        self.read_overview()
        self.facts.load(Query(owner=app.owner, state=STATES[0]), self.at)
        self.live.start()

    def refresh_facts(self, *, focus: int | None = None) -> None:
        """Read the list again, with the cursor on the same fact or in the same place."""
        self.waiting = 0
        current = self.facts.current
        wanted = focus if focus is not None else current.number if current is not None else None
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
        since = app.config.last_visit(app.path, owner)

        def work() -> None:
            self.post_message(self.OverviewRead(generation, store.overview(owner, at, since=since), store.owners()))

        app.background(work, "overview")

    @on(OverviewRead)
    def _overview_read(self, message: OverviewRead) -> None:
        message.stop()
        if message.generation != self._overview_generation:
            return
        self.inspector.owners = message.owners
        self.draw_header(message.overview)
        if not self._welcomed:
            self._welcomed = True
            if message.overview.new.number:
                self.say(Said(f"{words.number(message.overview.new)} new since your last visit."))

    _welcomed = False

    @on(FactList.Moved)
    def _moved(self, message: FactList.Moved) -> None:
        message.stop()
        self.place()
        self.facts_pane.say_if_empty(owner=self.inspector.owner, travelling=not self.at.is_now)
        self.set_timer(SETTLE, self.read_detail)

    @on(FactList.Counted)
    @on(FactList.MarksChanged)
    @on(ProvenancePane.Placed)
    def _placed(self, message: Message) -> None:
        message.stop()
        self.place()

    def read_detail(self) -> None:
        """Read card and history of the current fact, in a thread; the latest wish wins."""
        fact = self.facts.current
        if (store := self.inspector.store) is None or fact is None:
            self.provenance.card = None
            self.history.history = None
            self.place()
            return
        self._generation += 1
        generation, number, at = self._generation, fact.number, self.at

        def work() -> None:
            if generation == self._generation:
                card, history = store.card(number, at), store.history(number)
                self.post_message(self.DetailRead(generation, card, history))

        self.inspector.background(work, "detail")

    @on(DetailRead)
    def _detail_read(self, message: DetailRead) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        self.provenance.card = message.card
        self.history.history = message.history
        self.place()

    def show_failure(self, error: StoreError) -> None:
        """Say in the list that the store could not be read."""
        said = Content.assemble(
            ("▌ ", "$error"),
            (f"The store could not be read: {door.plain(error.message)} ({error.reason}). R tries again.", "$text-error"),
        )
        self.facts_pane.say_if_empty(owner=None, travelling=False, failed=said)

    # what actions apply to

    @property
    def targets(self) -> list[Fact]:
        return self.facts.targets if self.pane in actions.FACT_PANES else []

    def changed(self, result: Result, *, advance: bool) -> None:
        self.facts.unmark(result.numbers)
        touched = [fact for _, outcome in result.done for fact in outcome.facts]
        focus = None
        if result.verb in ("undo", "redo", "assert", "supersede", "correct", "restore") and touched:
            focus = touched[0].number
        self.facts.update_facts(touched)
        if advance and result.done:
            self.facts.action_cursor_down()
            focus = self.facts.current.number if self.facts.current is not None else None
        self.refresh_facts(focus=focus)

    @on(OthersWrote)
    def _others_wrote(self, message: OthersWrote) -> None:
        message.stop()
        self.facts.update_facts(list(message.listed))
        self.waiting += message.new
        count = (
            f"more than {len(message.operations)} changes" if message.more else words.quantity(len(message.operations), "change")
        )
        rest = f"R lists {self.waiting} new." if message.new else "Shown."
        self.say(Said(f"Another program wrote {count}. {rest}"))
        self.read_overview()
        self.read_detail()

    # modes

    @property
    def mode(self) -> str:
        """`now`, `travelling` or `read-only`: whether anything can be changed here."""
        if not self.at.is_now:
            return "travelling"
        return "read-only" if self.inspector.read_only else "now"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        known = actions.BY_ID.get(action)
        if known is None:
            return True
        return self.pane in known.panes and not (known.mutates and self.mode != "now")

    def on_key(self, event: events.Key) -> None:
        """Answer a key that is closed here, once and in words."""
        gated = actions.mutating_keys().get(event.key)
        if gated is None or self.mode == "now":
            return
        event.stop()
        self.say_gated()

    def say_gated(self) -> None:
        """Say why nothing can be changed; once, until the mode changes."""
        if self._told_gate != self.mode:
            self._told_gate = self.mode
            why = (
                "Nothing can be changed in the past. esc returns to now."
                if self.mode == "travelling"
                else "This session is read-only; nothing can be changed."
            )
            self.say(Said(why, "warning"))

    def perform(self, action_id: str) -> None:
        """Run an action chosen in the palette or clicked in the footer, wherever it is at home."""
        known = actions.BY_ID[action_id]
        if known.mutates and self.mode != "now":
            self._told_gate = None
            self.say_gated()
            return
        if self.pane not in known.panes:
            self.go_to(known.panes[0])
        if known.home == "pane":
            target: object = self.focused or self
        else:
            target = self.app if known.home == "app" else self
        getattr(target, f"action_{action_id}", lambda: None)()

    @on(InspectorFooter.Chosen)
    def _footer_chosen(self, message: InspectorFooter.Chosen) -> None:
        message.stop()
        self.perform(message.action)

    # panes

    def go_to(self, name: str) -> None:
        """Give the focus to a pane."""
        self.pane = name
        self.lay_out()
        {"facts": self.facts, "proposals": self.proposals, "provenance": self.provenance, "history": self.history}[name].focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        for name, box in self.boxes.items():
            if box in event.widget.ancestors_with_self and name != self.pane:
                self.pane = name
                self.lay_out()
        self.query_one(InspectorFooter).pane = "travelling" if self.mode == "travelling" else self.pane

    def action_show_facts(self) -> None:
        self.go_to("facts")

    def action_show_proposals(self) -> None:
        self.go_to("proposals")

    def action_show_provenance(self) -> None:
        self.go_to("provenance")

    def action_show_history(self) -> None:
        self.go_to("history")

    def action_next_pane(self) -> None:
        self._go_by(1)

    def action_previous_pane(self) -> None:
        self._go_by(-1)

    def _go_by(self, step: int) -> None:
        order = tuple(self.names)
        self.go_to(order[(order.index(self.pane) + step) % len(order)])

    def action_zoom(self) -> None:
        self.zoomed = not self.zoomed
        self.lay_out()

    def action_back(self) -> None:
        if self.facts.clear_marks():
            return
        if self.zoomed:
            self.action_zoom()
        elif self.facts_pane.clear_filter():
            self.facts.focus()
        elif self.mode == "travelling":
            self.return_to_now()
        else:
            self.go_to("facts")

    # looking

    def action_filter(self) -> None:
        self.go_to("facts")
        self.facts_pane.open_filter()

    @on(FactsPane.Filtered)
    def _filtered(self, message: FactsPane.Filtered) -> None:
        message.stop()
        search = message.search.strip()
        self.provenance.search = self.history.search = frozenset(search.casefold().split())
        query = replace(self.facts.query_now, search=search or None, typing=bool(search) and not message.search.endswith(" "))
        self.facts.load(query, self.at, focus=self.facts.current.number if self.facts.current and not search else None)

    @on(ColumnNames.Clicked)
    def _column_clicked(self, message: ColumnNames.Clicked) -> None:
        message.stop()
        query = self.facts.query_now
        descending = not query.descending if query.sort == message.sort else True
        self._list(replace(query, sort=message.sort, descending=descending))

    def action_sort(self) -> None:
        self._list(next_sort(self.facts.query_now, SORTS))

    def action_reverse(self) -> None:
        self._list(replace(self.facts.query_now, descending=not self.facts.query_now.descending))

    def action_cycle_state(self) -> None:
        states = STATES if self.mode != "travelling" else ("active", "invalidated", "all")
        query = self.facts.query_now
        place = states.index(query.state) if query.state in states else -1
        self._list(replace(query, state=states[(place + 1) % len(states)]))

    def _list(self, query: Query) -> None:
        current = self.facts.current
        self.facts.load(query, self.at, focus=current.number if current is not None else None)
        self.facts_pane.names.refresh()

    def action_mark(self) -> None:
        self.facts.toggle_mark()

    def action_mark_range(self) -> None:
        self.facts.mark_range()

    def action_reload(self) -> None:
        self.refresh_facts()

    # time

    @on(HistoryPane.EndReached)
    def _end_reached(self, message: HistoryPane.EndReached) -> None:
        message.stop()
        self.say(Said("No later change is known." if message.forward else "No earlier change is known."))

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

    def action_detail(self) -> None:
        """Open what the cursor is on."""
        if self.pane == "facts":
            self.go_to("provenance")
        elif self.pane == "provenance":
            self.action_message()
        elif self.pane == "history" and not self.history.open_current():
            self.say(Said("No message is known for this learning."))

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
                self.say(Said("No further row matches." if self.history.search else "No further row."))
        elif not self.provenance.step(by):
            self.say(Said("No further quote matches." if self.provenance.search else "No further quote."))

    # messages, copies

    @on(ProvenancePane.MessageWanted)
    def _message_wanted(self, message: ProvenancePane.MessageWanted) -> None:
        message.stop()
        self.action_message()

    def action_message(self) -> None:
        evidence = self.provenance.evidence
        if evidence is None:
            self.say(Said("No message is known for this fact."))
            return
        self._read_conversation(evidence.source, evidence.quote)

    @on(HistoryPane.SourceRequested)
    def _source_requested(self, message: HistoryPane.SourceRequested) -> None:
        message.stop()
        self._read_conversation(message.source, "")

    def _read_conversation(self, number: int, quote: str) -> None:
        if (store := self.inspector.store) is None:
            return
        at = self.at

        def work() -> None:
            self.post_message(self.ConversationRead(store.conversation(number, at=at), quote))

        self.inspector.background(work, "message")

    @on(ConversationRead)
    def _conversation_read(self, message: ConversationRead) -> None:
        message.stop()
        from inspector.modals.message import MessageModal

        app = self.inspector
        self.open_modal(MessageModal(message.conversation, message.quote, app.zone, hidden=app.texts_hidden), self._go_to_fact)

    def _go_to_fact(self, number: int | None) -> None:
        if number is None:
            return
        if self.facts.stretch is not None and (row := self.facts.stretch.position(number)) is not None:
            self.facts.cursor = row
        else:
            self.facts_pane.clear_filter()
            self.facts.load(Query(owner=self.inspector.owner, state="all"), self.at, focus=number)

    def action_copy(self) -> None:
        facts = self.targets
        self._copy("\n".join(door.plain(fact.text) for fact in facts))

    def action_copy_provenance(self) -> None:
        card = self.provenance.card
        if card is None:
            return
        drawn = lines(card, COPY_CELLS, self.inspector.zone, self.inspector.clock.now())
        self._copy("\n".join(line.content.plain.rstrip() for line in drawn))

    def _copy(self, text: str) -> None:
        if not text:
            return
        from inspector.clipboard import copy

        osc52 = self.app.copy_to_clipboard

        def work() -> None:
            copied = copy(text, lambda said: self.app.call_from_thread(osc52, said))
            self.post_message(self.CopyMade(copied.sentence, copied.worked))

        self.inspector.background(work, "copy")

    @on(CopyMade)
    def _copy_made(self, message: CopyMade) -> None:
        message.stop()
        self.say(Said(message.sentence, "information" if message.worked else "warning"))

    # anywhere

    def action_owner(self) -> None:
        from inspector.modals.owner import OwnerModal

        self.open_modal(OwnerModal(self.inspector.owners, self.inspector.owner), self._owner_chosen)

    def _owner_chosen(self, answer: tuple[str | None] | None) -> None:
        if answer is None or answer[0] == self.inspector.owner:
            return
        self.inspector.leave_owner(answer[0])
        self.facts.clear_marks()
        self.read_overview()
        self.facts.load(replace(self.facts.query_now, owner=answer[0]), self.at)

    def cover(self) -> None:
        """Hide or show the texts, as the app has it."""
        self.facts.texts_hidden = self.provenance.texts_hidden = self.history.texts_hidden = self.inspector.texts_hidden
        self.facts.redraw()

    def action_hide_texts(self) -> None:
        app = self.inspector
        app.texts_hidden = not app.texts_hidden
        self.cover()
        if app.texts_hidden:
            self.say(Said("Texts are hidden. h shows them."))

    def action_help(self) -> None:
        from inspector.modals.help import HelpModal

        pane = "travelling" if self.mode == "travelling" else self.pane
        self.open_modal(HelpModal(pane, self.names[self.pane]))

    def action_palette(self) -> None:
        if self.app.screen is not self:
            return
        from textual.command import CommandPalette

        from inspector.modals.palette import ActionProvider

        self.app.push_screen(CommandPalette([ActionProvider], placeholder="What do you want to do?"))

    def action_theme(self) -> None:
        self.inspector.turn_theme()
