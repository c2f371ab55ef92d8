"""The audit: every change there was, and whether the chain over them is whole."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from inspector import actions, door, words
from inspector.asides import Stood, open_aside
from inspector.panes import audit_query, audit_words
from inspector.panes.audit_list import AuditList, AuditNames
from inspector.panes.filterable import Filterable, nothing_matches
from inspector.screens.aside import AsideScreen
from inspector.widgets.frame import Frame, Tab
from store.errors import NotFound

if TYPE_CHECKING:
    from textual.widgets import Input

    from inspector.panes.filter import FilterInput
    from store.values import Count, Fact, Problem

MANY = 10_000
"""So many entries are counted."""


class AuditScreen(Filterable, AsideScreen):
    """One list, the verdict above it and the entry under the cursor below it."""

    pane = "audit"
    title_ = "Audit"

    BINDINGS = actions.bindings("screen", actions.of("audit"))

    DEFAULT_CSS = """
    AuditScreen Vertical { height: 1fr; }
    AuditScreen #verdict, AuditScreen #here, AuditScreen #entry { height: auto; }
    AuditScreen #here { color: $muted; padding: 0 0 0 2; margin-bottom: 1; }
    AuditScreen #entry { margin-top: 1; }
    AuditScreen.-narrow #here { margin-bottom: 0; }
    AuditScreen.-narrow #entry { margin-top: 0; }
    """

    @dataclass
    class Verified(Message):
        """The chain was followed.

        Args:
            problems: What is wrong.
            places: What is wrong, by the number of the change it shows at.
            entries: How many changes there were, whatever is listed.
        """

        problems: tuple[Problem, ...]
        places: dict[int, list[str]]
        entries: Count

    @dataclass
    class EntriesCounted(Message):
        """How many changes there are, whatever is listed."""

        entries: Count

    @dataclass
    class Found(Message):
        """The fact of an entry was looked up; it may be gone."""

        number: int
        fact: Fact | None
        job: int | None

    def __init__(self, stood: Stood | None = None) -> None:
        super().__init__(stood)
        self._problems: tuple[Problem, ...] | None = None
        self._end_known = False
        self._checking = False
        self._entries = "all entries"

    def body(self) -> Widget:
        self.entries = AuditList(id="entries")
        self.nothing = Static(classes="empty")
        self.verdict = Static(id="verdict")
        self.entry = Static(id="entry")
        self.names = AuditNames()
        self.column = Vertical(
            self.verdict, Static(Content(audit_words.HERE), id="here"), self.names, self.entries, self.nothing, self.entry
        )
        self.box = Frame(self.column, id="box-audit")
        self.box.tabs = (Tab(9, "Audit", "show_audit"),)
        return Vertical(self.box)

    @property
    def filter_home(self) -> Widget:
        return self.column

    @property
    def list_(self) -> Widget:
        return self.entries

    def load(self) -> None:
        app = self.inspector
        self.entries.reader = lambda: app.store
        self.entries.zone = app.zone
        self.names.zone_name = words.zone_name(app.zone, app.clock.now())
        current = self.entries.current
        if self.stood.search and self._filter is None:
            self.show_filter().value = self.stood.search
            self.entries.focus()
        number = current.number if current is not None else self.stood.number
        self.entries.load(self._wanted(), focus=number)
        if (store := app.store) is not None:

            def count() -> None:
                self.post_message(self.EntriesCounted(store.count_changes(MANY)))

            self.in_thread(count, "entries")
        self._say_verdict()

    def caught_up(self) -> None:
        if not self._problems:
            self._problems = None  # what came since was not checked
            self.entries.show({}, checked=False)
        super().caught_up()

    @on(EntriesCounted)
    def _entries_counted(self, message: EntriesCounted) -> None:
        message.stop()
        if self._problems is None:
            self._entries = _entries(message.entries)
            self._say_verdict()

    # what is shown

    def _wanted(self) -> audit_query.Wanted:
        return audit_query.parse(self.words, self.inspector.clock.now(), self.inspector.zone)

    @on(AuditList.Moved)
    @on(AuditList.Counted)
    def _moved(self, message: Message) -> None:
        message.stop()
        one, listed, wanted = self.entries.current, self.entries, self.entries.wanted
        empty = listed.stretch is not None and not listed.rows
        self.nothing.display = empty
        if empty:
            self.nothing.update(Content(nothing_matches(self.words) if self.words.strip() else "Nothing was changed yet."))
        self.entry.display = one is not None and self.app.size.height >= 20
        if one is not None:
            wrong = listed.problems.get(one.number, [])
            self.entry.update(audit_words.entry(one, self.inspector.zone, max(20, listed.size.width), wrong))
        place = Content("")
        if wanted.wrong:
            place = Content.styled(f"{door.one_line(wanted.wrong, 24)} is no time", "$text-warning")
        elif listed.total is not None and listed.total.number:
            place = Content(f"{listed.place if listed.place is not None else '…'} of {words.number(listed.total)} · newest first")
        self.box.place = place
        self._say_verdict()

    def _say_verdict(self) -> None:
        store = self.inspector.store
        self.verdict.update(
            audit_words.verdict(
                self._problems,
                self._entries,
                has_key=store is not None and store.has_audit_key,
                anchored=self._end_known,
                checking=self._checking,
            )
        )

    # the chain

    def action_verify(self) -> None:
        """Follow the chain in a thread."""
        store = self.inspector.store
        if store is None or self._checking:
            return
        self._checking = True
        self._say_verdict()

        def work() -> None:
            entries = store.count_changes(MANY)
            problems = store.verify_audit()
            named = [one for one in problems if one.reason.startswith("audit_") and one.ids]
            at = store.operations_of([one.ids[0] for one in named])
            places: dict[int, list[str]] = defaultdict(list)
            for one in named:
                place = one.ids[0]
                where = place if one.reason == "audit_missing" else at.get(place, place + 1)
                places[where].append(one.detail)
            self.post_message(self.Verified(problems, dict(places), entries))

        self.in_thread(work, "verify")

    @on(Verified)
    def _verified(self, message: Verified) -> None:
        message.stop()
        self._checking = False
        self._problems = message.problems
        store = self.inspector.store
        self._end_known = store is not None and store.has_anchor
        self._entries = _entries(message.entries)
        self.entries.show(message.places, checked=not message.problems and store is not None and store.has_audit_key)
        self._say_verdict()

    @on(AsideScreen.Failed)
    def _broke_off(self) -> None:
        self._checking = False
        self._say_verdict()

    # the filter

    def action_filter(self) -> None:
        self.show_filter().focus()

    def leave(self) -> bool:
        if not self.clear_filter():
            return False
        self.entries.load(self._wanted())
        self.entries.focus()
        return True

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if (wanted := self._wanted()) != self.entries.wanted:
            self.entries.load(wanted)

    def on_filter_input_left(self, event: FilterInput.Left) -> None:
        event.stop()
        if event.clear or not self.words.strip():
            self.leave()
        self.entries.focus()

    # to the fact and back

    @on(AuditList.Opened)
    def _opened(self, message: AuditList.Opened) -> None:
        message.stop()
        self.action_detail()

    def action_detail(self) -> None:
        """Go to the fact of the entry, if it is still there."""
        one, store = self.entries.current, self.inspector.store
        if one is None or store is None:
            return
        if not one.touched and one.verb not in ("delete", "lift"):
            self.say("This change touched no fact.")
            return

        def work() -> None:
            fact = None
            for touched in one.touched[:20]:
                try:
                    fact = store.fact(touched.fact)
                    break
                except NotFound:
                    continue
            jobs = store.deletions.list() if fact is None else ()
            numbers = {touched.fact for touched in one.touched}
            job = next((job.number for job in jobs if job.operation == one.number or numbers & set(job.facts)), None)
            self.post_message(self.Found(one.number, fact, job))

        self.in_thread(work, "find")

    @on(Found)
    def _found(self, message: Found) -> None:
        message.stop()
        if self.app.screen is not self:
            return
        if message.fact is None:
            open_aside(self.inspector, "deletions", Stood(message.job))
            self.inspector.screen.call_later(self.say, "What this change was about was deleted for good.")
            return
        main = self.leave_to_main()
        main.came_from("audit", Stood(message.number, self.words), message.fact)

    def action_copy(self) -> None:
        if (one := self.entries.current) is not None:
            self.copy_out(audit_words.plain(one))


def _entries(count: Count) -> str:
    """Return how many entries there are."""
    return "1 entry" if count.number == 1 and not count.more else f"{words.number(count)} entries"
