"""The commands, gathered."""

import re
from functools import cache
from typing import Annotated

import typer
from typer._click.exceptions import UsageError
from typer.core import TyperGroup
from typer.main import get_group

from inspector import __version__
from inspector.cli import launch, output
from inspector.cli.commands import changing, deleting, keeping, nightly, opening, queueing, reading
from inspector.cli.options import AuditKey, BothAt, Copy, Db, Json, KnownAt, Owner, ReadOnly, ValidAt, check_given, usage_hint
from inspector.cli.session import Common, Session
from store.errors import Refused

_OURS = tuple(
    (re.compile(theirs), ours)
    for theirs, ours in (
        (r"Invalid value for '([^']*)'(?: \([^)]*\))?:", r"\1:"),
        (r"Input should be a valid integer, unable to parse string as an integer", "it must be a whole number"),
        (r"Input should be a valid integer.*", "it must be a whole number, not too long"),
        (r"Input should be greater than or equal to (\d+)", r"it must be \1 or more"),
        (r"Input should be less than or equal to (\d+)", r"it must be \1 or less"),
        (r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)$", r"There is no place for \1 here"),
    )
)
"""The library's words for what is wrong with a command line, and what a person makes more of."""

app = typer.Typer(
    name="memory-inspector",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
opening.register(app)
keeping.register(app)
reading.register(app)
changing.register(app)
queueing.register(app)
deleting.register(app)
nightly.register(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        output.print_line(f"memory-inspector {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def memory_inspector(
    context: typer.Context,
    *,
    db: Db = None,
    owner: Owner = None,
    valid_at: ValidAt = None,
    known_at: KnownAt = None,
    as_of: BothAt = None,
    json: Json = False,
    read_only: ReadOnly = False,
    audit_key: AuditKey = None,
    copy: Copy = False,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """See what an assistant remembers, why, and since when, and put it right. Without a command the inspector opens."""
    context.obj = Common(db, owner, valid_at, known_at, as_of, json, read_only, audit_key, copy)
    if context.invoked_subcommand is None:
        check_given(context.obj)
        with Session(context.obj) as session:
            raise typer.Exit(launch.open_inspector(session))


@cache
def _command() -> TyperGroup:
    """The commands with their options, read from the functions once."""
    return get_group(app)


def run_command(arguments: list[str]) -> int:
    """Run a command line and return its exit status.

    Raises:
        Refused: `usage`, and whatever the command refuses.
        KeyboardInterrupt: The person broke it off.
    """
    try:
        status = _command()(arguments, prog_name="memory-inspector", standalone_mode=False)
    except UsageError as error:
        refusal = Refused("usage", why=_sentence(error.format_message()))
        refusal.next = usage_hint(error.ctx.command_path if error.ctx else "memory-inspector")
        raise refusal from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    return status if isinstance(status, int) else 0


def _sentence(message: str) -> str:
    line = " ".join(message.split())
    for theirs, ours in _OURS:
        line = theirs.sub(ours, line)
    return line if line.endswith((".", "!", "?", ")")) else f"{line}."
