"""U5: the bytes a terminal gets hold nothing that steers it."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PRINTS = (
    "from inspector.door import plain\nfrom tests.door.hostile import HOSTILE\nfor text in HOSTILE.values(): print(plain(text))"
)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_no_escape_reaches_a_terminal() -> None:
    """U5: of all hostile strings printed through the door, no ESC, C1 or NUL arrives."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", PRINTS], cwd=ROOT, stdout=theirs, env={**os.environ, "PYTHONIOENCODING": "utf-8"}
    ) as program:
        os.close(theirs)
        captured = b""
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:
                break
            if not chunk:
                break
            captured += chunk
    os.close(ours)
    assert program.returncode == 0
    text = captured.decode().replace("\r\n", "\n")
    assert "user" in text
    assert not [hex(ord(c)) for c in text if (c < " " and c != "\n") or "\x7f" <= c < "\xa0"]


def test_the_door_costs_the_command_line_nothing() -> None:
    """Neither textual nor rich is imported to make text harmless."""
    code = "import sys; from inspector.door import plain; plain('\\x1b'); print([m for m in ('textual', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
