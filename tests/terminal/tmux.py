"""A real terminal, driven by its keys and read by its screen."""

import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from uuid import uuid4

import pytest

PATIENCE = 40


class Terminal:
    """A tmux session that runs one command; its exit status is kept.

    Args:
        command: What to run.
        environment: Variables set for it.
        columns, lines: The size.
        folder: Where the exit status is written.
    """

    def __init__(self, command: list[str], environment: Mapping[str, str], columns: int, lines: int, folder: Path) -> None:
        if shutil.which("tmux") is None:
            pytest.skip("tmux is not installed, and this test needs a real terminal.")
        self._server = f"memory-inspector-{uuid4().hex[:8]}"
        self._status = folder / f"status-{self._server}"
        self._config = folder / "tmux.conf"
        self._config.write_text("set -g status off\n")
        variables = [f"{name}={value}" for name, value in environment.items()]
        said = f"{shlex.join(['env', *variables, *command])}; echo $? > {shlex.quote(str(self._status))}; sleep {PATIENCE}"
        self._tmux("new-session", "-d", "-x", str(columns), "-y", str(lines), f"sh -c {shlex.quote(said)}")

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._server, "-f", str(self._config), *arguments], capture_output=True, text=True, check=False
        )
        return done.stdout

    def screen(self) -> str:
        """What the terminal shows."""
        return self._tmux("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self._tmux("send-keys", key)

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._tmux("send-keys", "-H", *(f"{byte:02x}" for byte in data))

    def wait(self, seen: str | Callable[[str], bool]) -> str:
        """Wait until the screen shows something and return the screen."""
        shows = seen if callable(seen) else lambda screen: str(seen) in screen
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            screen = self.screen()
            if shows(screen):
                return screen
            time.sleep(0.05)
        raise AssertionError(f"never shown: {seen!r}; the screen was\n{self.screen()}")

    def status(self) -> int:
        """Wait for the command to end and return its exit status."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self._status.exists() and self._status.read_text().strip():
                return int(self._status.read_text())
            time.sleep(0.05)
        raise AssertionError(f"still running; the screen is\n{self.screen()}")

    def close(self) -> None:
        """End the session and whatever runs in it."""
        self._tmux("kill-server")
