"""What the screens beside the main one share: header and footer, what is closed there, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from inspector import actions, door
from inspector.asides import Stood, open_aside
from inspector.screens.board import LEAST, WIDE
from inspector.screens.changing import GATES
from inspector.screens.speaking import SpeakingScreen
from inspector.widgets.footer import InspectorFooter
from inspector.widgets.header import InspectorHeader
from store.errors import NotFound, StoreError

GOING = ("show_facts", "show_proposals", "show_provenance", "show_history", "travel", "owner", "write", "hide_texts")
"""What is run on the main screen though its key has no place here: it leads there, asks in sight, or changes nothing stored."""


class AsideScreen(SpeakingScreen):
    """A screen of its own with a list; esc goes back to where it was opened.

    Args:
        stood: Where one stood when it was left.
    """

    pane: ClassVar[str]
    """The name of the screen in the registry."""

    title_: ClassVar[str]
    """What it is called."""

    DEFAULT_CSS = """
    AsideScreen #small { height: 1fr; width: 1fr; content-align: center middle; color: $muted; display: none; }
    AsideScreen.-small #small { display: block; }
    AsideScreen.-small #aside { display: none; }
    AsideScreen #aside { height: 1fr; }
    AsideScreen .empty { height: auto; color: $muted; display: none; }
    """

    @dataclass
    class Failed(Message):
        """A thread could not read or do something."""

        error: StoreError

    def __init__(self, stood: Stood | None = None) -> None:
        super().__init__()
        self.stood = stood or Stood()
        self._told_gate = False

    # building

    def body(self) -> Widget:
        """Return what stands between header and footer."""
        raise NotImplementedError

    @property
    def list_(self) -> Widget:
        """What has the focus first."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield InspectorHeader()
        body = self.body()
        body.id = "aside"
        yield body
        yield Static(id="small")
        footer = InspectorFooter()
        footer.pane = self.pane
        yield footer

    def on_mount(self) -> None:
        self.heading_changed()
        self.query_one(InspectorFooter).reading = self.inspector.read_only
        self.list_.focus()
        self.load()

    def load(self) -> None:
        """Read what is shown."""
        raise NotImplementedError

    def caught_up(self) -> None:
        self.inspector.main.read_overview()
        self.load()

    def heading_changed(self) -> None:
        for header in self.query(InspectorHeader):
            header.heading = self.inspector.main.query_one(InspectorHeader).heading

    def on_resize(self, event: events.Resize) -> None:
        width, height = self.app.size
        self.set_class(width < LEAST[0] or height < LEAST[1], "-small")
        self.query_one("#small", Static).update(
            Content(f"At least {LEAST[0]}x{LEAST[1]} is needed; this terminal is {width}x{height}.")
        )
        self.set_class(width < WIDE, "-narrow")

    # working

    def in_thread(self, work: Callable[[], None], group: str) -> None:
        """Do work in a thread; what the store refuses is said."""

        def guarded() -> None:
            try:
                work()
            except StoreError as error:
                self.post_message(self.Failed(error))

        self.app.run_worker(guarded, thread=True, exclusive=True, exit_on_error=False, group=group)

    @on(Failed)
    def _failed(self, message: Failed) -> None:
        message.stop()
        error = message.error
        if isinstance(error, NotFound) and self.inspector.is_gone(error):
            return
        self.say(f"{door.plain(error.message)} ({error.reason}) {door.plain(error.next)}", "error")

    # what is closed here

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        known = actions.BY_ID.get(action)
        if known is None:
            return True
        return self.pane in known.panes and not (known.mutates and self.inspector.read_only)

    def on_key(self, event: events.Key) -> None:
        """Answer a key that is closed here, once and in words."""
        gated = actions.mutating_keys().get(event.key)
        if gated is not None and self.pane in gated.panes and self.inspector.read_only:
            event.stop()
            self.say_gated()

    def say_gated(self) -> None:
        """Say that nothing can be changed, once."""
        if not self._told_gate:
            self._told_gate = True
            self.say(GATES["read-only"], "warning")

    def offers(self, action: actions.Action) -> bool:
        return self.pane in action.panes or action.id in GOING

    def perform(self, action_id: str) -> None:
        """Run an action chosen in the palette or clicked in the footer; nothing is done to what is out of sight."""
        known = actions.BY_ID[action_id]
        if not self.offers(known):
            self.say(f"{known.label} is for what is chosen on the main screen. Nothing was done; esc goes there.")
        elif self.pane not in known.panes:
            main = self.leave_to_main()
            main.call_later(main.perform, action_id)
        elif known.mutates and self.inspector.read_only:
            self._told_gate = False
            self.say_gated()
        else:
            homes: dict[str, Any] = {"pane": self.focused or self, "app": self.app, "screen": self}
            getattr(homes[known.home], f"action_{action_id}", lambda: None)()

    @on(InspectorFooter.Chosen)
    def _footer_chosen(self, message: InspectorFooter.Chosen) -> None:
        message.stop()
        self.perform(message.action)

    # going

    def leave(self) -> bool:
        """Leave what is open within the screen; tell whether there was something."""
        return False

    def leave_to_main(self) -> Any:
        """Close every screen above the main one and return it."""
        while len(self.app.screen_stack) > 1:
            self.app.pop_screen()
        return self.inspector.main

    def action_reload(self) -> None:
        """Read the list again; a read-only session learns first what others have changed."""
        if self.inspector.read_only:
            self.inspector.catch_up()
        else:
            self.load()

    def action_back(self) -> None:
        if self.app.screen is self and not self.leave():
            self.app.pop_screen()

    def action_show_deletions(self) -> None:
        self._show("deletions")

    def action_show_relations(self) -> None:
        self._show("relations")

    def action_show_audit(self) -> None:
        self._show("audit")

    def _show(self, name: str) -> None:
        if self.app.screen is self and name != self.pane:
            open_aside(self.inspector, name)

    @property
    def topic(self) -> tuple[str, str]:
        return self.pane, self.title_
