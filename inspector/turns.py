"""One key after another: what is typed waits until the key before it is through and the focus that it led to stands.

Textual 8.2.8 gives each key, as it comes, to what has the focus at that moment, and carries out the key of an action only after it
has gone all the way up. Of keys that come in one read, those behind a `/` would act on facts instead of being filtered by, and a
backspace would take away letters that were typed after it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from textual.events import Key, Paste
from textual.message import Message

from inspector import actions

if TYPE_CHECKING:
    from textual.app import App
    from textual.widget import Widget

LOST = 0.1
"""Seconds after which it is asked whether what a key was given to is still there."""
PATIENCE = 10
"""So often it is asked; then the next key has its turn whatever goes on."""
MOVES = frozenset(
    key
    for action in ("cursor_down", "cursor_up", "to_top", "to_bottom", "page_down", "page_up")
    for key in actions.BY_ID[action].all_keys
)
"""Keys that move a cursor and lead nowhere else."""


class Trip(Message, namespace="turns"):
    """Goes the way of a key up to the app, behind it and all that it has set going there."""


class Turns:
    """Gives one key after another its turn.

    Args:
        app: Whose keys they are.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._waiting: deque[Key | Paste] = deque()
        self._key: Key | Paste | None = None
        self._trip: Trip | None = None
        self._from: Widget | None = None
        self._holds = False
        self._gone = False
        self._is_through = False
        self._lost: asyncio.TimerHandle | None = None

    def has_turn(self, key: Key | Paste) -> bool:
        """Take in what was typed; tell whether it has its turn now, else it comes again."""
        if key is self._key:
            return True
        if self._waiting or (self._key is not None and (self._holds or not self._gone)):
            self._waiting.append(key)
            return False
        self._begin(key)
        return True

    def went(self, key: Key | Paste) -> None:
        """Go behind a key that was given to what has the focus, or look what it led to once it has come up to the app."""
        if key is not self._key:
            return
        if not self._gone and self._waiting and not self._holds:
            self._next()
            return
        self._go(through=self._gone)
        self._gone = True

    def _begin(self, key: Key | Paste) -> None:
        self._key, self._trip, self._gone = key, None, False
        self._holds = not self._stays(key)

    def _next(self) -> None:
        key = self._waiting.popleft()
        self._begin(key)
        self._app.post_message(key)

    def _stays(self, key: Key | Paste) -> bool:
        """Whether the next one can follow at once: it is a letter of a field, or only moves a cursor."""
        if isinstance(key, Paste):
            return False
        focused = self._app.focused
        if focused is not None and focused.check_consume_key("a", "a"):
            return focused.check_consume_key(key.key, key.character)
        return key.key in MOVES and not self._app.screen.is_modal

    def arrived(self, trip: Trip) -> None:
        """Look where the focus is, after what was asked for on the way."""
        if trip is self._trip:
            self._app.call_later(self._look, trip)

    def _go(self, *, through: bool) -> None:
        self._is_through = through
        self._from = self._app.focused or self._app.screen
        self._trip = Trip()
        self._from.post_message(self._trip)
        self._watch(self._trip, PATIENCE)

    def _watch(self, trip: Trip, times: int) -> None:
        """A trip is lost where the widget it began at, or one above it, goes away."""
        if self._lost is not None:
            self._lost.cancel()
        self._lost = asyncio.get_running_loop().call_later(LOST, self._ask, trip, times)

    def _ask(self, trip: Trip, times: int) -> None:
        if trip is not self._trip or self._from is None:
            return
        if times and self._from.is_attached:
            self._watch(trip, times - 1)
        else:
            self._app.call_later(self._look, trip)

    def _look(self, trip: Trip) -> None:
        """Go on to the next key once a trip behind the last one has left the focus where it began; else begin one from there."""
        if trip is not self._trip:
            return
        if not self._is_through or self._from is not (self._app.focused or self._app.screen):
            self._go(through=True)
            return
        if self._lost is not None:
            self._lost.cancel()
        self._key = self._trip = self._from = self._lost = None
        if self._waiting:
            self._next()
