"""The commands, gathered, and the one place where whatever goes wrong becomes a sentence and an exit status."""

import errno
import os
import sys
from typing import Annotated

import typer
from typer._click.exceptions import UsageError

from inspector import __version__
from inspector.cli import output
from inspector.cli.commands import changing, keeping, opening, reading
from inspector.cli.options import BothAt, Db, Json, KnownAt, Owner, ValidAt, check_text
from inspector.cli.session import Common, Session
from store.errors import StoreError

DONE, REFUSED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
USAGE_REASONS = ("usage", "bad_time", "bad_value", "bad_text")

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
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """See what an assistant remembers, why, and since when, and put it right. Without a command the inspector opens."""
    context.obj = Common(db, owner, valid_at, known_at, as_of, json)
    if context.invoked_subcommand is None:
        check_text({"owner": owner})
        with Session(context.obj) as session:
            opening.open_inspector(session)


def run(arguments: list[str]) -> int:
    """Run a command line and return the exit status: 0 done, 1 refused or not found, 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    as_json = "--json" in options
    try:
        status = app(arguments, prog_name="memory-inspector", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else DONE
    except StoreError as error:
        return _fail(error, as_json, WRONG_USAGE if error.reason in USAGE_REASONS else REFUSED)
    except UsageError as error:
        command = error.ctx.command_path if error.ctx else "memory-inspector"
        problem = StoreError("usage", why=_sentence(error.format_message()))
        problem.next = f"{command} --help says how it is used."
        return _fail(problem, as_json, WRONG_USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.EPIPE:
            return _hang_up()
        return _fail(StoreError("internal_error", kind=error.strerror or type(error).__name__), as_json, REFUSED)
    except Exception as error:
        if os.environ.get("MEMORY_INSPECTOR_TRACEBACK"):
            raise
        return _fail(StoreError("internal_error", kind=type(error).__name__), as_json, REFUSED)


def _fail(error: StoreError, as_json: bool, status: int) -> int:
    try:
        output.print_error(error, as_json=as_json)
        sys.stdout.flush()
    except BrokenPipeError:
        return _hang_up()
    return status


def _hang_up() -> int:
    """Leave quietly when the reader of stdout has gone; the interpreter must not try to flush again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _sentence(message: str) -> str:
    line = " ".join(message.split())
    return line if line.endswith((".", "!", "?", ")")) else f"{line}."
