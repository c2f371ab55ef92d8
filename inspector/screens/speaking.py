"""What every screen of the inspector can do: say something, open a dialog, copy, explain itself, and find any action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from textual import on
from textual.message import Message
from textual.screen import ModalScreen, Screen

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from inspector.actions import Action
    from inspector.app import InspectorApp

TOAST = 6.0
"""Seconds for which a toast stands."""


class SpeakingScreen(Screen[None]):
    """A screen of the inspector, the main one as well as those beside it."""

    AUTO_FOCUS = None

    @dataclass
    class CopyMade(Message):
        """A copy was made, or not."""

        sentence: str
        worked: bool

    @property
    def inspector(self) -> InspectorApp:
        """The app, by its own type."""
        return cast("InspectorApp", self.app)

    is_behind = False
    """A read-only session has come to know what is not shown here yet."""

    def caught_up(self) -> None:
        """Show what a read-only session has come to know."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        if self.is_behind:
            self.is_behind = False
            self.caught_up()

    def heading_changed(self) -> None:
        """Say in the header what the header of the main screen says now, where it is the same one."""

    @property
    def topic(self) -> tuple[str, str]:
        """What help is given on: a name of the registry, and what it is called."""
        raise NotImplementedError

    def say(self, text: str, severity: SeverityLevel = "information") -> None:
        """Show a toast in the place of the last one; never read as markup."""
        self.app.call_later(self.app.clear_notifications)
        self.notify(text, severity=severity, markup=False, timeout=TOAST)

    def open_modal(self, modal: ModalScreen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Open a dialog, unless one stands there already."""
        if self.app.screen is self:
            self.app.push_screen(modal, then)

    def copy_out(self, text: str) -> None:
        """Copy some words in a thread, and say whether it worked."""
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
        self.say(message.sentence, "information" if message.worked else "warning")

    def action_help(self) -> None:
        from inspector.modals.help import HelpModal

        self.open_modal(HelpModal(*self.topic))

    def offers(self, action: Action) -> bool:
        """Whether the palette that is opened here has an action."""
        return True

    def action_palette(self) -> None:
        if self.app.screen is not self:
            return
        from textual.command import CommandPalette

        from inspector.modals.palette import ActionProvider

        self.app.push_screen(CommandPalette([ActionProvider], placeholder="What do you want to do?"))

    def action_theme(self) -> None:
        self.inspector.turn_theme()
