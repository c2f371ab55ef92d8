"""Times are read as people write them, in the zone they live in."""

import contextlib
from datetime import timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.cli.times import parse_time
from store.clock import EARLIEST, LATEST, from_iso, to_iso
from store.errors import Refused

NOW = from_iso("2026-03-31T22:30:00Z")
TOKYO = ZoneInfo("Asia/Tokyo")
UTC = ZoneInfo("UTC")


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("now", "2026-03-31T22:30:00Z"),
        ("2026", "2026-01-01T00:00:00Z"),
        ("2026-03", "2026-03-01T00:00:00Z"),
        ("2026-03-21", "2026-03-21T00:00:00Z"),
        ("2026-03-21T18:30", "2026-03-21T18:30:00Z"),
        ("2026-03-21 18:30:15.5", "2026-03-21T18:30:15.500000Z"),
        ("2026-03-21T18:30Z", "2026-03-21T18:30:00Z"),
        ("2026-03-21T18:30+03:00", "2026-03-21T15:30:00Z"),
        ("today", "2026-03-31T00:00:00Z"),
        ("Yesterday", "2026-03-30T00:00:00Z"),
        ("tomorrow 8:15", "2026-04-01T08:15:00Z"),
        ("3 weeks ago", "2026-03-10T22:30:00Z"),
        ("in 2 days", "2026-04-02T22:30:00Z"),
        ("an hour ago", "2026-03-31T21:30:00Z"),
        ("1 month ago", "2026-02-28T22:30:00Z"),
        ("in 11 months", "2027-02-28T22:30:00Z"),
        ("  2   years  ago ", "2024-03-31T22:30:00Z"),
        ("0001-01-01", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59", "9999-12-31T23:59:59Z"),
    ],
)
def test_what_is_written_becomes_an_instant(written: str, instant: str) -> None:
    assert to_iso(parse_time(written, NOW, UTC)) == instant


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("2026-03", "2026-02-28T15:00:00Z"),
        ("today", "2026-03-31T15:00:00Z"),
        ("2026-03-21T18:30Z", "2026-03-21T18:30:00Z"),
        ("in 2 days", "2026-04-02T22:30:00Z"),
    ],
)
def test_without_an_offset_it_is_in_the_zone(written: str, instant: str) -> None:
    assert to_iso(parse_time(written, NOW, TOKYO)) == instant


def test_days_keep_the_hour_of_the_wall_clock_and_hours_do_not() -> None:
    """Summer time began in Lisbon on 2026-03-29."""
    lisbon = ZoneInfo("Europe/Lisbon")
    assert to_iso(parse_time("3 days ago", NOW, lisbon)) == "2026-03-28T23:30:00Z"
    assert to_iso(parse_time("72 hours ago", NOW, lisbon)) == "2026-03-28T22:30:00Z"


@pytest.mark.parametrize(
    "written",
    [
        "",
        "soon",
        "2026-13",
        "2026-02-30",
        "0000",
        "10000",
        "3 fortnights ago",
        "in 999999 years",
        "999999 months ago",
        "2026-03-21T25:00",
        "２０２６",
        "-5 days ago",
        "\0",
    ],
)
def test_what_is_no_time_is_refused(written: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse_time(written, NOW, UTC)
    assert refusal.value.reason == "bad_time"


@given(st.text())
def test_any_text_is_a_time_or_is_refused(written: str) -> None:
    with contextlib.suppress(Refused):
        assert EARLIEST <= parse_time(written, NOW) <= LATEST


@given(st.datetimes(timezones=st.integers(-23, 23).map(lambda hours: timezone(timedelta(hours=hours)))))
def test_what_is_printed_is_read_back(moment: "object") -> None:
    try:
        instant = parse_time(str(moment), NOW)
    except Refused:
        return  # the offset carries it out of the years that can be told
    assert parse_time(to_iso(instant), NOW) == instant
