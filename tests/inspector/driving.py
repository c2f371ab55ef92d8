"""Driving the inspector in tests."""

import asyncio
import time
import unicodedata
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, cast
from weakref import WeakSet

from textual import events
from textual.css.stylesheet import Stylesheet
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import LoadingIndicator

from inspector.app import InspectorApp, Sitting
from inspector.config import Config
from inspector.presses import REPEAT
from inspector.screens.main import MainScreen
from store.clock import FixedClock
from store.store import Store
from store.values import Fact
from tests.inspector.fake import FACTS, PRESENT, FakeStore

WIDE = (120, 40)
NARROW = (80, 24)
MOVES = ("j", "k", "backspace")
PATIENCE = 5
"""Seconds after which the screen has settled, whatever still goes on."""

_DRIVEN: WeakSet[InspectorApp] = WeakSet()
_PARSED: defaultdict[frozenset[object], dict[object, object]] = defaultdict(dict)
_paint = Screen._compositor_refresh
_parse = Stylesheet.parse


def _paint_later(screen: Screen[Any]) -> None:
    """Leave the painting of a driven app to `Driven.paint`: one frame where the terminal, at sixty a second, takes several."""
    if screen.app in _DRIVEN and screen is screen.app.screen:
        screen._dirty_widgets.clear()
    else:
        _paint(screen)


def _parse_once(sheet: Stylesheet) -> None:
    """Read each style sheet once for all apps: the rules are the same wherever the colours are, and no app changes them."""
    own, sheet._parse_cache = sheet._parse_cache, cast("Any", _PARSED[frozenset(sheet._variables.items())])
    try:
        _parse(sheet)
    finally:
        sheet._parse_cache = own


Screen._compositor_refresh = _paint_later  # type: ignore[assignment,method-assign]
Stylesheet.parse = _parse_once  # type: ignore[assignment,method-assign]
LoadingIndicator._on_mount = lambda self, _: None  # type: ignore[method-assign]  # it never rests, even where it is not seen


def unpainted(app: InspectorApp) -> InspectorApp:
    """Return an app that is painted when somebody looks, and not before."""
    _DRIVEN.add(app)
    return app


class Driven:
    """An inspector that runs, its pilot, and the store behind it."""

    def __init__(self, app: InspectorApp, pilot: Pilot[Sitting], store: FakeStore) -> None:
        self.app = app
        self.pilot = pilot
        self.store = store
        self._pressed = "", 0.0
        pilot._wait_for_screen = partial(self._idle, 0)  # type: ignore[method-assign, assignment]
        unpainted(app)

    @property
    def main(self) -> MainScreen:
        return self.app.main

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until everything has settled after each, or after a run of one that moves."""
        for key, following in zip(keys, (*keys[1:], ""), strict=False):
            if key == self._pressed[0] and key not in MOVES:
                await asyncio.sleep(self._pressed[1] + REPEAT - time.monotonic())  # sooner, it would be one that is held
            self._pressed = key, time.monotonic()
            self._send(key)
            if key in MOVES and key == following:
                await asyncio.sleep(0)
            else:
                await self.settle()

    async def write(self, text: str) -> None:
        """Type a text."""
        for letter in text:
            self._send("space" if letter == " " else letter)
            await asyncio.sleep(0)
        await self.settle()

    def _send(self, key: str) -> None:
        """Send what the terminal sends for a key, named as `Pilot.press` takes it."""
        name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
        character: str | None = key if len(key) == 1 else None
        with suppress(KeyError):
            character = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
        event = events.Key(name, character)
        event.set_sender(self.app)
        assert self.app._driver is not None
        self.app._driver.send_message(event)

    async def click(self, x: int, y: int) -> None:
        """Press and release the mouse there, as a terminal says it."""
        assert self.app._driver is not None
        for kind in (events.MouseDown, events.MouseUp):
            event = kind(None, x, y, 0, 0, 1, False, False, False, x, y)
            event.set_sender(self.app)
            self.app._driver.send_message(event)
        await self._idle(0)

    async def settle(self) -> None:
        """Wait until nothing goes on: no thread runs, no message is on its way, and no timer is about to ring.

        What goes on is read from the event loop itself: `Pilot.pause` asks every widget in turn, again and again, which costs far
        more than what is tested.
        """
        await self._idle(REPEAT + 0.005)

    async def _idle(self, ahead: float) -> None:
        """Wait until the event loop has nothing to do, or the inspector is left; where it is to look ahead so many seconds, no thread runs then either."""
        loop: Any = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while (now := loop.time()) < end and not self.app._exit:
            soon = [timer.when() for timer in loop._scheduled if not timer.cancelled() and timer.when() < now + ahead]
            if ahead and (working := self._working()):
                await asyncio.wait(working, timeout=0.05)
            elif loop._ready or soon:
                await asyncio.sleep(0 if loop._ready else min(soon) - now)
            else:
                return

    def _working(self) -> list[asyncio.Task[Any]]:
        """The tasks of the threads that run."""
        workers = [worker for worker in self.app.workers if worker.group != "live" and not worker.is_finished]
        return [worker._task for worker in workers if worker._task is not None]

    async def until(self, holds: Callable[[], bool], tries: int = 100) -> None:
        """Wait until something holds; ask less often the longer it takes, as most looks paint the screen."""
        pause = 0.01
        for _ in range(tries):
            if holds():
                return
            await asyncio.sleep(pause)
            pause = min(1.3 * pause, 0.15)
            await self._idle(0)
            self.app.screen._on_timer_update()
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
        """What the terminal shows, line by line, painted now."""
        width, height = self.app.size
        return "\n".join("".join(segment.text for segment in strip)[:width] for strip in self.paint()[:height])

    @property
    def links(self) -> set[str]:
        """What a click would run, of every cell that the terminal shows; the tabs in the borders are left out."""
        links = {segment.style.meta.get("@click", "") for strip in self.paint() for segment in strip if segment.style}
        return {link for link in links if link and not link.startswith("screen.show_")}

    def paint(self) -> list[Strip]:
        """Paint what the terminal shows."""
        return self.app.screen._compositor.render_strips()


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
    async with unpainted(app).run_test(size=size, notifications=True) as pilot:
        driven = Driven(app, pilot, store)
        await driven.until(lambda: app.main.facts.stretch is not None)
        await driven.settle()
        yield driven
