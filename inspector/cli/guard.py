"""The one place where whatever goes wrong becomes a sentence, a reason code and an exit status."""

import errno
import os
import sys

from inspector.cli import output
from inspector.cli.session import Common, Session
from store.errors import StoreError

DONE, REFUSED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
USAGE_REASONS = ("usage", "bad_time", "bad_value", "bad_text")


def run(arguments: list[str]) -> int:
    """Run a command line and return the exit status: 0 done, 1 refused or not found, 2 wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    as_json = "--json" in options
    try:
        status = _dispatch(arguments)
        sys.stdout.flush()
        return status
    except StoreError as error:
        return _fail(error, as_json, WRONG_USAGE if error.reason in USAGE_REASONS else REFUSED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.EPIPE:
            return _hang_up()
        return _fail(StoreError("internal_error", kind=error.strerror or type(error).__name__), as_json, REFUSED)
    except Exception as error:
        if os.environ.get("MEMORY_INSPECTOR_TRACEBACK"):
            raise
        return _fail(StoreError("internal_error", kind=type(error).__name__), as_json, REFUSED)


def _dispatch(arguments: list[str]) -> int:
    if arguments in ([], ["demo"]):  # the inspector's first frame waits for nothing it does not need
        from inspector.cli import launch

        with Session(Common()) as session:
            return launch.open_demo(session) if arguments else launch.open_inspector(session)
    from inspector.cli.app import run_command

    return run_command(arguments)


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
