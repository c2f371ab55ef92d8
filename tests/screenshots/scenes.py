"""The scenes that are pictured: how each is reached by keys, and how large the terminal is."""

import secrets
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from inspector.app import InspectorApp
from inspector.config import Config
from inspector.sample import build
from inspector.theme import DARK, LIGHT
from store.clock import FixedClock, from_iso
from store.errors import Unavailable
from store.keys import keys_folder
from store.mirrors import StoreFile
from store.proposal import ProposalQuery
from store.store import Store
from tests.inspector.driving import Driven, unpainted

PRESENT = from_iso("2026-11-30T14:00:00Z")
WIDE, NARROW, LARGE = (120, 40), (80, 24), (200, 60)
NOWHERE = Path("/home/vera/memory/memory.db")
FACTS = ("1", "g")
"""Leaves the queue, with which the program begins where something waits, for the first fact."""
CITY = (*FACTS, *("j",) * 7)
"""Puts the cursor on the fact with the richest history."""
ESC = ("escape",)
LOST = ("j",) * 18
"""In the queue, the merge that would lose words."""
CONFLICT = ("G", "k")
"""In the queue, the last conflict."""


@cache
def sample() -> tuple[bytes, dict[str, bytes]]:
    """The sample memory as a file, and the key of its audit chain, built once; the same ids and hashes each time."""
    chance = Random(1)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", folder)
        patch.setattr(secrets, "randbits", chance.getrandbits)
        patch.setattr(secrets, "token_bytes", chance.randbytes)
        patch.setattr(secrets, "token_hex", lambda count: chance.randbytes(count).hex())
        made = build(Path(folder) / "memory.db", PRESENT).read_bytes()
        return made, {key.name: key.read_bytes() for key in Path(folder).glob("*.key")}


@dataclass(frozen=True)
class Scene:
    """One picture.

    Args:
        name: Its file, without `.svg`.
        keys: What is pressed before it is taken.
        size: Columns and lines.
        theme: The theme shown.
        empty: There is no store yet.
        read_only: The session only reads.
        no_color: The terminal is asked for no colour.
        failing: The store's file cannot be cleared of what is deleted.
        decided: Nothing waits in the queue.
        back: What leads back to the list from a scene that is one of several of a session; `None` where it has its own.
    """

    name: str
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = WIDE
    theme: str = DARK.name
    empty: bool = False
    read_only: bool = False
    no_color: bool = False
    failing: bool = False
    decided: bool = False
    back: tuple[str, ...] | None = None

    def of_session(self) -> tuple[Any, ...]:
        """What is the same of all scenes of a session."""
        return self.size, self.theme, self.empty, self.read_only, self.no_color, self.failing, self.decided

    def app(self, folder: Path) -> InspectorApp:
        """The app on a sample memory, or on nothing, at a frozen instant."""
        path = NOWHERE if self.empty else folder / "memory.db"
        if not self.empty:
            made, keys = sample()
            path.write_bytes(made)
            keys_folder().mkdir(parents=True, exist_ok=True)
            for name, key in keys.items():
                (keys_folder() / name).write_bytes(key)
                (keys_folder() / name).chmod(0o600)
        for widget in (Input, TextArea):
            cast("Any", widget).cursor_blink = False
        with pytest.MonkeyPatch.context() as patch:
            if self.no_color:
                patch.setenv("NO_COLOR", "1")
            config = Config(zone="UTC", theme=self.theme)
            return unpainted(InspectorApp(path, config=config, clock=FixedClock(PRESENT), read_only=self.read_only))

    async def play(self, pilot: Pilot[Any]) -> None:
        """Press the keys, waiting after each until the screen has settled."""
        driven = Driven(cast("InspectorApp", pilot.app), pilot, cast("Any", None))
        await self.begin(driven)
        await driven.press(*self.keys)

    async def begin(self, driven: Driven) -> None:
        """Wait until what is shown first has settled."""
        if not self.empty:
            await driven.until(lambda: driven.main.facts.stretch is not None)
        await driven.settle()
        if (store := driven.app.store) is not None:
            store.actor = "person:vera"
            if self.failing:
                store.deletions.mirrors[-1] = Busy()
            if self.decided:
                _decide_all(store)
                await driven.press("R")


class Busy(StoreFile):
    """The store's file while another program holds it."""

    def purge(self, store: Store, texts: Sequence[str] | None) -> None:
        raise Unavailable("store_busy", path=store.path)


def _decide_all(store: Store) -> None:
    """Reject whatever waits."""
    for one in store.proposals.page(ProposalQuery(), limit=200).proposals:
        store.proposals.reject(one.number)


KINDS = {
    "confirm": ("j",) * 2,
    "expire": ("j",) * 6,
    "add": ("j",) * 13,
    "end": ("j",) * 14,
    "supersede": ("j",) * 15,
    "unreconciled": ("j",) * 17,
    "retract": ("j",) * 19,
    "correct": ("j",) * 20,
    "unreadable": ("G",),
    "stale": ("j", "a"),
}
"""From the first proposal, go to one of each kind and verdict that no scene of its own shows; the last one says something."""

DELETE = (*CITY, "D")
"""Opens the dialog before a hard delete."""
GONE = (*DELETE, "1", "enter", "enter")
"""Deletes that fact for good."""

