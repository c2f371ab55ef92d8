"""The Markdown folder while the inspector is open."""

from pathlib import Path
from typing import Any, cast

from inspector.app import InspectorApp
from inspector.config import Config
from store.store import create_store
from tests.inspector.driving import WIDE, Driven


async def test_the_markdown_folder_is_in_step_while_the_inspector_is_open(db: Path, tmp_path: Path) -> None:
    """A folder that goes away is said, and no change waits for it."""
    notes = tmp_path / "notes"
    with create_store(db) as store:
        store.assert_fact("Lives in Porto", owner="ana")
        store.set_setting("markdown.folder", str(notes))
    app = InspectorApp(db, "ana", Config(zone="UTC"))
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        driven = Driven(app, pilot, cast("Any", None))
        await driven.until(lambda: driven.rows == ["Lives in Porto"])

        def looked(holds: bool) -> bool:
            app.main.live.poll()
            return holds

        await driven.press("p")
        await driven.until(lambda: looked("; pinned; #1)" in (notes / "ana.md").read_text()))
        away = notes.rename(tmp_path / "away")
        notes.write_text("not a folder")
        await driven.press("c", "w")
        await driven.until(lambda: looked(app.main.live._unpublished is not None))
        await driven.settle()
        assert not any("cannot be kept" in toast for toast in driven.toasts)  # while something is typed
        await driven.press("escape")
        await driven.until(lambda: looked(any("cannot be kept" in toast for toast in driven.toasts)))
        notes.unlink()
        away.rename(notes)
        await driven.press("q")
    assert "- Lives in Porto (since" in (notes / "ana.md").read_text()
