"""The options of every command are honoured, or refused in one sentence; none is ignored in silence."""

import pytest
from typer.main import get_command

from inspector.cli.app import app
from tests.cli.conftest import Line

COMMANDS = sorted(get_command(app).commands)  # type: ignore[attr-defined]
ELSEWHEN = ("facts", "show", "context", "demo")
"""What can be asked of another instant than now."""
EVERYBODY = ("check", "deletions", "init", "redo", "settings", "undo")
"""What is about every owner alike."""
CHANGING = (
    "add",
    "supersede",
    "correct",
    "end",
    "retract",
    "restore",
    "pin",
    "unpin",
    "confirm",
    "undo",
    "redo",
    "approve",
    "reject",
)
"""What is there to change something."""
WORDS = {
    **dict.fromkeys(("show", "end", "retract", "restore", "pin", "unpin", "confirm", "approve", "reject", "delete"), ("1",)),
    **dict.fromkeys(("add",), ("Has a cat",)),
    **dict.fromkeys(("supersede", "correct"), ("1", "Has a cat")),
    "import": ("text", "-"),
}
"""What a command needs beside the options of every command."""


@pytest.mark.parametrize("given", [("--as-of", "2026-01-01"), ("--valid-at", "2026-01-01"), ("--known-at", "2026-01-01")])
@pytest.mark.parametrize("command", COMMANDS)
def test_another_instant_is_honoured_or_refused(ana: Line, command: str, given: tuple[str, str]) -> None:
    """B8: before the command or after it, and nothing is changed by what is refused."""
    if command in ELSEWHEN:
        return
    before = ana.db.read_bytes()
    assert ana.refused(command, *WORDS.get(command, ()), *given) == "now_only"
    assert ana.refused(*given, command, *WORDS.get(command, ())) == "now_only"
    assert ana.status == 2
    assert command in ana.err or command in ana.out
    assert ana.db.read_bytes() == before


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_no_option_that_is_refused(ana: Line, command: str) -> None:
    """And each that is taken."""
    ana.run(command, "--help")
    for option in ("--as-of", "--valid-at", "--known-at"):
        assert (f"{option} " in ana.out) == (command in ELSEWHEN)
    assert ("--owner " in ana.out) == (command not in EVERYBODY)
    assert ("--read-only " in ana.out) == (command not in (*CHANGING, "init", "import", "demo"))
    assert ("--json " in ana.out) == (command not in ("demo", "queue"))


@pytest.mark.parametrize("command", CHANGING)
def test_what_changes_something_is_refused_in_a_session_that_only_reads(ana: Line, command: str) -> None:
    """U4: though its help does not name the option."""
    assert ana.refused(command, *WORDS.get(command, ()), "--read-only") == "read_only"


def test_the_queue_is_never_that_of_another_day_in_silence(ana: Line) -> None:
    ana.run("proposals", "--as-of", "2026-01-01")
    assert ana.err.splitlines() == [
        "proposals is about now, and cannot be asked of another instant. (now_only)",
        "Leave out --as-of, --valid-at and --known-at; facts, show and context take them.",
    ]


@pytest.mark.parametrize("command", EVERYBODY)
def test_one_owner_is_refused_where_all_are_meant(ana: Line, command: str) -> None:
    assert ana.refused(command, "--owner", "ana") == "every_owner"


def test_one_owner_is_refused_where_something_else_names_whose_it_is(ana: Line) -> None:
    assert ana.refused("audit", "--verify", "--owner", "ana") == "every_owner"
    assert ana.refused("audit", "--verify", "--actor", "person:ana") == "usage"
    assert ana.refused("delete", "--source", "m-1", "--owner", "ana", "--dry-run") == "usage"
    assert ana.refused("delete", "--all-of", "ana", "--owner", "bo", "--dry-run") == "usage"


def test_rules_are_those_of_the_owner_that_is_named(ana: Line) -> None:
    """N5: the ones for everybody among them."""
    ana.run("rules", "add", "topic", "health", "--owner", "ana")
    ana.run("rules", "add", "topic", "money", "--owner", "bo")
    ana.run("rules", "add", "author", "Tom")
    assert [rule["value"] for rule in ana.json("rules", "--owner", "ana")] == ["health", "Tom"]
    assert ana.refused("rules", "remove", "2", "--owner", "ana") == "rule_not_found"
    ana.run("rules", "remove", "1", "--owner", "ana")
    assert [rule["value"] for rule in ana.json("rules")] == ["money", "Tom"]


@pytest.mark.parametrize(
    "arguments",
    [("delete",), ("deletions", "lift"), ("deletions", "a", "b", "c"), ("rules", "add"), ("settings", "get"), ("correct", "1")],
)
def test_wrong_usage_names_the_help_of_the_command_itself(ana: Line, arguments: tuple[str, ...]) -> None:
    ana.run(*arguments)
    assert ana.status == 2
    assert f"memory-inspector {arguments[0]} --help says how it is used." in ana.err
