"""An app in which one thing comes after another: keys, changes to the store, and a sleep once all threads are through."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic

from textual import events, on
from textual.app import App, ReturnType

from inspector.turns import Trip, Turns

SUSPENDING = "suspending"
"""The worker that waits until the app can be put to sleep."""


class OrderlyApp(App[ReturnType], Generic[ReturnType]):
    """Gives keys their turn, and does work in threads, off the event loop."""

    def __init__(self) -> None:
        super().__init__()
        self._turn = asyncio.Lock()
        self._turns = Turns(self)

    # threads

    def background(self, work: Callable[[], None], group: str) -> None:
        """Do work in a thread, which forgets earlier work of its group; an error in it does not end the app."""
        self.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group=group)

    def in_turn(self, change: Callable[[], object]) -> None:
        """Make a change in a thread, once every change that was asked for before it is through."""

        async def wait() -> None:
            async with self._turn:
                await asyncio.to_thread(change)

        self.run_worker(wait(), exit_on_error=False, group="change")

    # keys

    async def on_event(self, event: events.Event) -> None:
        typed = event if isinstance(event, (events.Key, events.Paste)) else None
        if typed is not None and not typed.is_forwarded and not self._turns.has_turn(typed):
            return
        await super().on_event(event)
        if typed is not None and self.is_running:
            self._turns.went(typed)

    @on(Trip)
    def _trip_arrived(self, trip: Trip) -> None:
        self._turns.arrived(trip)

    def on_key(self, event: events.Key) -> None:
        """Hand a dialog the keys that were pressed for it while it was still opening, and came by way of another screen."""
        if self.screen.is_modal:
            from inspector.modals.dialog import Dialog

            if isinstance(self.screen, Dialog) and (not self.screen.knows(event) or self.screen.is_holding):
                event.prevent_default()
                self.screen.take(event)

    # sleep

    def on_ready(self) -> None:
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))  # the terminal has forgotten what was shown

    def action_suspend(self) -> None:
        """Go back to the shell, until it wakes the app; where there is none, say so."""
        if self._driver is None or not self._driver.can_suspend:
            self.notify("There is no shell to go back to here.", markup=False)
            return

        async def at_rest() -> None:
            """Whoever sleeps over a store that is being read or written keeps all others from it."""
            while any(worker.is_running and worker.group != SUSPENDING for worker in self.workers):
                await asyncio.sleep(0.01)
            self.action_suspend_process()

        self.run_worker(at_rest(), exclusive=True, exit_on_error=False, group=SUSPENDING)
