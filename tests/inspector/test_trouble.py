"""A store that is locked, gone or replaced while it is open: nothing is done to what is not shown, and it comes back by itself."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any, cast

import pytest

from inspector.screens.welcome import WelcomeScreen
from store import sqlite
from store.store import create_store, open_store
from store.values import Query
from tests.inspector.driving import Driven
from tests.inspector.test_sitting import memory, sitting

__all__ = ["memory"]


async def poll(driven: Driven, until: Any) -> None:
    """Look at the store until something holds."""
    for _ in range(300):
        driven.main.live.poll()
        await driven.pilot.pause(0.02)
        if until():
            await driven.settle()
            return
    raise AssertionError("it never came to hold")


async def test_a_lock_that_goes_away_is_got_over_without_a_key(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is there nothing is confirmed, as what is shown may be another fact than the one under the cursor."""
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(sqlite, "PRAGMAS", tuple(one for one in sqlite.PRAGMAS if "busy" not in one))
    async with sitting(memory) as driven:
        other = sqlite3.connect(memory, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        await driven.pilot.press("j")
        await driven.until(lambda: driven.main.failed, tries=500)
        await driven.pilot.press("c")
        await driven.until(lambda: "nothing is changed" in " ".join(driven.toasts))
        other.execute("ROLLBACK")
        other.close()
        await poll(driven, lambda: not driven.main.failed)
        assert "could not be read" not in driven.screen_text
        assert driven.toasts == []  # nor is it said any more that R tries again
        shown = driven.main.provenance.card
        assert shown is not None
        assert shown.fact.number == driven.current.number
        assert {operation.verb for operation in cast("Any", driven.app.store).changes()} == {"assert"}
        await driven.press("c")
        assert driven.toasts[-1].startswith("Confirmed: Likes strong coffee")


async def test_a_store_that_is_gone_is_said_to_be_gone(memory: Path) -> None:
    """R then offers what there is to offer where no store is."""
    async with sitting(memory) as driven:
        memory.unlink()
        await driven.press("c")
        assert "gone from" in driven.toasts[-1]
        assert "may not be written" not in driven.toasts[-1]
        await poll(driven, lambda: driven.main.failed)
        assert "R opens what is there now." in " ".join(driven.screen_text.replace("│", " ").split())
        await driven.press("R")
        await driven.until(lambda: driven.screen_is(WelcomeScreen), tries=500)


async def test_an_older_copy_in_its_place_is_not_written_to_before_it_was_looked_at(memory: Path, tmp_path: Path) -> None:
    """In the same file, so that it is still the one that was opened."""
    shutil.copy(memory, tmp_path / "older.db")
    with open_store(memory) as store:
        store.assert_fact("Plays the harp", owner="ana")
    async with sitting(memory) as driven:
        shutil.copy(tmp_path / "older.db", memory)
        await driven.press("c")
        assert driven.toasts[-1].startswith("Not confirmed: An older copy was put in the place of the store")
        assert "R, or opening it anew, shows what is there now" in driven.toasts[-1]
        await driven.press("z")
        assert driven.toasts[-1].startswith("Not undone: An older copy")
        assert {operation.verb for operation in cast("Any", driven.app.store).changes()} == {"assert"}
        await driven.press("R", "c")
        assert driven.toasts[-1].startswith("Confirmed: ")
    with open_store(memory) as store:
        store.accept_cut(4)


async def test_another_store_in_its_place_is_opened_by_a_key(memory: Path, tmp_path: Path) -> None:
    with create_store(tmp_path / "other.db") as other:
        other.assert_fact("Plays the harp", owner="ana")
    async with sitting(memory) as driven:
        (tmp_path / "other.db").replace(memory)
        await poll(driven, lambda: driven.main.failed)
        await driven.press("R")
        await driven.until(lambda: driven.rows == ["Plays the harp"], tries=500)
        await driven.press("c")
        assert driven.toasts[-1].startswith("Confirmed: Plays the harp")
    with open_store(memory) as store:
        assert [fact.confirmations for fact in store.facts(Query()).facts] == [1]
