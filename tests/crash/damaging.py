"""Damages a copy of a store as a broken disk does, and lets every command, and the inspector, meet it."""

import asyncio
import contextlib
import io
import json
import os
import random
import re
import signal
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from textual.worker import WorkerFailed

from inspector.app import InspectorApp
from inspector.cli import guard
from inspector.config import Config
from inspector.screens.trouble import TroubleScreen
from store import imports
from store.clock import FixedClock
from tests.crash.acts import FILES
from tests.crash.template import NOON, build, opened

LOOKING = (
    ("facts", "--state", "all"), ("facts", "--search", "coffee"), ("show", "4"), ("show", "9"), ("context",), ("changes",),
    ("proposals",), ("rules",), ("deletions",), ("settings",), ("audit", "--verify"), ("check",), ("nightly", "--dry-run"),
    ("facts", "--read-only"), ("facts", "--read-only", "--copy"),
)  # fmt: skip
CHANGING = (
    ("add", "Plays the flute", "--owner", "ana"),
    ("nightly",),
    ("delete", "2", "--yes"),
    ("check", "--repair"),
    ("check",),
)
"""The last but one mends what it can, and the last one looks at what is left."""
STORED = ("Porto", "Nordlys", "coffee", "chess", "film", "paper")
"""Words of facts, none of which may be in an error."""
SECONDS = 300
"""So long may all of it take together; what hangs is ended, and counts as wrong."""
KEYS = ("j", "4", "3", "2", "j", "1", "slash", "c", "o", "escape", "escape", "escape", "9", "escape", "8", "escape", "R")


@dataclass(frozen=True)
class Damage:
    """A kind of damage at a place of chance.

    Args:
        name: What it is, so that it can be done again.
        do: Does it to the bytes of a store.
    """

    name: str
    do: Callable[[bytearray], None]


@dataclass(frozen=True)
class Met:
    """What a command said.

    Args:
        status: Its exit status; -1 when it ended with an error that nobody had named.
        said: What it printed to the standard error.
    """

    command: tuple[str, ...]
    status: int
    printed: str
    said: str

    @property
    def told(self) -> str:
        """The reason code, or how it ended without one."""
        reason = re.search(r"\((\w+)\)", self.said)
        return reason[1] if reason else "done" if self.status == 0 else "problems named"

    @property
    def wrong(self) -> str:
        """What is wrong with the answer; empty when it is one that helps."""
        if self.status not in (0, 1):
            return f"it ended with {self.status}: {self.said}"
        if "internal_error" in self.said or "Traceback" in self.said:
            return f"it met an error that is not named: {self.said}"
        if self.status == 1 and not self.printed and "(" not in self.said:
            return "it gave no reason"
        if any(word in self.said for word in STORED):
            return f"what is stored is in an error: {self.said}"
        return ""


def fill(folder: Path) -> Path:
    """Make a store of some size, with free pages in it."""
    template = build(folder)
    path = folder / "whole.db"
    template.path.rename(path)
    for end in (folder / "keys").glob("*.anchor"):
        end.unlink()
    with opened(path) as store:
        for form, lines in FILES.items():
            imports.run_import(store, form, io.BytesIO(lines()), owner="ana")
        store.raw(
            lambda connection: connection.executescript(
                "CREATE TABLE gone (text TEXT);"
                "INSERT INTO gone SELECT hex(randomblob(2000)) FROM (SELECT 1 FROM fact LIMIT 12);"
                "DROP TABLE gone;"
            )
        )
    return path


def page_size(data: bytes | bytearray) -> int:
    """Return the size of a page of a SQLite file."""
    return int.from_bytes(data[16:18], "big")


