"""What the command line prints: one JSON document, or lines for people; messages and errors go to stderr.

Every stored text in a line for people comes through the door; in JSON, characters that a terminal obeys or hides are escaped.
"""

import json
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from inspector import door
from store.errors import StoreError

_UNSAFE = re.compile("[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]")


def print_json(value: Any) -> None:
    """Print one JSON document on stdout; reading it back gives every character as it is stored."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    _write(sys.stdout, _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def print_line(text: str = "") -> None:
    """Print a line for people on stdout."""
    _write(sys.stdout, door.plain(text))


def say(message: str) -> None:
    """Print a message on stderr."""
    _write(sys.stderr, door.plain(message))


def print_table(rows: Iterable[Sequence[str]], *, flexible: int) -> None:
    """Print rows in columns as wide as their widest cell; on a terminal the flexible column is cut to fit.

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
    for row in table:
        cells = [door.cut(cell, width) for cell, width in zip(row, widths, strict=True)]
        padded = [cell + " " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True)]
        _write(sys.stdout, "  ".join(padded).rstrip())


def print_error(error: StoreError, *, as_json: bool) -> None:
    """Print an error: its sentence, its reason code and the next step."""
    if as_json:
        print_json({"error": {"reason": error.reason, "message": error.message, "next": error.next}})
    else:
        say(f"{error.message} ({error.reason})")
        say(error.next)


def _write(stream: TextIO, text: str) -> None:
    stream.write(text + "\n")
