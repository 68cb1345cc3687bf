"""Times as producers write them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.model.times import from_micros, iso, parse_time, to_micros

AN_INSTANT = datetime(2026, 4, 20, 1, 23, 0, 123456, tzinfo=UTC)


@pytest.mark.parametrize(
    "written",
    [
        "2026-04-20T01:23:00.123456Z",
        "2026-04-20T01:23:00.123456",
        "2026-04-20T01:23:00.123456z",
        "2026-04-20t01:23:00.123456Z",
        "2026-04-20 01:23:00.123456",
        "2026-04-20T01:23:00.123456789Z",
        "2026-04-20T01:23:00.123456789012",
        "2026-04-20T01:23:00.123456+00:00",
        "2026-04-20T01:23:00.123456-00:00",
        "2026-04-20T01:23:00.123456+00:00Z",
        "2026-04-20T01:23:00.123456789+00:00Z",
        "2026-04-20T01:23:00.123456+0000",
        "2026-04-20T03:23:00.123456+02:00",
        "2026-04-20T03:23:00.123456+02:00[Europe/Paris]",
        "2026-04-20T01:23:00.123456Z[UTC]",
        "2026-04-19T15:53:00.123456-09:30",
        "2026-04-20T01:23:00,123456Z",
        "  2026-04-20T01:23:00.123456Z\n",
    ],
)
def test_one_instant_is_read_however_producers_write_it(written: str) -> None:
    assert parse_time(written) == AN_INSTANT


def test_milliseconds_seconds_minutes_and_days_are_enough() -> None:
    assert parse_time("2026-04-20T01:23:00.120Z").microsecond == 120_000
    assert parse_time("2026-04-20T01:23:07Z").second == 7
    assert parse_time("2026-04-20T01:23Z") == datetime(2026, 4, 20, 1, 23, tzinfo=UTC)
    assert parse_time("2026-04-20") == datetime(2026, 4, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    "nonsense", ["", "now", "1776648180", "2026-13-01T00:00:00Z", "20/04/2026", "2026-04-20T25:00:00Z", "[x]"]
)
def test_what_is_no_time_is_refused(nonsense: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_time(nonsense)


def test_a_time_that_falls_out_of_the_calendar_in_utc_is_refused() -> None:
    with pytest.raises(ValueError, match="outside the years"):
        parse_time("0001-01-01T00:00:00+01:00")


@given(st.datetimes(timezones=st.just(UTC)))
def test_microseconds_since_1970_carry_every_time_exactly(moment: datetime) -> None:
    assert from_micros(to_micros(moment)) == moment


def test_replies_show_utc_with_a_z_and_at_least_milliseconds() -> None:
    paris = timezone(timedelta(hours=2))
    assert iso(datetime(2026, 4, 20, 3, 23, tzinfo=paris)) == "2026-04-20T01:23:00.000Z"
    assert iso(AN_INSTANT) == "2026-04-20T01:23:00.123456Z"


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_replies_show_reads_back_as_the_same_time(moment: datetime) -> None:
    assert parse_time(iso(moment)) == moment


@pytest.mark.parametrize("text", ["2026-W18-5", "2026-W18", "2026-W18-5T10:00:00Z"])
def test_a_week_is_no_time(text: str) -> None:
    with pytest.raises(ValueError, match="RFC 3339"):
        parse_time(text)
