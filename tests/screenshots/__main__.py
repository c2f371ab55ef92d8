"""`python -m tests.screenshots [FOLDER] [all]` takes the README's pictures, or all of them, from the running program."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from tests.screenshots.scenes import REVIEWS, SCENES, SHOWN, Scene

FOLDER = Path(__file__).resolve().parents[2] / "screenshots"


async def run(scene: Scene, folder: Path) -> str:
    """Start the program for a scene and return its picture."""
    async with scene.app(folder).run_test(size=scene.size) as pilot:
        await scene.play(pilot)
        return pilot.app.export_screenshot()


def main() -> None:
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    target.mkdir(exist_ok=True)
    for scene in (*SCENES, *REVIEWS) if "all" in sys.argv[2:] else SHOWN:
        with tempfile.TemporaryDirectory() as name:
            os.environ["MEMORY_INSPECTOR_KEYS"] = name
            (target / f"{scene.name}.svg").write_text(asyncio.run(run(scene, Path(name))), encoding="utf-8")
        print(target / f"{scene.name}.svg")


if __name__ == "__main__":
    main()
