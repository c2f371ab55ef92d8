"""The command line. This module answers `--version` before anything is imported that takes time."""

import contextlib
import sys

from inspector import __version__


def main(arguments: list[str] | None = None) -> int:
    """Run `memory-inspector` and return its exit status.

    Args:
        arguments: What was typed after the name of the program; the process's own when `None`.
    """
    typed = sys.argv[1:] if arguments is None else arguments
    if typed == ["--version"]:
        with contextlib.suppress(OSError):  # the guard says what is wrong with stdout
            print(f"memory-inspector {__version__}", flush=True)  # noqa: T201
            return 0
    from inspector import garbage

    if arguments is None:
        garbage.look_away()
    from inspector.cli.guard import run

    return run(typed)
