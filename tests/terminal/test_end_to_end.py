"""The product as a person meets it: in a terminal, by its keys."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.tmux import Terminal

Start = Callable[..., Terminal]


@pytest.fixture
def start(home: Path, tmp_path: Path) -> Iterator[Start]:
    """Start the inspector in a terminal of a given size, in a home of its own."""
    opened: list[Terminal] = []
    temporary = tmp_path / "tmp"
    temporary.mkdir()

    def begin(*arguments: str, columns: int = 120, lines: int = 40, script: Path | None = None, **more: str) -> Terminal:
        environment = {
            "HOME": str(home),
            "TMPDIR": str(temporary),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "MEMORY_INSPECTOR_KEYS": str(home / "keys"),
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
            **more,
        }
        program = ["-m", "inspector"] if script is None else [str(script)]
        opened.append(Terminal([sys.executable, *program, *arguments], environment, columns, lines, tmp_path))
        return opened[-1]

    yield begin
    for terminal in opened:
        terminal.close()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_sample_opens_takes_keys_and_is_gone_afterwards(start: Start, tmp_path: Path, size: tuple[int, int]) -> None:
    """U1, U6: look around, pin, undo, quit; exit status 0, nothing left behind."""
    terminal = start("demo", columns=size[0], lines=size[1])
    terminal.wait(lambda screen: " active" in screen and "3 Review" in screen)
    terminal.press("1")
    terminal.wait("3 Provenance")
    terminal.press("j", "p")
    terminal.wait("Pinned: ")
    terminal.press("z")
    terminal.wait("Undone")
    terminal.press("q")
    assert terminal.status() == 0
    assert list((tmp_path / "tmp").iterdir()) == []


def test_ctrl_z_goes_back_to_the_shell_and_fg_returns(start: Start, tmp_path: Path) -> None:
    """U1: as with every program of a terminal; what was shown is painted again, and keys work."""
    script = tmp_path / "shell.py"
    script.write_text("import os\nos.execvp('bash', ['bash', '--norc', '-i'])\n", encoding="utf-8")
    terminal = start(script=script)
    terminal.wait("$" if os.getuid() else "#")
    terminal.send(f"{sys.executable} -m inspector demo\n".encode())
    terminal.wait("3 Review")
    terminal.press("1")
    terminal.wait("3 Provenance")
    terminal.press("C-z")
    terminal.wait(lambda screen: "Stopped" in screen and "3 Provenance" not in screen)
    terminal.send(b"fg\n")
    terminal.wait(lambda screen: "1 Facts" in screen and "4 History" in screen)
    terminal.press("p")
    terminal.wait("Pinned: ")
    terminal.press("q")
    terminal.wait(lambda screen: "4 History" not in screen)
    terminal.send(b"exit\n")
    assert terminal.status() == 0
    assert list((tmp_path / "tmp").iterdir()) == []


def test_bytes_that_are_no_text_are_no_reason_to_leave(start: Start, tmp_path: Path) -> None:
    """A stray byte, and a paste in Latin-1 into a field: both are taken for what cannot be read, and every key still works."""
    terminal = start(columns=80, lines=24, MEMORY_INSPECTOR_DB=str(tmp_path / "mine.db"))
    terminal.wait("Nothing is remembered here yet.")
    terminal.press("n")
    terminal.wait("1 Facts")
    terminal.send(b"\xff")
    terminal.press("w")
    terminal.wait("Write a fact")
    terminal.send(b"\x1b[200~Drinks caf\xe9\x1b[201~ at home")
    terminal.wait("Drinks caf\ufffd at home")
    terminal.press("Escape")
    terminal.wait(lambda screen: "Write a fact" not in screen)
    terminal.press("q")
    assert terminal.status() == 0


def test_an_error_that_nobody_foresaw_ends_with_a_sentence(start: Start, tmp_path: Path) -> None:
    """Whether it comes on the thread that reads keys or elsewhere: no traceback, which would show what is stored, and a status."""
    for place in ("textual._xterm_parser.XTermParser.tick", "inspector.screens.main.MainScreen.action_sort"):
        (tmp_path / "broken.py").write_text(
            "import sys\nfrom pkgutil import resolve_name\nfrom inspector.cli import main\n"
            f"owner, name = {place!r}.rsplit('.', 1)\n"
            "import inspector.screens.main\n"
            "def fails(*given): raise ZeroDivisionError\n"
            "setattr(resolve_name(owner), name, fails)\nsys.exit(main())\n"
        )
        terminal = start("demo", script=tmp_path / "broken.py")
        if place.endswith("sort"):
            terminal.wait("3 Review")
            terminal.press("1")
            terminal.wait("3 Provenance")
            terminal.press("s")
        assert terminal.status() == 1
        shown = " ".join(terminal.screen().split())
        assert "Something went wrong inside memory-inspector (ZeroDivisionError)" in shown
        assert "Traceback" not in shown


def test_a_newcomer_starts_from_nothing(start: Start, tmp_path: Path) -> None:
    """Without a store the first screen offers ways in; an empty store takes a first fact by hand."""
    store = tmp_path / "mine.db"
    terminal = start(columns=80, lines=24, MEMORY_INSPECTOR_DB=str(store))
    terminal.wait("Nothing is remembered here yet.")
    terminal.press("n")
    terminal.wait("Facts")
    terminal.press("q")
    assert terminal.status() == 0
    assert store.exists()