def cuts(data: bytes) -> Iterator[Damage]:
    """Yield every way of cutting a store short: at every page, in the middle of every page, to its header, to nothing."""
    size = page_size(data)
    for length in (0, 1, 16, 50, 100, *range(size // 2, len(data), size // 2)):
        yield Damage(f"cut to {length} bytes", lambda held, length=length: held.__delitem__(slice(length, None)))  # type: ignore[misc]


def flips(data: bytes, chance: random.Random) -> Damage:
    """Return damage within one page, of chance: some bytes, all of it zero, all of it noise, or another page in its place."""
    size = page_size(data)
    page = chance.choice([0, 0, *range(len(data) // size)])
    start = page * size
    kind = chance.choice(["bytes", "bytes", "bytes", "zeros", "noise", "moved"])
    seed = chance.randrange(1 << 30)

    def do(held: bytearray) -> None:
        own = random.Random(seed)
        if kind == "zeros":
            held[start : start + size] = bytes(size)
        elif kind == "noise":
            held[start + (100 if page == 0 else 0) : start + size] = own.randbytes(size - (100 if page == 0 else 0))
        elif kind == "moved":
            other = own.randrange(len(held) // size) * size
            held[start : start + size] = held[other : other + size]
        else:
            near = own.choice([16, 100, size])
            for _ in range(own.choice([1, 4, 16])):
                held[start + own.randrange(near)] ^= 1 << own.randrange(8)

    return Damage(f"page {page + 1}: {kind} {seed}", do)


def meet(path: Path, *, keys: bool) -> list[Met]:
    """Give a damaged store to the commands, and perhaps the inspector, in a process of its own, and return what they said."""
    told = path.with_name("told.json")
    told.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        try:
            answers = [command(path, one) for one in LOOKING]
            if keys:
                answers.append(_inspector(path))
            answers += [command(path, one) for one in CHANGING]
            told.write_text(json.dumps([asdict(one) for one in answers]))
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    if not told.exists():
        return [Met(("all",), -1, "", "it never came back")]
    return [Met(tuple(one["command"]), one["status"], one["printed"], one["said"]) for one in json.loads(told.read_text())]


def command(path: Path, given: tuple[str, ...]) -> Met:
    """Give one command a store, and return what it said."""
    out, err = io.TextIOWrapper(io.BytesIO(), write_through=True), io.TextIOWrapper(io.BytesIO(), write_through=True)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = guard.run([*given, "--db", str(path)])
        except BaseException:
            status = -1
            traceback.print_exc()
    return Met(given, status, _read(out), _read(err))


def _read(stream: io.TextIOWrapper) -> str:
    return cast("io.BytesIO", stream.buffer).getvalue().decode("utf-8", "replace")


def _inspector(path: Path) -> Met:
    """Open the inspector, walk through its screens, and leave."""

    async def walk() -> str:
        app = InspectorApp(path, config=Config(zone="UTC"), clock=FixedClock(NOON))
        wrong = ""
        async with app.run_test(size=(100, 30)) as pilot:
            for _ in range(200):
                await pilot.pause(0.01)
                if app.store is not None or len(app.screen_stack) > 1:
                    break
            for key in KEYS:
                await pilot.press(key)
                await pilot.pause(0.05)
                if isinstance(app.screen, TroubleScreen) and not hasattr(app.screen.error, "reason"):
                    wrong = f"internal_error {app.screen.error!r}"
                    break
            with contextlib.suppress(WorkerFailed):  # shown by then
                await app.workers.wait_for_complete()
            if app.store is not None:
                app.store.close()
        return wrong

    try:
        return Met(("inspector",), 0, "", asyncio.run(walk()))
    except BaseException:
        return Met(("inspector",), -1, "", traceback.format_exc())


def damaged(whole: Path, damage: Damage) -> Path:
    """Return a damaged copy, with a key but without a kept end of its chain."""
    path = whole.with_name("damaged.db")
    for left in whole.parent.glob(f"{path.name}*"):
        left.unlink()
    for end in whole.parent.glob("keys/*.anchor"):  # of the one before, which began anew too
        end.unlink()
    data = bytearray(whole.read_bytes())
    damage.do(data)
    path.write_bytes(data)
    path.chmod(0o600)
    return path
