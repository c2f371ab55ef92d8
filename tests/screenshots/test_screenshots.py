"""The screens look as they were last approved, and the README shows them as they are."""

import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import pytest
from pytest_textual_snapshot import SVGImageExtension  # type: ignore[import-untyped]
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from inspector.app import InspectorApp
from tests.inspector.driving import Driven
from tests.screenshots.__main__ import FOLDER
from tests.screenshots.scenes import REVIEWS, SCENES, SHOWN, Scene


def plain(svg: str) -> str:
    """A picture without the id that differs in each."""
    return re.sub(r"terminal-\d+-", "terminal-", svg)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_screen_is_as_approved(scene: Scene, tmp_path: Path, snap_compare: Callable[..., bool]) -> None:
    """U6: `pytest tests/screenshots --snapshot-update` approves what is shown now; the README shows its pictures as they are too."""
    taken: list[str] = []

    async def play(pilot: Pilot[Any]) -> None:
        await scene.play(pilot)
        if scene in SHOWN:
            taken.append(pilot.app.export_screenshot())

    assert snap_compare(scene.app(tmp_path), terminal_size=scene.size, run_before=play)
    if scene in SHOWN:
        assert plain(taken[0]) == plain((FOLDER / f"{scene.name}.svg").read_text(encoding="utf-8")), "README"


async def test_each_review_is_as_approved(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """U2, U6: every kind of proposal and every verdict, on one way through the queue at each size."""
    approved = snapshot.use_extension(SVGImageExtension)
    for size, scenes in groupby(REVIEWS, key=lambda scene: scene.size):
        async with Scene("queue", size=size).app(tmp_path).run_test(size=size, notifications=True) as pilot:
            driven = Driven(cast("InspectorApp", pilot.app), pilot, cast("Any", None))
            await driven.settle()
            before: tuple[str, ...] = ()
            for scene in scenes:
                there = tuple(key for key in scene.keys if key != "enter")
                goes_on = there[: len(before)] == before
                await driven.press("2", *(there[len(before) :] if goes_on else ("g", *there)), *scene.keys[len(there) :])
                before = there
                assert approved(name=scene.name) == pilot.app.export_screenshot(simplify=True), scene.name
