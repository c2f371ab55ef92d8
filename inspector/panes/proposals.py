"""Proposals: the queue of changes that wait for a person, its filter, and what is said when it is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from inspector import words
from inspector.panes.filterable import FilteredPane, nothing_matches
from inspector.panes.proposal_list import ProposalList
from store.clock import Clock

if TYPE_CHECKING:
    from store.proposal import Tally, Waiting

STATE_WORDS = {"waiting": "waiting", "refused": "refused", "decided": "decided", "all": "proposed"}
MOST_LINES = 14
"""The box beside the facts takes no more lines, borders included."""


class ProposalNames(Widget):
    """The names of the columns, where there are columns."""

    DEFAULT_CSS = "ProposalNames { height: 1; }"

    def render(self) -> Content:
        from inspector.panes import proposal_row

        return proposal_row.heading(self.size.width)


class ProposalsPane(FilteredPane):
    """The list of proposals and its filter."""

    DEFAULT_CSS = """
    ProposalsPane { height: 1fr; visibility: hidden; }
    ProposalsPane > * { visibility: visible; }
    ProposalsPane > .nothing { height: auto; color: $muted; }
    ProposalsPane.-empty ProposalList { height: 1; display: block; }
    """

    says_above = True

    listing: ProposalList

    class Filtered(FilteredPane.Filtered):
        """The words of the filter of the queue have changed."""

    def __init__(self, *, id: str | None = None, clock: Clock | None = None) -> None:
        super().__init__(id=id)
        self.listing = ProposalList(id="proposal-list", clock=clock)
        self.state = "waiting"
        self._names: ProposalNames | None = None

    def compose(self) -> ComposeResult:
        yield self.listing

    def lay_out(self) -> None:
        """Show the names of the columns where rows have columns."""
        wanted = self.listing.row_lines == 1 and bool(self.listing.rows)
        if self._names is None and wanted:
            self._names = ProposalNames()
            self.mount(self._names, before=self.listing)
        if self._names is not None:
            self._names.display = wanted

    @property
    def lines(self) -> int:
        """How many lines its box takes beside the facts."""
        return min(MOST_LINES, len(self.listing.rows) + 3) if self.listing.rows else 5

    # what is said

    @on(ProposalList.Resized)
    def _resized(self, message: ProposalList.Resized) -> None:
        message.stop()
        self.lay_out()

    def place(self, tally: Tally | None, *, current: bool, wide: bool, left: int = 0) -> Content:
        """Return what the border says.

        Args:
            tally: How many of each kind wait.
            current: The cursor is in the list, and where it stands is said too.
            wide: There is room for both.
            left: How many questions the latest nightly run left for a later one.
        """
        listed = self.listing
        if listed.stretch is None:
            return Content("")
        said = []
        if listed.new:
            said.append(Content.styled(f"{listed.new} new, R", "$text-accent"))
        if listed.range_from is not None:
            said.append(Content.styled("v ends the range", "$text-accent"))
        elif listed.marked:
            said.append(Content.styled(f"{len(listed.marked)} marked", "$text-accent"))
        if listed.total is None or not (listed.total.number + listed.kept):
            return Content.styled(" · ", "$muted").join(said)
        narrowed = listed.wanted is not None and listed.wanted.narrowed
        if tally is not None and wide and not said and self.state == "waiting" and len(tally.kinds) > 1 and not narrowed:
            kinds = [f"{number} {kind}" for kind, number in tally.kinds[:2]]
            said.append(Content.styled(" · ".join(kinds), "$muted"))
        if left and wide and self.state == "waiting" and not narrowed:
            said.append(Content.styled(f"{left} for later", "$muted"))
        shown = listed.shown or listed.total
        count = f"{listed.place or '…'} of {words.number(shown)}" if current and wide else words.number(listed.total)
        style = "$text-warning" if self.state == "waiting" else "$muted"
        if current and wide and self.state == "waiting" and not narrowed:
            said.append(Content.styled(count, style))
            return Content.styled(" · ", "$muted").join(said)
        said.append(Content.styled(f"{count} {'matching' if narrowed else STATE_WORDS[self.state]}", style))
        return Content.styled(" · ", "$muted").join(said)

    def say_if_empty(self, waiting: Waiting | None) -> None:
        """Say why nothing is listed, and which key helps."""
        if self.listing.stretch is None or self.listing.rows:
            self.empty = None
        elif search := self.words.strip():
            self.empty = Content.styled(nothing_matches(search), "$muted")
        else:
            self.empty = Content.styled(_nothing(self.state, waiting), "$muted")


def _nothing(state: str, waiting: Waiting | None) -> str:
    if state == "refused":
        return "Nothing was refused. f shows what was decided."
    if state == "decided":
        return "Nothing was decided yet. f shows all."
    if state == "all":
        return "Nothing was ever proposed."
    refused = ""
    if waiting is not None and waiting.refused.number:
        refused = f" {words.number(waiting.refused)} refused; f shows them."
    if waiting is None or waiting.nightly:
        left = f" The next nightly run asks {words.quantity(waiting.left, 'question')} more." if waiting and waiting.left else ""
        return f"Nothing waits for you.{refused}{left}"
    return (
        f"Nothing waits for you.{refused} The nightly run is off; "
        "memory-inspector settings set nightly.enabled true switches it on."
    )
