"""The footer: at most seven keys of the pane in which the focus is."""

from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from inspector.actions import BY_ID, FOOTERS, FooterEntry


class KeyEntry(NamedTuple):
    """An entry of a screen outside the registry: its key and a word; a click gives the key."""

    keys: str
    label: str

    @property
    def actions(self) -> tuple[str, ...]:
        return (self.keys,)


class InspectorFooter(Widget):
    """One row on the panel colour; a click on an entry is its key."""

    DEFAULT_CSS = """
    InspectorFooter { dock: bottom; height: 1; background: $panel; color: $muted; padding: 0 1; }
    """

    pane: reactive[str] = reactive("facts")
    """Whose keys are shown, a key of `FOOTERS`."""

    entries: reactive[tuple[FooterEntry | KeyEntry, ...] | None] = reactive(None)
    """Entries to show instead, for screens that have keys of their own."""

    reading: reactive[bool] = reactive(False)
    """Nothing can be changed, so no key that would is shown."""

    @dataclass
    class Chosen(Message):
        """An entry was clicked."""

        action: str

    def render(self) -> Content:
        said = Content("")
        shown: tuple[FooterEntry | KeyEntry, ...] = self.entries or FOOTERS[self.pane]
        if self.reading:
            shown = tuple(entry for entry in shown if not any(name in BY_ID and BY_ID[name].mutates for name in entry.actions))
        for entry in map(self._entry, shown):
            longer = said + Content("  ") + entry if said.cell_length else entry
            if longer.cell_length <= self.size.width:
                said = longer
        return said

    def _entry(self, entry: FooterEntry | KeyEntry) -> Content:
        label = (isinstance(entry, FooterEntry) and self.reading and entry.reading) or entry.label
        shown = Content.assemble((entry.keys, "bold $primary"), (f" {label}", "$muted"))
        if len(entry.actions) != 1:
            return shown
        return shown.stylize(Style.from_meta({"chosen": entry.actions[0]}))

    def on_click(self, event: events.Click) -> None:
        if chosen := event.style.meta.get("chosen"):
            self.post_message(self.Chosen(chosen))
