"""Whatever a fact holds, the terminal gets nothing from it that it would obey."""

import contextlib
import os
import pty
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from store.store import create_store
from store.values import EvidenceInput, SourceInput
from tests.conftest import ROOT
from tests.door.hostile import HOSTILE
from tests.forked import be_the_program

UNSEEN = "tags and fillers"
STORABLE = {
    name: f"x{text}" if name == UNSEEN else text  # what cannot be seen at all is no fact
    for name, text in HOSTILE.items()
    if name != "surrogates"
}
C1 = tuple(chr(code).encode() for code in range(0x80, 0xA0))
NAME = "m\x1b]0;owned\x07[red]\u202e.db"
HIDDEN = tuple(char.encode() for char in "\u202e\u2066\u200b\u2060\ufeff\u061c")


def whole(arguments: list[str]) -> NoReturn:
    """Be a whole process of the program."""
    os.execv(sys.executable, [sys.executable, "-m", "inspector", *arguments])


def run_in_terminal(
    program: Callable[[list[str]], NoReturn], arguments: list[str], keys: str, seconds: float, environment: dict[str, str]
) -> bytes:
    """Run the program in a terminal, press keys now and then, and return every byte it wrote."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(environment | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40", "PYTHONPATH": str(ROOT)})
        program(arguments)
    written = b""
    waiting = list(keys)
    until = time.monotonic() + seconds
    pressed_at = time.monotonic() + 2
    while time.monotonic() < until:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                written += os.read(terminal, 65536)
            except OSError:
                break
        if waiting and time.monotonic() > pressed_at:
            os.write(terminal, waiting.pop(0).encode())
            pressed_at = time.monotonic() + 0.25
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    return written


@pytest.fixture(scope="module")
def hostile_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose every text is hostile, made once: facts, slots, authors, references, quotes, the owner, its own name."""
    folder = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        _fill(folder / NAME)
    return folder


@pytest.fixture
def hostile_store(hostile_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, whose keys are the ones in use."""
    shutil.copytree(hostile_folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    return tmp_path / NAME


def _fill(path: Path) -> None:
    with create_store(path) as store:
        for text in STORABLE.values():
            now = store.clock.now()
            said = store.add_source(SourceInput(text, now, author=text[:50], conversation=text[:50], ref=text[:50]))
            store.assert_fact(
                text, owner="[b]ana\x1b[31m", slot=text, evidence=[EvidenceInput(said.number, text[:200])], origin="import"
            )


@pytest.mark.skipif(os.name != "posix", reason="There are no such terminals here.")
def test_no_byte_a_terminal_obeys_comes_from_the_data(hostile_store: Path) -> None:
    """U5: in the list, the card, the quotes, the ledger, messages, toasts and the owner's name."""
    keys = "jjjjjpjjjjjjjpjjj" + "o\x1b" + "4t\x1b\x1b" + "O\x1b" + "q"
    environment = {"MEMORY_INSPECTOR_DB": str(hostile_store)}
    written = run_in_terminal(whole, [], keys, 25, environment)
    assert b"Facts" in written
    assert "对花生过敏".encode() in written
    for hostile in (b"\x1b]52", b"\x1b]0;owned", b"\x1b[31mred", b"\x00", *C1, *HIDDEN):
        assert hostile not in written, hostile
    assert b"Traceback" not in written
    assert b"[@click=app.quit]" in written


@pytest.mark.skipif(os.name != "posix", reason="There are no such terminals here.")
@pytest.mark.parametrize(
    ("program", "command"),
    [
        (whole, "facts"),
        (be_the_program, "show 5"),
        (be_the_program, "context"),
        (be_the_program, "facts --json"),
        (be_the_program, "show 6 --json"),
    ],
)
def test_the_command_line_prints_none_either(hostile_store: Path, program: Callable[[list[str]], NoReturn], command: str) -> None:
    """U5: for people and for programs."""
    environment = {"MEMORY_INSPECTOR_DB": str(hostile_store)}
    written = run_in_terminal(program, command.split(), "", 10, environment)
    assert written.strip()
    assert b"Traceback" not in written
    for hostile in (b"\x1b", b"\x00", b"\x7f", *C1, *HIDDEN):
        assert hostile not in written, hostile
