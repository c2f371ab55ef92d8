"""What the command line prints: one JSON document, or lines for people; messages and errors go to stderr.

Every stored text in a line for people comes through the door; in JSON, characters that a terminal obeys or hides are escaped.
"""

import codecs
import contextlib
import errno
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TextIO

from inspector import door
from store.errors import StoreError

_UNSAFE = re.compile("[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]")

SPELLED = "memory-inspector-spelled"
"""The error handler of streams that cannot take every character."""
_SPELLING = {"≤": "<=", "…": "...", "→": "->", "·": "-"}


def _spell(error: UnicodeError) -> tuple[str, int]:
    """Spell the marks of ours in ASCII; any other character that a stream cannot take is escaped."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    given = error.object[error.start : error.end]
    return "".join(_SPELLING.get(one) or one.encode("ascii", "backslashreplace").decode() for one in given), error.end


codecs.register_error(SPELLED, _spell)


class HungUp(Exception):
    """Whoever read stdout has gone."""


class NotPrinted(StoreError):
    """Stdout takes no more."""


def print_json(value: Any) -> None:
    """Print one JSON document on stdout; reading it back gives every character as it is stored."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    _write(_UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def print_line(text: str = "") -> None:
    """Print a line for people on stdout."""
    _write(door.plain(text))


def say(message: str) -> None:
    """Print a message on stderr; one that cannot be printed stops nothing."""
    try:
        sys.stderr.write(door.plain(message) + "\n")
        sys.stderr.flush()
    except OSError:
        let_go(sys.stderr)


@contextlib.contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Give what says, on a terminal, how far something is: on one line of stderr, which is cleared at the end."""
    shown = False

    def show(words: str) -> None:
        nonlocal shown
        if sys.stderr.isatty():
            shown = True
            sys.stderr.write(f"\r\x1b[K{words} ")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def flush() -> None:
    """Hand over what was printed.

    Raises:
        HungUp, NotPrinted: `not_printed`.
    """
    with _guarded():
        sys.stdout.flush()


def stand_in() -> None:
    """Put the null device in place of the standard streams that were closed before the program began.

    A file opened later would get the number of one of them, and what is printed would go into it. What is printed to a stdout that was
    closed is refused, as it is by one that is full: nobody would read it.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    for name, mode, access in (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, access), mode, encoding="utf-8"))


def print_table(rows: Iterable[Sequence[str]], *, flexible: int) -> None:
    """Print rows in columns as wide as their widest cell; on a terminal the flexible column is cut to fit,
    elsewhere it is as long as its text.

    Args:
        rows: Cells of stored or own text.
        flexible: Which column gives way.
    """
    from rich.cells import cell_len

    table = [[door.plain(cell) for cell in row] for row in rows]
    if not table:
        return
    widths = [max(cell_len(cell) for cell in column) for column in zip(*table, strict=True)]
    if sys.stdout.isatty():
        used = sum(widths) - widths[flexible] + 2 * (len(widths) - 1)
        widths[flexible] = min(widths[flexible], max(20, shutil.get_terminal_size().columns - used - 1))
    columns = list(enumerate(widths))
    for row in table:
        cells = [door.cut(cell, width) for cell, width in zip(row, widths, strict=True)]
        fill = [width - cell_len(cells[at]) if at != flexible or sys.stdout.isatty() else 0 for at, width in columns]
        padded = [cell + " " * blank for cell, blank in zip(cells, fill, strict=True)]
        _write("  ".join(padded).rstrip())


def print_error(error: StoreError, *, as_json: bool) -> None:
    """Print an error: its sentence, its reason code and the next step."""
    if as_json:
        print_json({"error": {"reason": error.reason, "message": error.message, "next": error.next}})
    else:
        say(f"{error.message} ({error.reason})")
        say(error.next)


def _write(text: str) -> None:
    with _guarded():
        sys.stdout.write(text + "\n")


@contextlib.contextmanager
def _guarded() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        let_go(sys.stdout)
        if error.errno == errno.EPIPE:
            raise HungUp from None
        raise NotPrinted("not_printed", why=(error.strerror or type(error).__name__).lower()) from None


def let_go(stream: TextIO) -> None:
    """Let what a stream still holds go nowhere, or the interpreter would try to print it again at its end."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
