"""Instants are shown in the machine's zone, in summer as in winter."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector import words
from inspector.cli.commands.reading import since
from inspector.cli.times import parse_time
from store.clock import Instant, from_datetime
from tests.inspector.fake import fact


@pytest.fixture(params=["Europe/Lisbon", "Asia/Shanghai", "America/New_York", "UTC"])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A machine in that zone."""
    if not hasattr(time, "tzset"):
        pytest.skip("This system cannot change its zone for a test.")
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(moment=st.datetimes(datetime(1971, 1, 1), datetime(2037, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - bounds
def test_the_machine_zone_agrees_with_the_zone_of_that_name(machine: str, moment: datetime) -> None:
    instant: Instant = from_datetime(moment)
    own, named = words.zone_of(None), words.zone_of(machine)
    assert words.minute(instant, own) == words.minute(instant, named)
    assert words.zone_name(own, instant) == words.zone_name(named, instant)


def test_what_was_typed_as_a_day_is_shown_as_that_day(machine: str) -> None:
    now = from_datetime(datetime(2026, 1, 15, tzinfo=UTC))
    for day in ("2026-01-10", "2026-07-10", "2026-03-29", "2026-10-25"):
        begun = parse_time(day, now, words.zone_of(None))
        assert words.when(begun, words.zone_of(None)) == day
        assert since(fact(1, "Lives in Braga", valid_from=begun, valid_from_exact=True)) == day


@pytest.mark.parametrize("moment", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC)])
def test_the_ends_of_the_calendar_can_be_shown(machine: str, moment: datetime) -> None:
    assert words.minute(from_datetime(moment), words.zone_of(None))[:4] in ("0001", "9999")
