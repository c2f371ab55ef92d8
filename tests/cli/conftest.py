"""Commands run in this process on a store of the test's own."""

import io
import json
import shutil
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from inspector.cli import main
from store.keys import keys_folder
from store.store import open_store


class Line:
    """The command line on one store."""

    def __init__(self, db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.db = db
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self.status = 0
        self.out = self.err = ""

    def run(self, *arguments: str, stdin: str | bytes = b"") -> str:
        """Run a command and return what it printed on stdout."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        self.status = main(["--db", str(self.db), *arguments])
        self.out, self.err = self._capsys.readouterr()
        return self.out

    def json(self, *arguments: str, stdin: str | bytes = b"") -> Any:
        """Run a command with `--json` and return its one document."""
        return json.loads(self.run(*arguments, "--json", stdin=stdin))

    def refused(self, *arguments: str, stdin: str | bytes = b"") -> str:
        """Run a command that is refused, in both forms, and return the reason code."""
        self.run(*arguments, stdin=stdin)
        assert self.out == ""
        assert "Traceback" not in self.err
        assert self.status in (1, 2)
        error = self.json(*arguments, stdin=stdin)["error"]
        assert set(error) == {"reason", "message", "next"}
        assert all(error.values())
        return str(error["reason"])


@pytest.fixture
def db(tmp_path: Path, told: Path) -> Iterator[Path]:
    """The path of a store that is not there yet; what is there at the end, unless it is as `ana` begins, must pass the checker."""
    path = tmp_path / "memory.db"
    yield path
    if path.exists() and path.read_bytes() != (told / "memory.db").read_bytes():
        with open_store(path) as store:
            assert store.check() == ()


@pytest.fixture
def line(db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(db, capsys, monkeypatch)


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the store that `ana` begins with, and its keys, made once."""
    folder = tmp_path_factory.mktemp("told")
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        for command in (
            ("add", "Lives in Porto", "--owner", "ana", "--slot", "home.city", "--valid-from", "2024-09-02T00:00Z"),
            ("supersede", "1", "Lives in Braga", "--at", "2026-03-21T00:00Z"),
            ("add", "Likes strong coffee", "--owner", "ana", "--kind", "preference"),
        ):
            assert main(["--db", str(folder / "memory.db"), *command]) == 0
        with open_store(folder / "memory.db") as store:
            assert store.check() == ()
    return folder


@pytest.fixture
def ana(line: Line, told: Path) -> Line:
    """Porto until March, Braga since; and a preference."""
    shutil.copy(told / "memory.db", line.db)
    shutil.copytree(told / "keys", keys_folder())
    return line
