"""The README and the program say the same."""

import json
import re
import shlex
from pathlib import Path

import pytest

from inspector.actions import ACTIONS, FOOTERS
from tests.readme.sections import README, written

TEXT = README.read_text(encoding="utf-8")


def test_its_tables_are_those_of_the_code() -> None:
    """U1: keys, commands, formats and reason codes; `python -m tests.readme` writes them."""
    assert written(TEXT) == TEXT


def test_footers_name_only_keys_it_lists() -> None:
    """U1: every footer is part of the registry."""
    known = {action.id for action in ACTIONS}
    assert {name for entries in FOOTERS.values() for entry in entries for name in entry.actions} <= known


def test_it_opens_with_two_commands_of_one_line() -> None:
    """One installs and opens the inspector on sample memory, one installs and runs the tests."""
    first, second = re.findall(r"^python3 -m venv .*$", TEXT, re.MULTILINE)[:2]
    assert first.endswith("memory-inspector demo")
    assert second.endswith("python -m pytest")


def test_its_pictures_are_there() -> None:
    """Every picture it shows is a file."""
    shown = re.findall(r"\((screenshots/[^)]+)\)", TEXT)
    assert shown
    assert [name for name in shown if not (README.parent / name).exists()] == []


def test_its_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """X1: the read surface for assistants works as it is written."""
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {"__name__": "__main__"})
    printed, said = capsys.readouterr()
    assert said == ""
    assert "- Lives in Porto (since" in printed


def test_its_command_examples_run(db: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every `memory-inspector` line of its shell examples is accepted, in the order they stand."""
    from inspector.cli import main

    monkeypatch.setenv("MEMORY_INSPECTOR_DB", str(db))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.md").write_text("- Likes strong coffee\n- Plays the cello\n", encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("memory-inspector ")]
    assert len(lines) >= 8
    for line in lines:
        arguments = shlex.split(line, comments=True)[1:]
        if arguments != ["demo"]:
            assert main(arguments) == 0, line


def test_its_history_comes_in(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """N2: the event file it shows is taken as it is, and a second time changes nothing."""
    from inspector.cli import main

    (history,) = re.findall(r"```jsonl\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "history.jsonl").write_text(history, encoding="utf-8")
    for facts, unchanged in ((2, 0), (0, 5)):
        assert main(["--db", str(db), "import", str(tmp_path / "history.jsonl"), "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["facts"], told["unchanged"], told["refused"]) == (facts, unchanged, [])
