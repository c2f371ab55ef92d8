"""Whole processes: from the call to the answer, or to the first frame in a real terminal."""

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.timing import Ratio, side_by_side

EMPTY_APP = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("painted")
Empty().run()
"""
PATIENCE = 30


def ratios(folder: Path) -> Iterator[Ratio]:
    """Compare start-up with bare Python and with an empty Textual app.

    All of them run from bytecode, as installed packages do, whatever this process was told about writing it.
    """
    environment = {
        **os.environ,
        "MEMORY_INSPECTOR_KEYS": str(folder / "keys"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    inspector = [sys.executable, "-m", "inspector"]
    store = folder / "start.db"

    def run(*command: str) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)

    run(*inspector, "--db", str(store), "add", "Likes strong coffee in the morning", "--owner", "ana")
    opening = {**environment, "MEMORY_INSPECTOR_DB": str(store)}
    bare = (sys.executable, "-c", "pass")
    yield side_by_side("--version", lambda: run(*inspector, "--version"), "bare Python", lambda: run(*bare), rounds=15, most=6)
    yield side_by_side("--help", lambda: run(*inspector, "--help"), "bare Python", lambda: run(*bare), rounds=15, most=12)
    yield side_by_side(
        "first frame",
        lambda: first_frame(inspector, b"Facts", opening),
        "empty Textual app",
        lambda: first_frame([sys.executable, "-c", EMPTY_APP], b"painted", environment),
        rounds=31,
        most=1.5,
    )
    yield side_by_side(
        "first fact on screen",
        lambda: first_frame(inspector, b"strong coffee", opening),
        "empty Textual app",
        lambda: first_frame([sys.executable, "-c", EMPTY_APP], b"painted", environment),
        rounds=5,
    )


def first_frame(command: list[str], painted: bytes, environment: dict[str, str]) -> None:
    """Run a command in a terminal until it has painted the given bytes, then stop it."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], command, environment | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"})
    seen = b""
    try:
        while painted not in seen:
            ready, _, _ = select.select([terminal], [], [], PATIENCE)
            if not ready:
                raise TimeoutError(f"{command} painted no {painted!r}")
            seen += os.read(terminal, 65536)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
