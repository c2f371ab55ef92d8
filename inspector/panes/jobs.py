"""The list of deletions, and one of them whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any, ClassVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from inspector import actions
from inspector.panes import job_words
from inspector.panes.row_list import Look, RowList
from inspector.panes.window import Fetch
from store.deletion import Deletion, Step
from store.values import Count

MOVES = [action for action in actions.of("deletions") if action.home == "pane"]


class JobList(RowList[Deletion]):
    """Deletions, newest first."""

    workers_group: ClassVar[str] = "deletions"

    class Moved(RowList.Moved):
        """The cursor came to a deletion, or to nothing."""

    class Opened(RowList.Opened):
        """The current deletion was chosen with a second click."""

    class Counted(RowList.Counted):
        """The number of deletions is known."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.reader: Callable[[], tuple[Deletion, ...]] | None = None

    def fetch(self) -> Fetch[Deletion] | None:
        if (read := self.reader) is None:
            return None

        def fetch(side: Any, key: Any, limit: int) -> tuple[tuple[Deletion, ...], Any]:
            return read(), None

        return fetch

    def counting(self) -> Callable[[], Count]:
        read = self.reader
        assert read is not None
        return lambda: Count(len(read()))

    def draw(self, row: Deletion, look: Look) -> list[Content]:
        said = job_words.row(row, self.size.width - 2, self.now, current=look.current)
        return [look.marks[0] + Content(" ") + said]


class JobView(Widget, can_focus=True):
    """One deletion: that it is out of use, how far its copies are cleared, why one is not, and what stays."""

    BINDINGS = actions.bindings("pane", MOVES)

    DEFAULT_CSS = "JobView { height: auto; }"

    job: reactive[Deletion | None] = reactive(None, layout=True)
    """The deletion."""

    cursor: reactive[int] = reactive(0)
    """The copy under the cursor."""

    places: tuple[str, ...] = ()
    """Every place there is, in the order in which they are cleared."""

    zone: tzinfo = UTC

    reading = False
    """Nothing can be changed, so no key that would is named."""

    @dataclass
    class Wanted(Message):
        """A copy was pointed at."""

        row: int

    @property
    def steps(self) -> tuple[Step, ...]:
        """The copies, those that were not begun too."""
        if self.job is None:
            return ()
        begun = {step.mirror for step in self.job.steps}
        rest = () if self.job.state == "done" else tuple(Step(name, "pending", 0, 0, None, "") for name in self.places)
        return self.job.steps + tuple(step for step in rest if step.mirror not in begun)

    def lines(self) -> list[Content]:
        """Return what is shown, line by line."""
        if (job := self.job) is None:
            return []
        width = self.size.width or 70
        steps = self.steps
        lines = [*job_words.head(job, self.zone, width), Content(""), job_words.progress(job, len(steps), width), Content("")]
        lines.append(Content.styled(f" {job_words.HEADING}", "$muted"))
        self._first = len(lines)
        for index, step in enumerate(steps):
            current = index == self.cursor
            mark = Content.styled("▌" if self.has_focus else "▏", "$text-primary") if current else Content(" ")
            line = mark + job_words.step(step, self.zone)
            if current:
                line = line.pad_right(max(0, width - line.cell_length)).stylize_before(
                    "on $primary-muted" if self.has_focus else "on $surface-lighten-1"
                )
            lines.append(line)
        if steps:
            why = job_words.why(steps[min(self.cursor, len(steps) - 1)], reading=self.reading)
            lines += [Content(""), *why.wrap(max(20, width - 2))]
        rule = "─" * max(0, width - 21)
        lines += [
            Content(""),
            Content.assemble(("Stays, without text ", "bold $foreground"), (rule, "$faint")),
            Content.styled(f"  the entry of change {job.operation} in the audit, ids and counts", "$muted"),
            Content.styled(
                "  digests that keep it from coming back"
                + (", which were lifted" if job.lifted_at is not None else "" if self.reading else "; L lets it be told again"),
                "$muted",
            ),
        ]
        return lines

    _first = 0

    def render(self) -> Content:
        return Content("\n").join(self.lines())

    def get_content_height(self, *_: object) -> int:
        return max(1, len(self.lines()))

    def watch_job(self) -> None:
        steps = self.steps
        self.cursor = next((index for index, step in enumerate(steps) if step.state != "cleared"), 0)

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        row = event.y - self._first
        if 0 <= row < len(self.steps):
            self.cursor = row

    def _go(self, row: int) -> None:
        self.cursor = max(0, min(row, len(self.steps) - 1))

    def action_cursor_down(self) -> None:
        self._go(self.cursor + 1)

    def action_cursor_up(self) -> None:
        self._go(self.cursor - 1)

    def action_page_down(self) -> None:
        self._go(len(self.steps))

    def action_page_up(self) -> None:
        self._go(0)

    def action_to_top(self) -> None:
        self._go(0)

    def action_to_bottom(self) -> None:
        self._go(len(self.steps))