SHOWN = (
    Scene("review-120x40", LOST, back=()),
    Scene("main-120x40", CITY, back=()),
    Scene("travel-120x40", (*CITY, "4", "j", "t"), back=ESC),
    Scene("history-80x24", (*CITY, "4", "j"), NARROW, back=()),
)
"""The pictures of the README."""

ESSENTIAL = (
    *SHOWN,
    Scene("main-80x24", CITY, NARROW, back=()),
    Scene("main-light-80x24", CITY, NARROW, theme=LIGHT.name),
    Scene("main-no-color-120x40", CITY, no_color=True, back=()),
    Scene("first-start-80x24", size=NARROW, empty=True),
    Scene("too-small-52x14", size=(52, 14)),
    Scene("marked-80x24", (*FACTS, "space", "j", "space", "j"), NARROW, back=ESC),
    Scene("help-80x24", (*FACTS, "?"), NARROW, back=ESC),
    Scene("edit-120x40", (*CITY, "e"), back=ESC),
    Scene("invalidate-80x24", (*CITY, "i"), NARROW, back=ESC),
    Scene("message-120x40", (*CITY, "o"), back=ESC),
    Scene("queue-80x24", size=NARROW, back=()),
    Scene("review-80x24", (*LOST, "enter"), NARROW, back=()),
    Scene("conflict-120x40", (*CONFLICT, "a", "j"), back=ESC),
    Scene("edit-merge-120x40", (*LOST, "e"), back=ESC),
    Scene("delete-120x40", DELETE, back=ESC),
    Scene("deletion-pending-80x24", (*GONE, "7", "enter"), NARROW, failing=True),
    Scene("audit-read-only-120x40", (*FACTS, "9", "V"), read_only=True),
    Scene("relations-120x40", (*FACTS, "8", "j", "j"), back=ESC),
)
"""What the suite compares each time: every screen once, both sizes, both themes and no colour."""

SCENES = (
    *ESSENTIAL,
    Scene("main-200x60", CITY, LARGE, back=()),
    Scene("main-light-120x40", CITY, theme=LIGHT.name, back=()),
    Scene("first-list-120x40", FACTS, back=()),
    Scene("invalidated-120x40", (*FACTS, "f"), back=("f", "f")),
    Scene("all-80x24", (*FACTS, "f", "f"), NARROW, back=("f",)),
    Scene("filter-empty-80x24", (*FACTS, "/", *"zzzz"), NARROW, back=(*ESC, *ESC)),
    Scene("zoomed-history-120x40", (*CITY, "4", "+"), back=ESC),
    Scene("travel-80x24", (*CITY, "4", "j", "t"), NARROW, back=ESC),
    Scene("help-120x40", (*FACTS, "?"), back=ESC),
    Scene("write-80x24", (*FACTS, "w"), NARROW, back=ESC),
    Scene("owners-80x24", (*FACTS, "O"), NARROW, back=ESC),
    Scene("hidden-texts-120x40", (*FACTS, "h"), back=("h",)),
    Scene("queue-200x60", size=LARGE, back=()),
    Scene("queue-light-120x40", LOST, theme=LIGHT.name, back=()),
    Scene("queue-hidden-120x40", (*LOST, "h"), back=("h",)),
    Scene("review-refused-120x40", ("f", "j"), back=("f", "f", "f")),
    Scene("review-refused-80x24", ("f", "enter"), NARROW, back=("2", "f", "f", "f")),
    Scene("review-decided-80x24", ("f", "f", "j"), NARROW, back=("f", "f")),
    Scene("conflict-80x24", (*CONFLICT, "a", "j", "j", "2"), NARROW, back=(*ESC, *ESC)),
    Scene("queue-unmatched-120x40", ("/", *"zzzz"), back=(*ESC, *ESC)),
    Scene("queue-empty-120x40", ("2",), decided=True),
    Scene("rule-80x24", (*LOST, "X"), NARROW),
    Scene("queue-marked-80x24", ("v", "j", "j", "v"), NARROW),
    Scene("delete-80x24", DELETE, NARROW, back=ESC),
    Scene("delete-typed-120x40", (*DELETE, "1", "enter"), back=ESC),
    Scene("deletion-done-120x40", (*GONE, "7")),
    Scene("deletion-pending-120x40", (*GONE, "7", "enter"), failing=True),
    Scene("deletions-empty-80x24", (*FACTS, "7"), NARROW),
    Scene("audit-80x24", (*FACTS, "9", "/", *"assistant", "enter", "j"), NARROW),
    Scene("relations-80x24", (*FACTS, "8", "j", "j", "j"), NARROW),
    Scene("main-read-only-120x40", CITY, read_only=True),
    Scene("main-read-only-80x24", CITY, NARROW, read_only=True),
    Scene("queue-no-color-120x40", LOST, no_color=True, back=()),
)

REVIEWS = (
    *(Scene(f"review-{kind}-120x40", keys) for kind, keys in KINDS.items()),
    *(Scene(f"review-{kind}-80x24", (*keys, "enter"), NARROW) for kind, keys in KINDS.items()),
)
"""What is seen on one way through the queue, at both sizes."""


def walks(scenes: Iterable[Scene]) -> list[list[Scene]]:
    """Return the scenes that are shown one after another, each session of them."""
    shown = sorted((scene for scene in scenes if scene.back is not None), key=Scene.of_session)
    return [list(session) for _, session in groupby(shown, key=Scene.of_session)]
