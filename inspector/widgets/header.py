"""The header: whose memory, how much of it, and at which instants it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from inspector import door, words
from store.clock import DAY, Instant

if TYPE_CHECKING:
    from store.proposal import Waiting
    from store.values import Count, Overview

PROGRAM = "memory-inspector"
LATE = 2 * DAY
"""A nightly run that is switched on and did not come for so long is worth a look."""


class Heading(NamedTuple):
    """What the header says.

    Args:
        owner: Whose memory; `None` is everybody's, and nothing is said before the store is open.
        overview: Its counts.
        valid, known: The two instants in words.
        zone: The zone in which instants are shown.
        mode: `read-write`, `read-only`, or what is said instead of it.
        travelling: The counts are those of the past.
        differ: How many facts are not as they are now, once that is known.
        note: Said in place of everything about the store, as `no store yet`.
        waiting: What waits for a decision, and when the last nightly run was.
        now: The present, for ages.
        newer: How many changes of others a read-only session does not show yet.
    """

    owner: str | None = None
    overview: Overview | None = None
    valid: str = "now"
    known: str = "now"
    zone: str = ""
    mode: str = "read-write"
    note: str = ""
    new: str = ""
    travelling: bool = False
    differ: Count | None = None
    waiting: Waiting | None = None
    now: Instant = 0
    newer: int = 0


class InspectorHeader(Widget):
    """One row on the panel colour; what fits is said, the least needed goes first."""

    DEFAULT_CSS = """
    InspectorHeader { dock: top; height: 1; background: $panel; color: $muted; padding: 0 1; }
    """

    heading: reactive[Heading] = reactive(Heading())
    """What is said."""

    def render(self) -> Content:
        width = self.size.width
        right = self._right(width)
        left = Content("")
        parts = self._left(width >= 100)
        gaps = 3 * (len(parts) - 1)
        if len(parts) > 1 and sum(part.cell_length for part in parts) + gaps + 2 + right.cell_length > width:
            parts = [part for part in parts if part.plain != PROGRAM]
        for part in parts:
            longer = left + Content("   " if width >= 100 else "  ") + part if left.cell_length else part
            if longer.cell_length + 2 + right.cell_length > width and left.cell_length:
                continue
            left = longer
        room = max(0, width - right.cell_length - 2)
        left = left.truncate(room, ellipsis=True)
        return left + Content(" " * max(0, width - left.cell_length - right.cell_length)) + right

    def _left(self, wide: bool) -> list[Content]:
        said = self.heading
        parts = [Content.styled(PROGRAM, "bold $foreground")] if wide or said.overview is None else []
        if said.overview is None:
            return parts
        overview = said.overview
        travelling = said.travelling
        if said.newer:
            parts.append(_count(f"{said.newer:,}", f"newer {'change' if said.newer == 1 else 'changes'}, R", "bold $text-accent"))
        parts.append(Content.styled(door.one_line(said.owner, 24) if said.owner else "everybody", "bold $primary"))
        parts.append(_count(words.number(overview.active), "active then" if travelling else "active", "bold $foreground"))
        if travelling:
            if said.differ is not None:
                verb = "differs" if said.differ.number == 1 and not said.differ.more else "differ"
                parts.append(_count(words.number(said.differ), f"{verb} from now", "bold $text-warning"))
            return parts
        if said.waiting is not None and said.waiting.count.number:
            parts.append(_waiting(said.waiting, said.now, wide))
        if overview.unverified.number:
            parts.append(_count(words.number(overview.unverified), "unverified", "bold $text-warning"))
        if overview.doubtful.number:
            parts.append(_count(words.number(overview.doubtful), "doubtful", "bold $text-warning"))
        if overview.new.number and said.new:
            parts.append(_count(words.number(overview.new), said.new if wide else "new", "bold $text-accent"))
        if overview.upcoming.number and wide:
            parts.append(_count(words.number(overview.upcoming), "upcoming", "bold $text-accent"))
        if wide and said.waiting is not None and said.waiting.last_run is not None:
            late = said.waiting.nightly and said.now - said.waiting.last_run > LATE
            ran = f"nightly run {words.ago(said.waiting.last_run, said.now)}"
            parts.append(Content.styled(ran, "$text-warning" if late else "$muted"))
        return parts

    def _right(self, width: int) -> Content:
        said = self.heading
        if said.note:
            return Content.styled(said.note, "$muted")
        if said.overview is None:
            return Content("")
        if said.travelling:
            return Content.styled(said.mode, "$text-warning")
        parts = [
            Content.styled("valid ", "$muted"),
            Content.styled(said.valid, "$foreground"),
            Content.styled(" · known ", "$muted"),
            Content.styled(said.known, "$foreground"),
        ]
        if said.zone and width >= 72:
            parts.append(Content.styled(f" {said.zone}", "$muted"))
        if said.mode != "read-write":
            parts += [Content("  "), Content.styled(f" {said.mode} ", "bold $panel on $text-warning")]
        elif width >= 100:
            parts.append(Content.styled("   read-write", "$text-success"))
        return Content("").join(parts)


def _waiting(waiting: Waiting, now: Instant, wide: bool) -> Content:
    age = "" if waiting.oldest is None else f"{', oldest' if wide else ''} {words.age(waiting.oldest, now)}"
    return _count(words.number(waiting.count), f"waiting{age}", "bold $text-warning")


def _count(number: str, noun: str, style: str) -> Content:
    return Content.assemble((number, style), (f" {noun}", "$muted"))
