"""The box of a pane: tabs and place stand in its border, and focus shows in both border and chip."""

from typing import NamedTuple

from textual.containers import Vertical
from textual.content import Content
from textual.reactive import var
from textual.style import Style


class Tab(NamedTuple):
    """One title in the border: a pane's number (0 for none) and name, and the action that a click on it runs."""

    number: int
    name: str
    action: str
    is_open: bool = True


class Frame(Vertical):
    """A round box with one or two tabs in its top border at the left, and a few words at the right."""

    DEFAULT_CSS = """
    Frame {
        border: round $border-blurred;
        border-title-color: $muted;
        padding: 0 1;
        height: 1fr;
        width: 1fr;
    }
    Frame:focus-within { border: round $primary; }
    """

    tabs: var[tuple[Tab, ...]] = var(())
    """The titles; exactly one of them is open."""

    place: var[Content] = var(Content(""))
    """What stands at the right of the border: a count, a slot, how much is out of sight."""

    def watch_tabs(self) -> None:
        self.draw_title()

    def watch_place(self) -> None:
        self.draw_title()

    def watch_has_focus_within(self) -> None:
        self.draw_title()

    def on_descendant_focus(self) -> None:
        self.draw_title()

    def on_descendant_blur(self) -> None:
        self.call_later(self.draw_title)

    def watch_virtual_size(self) -> None:
        """Textual sends no resize where the layout was asked for a place before it was made."""
        self.draw_title()

    @property
    def is_current(self) -> bool:
        """Whether the focus is inside."""
        focused = self.screen.focused if self.is_attached else None
        return focused is not None and self in focused.ancestors_with_self

    def draw_title(self) -> None:
        """Write the top border anew: chips, rule, place."""
        if not self.tabs or not self.is_attached:
            return
        room = self.outer_size.width - 6
        rule = "$primary" if self.is_current else "$border-blurred"
        chips = Content(" ").join([self._chip(tab) for tab in self.tabs])
        place = self.place
        if place.cell_length and chips.cell_length + place.cell_length + 5 > room:
            place = place.truncate(max(0, room - chips.cell_length - 5), ellipsis=True)
        gap = room - chips.cell_length - place.cell_length - 3
        if gap < 1 or not place.cell_length:  # the border itself goes on up to its corner
            self.border_title = chips
            return
        line = Content.styled("─" * gap, rule)
        self.border_title = Content("").join(
            [chips, Content(" "), line, Content(" "), place.stylize_before("$muted"), Content(" ")]
        )

    def _chip(self, tab: Tab) -> Content:
        name = f" {tab.number} {tab.name} " if tab.number else f" {tab.name} "
        if not tab.is_open:
            chip = Content.styled(name, "$muted")
        elif self.is_current:
            chip = Content.styled(name, "bold $background on $text-primary")
        elif len(self.tabs) > 1:
            chip = Content.styled(name, "bold $background on $muted")
        else:
            chip = Content.styled(name, "$muted")
        return chip.stylize(Style.from_meta({"@click": f"screen.{tab.action}"}))
