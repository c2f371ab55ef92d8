"""The screens look as they were last approved, and the README shows them as they are."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screenshots.__main__ import FOLDER, take
from tests.screenshots.scenes import SCENES, SHOWN, Scene


def plain(svg: str) -> str:
    """A picture without the id that differs in each."""
    return re.sub(r"terminal-\d+-", "terminal-", svg)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_screen_is_as_approved(scene: Scene, tmp_path: Path, snap_compare: Callable[..., bool]) -> None:
    """U6: `pytest tests/screenshots --snapshot-update` approves what is shown now."""
    assert snap_compare(scene.app(tmp_path), terminal_size=scene.size, run_before=scene.play)


@pytest.mark.parametrize("scene", SHOWN, ids=lambda scene: scene.name)
def test_the_readme_shows_the_program_as_it_is(scene: Scene, tmp_path: Path) -> None:
    """`python -m tests.screenshots` takes the pictures anew."""
    shown = (FOLDER / f"{scene.name}.svg").read_text(encoding="utf-8")
    assert plain(asyncio.run(take(scene, tmp_path))) == plain(shown)
