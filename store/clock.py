"""Instants: integer microseconds since 1970-01-01 UTC, for both clocks of the store.

The years 1 to 9999 can be told apart. An open end is stored as `FOREVER`; outside `store` it is always `None`.
"""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

from store.errors import Refused

Instant = int

FOREVER: Instant = 2**63 - 1
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)
EARLIEST: Instant = (datetime.min.replace(tzinfo=UTC) - EPOCH) // TICK
LATEST: Instant = (datetime.max.replace(tzinfo=UTC) - EPOCH) // TICK
SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 3600 * SECOND
DAY = 24 * HOUR


class Clock(Protocol):
    """Where system time comes from; passed in, so that tests and replays own time."""

    def now(self) -> Instant:
        """Return the present instant in microseconds UTC."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> Instant:
        return time.time_ns() // 1000


class FixedClock:
    """A clock that stands still until it is moved.

    Args:
        at: The instant it shows, in microseconds UTC.
    """

    def __init__(self, at: Instant) -> None:
        self.at = at

    def now(self) -> Instant:
        return self.at


def told_end(end: Instant) -> Instant | None:
    """Return an end as it is told outside `store`."""
    return None if end == FOREVER else end


def from_datetime(moment: datetime) -> Instant:
    """Turn an aware datetime into an instant.

    Raises:
        Refused: `naive_time` when the datetime has no offset, `bad_time` when it lies outside the years 1 to 9999 UTC.
    """
    if moment.tzinfo is None:
        raise Refused("naive_time", moment=moment.isoformat())
    instant = (moment - EPOCH) // TICK
    if not EARLIEST <= instant <= LATEST:
        raise Refused("bad_time", given=moment.isoformat())
    return instant


def to_datetime(instant: Instant) -> datetime:
    """Return the instant as a datetime in UTC."""
    return EPOCH + instant * TICK


def to_iso(instant: Instant) -> str:
    """Return the instant as ISO 8601 in UTC with `Z`; microseconds only when there are any."""
    moment = to_datetime(instant)
    shown = f"{moment.year:04}-{moment:%m-%dT%H:%M:%S}"
    return f"{shown}.{moment.microsecond:06}Z" if moment.microsecond else f"{shown}Z"


def from_iso(text: str) -> Instant:
    """Read a full ISO 8601 date and time with an offset.

    Raises:
        Refused: `naive_time` without an offset, `bad_time` when it is no date and time.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused("bad_time", given=text) from None
    try:
        return from_datetime(moment)
    except OverflowError:
        raise Refused("bad_time", given=text) from None
