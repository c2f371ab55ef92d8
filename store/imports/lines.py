"""JSON lines from anywhere: each comes out as an object, or as a refusal that says what is wrong with it."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from store.errors import Refused

LINE_LIMIT = 16 * 2**20
"""A longer line is no record but a wrong file; it is skipped without being held in memory."""

BOM = b"\xef\xbb\xbf"


def read_objects(file: BinaryIO) -> Iterator[tuple[int, dict[str, Any] | Refused]]:
    """Yield (line number, object or refusal) for each line that is not blank."""
    for number, line in _lines(file):
        if line is None:
            yield number, Refused("bad_line", why=f"it is longer than {LINE_LIMIT // 2**20} MiB")
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
    while chunk := file.read(2**20):
        lines += chunk.count(b"\n")
        last = chunk
    file.seek(here)
    return lines + (1 if last and not last.endswith(b"\n") else 0)


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    number = 0
    while line := file.readline(LINE_LIMIT + 1):
        number += 1
        if len(line) > LINE_LIMIT:
            while not line.endswith(b"\n") and (line := file.readline(LINE_LIMIT)):
                pass
            yield number, None
            continue
        yield number, line.removeprefix(BOM) if number == 1 else line


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise Refused("bad_json", why="a name stands twice in one object")
    return value


def _no_number(name: str) -> NoReturn:
    raise Refused("bad_json", why=f"{name} is no number")
