"""The one place where whatever goes wrong becomes a sentence, a reason code and an exit status."""

import errno
import os
import sys

from inspector.cli import output
from inspector.cli.output import HungUp
from inspector.cli.session import Common, Session
from store.errors import StoreError

DONE, REFUSED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
USAGE_REASONS = ("usage", "bad_time", "bad_value", "now_only", "every_owner")


def run(arguments: list[str]) -> int:
    """Run a command line and return the exit status: 0 done, 1 refused, not found or not yet through, 2 wrong usage."""
    output.stand_in()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=output.SPELLED)
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    as_json = "--json" in options
    try:
        status = _dispatch(arguments)
        output.flush()
        return status
    except HungUp:
        return DONE
    except StoreError as error:
        return _fail(error, as_json, _status(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as leaving:  # the library's own way out when the reader of its help has gone
        if isinstance(leaving.__context__, BrokenPipeError):
            return DONE
        raise
    except OSError as error:
        if error.filename is None and error.errno in (errno.ENOSPC, errno.EBADF, errno.EIO):  # help, printed by the library
            output.let_go(sys.stdout)
            return _fail(output.NotPrinted("not_printed", why=str(error.strerror).lower()), as_json, REFUSED)
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


def _status(error: StoreError) -> int:
    if error.reason == "done_not_printed":
        return DONE
    return WRONG_USAGE if error.reason in USAGE_REASONS else REFUSED


def _fail(error: StoreError, as_json: bool, status: int) -> int:
    try:
        output.print_error(error, as_json=as_json and not error.reason.endswith("not_printed"))
        output.flush()
    except HungUp:
        return DONE
    except StoreError as unprinted:
        output.print_error(error, as_json=False)
        output.print_error(unprinted, as_json=False)
    return status
