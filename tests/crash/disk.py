"""A disk that takes no more: a small file system of its own where one may be mounted, and everywhere a limit to what a process writes."""

import asyncio
import json
import os
import resource
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from inspector.app import InspectorApp
from inspector.config import Config
from store.clock import FixedClock
from store.errors import StoreError
from tests.crash.acts import Deed
from tests.crash.template import NOON
from tests.inspector.driving import Driven

SIZE = "8m"
FILLER = "filler"
UNLIMITED = resource.RLIM_INFINITY


def mounted(folder: Path) -> bool:
    """Mount a small file system at a folder; tell whether that may be done here."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def unmount(folder: Path) -> None:
    """Let the small file system go."""
    subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Let the file system of a folder take no writing."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)


@contextmanager
def full(folder: Path, room: int) -> Iterator[None]:
    """Fill the file system of a folder, but for so many bytes."""
    filler = folder / FILLER
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
        file.truncate(max(0, file.tell() - room))
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def limited(limit: int) -> Iterator[None]:
    """Let no file of this process grow beyond so many bytes; what is written there fails as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, UNLIMITED))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))


def in_a_process(work: Callable[[], Any], told: Path) -> Any:
    """Return what work returns in a process of its own, as JSON holds it; an error nobody named is a text that begins with `!`."""
    told.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        try:
            answer = work()
        except BaseException:
            answer = f"!{traceback.format_exc()}"
        try:
            told.write_text(json.dumps(answer))
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    return json.loads(told.read_text())


def attempt(deed: Deed, path: Path, limit: int, told: Path, *, again: bool = False) -> Any:
    """Try a deed under a limit; returns the reason why it was refused, or `done`.

    Args:
        again: When it was refused, do it again without the limit, on the store that is open.
    """

    def work() -> str:
        act = deed.begin(path)
        try:
            with limited(limit):
                act()
        except StoreError as error:
            if again:
                act()
            return error.reason
        return "done"

    return in_a_process(work, told)


def confirmed_in_the_inspector(path: Path, limit: int, told: Path) -> Any:
    """Press the key that confirms, under a limit and then without; returns what was said each time."""

    async def walk() -> list[list[str]]:
        app = InspectorApp(path, config=Config(zone="UTC"), clock=FixedClock(NOON))
        said: list[list[str]] = []
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            driven = Driven(app, pilot, cast("Any", None))
            await driven.until(lambda: bool(app.main.facts.facts), tries=1000)
            await driven.settle()  # it begins with the queue, where something waits
            await driven.press("1")
            for most in (limit, UNLIMITED):
                app.clear_notifications()
                with limited(most):
                    await driven.press("c")
                    await driven.until(lambda: bool(driven.toasts), tries=1000)
                said.append(driven.toasts)
            assert app.store is not None
            app.store.close()
        return said

    return in_a_process(lambda: asyncio.run(walk()), told)
