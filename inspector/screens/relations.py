"""Relations: how people and things hang together, and the facts that hold each relation up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from inspector import actions, door, words
from inspector.asides import Stood
from inspector.panes.filterable import Filterable, nothing_matches
from inspector.panes.relations import RelationList, RelationView
from inspector.screens.aside import AsideScreen
from inspector.widgets.frame import Frame, Tab
from store.errors import NotFound

if TYPE_CHECKING:
    from textual.widgets import Input

    from inspector.panes.filter import FilterInput
    from store.values import Edge, Fact

NOTHING = "No relation is known. They come with imports; a fact that is deleted or invalidated closes those it alone holds up."


class RelationsScreen(Filterable, AsideScreen):
    """The relations left, the tree around the selected one right."""

    pane = "relations"
    title_ = "Relations"

    BINDINGS = actions.bindings("screen", actions.of("relations"))

    DEFAULT_CSS = """
    RelationsScreen #box-relations { width: 46%; }
    RelationsScreen #box-around { width: 54%; }
    RelationsScreen.-narrow #aside { layout: vertical; }
    RelationsScreen.-narrow #box-relations { width: 100%; height: 9; }
    RelationsScreen.-narrow #box-around { width: 100%; height: 1fr; }
    RelationsScreen.-empty #box-relations { width: 100%; height: 1fr; }
    RelationsScreen.-empty #box-around { display: none; }
    RelationsScreen.-empty RelationList { height: 1; }
    RelationsScreen.-empty .empty { display: block; }
    """

    @dataclass
    class FactsRead(Message):
        """The facts that hold a relation up are there."""

        edge: Edge
        facts: tuple[Fact, ...]

    def body(self) -> Widget:
        self.relations = RelationList(id="relations")
        self.view = RelationView(id="around")
        self.nothing = Static(classes="empty")
        self.column = Vertical(self.relations, self.nothing)
        left = Frame(self.column, id="box-relations")
        right = Frame(VerticalScroll(self.view, can_focus=False), id="box-around")
        left.tabs = (Tab(8, "Relations", "show_relations"),)
        right.tabs = (Tab(0, "Around it", "detail"),)
        self.boxes = (left, right)
        return Horizontal(left, right)

    @property
    def filter_home(self) -> Widget:
        return self.column

    @property
    def list_(self) -> Widget:
        return self.relations

    def load(self) -> None:
        app = self.inspector
        if (store := app.store) is None:
            return
        owner = app.owner
        self.view.edge = None
        self.view.zone = app.zone
        self.relations.texts_hidden = self.view.texts_hidden = app.texts_hidden

        def read() -> tuple[Edge, ...]:
            self.view.edges = store.edges(owner)
            return self.view.edges

        self.relations.reader = read
        if self.stood.search and self._filter is None:
            self.show_filter().value = self.relations.search = self.stood.search
            self.relations.focus()
        current = self.relations.current
        self._read(current.number if current is not None else self.stood.number)

    def _read(self, focus: int | None = None) -> None:
        self.relations.read_anew(self.relations.search, focus=focus)

    @on(RelationList.Moved)
    @on(RelationList.Counted)
    def _moved(self, message: Message) -> None:
        message.stop()
        listed, line, store = self.relations, self.relations.current, self.inspector.store
        empty = listed.stretch is not None and not listed.rows
        self.set_class(empty, "-empty")
        search = listed.search.strip()
        self.nothing.update(Content(nothing_matches(search) if search else NOTHING))
        still = sum(row.edge.is_open for row in listed.rows)
        self.boxes[0].place = Content(f"{still} of {words.quantity(len(listed.rows), 'relation')} open" if listed.rows else "")
        if line is None or store is None:
            self.view.edge, self.view.facts = None, ()
            return
        if self.view.edge == line.edge:
            return
        edge = line.edge
        self.view.edge = edge

        def work() -> None:
            facts = []
            for number in edge.facts:
                try:
                    facts.append(store.fact(number))
                except NotFound:
                    continue
            self.post_message(self.FactsRead(edge, tuple(facts)))

        self.in_thread(work, "supports")

    @on(FactsRead)
    def _facts_read(self, message: FactsRead) -> None:
        message.stop()
        if self.view.edge == message.edge:
            self.view.facts = message.facts

    @on(RelationList.Opened)
    def _opened(self, message: RelationList.Opened) -> None:
        message.stop()
        self.action_detail()

    # keys

    def action_detail(self) -> None:
        """Go to the fact that holds the relation up; where there are several, choose one first."""
        facts = self.view.facts
        if not facts:
            return
        if len(facts) > 1 and not self.view.has_focus:
            self.view.focus()
            return
        fact, line = self.view.current, self.relations.current
        if fact is not None and line is not None:
            main = self.leave_to_main()
            main.came_from("relations", Stood(line.number, self.relations.search), fact)

    def action_copy(self) -> None:
        if (line := self.relations.current) is not None:
            edge = line.edge
            self.copy_out(" ".join(door.plain(part) for part in (edge.subject, edge.relation, edge.object)))

    # the filter

    def action_filter(self) -> None:
        self.show_filter().focus()

    def leave(self) -> bool:
        if self.view.has_focus:
            self.relations.focus()
            return True
        if not self.clear_filter():
            return False
        self._search("")
        self.relations.focus()
        return True

    def _search(self, typed: str) -> None:
        if typed != self.relations.search:
            self.relations.search = typed
            self._read()

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._search(event.value)

    def on_filter_input_left(self, event: FilterInput.Left) -> None:
        event.stop()
        if event.clear or not self.words.strip():
            self.leave()
        self.relations.focus()
