"""Runs a deed in a process of its own and kills that process at a counted point, or at a moment of chance.

The points are the statements SQLite begins, those of its own search index too, and what is done to files: opened for writing, renamed,
removed. SQLite may hold ten pages in memory, so that a long change has written into the file before it is committed.
"""

import os
import random
import signal
import sqlite3
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from store import sqlite
from tests.crash.acts import Deed
from tests.crash.template import Meaning, Template, differences, meaning

LONGEST = 60.0
SMALL_CACHE = "PRAGMA cache_size=10"
FILE_EVENTS = ("open", "os.rename", "os.remove", "os.link")


@dataclass(frozen=True)
class Whole:
    """What a deed leaves when nobody kills it, and how long it takes.

    Args:
        before, after: All the store says.
        points: How many points it has at which it can be killed.
        took: Seconds, without the start of the process.
    """

    before: Meaning
    after: Meaning
    points: int
    took: float


def whole(template: Template, deed: Deed) -> Whole:
    """Do a deed without killing it."""
    before = _says(ready(template, deed, "before"), deed, checked=not deed.unsound)
    path = ready(template, deed, "after")
    told = path.with_name("points")
    told.unlink(missing_ok=True)
    _in_a_process(deed, path, at=None, seconds=None, told=told)
    assert told.exists(), "the deed failed although nobody killed it"
    points, took = told.read_text().split()
    deed.again(path)
    return Whole(before, _says(path, deed), int(points), float(took))


def kill_at(template: Template, deed: Deed, point: int) -> Path:
    """Do a deed to a copy, killed at a counted point; returns the copy."""
    path = ready(template, deed, "killed")
    _in_a_process(deed, path, at=point, seconds=None, told=None)
    return path


def kill_after(template: Template, deed: Deed, seconds: float) -> Path:
    """Do a deed to a copy, killed so many seconds after it began, wherever it is; returns the copy."""
    path = ready(template, deed, "killed")
    _in_a_process(deed, path, at=None, seconds=seconds, told=None)
    return path


def found(path: Path, deed: Deed, whole: Whole) -> str:
    """Say how a store is after a kill: `before` or `after`. A deed of several changes is done again, and must end as if never killed.

    Raises:
        AssertionError: when it is anything else; what is wrong is said, and no text.
    """
    deed.check(path)
    first = _says(path, deed, checked=not deed.unsound)
    if not deed.several:
        if first == whole.before:
            return "before"
        assert first == whole.after, f"between: {differences(first, whole.before)}; {differences(first, whole.after)}"
        return "after"
    deed.again(path)
    ended = _says(path, deed)
    assert ended == whole.after, f"done again it ends otherwise: {differences(ended, whole.after)}"
    return "before" if first == whole.before else "after" if first == whole.after else "on the way"


def _says(path: Path, deed: Deed, *, checked: bool = True) -> Meaning:
    """Return what a store says, without the books that may differ."""
    return {table: rows for table, rows in meaning(path, checked=checked).items() if table not in deed.beside}


def moments(count: int, longest: float, seed: int = 1) -> Iterator[float]:
    """Yield moments of chance within the time a deed takes, seconds."""
    chance = random.Random(seed)
    for _ in range(count):
        yield chance.uniform(0, longest)


def spread(count: int, last: int) -> list[int]:
    """Return points spread evenly from the first to the last."""
    return [1 + round(kill * (last - 1) / max(1, count - 1)) for kill in range(count)]


def ready(template: Template, deed: Deed, name: str) -> Path:
    """Return a copy of the template to which the deed can be done."""
    path = template.copy(name)
    deed.prepare(path)
    return path


class _Counter:
    """Counts the points of this process and kills it at one of them; it cannot be taken off again."""

    def __init__(self, at: int | None) -> None:
        self.seen = 0
        self.armed = False
        self._at = at
        self._connect = sqlite3.connect
        sqlite3.connect = self._connected  # type: ignore[assignment]
        sys.addaudithook(self._hear)

    def _connected(self, *given: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = self._connect(*given, **named)
        connection.set_trace_callback(self._step)
        return connection

    def _hear(self, event: str, given: tuple[Any, ...]) -> None:
        if event in FILE_EVENTS and (event != "open" or _writes(given)):
            self._step(event)

    def _step(self, _: str) -> None:
        if not self.armed:
            return
        self.seen += 1
        if self.seen == self._at:
            os.kill(os.getpid(), signal.SIGKILL)


def _writes(given: tuple[Any, ...]) -> bool:
    return isinstance(given[2], int) and bool(given[2] & (os.O_WRONLY | os.O_RDWR))


def _in_a_process(deed: Deed, path: Path, *, at: int | None, seconds: float | None, told: Path | None) -> None:
    """Do a deed in a forked process and wait for its end: by itself, by its own kill, or by ours so long after it began."""
    begun, begins = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(begun)
            sqlite.PRAGMAS = (*sqlite.PRAGMAS[:-1], SMALL_CACHE)
            counter = _Counter(at)
            act = deed.begin(path)
            counter.armed = True
            os.write(begins, b".")
            started = time.monotonic()
            act()
            counter.armed = False
            if told is not None:
                told.write_text(f"{counter.seen} {time.monotonic() - started}")
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(begins)
    os.read(begun, 1)
    os.close(begun)
    _wait(child, seconds)


def _wait(child: int, seconds: float | None) -> None:
    started = time.monotonic()
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.monotonic() - started > (LONGEST if seconds is None else seconds):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            assert seconds is not None, "the deed never ended"
            return
        time.sleep(0.002 if seconds is None else 0.0002)


Kill = Callable[[], Path]


def kills(template: Template, deed: Deed, whole: Whole, count: int) -> Iterator[Kill]:
    """Yield so many kills of a deed: half of them at counted points, half at moments of chance."""
    counted = spread((count + 1) // 2, whole.points)
    for point in counted:
        yield lambda point=point: kill_at(template, deed, point)  # type: ignore[misc]
    for seconds in moments(count - len(counted), whole.took):
        yield lambda seconds=seconds: kill_after(template, deed, seconds)  # type: ignore[misc]
