"""Times as people write them, and the instants they become."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from store.clock import Instant, from_datetime, to_datetime
from store.errors import Refused

_MONTH = re.compile(r"(\d{4})-(\d{2})", re.ASCII)
_YEAR = re.compile(r"\d{4}", re.ASCII)
_DAY = re.compile(r"(today|yesterday|tomorrow)(?:[ t]+(\d{1,2}):(\d{2}))?", re.ASCII)
_AGO = re.compile(r"(\d{1,6}|an?) +([a-z]+) +ago|in +(\d{1,6}|an?) +([a-z]+)", re.ASCII)
_DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}

_UNITS: dict[str, Callable[[datetime, int], datetime]] = {
    "second": lambda moment, count: moment + timedelta(seconds=count),
    "minute": lambda moment, count: moment + timedelta(minutes=count),
    "hour": lambda moment, count: moment + timedelta(hours=count),
    "day": lambda moment, count: moment + timedelta(days=count),
    "week": lambda moment, count: moment + timedelta(weeks=count),
    "month": lambda moment, count: _add_months(moment, count),
    "year": lambda moment, count: _add_months(moment, 12 * count),
}


def parse_time(text: str, now: Instant, zone: tzinfo | None = None) -> Instant:
    """Read a time: ISO 8601 in full or in part, `now`, `yesterday` (`18:30`), `3 weeks ago`, `in 2 days`.

    Args:
        text: What was typed. A part of a date is its first instant.
        now: The present instant in microseconds UTC.
        zone: The zone of times written without an offset; the machine's when `None`.

    Returns:
        The instant in microseconds UTC.

    Raises:
        Refused: `bad_time`.
    """
    words = " ".join(text.lower().split())
    if words == "now":
        return now
    try:
        moment = _day(words, now, zone) or _distance(words, now, zone) or _iso(text.strip())
        return from_datetime(_placed(moment, zone))
    except (ValueError, OverflowError, OSError):
        raise Refused("bad_time", given=text) from None


def _iso(text: str) -> datetime:
    if month := _MONTH.fullmatch(text):
        return datetime(int(month[1]), int(month[2]), 1)  # noqa: DTZ001
    if _YEAR.fullmatch(text):
        return datetime(int(text), 1, 1)  # noqa: DTZ001
    if not text.isascii():
        raise ValueError(text)
    return datetime.fromisoformat(text)


def _day(words: str, now: Instant, zone: tzinfo | None) -> datetime | None:
    found = _DAY.fullmatch(words)
    if not found:
        return None
    day = (to_datetime(now).astimezone(zone) + timedelta(days=_DAYS[found[1]])).date()
    return datetime(day.year, day.month, day.day, int(found[2] or 0), int(found[3] or 0))  # noqa: DTZ001


def _distance(words: str, now: Instant, zone: tzinfo | None) -> datetime | None:
    found = _AGO.fullmatch(words)
    if not found:
        return None
    count, unit = (found[1], found[2]) if found[2] else (found[3], found[4])
    add = _UNITS.get(unit.removesuffix("s"))
    if add is None:
        raise ValueError(unit)
    number = 1 if count in ("a", "an") else int(count)
    if unit.startswith(("second", "minute", "hour")):
        return add(to_datetime(now), -number if found[2] else number)
    # Days and longer keep the hour of the wall clock, also over a change to summer time.
    return add(to_datetime(now).astimezone(zone).replace(tzinfo=None), -number if found[2] else number)


def _placed(moment: datetime, zone: tzinfo | None) -> datetime:
    if moment.tzinfo is not None:
        return moment
    return moment.replace(tzinfo=zone) if zone is not None else moment.astimezone()


def _add_months(moment: datetime, count: int) -> datetime:
    months = moment.year * 12 + moment.month - 1 + count
    first = moment.replace(year=months // 12, month=months % 12 + 1, day=1)
    length = ((first + timedelta(days=31)).replace(day=1) - first).days if (first.year, first.month) != (9999, 12) else 31
    return first.replace(day=min(moment.day, length))
