"""The program in a fork of this process, on streams such as a shell gives it.

Everything it would load is loaded already, so that it starts at once. What a fork cannot show is how the interpreter starts and ends;
whoever asserts something about streams has one whole process of each kind beside it.
"""

import os
import sys
import tempfile
import traceback
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from inspector.cli import main

UNFLUSHED = 120
"""The status of an interpreter that could not hand over what was printed."""


@dataclass(frozen=True)
class Ended:
    """How it ended and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def forked(
    arguments: Sequence[str],
    *,
    closed: Collection[int] = (),
    into: Path | None = None,
    reads: int | None = None,
    encoding: str = "utf-8",
) -> Ended:
    """Run a command line.

    Args:
        closed: Which of the streams 0, 1 and 2 are closed, as by `<&-`, `>&-` and `2>&-`.
        into: A file that stdout is, as by `>`.
        reads: After how many bytes the reader of stdout goes, as by `| head -c`; 0 is a reader that has gone.
        encoding: Of stdin and stdout, as by `PYTHONIOENCODING`.
    """
    reader = -1
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        streams = [os.open(os.devnull, os.O_RDONLY), os.dup(out.fileno()), os.dup(err.fileno())]
        if into is not None:
            os.close(streams[1])
            streams[1] = os.open(into, os.O_WRONLY)
        if reads is not None:
            os.close(streams[1])
            reader, streams[1] = os.pipe()
        if reads == 0:
            os.close(reader)
        child = os.fork()
        if child == 0:
            if reads:
                os.close(reader)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
            for number in closed:
                os.close(number)
            be_the_program(arguments, encoding)
        for stream in streams:
            os.close(stream)
        if reads:
            os.read(reader, reads)
            os.close(reader)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for file in (out, err):
            file.seek(0)
        return Ended(status, out.read().decode(), err.read().decode())


def be_the_program(arguments: Sequence[str], encoding: str = "utf-8") -> NoReturn:
    """Be the program in a process that was just forked, on the streams 0 to 2, and end as the interpreter does."""
    status = 1
    try:
        sys.stdin, sys.stdout, sys.stderr = (_opened(number, encoding if number < 2 else "utf-8") for number in range(3))
        try:
            status = main(list(arguments))
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
        except BaseException:
            traceback.print_exc()
        try:
            sys.stdout.flush()
        except Exception:
            traceback.print_exc()
            status = UNFLUSHED
    finally:
        os._exit(status)


def _opened(number: int, encoding: str) -> Any:
    """A stream as the interpreter opens it: none where it is closed."""
    try:
        os.fstat(number)
    except OSError:
        return None
    errors = "backslashreplace" if number == 2 else "strict"
    return open(number, "w" if number else "r", encoding=encoding, errors=errors, closefd=False)
