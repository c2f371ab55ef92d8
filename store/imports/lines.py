"""JSON lines from anywhere: each comes out as an object, or as a refusal that says what is wrong with it."""

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from store.errors import Refused

LINE_LIMIT = 16 * 2**20
"""A longer line is no record but a wrong file; it is skipped without being held in memory."""

BOM = b"\xef\xbb\xbf"

_BLOCK = 2**20
_END = re.compile(rb"\r\n|\r|\n")


def read_objects(file: BinaryIO) -> Iterator[tuple[int, dict[str, Any] | Refused]]:
    """Yield (line number, object or refusal) for each line that is not blank."""
    for number, line in read_lines(file):
        if isinstance(line, Refused):
            yield number, line
        elif line.strip():
            try:
                yield number, read_object(line)
            except Refused as refusal:
                yield number, refusal


def read_object(line: bytes) -> dict[str, Any]:
    """Read one JSON object, strictly: no name twice, no NaN.

    Raises:
        Refused: `bad_json` or `bad_line`.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise Refused("bad_json", why=f"byte {error.start + 1} is no UTF-8") from None
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Refused("bad_json", why=f"{error.msg.lower()} at character {error.pos + 1}") from None
    except RecursionError:
        raise Refused("bad_json", why="it is nested too deeply") from None
    except ValueError:
        raise Refused("bad_json", why="it holds a number that is none, or far too long") from None
    if not isinstance(value, dict):
        raise Refused("bad_line", why="it is no JSON object")
    return value


def canonical(value: dict[str, Any]) -> str:
    """Return the object as text that is the same for the same content, however it was written.

    Raises:
        Refused: `bad_text` for half a character, `bad_json` for nesting without end.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        text.encode()
    except UnicodeEncodeError:
        raise Refused("bad_text") from None
    except RecursionError:
        raise Refused("bad_json", why="it is nested too deeply") from None
    return text


def count_lines(file: BinaryIO) -> int | None:
    """Return how many lines are left in a file that can be read twice, else `None`."""
    if not file.seekable():
        return None
    here = file.tell()
    lines = 0
    last = b""
    while block := file.read(_BLOCK):
        lines += block.count(b"\n") + block.count(b"\r") - block.count(b"\r\n")
        if last.endswith(b"\r") and block.startswith(b"\n"):
            lines -= 1
        last = block
    file.seek(here)
    return lines + (1 if last and not last.endswith((b"\n", b"\r")) else 0)


def read_lines(file: BinaryIO) -> Iterator[tuple[int, bytes | Refused]]:
    """Yield (line number, line without its end, or why it is no line); CR, LF and CRLF are line ends."""
    number = 0
    for number, line in enumerate(_split(file), start=1):
        if line is None:
            yield number, Refused("bad_line", why=f"it is longer than {LINE_LIMIT // 2**20} MiB")
        else:
            yield number, line.removeprefix(BOM) if number == 1 else line


def _split(file: BinaryIO) -> Iterator[bytes | None]:
    """Yield lines; `None` for one that is too long, of which no more than a block is held."""
    held = b""
    too_long = after_return = False
    while block := file.read(_BLOCK):
        if after_return:
            block = block.removeprefix(b"\n")
        after_return = block.endswith(b"\r")
        for ended in (pieces := _END.split(block))[:-1]:
            line = held + ended
            yield None if too_long or len(line) > LINE_LIMIT else line
            held, too_long = b"", False
        held += pieces[-1]
        if too_long or len(held) > LINE_LIMIT:
            held, too_long = b"", True
    if held or too_long:
        yield None if too_long else held


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise Refused("bad_json", why="a name stands twice in one object")
    return value


def _no_number(name: str) -> NoReturn:
    raise Refused("bad_json", why=f"{name} is no number")
