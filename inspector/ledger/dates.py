"""Instants on the clocks of a zone, and lengths of time, as the ledger writes them."""

from datetime import UTC, datetime, tzinfo

from inspector.words import day, minute
from store.clock import Instant, to_datetime

EARLIEST: Instant = -62_135_596_800_000_000  # 0001-01-01
LATEST: Instant = 253_402_300_799_999_999  # 9999-12-31
_UNTOLD = "open"


def local(instant: Instant, zone: tzinfo) -> datetime:
    """Return the instant on the clocks of a zone; at the far ends of the calendar, and beyond them, on those of UTC."""
    moment = to_datetime(min(max(instant, EARLIEST), LATEST))
    try:
        return moment.astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return moment


def instant_at(year: int, month: int, day: int, hour: int, minute: int, zone: tzinfo) -> Instant:
    """Return the instant at which the clocks of a zone show this."""
    naive = datetime(year, month, day, hour, minute)  # noqa: DTZ001 - the zone follows
    try:
        seconds = (naive.replace(tzinfo=zone) - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()
    except (OverflowError, ValueError, OSError):
        seconds = (naive - datetime(1970, 1, 1)).total_seconds()  # noqa: DTZ001 - a difference
    return int(seconds) * 1_000_000


def span(valid_from: Instant, exact: bool, valid_to: Instant | None, zone: tzinfo) -> tuple[str, str]:
    """The two ends as days, or as minutes when both lie on one day; `≤` in front of a start that is not known."""
    shown = day
    if valid_to is not None and day(valid_from, zone) == day(valid_to, zone):
        shown = minute
    start = ("" if exact else "≤") + shown(valid_from, zone)
    return start, _UNTOLD if valid_to is None else shown(valid_to, zone)


def days_between(earlier: Instant, later: Instant, zone: tzinfo) -> int:
    """Count the midnights between two instants, as people count days."""
    return (local(later, zone).date() - local(earlier, zone).date()).days
