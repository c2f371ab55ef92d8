"""The list of relations, and what stands around one of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, tzinfo
from typing import TYPE_CHECKING, Any, ClassVar

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from inspector import actions
from inspector.panes import relation_words
from inspector.panes.relation_words import Line
from inspector.panes.row_list import Look, RowList
from inspector.panes.window import Fetch
from store.values import Count

if TYPE_CHECKING:
    from store.values import Edge, Fact

MOVES = [action for action in actions.of("relations") if action.home == "pane"]
Read = Callable[[], "tuple[Edge, ...]"]


class RelationList(RowList[Line]):
    """Relations by name."""

    workers_group: ClassVar[str] = "relations"

    class Moved(RowList.Moved):
        """The cursor came to a relation, or to nothing."""

    class Opened(RowList.Opened):
        """The current relation was chosen with a second click."""

    class Counted(RowList.Counted):
        """The number of relations is known."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.reader: Read | None = None
        self.search = ""

    def fetch(self) -> Fetch[Line] | None:
        read, search = self.reader, self.search.casefold().split()
        if read is None:
            return None

        def fetch(side: Any, key: Any, limit: int) -> tuple[tuple[Line, ...], Any]:
            lines = (Line(number, edge) for number, edge in enumerate(read(), 1))
            return tuple(line for line in lines if _matches(line.edge, search)), None

        return fetch

    def counting(self) -> Callable[[], Count]:
        return lambda: Count(len(self.rows))

    def draw(self, row: Line, look: Look) -> list[Content]:
        said = relation_words.row(row.edge, self.size.width - 3, hidden=look.hidden, current=look.current)
        return [look.marks[0] + Content(" ") + said]


def _matches(edge: Edge, search: list[str]) -> bool:
    said = f"{edge.subject} {edge.relation} {edge.object}".casefold()
    return all(word in said for word in search)


class RelationView(Widget, can_focus=True):
    """A tree around the subject of a relation, and the facts that hold the relation up."""

    BINDINGS = actions.bindings("pane", MOVES)

    DEFAULT_CSS = "RelationView { height: auto; }"

    edge: reactive[Edge | None] = reactive(None, layout=True)
    """The relation."""

    facts: reactive[tuple[Fact, ...]] = reactive((), layout=True)
    """The facts that hold it up."""

    cursor: reactive[int] = reactive(0)
    """The fact under the cursor."""

    edges: tuple[Edge, ...] = ()
    """Every relation there is."""

    zone: tzinfo = UTC
    texts_hidden = False

    @property
    def current(self) -> Fact | None:
        """The fact under the cursor."""
        return self.facts[self.cursor] if 0 <= self.cursor < len(self.facts) else None

    def lines(self) -> list[Content]:
        """Return what is shown, line by line."""
        if (edge := self.edge) is None:
            return []
        width, hidden = self.size.width or 60, self.texts_hidden
        lines = relation_words.tree(self.edges, edge.subject, width, hidden=hidden)
        title = "Held up by" if edge.is_open else "Was held up by"
        lines += [
            Content(""),
            Content.assemble((f"{title} ", "bold $foreground"), ("─" * max(0, width - len(title) - 1), "$faint")),
        ]
        for index, fact in enumerate(self.facts):
            current = index == self.cursor
            mark = Content.styled("▌" if self.has_focus else "▏", "$text-primary") if current else Content(" ")
            line = mark + relation_words.support(fact, self.zone, width - 1, hidden=hidden)
            if current:
                under = "on $primary-muted" if self.has_focus else "on $surface-lighten-1"
                line = line.pad_right(max(0, width - line.cell_length)).stylize_before(under)
            lines.append(line)
        return lines

    def render(self) -> Content:
        return Content("\n").join(self.lines())

    def get_content_height(self, *_: object) -> int:
        return max(1, len(self.lines()))

    def watch_facts(self) -> None:
        self.cursor = 0

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def _go(self, row: int) -> None:
        self.cursor = max(0, min(row, len(self.facts) - 1))

    def action_cursor_down(self) -> None:
        self._go(self.cursor + 1)

    def action_cursor_up(self) -> None:
        self._go(self.cursor - 1)

    def action_page_down(self) -> None:
        self._go(len(self.facts))

    def action_page_up(self) -> None:
        self._go(0)

    def action_to_top(self) -> None:
        self._go(0)

    def action_to_bottom(self) -> None:
        self._go(len(self.facts))
