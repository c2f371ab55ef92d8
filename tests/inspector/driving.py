"""Driving the inspector in tests."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from textual.pilot import Pilot
from textual.screen import Screen

from inspector.app import InspectorApp, Sitting
from inspector.config import Config
from inspector.screens.main import SETTLE, MainScreen
from store.clock import FixedClock
from store.store import Store
from store.values import Fact
from tests.inspector.fake import FACTS, PRESENT, FakeStore

WIDE = (120, 40)
NARROW = (80, 24)


class Driven:
    """An inspector that runs, its pilot, and the store behind it."""

    def __init__(self, app: InspectorApp, pilot: Pilot[Sitting], store: FakeStore) -> None:
        self.app = app
        self.pilot = pilot
        self.store = store

    @property
    def main(self) -> MainScreen:
        return self.app.main

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other, and wait until everything has settled after each."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def write(self, text: str) -> None:
        """Type a text."""
        await self.pilot.press(*("space" if letter == " " else letter for letter in text))
        await self.settle()

    async def settle(self) -> None:
        """Wait for timers, threads and messages."""
        await self.pilot.pause()
        await self._work()
        await self.pilot.pause(SETTLE + 0.005)
        await self._work()
        await self.pilot.pause()
        await self._work()

    async def _work(self) -> None:
        """Wait for threads, and for what their messages set going."""
        while running := [worker for worker in self.app.workers if worker.group != "live" and not worker.is_finished]:
            await self.app.workers.wait_for_complete(running)
            await self.pilot.pause()

    async def until(self, holds: Callable[[], bool], tries: int = 100) -> None:
        """Wait until something holds."""
        for _ in range(tries):
            if holds():
                return
            await self.pilot.pause(0.02)
        raise AssertionError("it never came to hold")

    @property
    def rows(self) -> list[str]:
        """The texts of the listed facts."""
        return [fact.text for fact in self.main.facts.facts]

    @property
    def current(self) -> Fact:
        fact = self.main.facts.current
        assert fact is not None
        return fact

    @property
    def toasts(self) -> list[str]:
        return [note.message for note in self.app._notifications]

    def screen_is(self, kind: type[Screen[Any]]) -> bool:
        """Tell whether such a screen is on top."""
        return type(self.app.screen) is kind

    @property
    def screen_text(self) -> str:
        """What the terminal shows, line by line."""
        width, height = self.app.size
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip)[:width] for strip in lines[:height])


@asynccontextmanager
async def opened(
    size: tuple[int, int] = WIDE,
    facts: Sequence[Fact] = FACTS,
    owner: str | None = "ana",
    config: Config | None = None,
    store: FakeStore | None = None,
) -> AsyncIterator[Driven]:
    """Run the inspector on a store in memory."""
    store = store or FakeStore(facts)
    app = InspectorApp(Path("memory.db"), owner, config or Config(zone="UTC"), clock=FixedClock(PRESENT))
    store.sitting = app.sitting
    app.open_store = lambda: app.use(cast("Store", store))  # type: ignore[method-assign]
    async with app.run_test(size=size, notifications=True) as pilot:
        driven = Driven(app, pilot, store)
        await driven.until(lambda: app.main.facts.stretch is not None)
        await driven.settle()
        yield driven
