"""What every format is turned into: places and events, in the order in which they became known."""

from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from store.clock import Instant
from store.errors import Refused
from store.imports import event
from store.imports.lines import count_lines, read_objects


class Item(NamedTuple):
    """An event, or why there is none, and where in the file it stands: in words, and as a number up to the file's `total`."""

    place: str
    number: int
    event: event.Event | Refused


class Reading(NamedTuple):
    """A file as items; `total` is how many places there are for them, when that can be known beforehand."""

    items: Iterator[Item]
    total: int | None


def parsed(place: str, number: int, line: dict[str, Any] | Refused) -> Item:
    """Return the event of a line, or the refusal."""
    try:
        return Item(place, number, line if isinstance(line, Refused) else event.parse(line))
    except Refused as refusal:
        return Item(place, number, refusal)


def read_events(file: BinaryIO, _owner: str | None, _now: Instant) -> Reading:
    """Read an event file, one JSON object a line."""
    total = count_lines(file)
    return Reading((parsed(f"line {number}", number, line) for number, line in read_objects(file)), total)
