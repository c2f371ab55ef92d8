"""The screens look as they were last approved, and the README shows them as they are."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.screenshots.__main__ import FOLDER, take
from tests.screenshots.scenes import SCENES, SHOWN, Scene


def plain(svg: str) -> str:
    """A picture without the id that differs in each."""
    return re.sub(r"terminal-\d+-", "terminal-", svg)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_screen_is_as_approved(scene: Scene, tmp_path: Path, snap_compare: Callable[..., bool]) -> None:
    """U6: `pytest tests/screenshots --snapshot-update` approves what is shown now; the README shows its pictures as they are too."""
    taken: list[str] = []

    async def play(pilot: Pilot[Any]) -> None:
        taken.append(await take(scene, pilot))

    assert snap_compare(scene.app(tmp_path), terminal_size=scene.size, run_before=play)
    if scene in SHOWN:
        assert plain(taken[0]) == plain((FOLDER / f"{scene.name}.svg").read_text(encoding="utf-8")), "README"
