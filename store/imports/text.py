"""A pasted list of memories: one fact a line, with or without bullets."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from store.clock import Instant, to_iso
from store.errors import Refused
from store.ids import fold
from store.imports.event import Event, parse
from store.imports.lines import count_lines, read_lines
from store.imports.reading import Item, Reading

_BULLET = re.compile(r"^\s*(?:>\s*)*(?:(?:[-*+•‣–—·]|\d{1,4}[.)])\s+)?(?:\[[ xX]\]\s+)?")
_NO_FACT = re.compile(r"^\s*(?:#{1,6}\s.*|[-*_=]{3,}|```.*|[-*+•])?\s*$")


def read_text(file: BinaryIO, owner: str | None, now: Instant) -> Reading:
    """Read one fact a line; blank lines, Markdown headings and rules are none.

    Args:
        file: UTF-8 text.
        owner: Whose facts they are.
        now: When they are told, microseconds UTC. A line that was taken in before is known again by owner and words.

    Raises:
        Refused: `bad_file` when it holds a NUL, as programs and pictures do, and UTF-16 without its mark.
    """
    total = count_lines(file)
    return Reading(_items(file, owner or "", to_iso(now)), total)


def _items(file: BinaryIO, owner: str, recorded_at: str) -> Iterator[Item]:
    for number, line in read_lines(file):
        place = f"line {number}"
        if isinstance(line, Refused):
            yield Item(place, number, line)
            continue
        if b"\0" in line:
            raise Refused("bad_file", path="the file", format="text", why=f"line {number} holds a NUL, which no text does")
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            yield Item(place, number, Refused("bad_line", why=f"byte {error.start + 1} is no UTF-8"))
            continue
        if _NO_FACT.match(text):
            continue
        words = text[len(_BULLET.match(text)[0]) :].strip()  # type: ignore[index]
        if words:
            yield Item(place, number, _stated(owner, words, recorded_at))


def _stated(owner: str, words: str, recorded_at: str) -> Event:
    digest = hashlib.sha256(f"{fold(owner)}\n{words}".encode()).hexdigest()
    line = {"op": "assert", "recorded_at": recorded_at, "key": f"text/{digest}", "owner": owner, "text": words}
    return replace(parse(line), content=digest)
