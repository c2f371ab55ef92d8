"""A whole sitting on a store in a file: opening, other programs, trouble, coming back, leaving."""

import hashlib
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from inspector import clipboard, config
from inspector.app import InspectorApp
from inspector.config import Config
from inspector.live import OthersWrote
from inspector.screens.trouble import TroubleScreen
from inspector.screens.welcome import WelcomeScreen
from store.clock import DAY, FixedClock, from_iso
from store.store import create_store, open_store
from tests.inspector.driving import Driven, opened, unpainted

PRESENT = from_iso("2026-06-15T12:00:00Z")


@pytest.fixture
def memory(db: Path) -> Path:
    """A store with three facts of Ana's."""
    with create_store(db, clock=FixedClock(PRESENT - DAY), actor="agent:mail") as store:
        for text in ("Lives in Porto", "Likes strong coffee", "Plays the cello"):
            store.assert_fact(text, owner="ana")
    return db


@asynccontextmanager
async def sitting(path: Path, settings: Config | None = None, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Driven]:
    """Open the inspector on a store in a file."""
    app = InspectorApp(path, config=settings or Config(zone="UTC"), clock=FixedClock(PRESENT))
    async with unpainted(app).run_test(size=size, notifications=True) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: app.store is not None or len(app.screen_stack) > 1, tries=500)
        await driven.settle()
        yield driven
        if app.store is not None:
            app.store.close()


async def test_a_store_of_one_owner_is_shown_as_theirs(memory: Path) -> None:
    """U1: no question where there is nothing to choose."""
    async with sitting(memory) as driven:
        assert driven.app.owner == "ana"
        assert driven.rows == ["Plays the cello", "Likes strong coffee", "Lives in Porto"]


async def test_what_another_program_writes_is_said_and_shown(memory: Path) -> None:
    """U9: the cursor stays on its fact; what is new waits for R."""
    async with sitting(memory) as driven:
        await driven.press("j")
        with open_store(memory, clock=FixedClock(PRESENT), actor="agent:mail") as other:
            other.assert_fact("Works at night", owner="ana")
            other.retract(3)
        driven.main.live.poll()
        await driven.until(lambda: any("Another program wrote" in toast for toast in driven.toasts), tries=300)
        await driven.settle()
        assert driven.current.text == "Likes strong coffee"
        await driven.press("R")
        assert driven.rows == ["Works at night", "Likes strong coffee", "Lives in Porto"]
        assert driven.current.text == "Likes strong coffee"


async def test_coming_back_says_what_is_new(memory: Path, tmp_path: Path) -> None:
    """N1: counted from the last visit, kept per person and owner."""
    with open_store(memory) as store:
        settings = Config(zone="UTC", path=tmp_path / "config.json").visited(store, "ana", PRESENT - 2 * DAY)
    async with sitting(memory, settings) as driven:
        await driven.until(lambda: any("3 new since your last visit" in toast for toast in driven.toasts))


async def test_a_sitting_is_summed_up_and_remembered(memory: Path, tmp_path: Path) -> None:
    """N7: and the visit is noted in the person's own file."""
    settings = Config(zone="UTC", path=tmp_path / "config.json")
    async with sitting(memory, settings) as driven:
        await driven.press("p", "j", "c")
        await driven.press("q")
        await driven.until(lambda: driven.app.return_value is not None, tries=300)
    assert driven.app.return_value is not None
    assert driven.app.return_value.summary == "1 confirmed, 1 pinned"
    with open_store(memory) as store:
        assert config.load(tmp_path / "config.json").owner_of(store, ["bo", "ana"]) == "ana"


@pytest.mark.parametrize(
    ("content", "reason"), [(b"garbage " * 64, "not_a_store"), (b"", "not_a_store")], ids=["garbage", "an empty file"]
)
async def test_trouble_is_a_screen_with_the_next_step(tmp_path: Path, content: bytes, reason: str) -> None:
    """An error never looks like an empty list; R tries again, and q leaves."""
    path = tmp_path / "broken.db"
    path.write_bytes(content)
    async with sitting(path) as driven:
        await driven.until(lambda: driven.screen_is(TroubleScreen))
        await driven.settle()
        assert reason in driven.screen_text
        path.unlink()
        await driven.press("R")
        await driven.until(lambda: driven.screen_is(WelcomeScreen))


