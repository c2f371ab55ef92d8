"""The list of changes, newest first, joined by a line that breaks where the chain does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual.content import Content
from textual.widget import Widget

from inspector import words
from inspector.panes import audit_query, audit_words
from inspector.panes.audit_query import Wanted
from inspector.panes.row_list import Look, RowList
from inspector.panes.window import Fetch, Place, Placing

if TYPE_CHECKING:
    from store.store import Store
    from store.values import Count, Operation


class AuditNames(Widget):
    """The names of the columns."""

    DEFAULT_CSS = "AuditNames { height: 1; }"

    zone_name = "UTC"

    def render(self) -> Content:
        return audit_words.heading(self.size.width, self.zone_name)


class AuditList(RowList["Operation"]):
    """Changes with a cursor."""

    workers_group: ClassVar[str] = "audit"

    class Moved(RowList.Moved):
        """The cursor came to a change, or to nothing."""

    class Opened(RowList.Opened):
        """The current change was chosen with a second click."""

    class Counted(RowList.Counted):
        """The number of changes is known."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.reader: Callable[[], Store | None] = lambda: None
        self.wanted = Wanted()
        self.problems: Mapping[int, list[str]] = {}
        """What is wrong, by the number of the change it shows at."""
        self.checked = False
        """The chain was followed, so that it may be drawn."""

    def load(self, wanted: Wanted, *, focus: int | None = None) -> None:
        """Read the list anew."""
        self.wanted = wanted
        self.read_anew(wanted, focus=focus)

    def show(self, problems: Mapping[int, list[str]], *, checked: bool) -> None:
        """Draw what was found out about the chain."""
        self.problems, self.checked = problems, checked
        self.redraw()

    def fetch(self) -> Fetch[Operation] | None:
        store, wanted = self.reader(), self.wanted
        if store is None:
            return None

        def fetch(side: Any, key: Any, limit: int) -> tuple[tuple[Operation, ...], Any]:
            return audit_query.read(store, wanted, side, key, limit)

        return fetch

    def placing(self) -> Placing:
        return lambda numbers: Place(numbers[0] + 1, numbers[0])

    def counting(self) -> Callable[[], Count]:
        store, wanted = self.reader(), self.wanted
        assert store is not None
        return lambda: audit_query.count(store, wanted)

    def draw(self, row: Operation, look: Look) -> list[Content]:
        wrong = self.problems.get(row.number, [])
        joint = ("×", "bold $text-error") if wrong else ("│", "$text-success" if self.checked else "$faint")
        said = audit_words.row(
            row,
            self.size.width,
            self.zone,
            joint=joint,
            problem=words.shortened(wrong[0], 60) if wrong else "",
            current=look.current,
        )
        return [look.marks[0] + Content(" ") + said]
