"""The screens look as they were last approved, and the README shows them as they are.

`MEMORY_INSPECTOR_PICTURES=all` compares every picture that there is, not only the essential ones.
`pytest tests/screenshots --snapshot-update` approves what all of them show now.
"""

import os
import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import pytest
from pytest_textual_snapshot import SVGImageExtension  # type: ignore[import-untyped]
from syrupy.assertion import SnapshotAssertion

from inspector.app import InspectorApp
from tests.inspector.driving import Driven
from tests.screenshots.__main__ import FOLDER
from tests.screenshots.scenes import ESSENTIAL, REVIEWS, SCENES, SHOWN, Scene, walks


def plain(svg: str) -> str:
    """A picture without the id that differs in each."""
    return re.sub(r"terminal-\d+-", "terminal-", svg)


def readme(scene: Scene) -> str:
    """The picture of a scene in the README."""
    return plain((FOLDER / f"{scene.name}.svg").read_text(encoding="utf-8"))


def everything(config: pytest.Config) -> bool:
    """Whether every picture is asked for; one that is not compared would be removed by an update."""
    return os.environ.get("MEMORY_INSPECTOR_PICTURES") == "all" or bool(config.option.update_snapshots)


def chosen(config: pytest.Config) -> tuple[Scene, ...]:
    return SCENES if everything(config) else ESSENTIAL


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "scene" in metafunc.fixturenames:
        alone = [scene for scene in chosen(metafunc.config) if scene.back is None]
        metafunc.parametrize("scene", alone, ids=lambda scene: scene.name)


def test_the_screen_is_as_approved(scene: Scene, tmp_path: Path, snap_compare: Callable[..., bool]) -> None:
    """U6."""
    assert snap_compare(scene.app(tmp_path), terminal_size=scene.size, run_before=scene.play)


async def test_each_screen_of_a_session_is_as_approved(
    tmp_path: Path, snapshot: SnapshotAssertion, pytestconfig: pytest.Config
) -> None:
    """U6: as above, one after another from the top of the queue, so that none leaves anything behind; the README shows its pictures."""
    approved = snapshot.use_extension(SVGImageExtension)
    differ = []
    for scenes in walks(chosen(pytestconfig)):
        async with scenes[0].app(tmp_path).run_test(size=scenes[0].size, notifications=True) as pilot:
            driven = Driven(cast("InspectorApp", pilot.app), pilot, cast("Any", None))
            await scenes[0].begin(driven)
            for scene in scenes:
                await driven.press("2", "g", *scene.keys)
                if approved(name=scene.name) != pilot.app.export_screenshot(simplify=True):
                    differ.append(scene.name)
                if scene in SHOWN and plain(pilot.app.export_screenshot()) != readme(scene):
                    differ.append(f"{scene.name} of the README")
                await driven.press(*scene.back or ())
                pilot.app.clear_notifications()
    assert not differ


async def test_each_review_is_as_approved(tmp_path: Path, snapshot: SnapshotAssertion, pytestconfig: pytest.Config) -> None:
    """U2, U6: every kind of proposal and every verdict, on one way through the queue at each size."""
    if not everything(pytestconfig):
        pytest.skip("MEMORY_INSPECTOR_PICTURES=all compares them.")
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