async def test_a_store_that_breaks_while_open_says_so(memory: Path) -> None:
    """U8: no traceback, and the list says why it is not there."""
    async with sitting(memory) as driven:
        with sqlite3.connect(memory) as connection:
            connection.execute("ALTER TABLE fact RENAME TO away")
        await driven.press("R")
        await driven.until(lambda: "store_corrupt" in driven.screen_text, tries=300)
        with connection:
            connection.execute("ALTER TABLE away RENAME TO fact")
        connection.close()
        await driven.press("R")
        await driven.until(lambda: "Lives in Porto" in driven.screen_text, tries=300)


@pytest.mark.parametrize(
    "written", ["", "{", "[]", '{"theme": 7, "visits": [], "owners": {"x": 3}}', '{"zone": "No/Where"}', "\x00\xff"]
)
def test_a_broken_settings_file_counts_as_empty(memory: Path, tmp_path: Path, written: str) -> None:
    """Nothing the inspector does depends on it."""
    path = tmp_path / "config.json"
    path.write_text(written, encoding="latin-1")
    found = config.load(path)
    with open_store(memory) as store:
        assert found.owner_of(store, ["ana"]) is None
        found.visited(store, "ana", 5).save()
        assert config.load(path).last_visit(store, "ana") == 5


def test_no_owner_is_named_in_the_settings_file(memory: Path, tmp_path: Path) -> None:
    """D2: nor is one who was deleted for good since, and who has the file alone cannot try names and paths on it."""
    path = tmp_path / "config.json"
    unkeyed = [hashlib.sha256(json.dumps(said).encode()).hexdigest()[:32] for said in ([str(memory)], [str(memory), "ana"])]
    path.write_text(json.dumps({"owners": {unkeyed[0]: unkeyed[1]}, "visits": {unkeyed[1]: 5}}))
    with open_store(memory) as store, create_store(tmp_path / "other.db") as other:
        config.load(path).visited(store, "ana", 5).visited(other, "ana", 6).save()
        kept = config.load(path)
        assert (kept.last_visit(store, "ANA "), kept.last_visit(other, "ana"), kept.last_visit(store, "bo")) == (5, 6, None)
    assert [said for said in ("ana", str(memory), *unkeyed) if said in path.read_text()] == []
    assert len(kept.owners) == len(kept.visits) == 2


def test_copying_says_what_is_known_to_have_worked() -> None:
    """U7: the desktop's clipboard answers, the terminal's does not, and too much is refused."""
    terminal: list[str] = []

    def none_here(text: str) -> None:
        raise RuntimeError("no display")

    assert clipboard.copy("fact", terminal.append, lambda text: None).sentence == "Copied to the clipboard."
    over_ssh = clipboard.copy("fact", terminal.append, none_here)
    assert (over_ssh.sentence, over_ssh.worked) == ("Handed to the terminal to copy; whether it did, it does not say.", True)
    assert terminal == ["fact", "fact"]
    assert not clipboard.copy("x" * 80_000, terminal.append, none_here).worked
    assert terminal == ["fact", "fact"]


async def test_what_others_did_leaves_standing_what_was_just_said() -> None:
    """B12: a toast about another program does not take the place of the answer to a key."""
    async with opened() as driven:
        driven.main.say("Confirmed: Plays the cello. z undoes it.")
        driven.main.post_message(OthersWrote((), (), 0))
        await driven.settle()
        assert driven.toasts == ["Confirmed: Plays the cello. z undoes it.", "Another program wrote 0 changes. Shown."]


async def test_what_others_did_covers_no_dialog() -> None:
    """U9: the keys of a dialog stay in sight, and what happened meanwhile is said once it is left."""
    async with opened() as driven:
        await driven.press("i")
        driven.main.post_message(OthersWrote((), (), 0))
        await driven.settle()
        assert driven.toasts == []
        await driven.press("escape")
        assert driven.toasts == ["Another program wrote 0 changes. Shown."]
