"""The scenes that are pictured: how each is reached by keys, and how large the terminal is."""

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from inspector.app import InspectorApp
from inspector.config import Config
from inspector.sample import build
from inspector.theme import DARK, LIGHT
from store.clock import FixedClock, from_iso
from tests.inspector.driving import Driven

PRESENT = from_iso("2026-11-30T14:00:00Z")
WIDE, NARROW, LARGE = (120, 40), (80, 24), (200, 60)
NOWHERE = Path("/home/vera/memory/memory.db")
FACTS = ("1",)
"""Leaves the queue, with which the program begins where something waits."""
CITY = (*FACTS, *("j",) * 7)
"""Puts the cursor on the fact with the richest history."""
LOST = ("j",) * 19
"""In the queue, the merge that would lose words."""
CONFLICT = ("G", "k")
"""In the queue, the last conflict."""


@cache
def sample() -> bytes:
    """The sample memory as a file, built once."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", folder)
        return build(Path(folder) / "memory.db", PRESENT).read_bytes()


@dataclass(frozen=True)
class Scene:
    """One picture.

    Args:
        name: Its file, without `.svg`.
        keys: What is pressed before it is taken.
        size: Columns and lines.
        theme: The theme shown.
        empty: There is no store yet.
    """

    name: str
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = WIDE
    theme: str = DARK.name
    empty: bool = False

    def app(self, folder: Path) -> InspectorApp:
        """The app on a sample memory, or on nothing, at a frozen instant."""
        path = NOWHERE if self.empty else folder / "memory.db"
        if not self.empty:
            path.write_bytes(sample())
        for widget in (Input, TextArea):
            cast("Any", widget).cursor_blink = False
        return InspectorApp(path, config=Config(zone="UTC", theme=self.theme), clock=FixedClock(PRESENT))

    async def play(self, pilot: Pilot[Any]) -> None:
        """Press the keys, waiting after each until the screen has settled."""
        driven = Driven(cast("InspectorApp", pilot.app), pilot, cast("Any", None))
        if not self.empty:
            await driven.until(lambda: driven.main.facts.stretch is not None)
        await driven.settle()
        await driven.press(*self.keys)
        await driven.settle()


SHOWN = (
    Scene("review-120x40", LOST),
    Scene("main-120x40", CITY),
    Scene("travel-120x40", (*CITY, "4", "j", "t")),
    Scene("history-80x24", (*CITY, "4", "j"), NARROW),
)
"""The pictures of the README."""

SCENES = (
    *SHOWN,
    Scene("main-80x24", CITY, NARROW),
    Scene("main-200x60", CITY, LARGE),
    Scene("main-light-120x40", CITY, theme=LIGHT.name),
    Scene("main-light-80x24", CITY, NARROW, theme=LIGHT.name),
    Scene("first-list-120x40", FACTS),
    Scene("first-start-80x24", size=NARROW, empty=True),
    Scene(
        "invalidated-120x40",
        (
            *FACTS,
            "f",
        ),
    ),
    Scene("all-80x24", (*FACTS, "f", "f"), NARROW),
    Scene("filter-empty-80x24", (*FACTS, "/", *"zzzz"), NARROW),
    Scene("zoomed-history-120x40", (*CITY, "4", "+")),
    Scene("travel-80x24", (*CITY, "4", "j", "t"), NARROW),
    Scene(
        "help-120x40",
        (
            *FACTS,
            "?",
        ),
    ),
    Scene(
        "help-80x24",
        (
            *FACTS,
            "?",
        ),
        NARROW,
    ),
    Scene("invalidate-80x24", (*CITY, "i"), NARROW),
    Scene("edit-120x40", (*CITY, "e")),
    Scene(
        "write-80x24",
        (
            *FACTS,
            "w",
        ),
        NARROW,
    ),
    Scene(
        "owners-80x24",
        (
            *FACTS,
            "O",
        ),
        NARROW,
    ),
    Scene("message-120x40", (*CITY, "o")),
    Scene(
        "hidden-texts-120x40",
        (
            *FACTS,
            "h",
        ),
    ),
    Scene("marked-80x24", (*FACTS, "space", "j", "space", "j"), NARROW),
    Scene("too-small-52x14", size=(52, 14)),
    Scene("queue-80x24", size=NARROW),
    Scene("queue-200x60", size=LARGE),
    Scene("queue-light-120x40", LOST, theme=LIGHT.name),
    Scene("queue-hidden-120x40", (*LOST, "h")),
    Scene("review-80x24", (*LOST, "enter"), NARROW),
    Scene("review-supersede-120x40", ("j",) * 16),
    Scene("review-add-80x24", (*("j",) * 14, "enter"), NARROW),
    Scene("review-correct-120x40", ("j",) * 21),
    Scene("review-stale-120x40", ("j", "a")),
    Scene("review-unreconciled-80x24", (*("j",) * 18, "enter"), NARROW),
    Scene("review-unreadable-120x40", ("G",)),
    Scene("review-refused-120x40", ("f", "j")),
    Scene("review-refused-80x24", ("f", "enter"), NARROW),
    Scene("review-decided-80x24", ("f", "f", "j"), NARROW),
    Scene("conflict-120x40", (*CONFLICT, "a", "j")),
    Scene("conflict-80x24", (*CONFLICT, "a", "j", "j", "2"), NARROW),
    Scene("queue-empty-120x40", ("/", *"zzzz")),
    Scene("edit-merge-120x40", (*LOST, "e")),
    Scene("rule-80x24", (*LOST, "X"), NARROW),
    Scene("queue-marked-80x24", ("v", "j", "j", "v"), NARROW),
)
