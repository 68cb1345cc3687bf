"""Rules of timeliness: the calendar, and what a history of durations makes of a new one."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.model.timeliness import (
    NEVER,
    Datepart,
    Limit,
    Rule,
    datepart,
    due,
    lateness,
    normal_seconds,
    rule,
    run_limit,
    seconds_allowed,
    threshold,
)


@pytest.mark.parametrize(
    ("since", "number", "part", "until"),
    [
        ("2026-04-20T10:00", 90, "minute", "2026-04-20T11:30"),
        ("2026-04-20T10:00", 25, "hour", "2026-04-21T11:00"),
        ("2026-04-20T10:00", 3, "day", "2026-04-23T10:00"),
        ("2026-04-20T10:00", 2, "week", "2026-05-04T10:00"),
        ("2026-01-31T10:00", 1, "month", "2026-02-28T10:00"),
        ("2024-01-31T10:00", 1, "month", "2024-02-29T10:00"),
        ("2026-11-30T10:00", 3, "month", "2027-02-28T10:00"),
        ("2026-11-30T10:00", 1, "quarter", "2027-02-28T10:00"),
        ("2024-02-29T10:00", 1, "year", "2025-02-28T10:00"),
        ("2024-02-29T10:00", 4, "year", "2028-02-29T10:00"),
    ],
)
def test_data_is_due_by_the_calendar(since: str, number: int, part: str, until: str) -> None:
    begin, end = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (since, until))
    assert due(begin, Rule(number, Datepart(part))) == end


@pytest.mark.parametrize("part", Datepart)
def test_what_is_due_beyond_all_times_is_never_late(part: Datepart) -> None:
    begin = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)
    assert due(begin, Rule(1_000_000, part)) == NEVER
    assert lateness(begin, Rule(1_000_000, part), begin) is None


def test_data_is_late_from_the_moment_after_it_is_due() -> None:
    change, hour = datetime(2026, 4, 20, 9, tzinfo=UTC), Rule(1, Datepart.HOUR)
    assert lateness(change, hour, change + timedelta(hours=1)) is None
    late = lateness(change, hour, change + timedelta(hours=1, seconds=5))
    assert late is not None
    assert (late.since, late.late_by_seconds) == (change + timedelta(hours=1), 5)


def test_half_a_rule_is_none() -> None:
    assert rule(1, None) is rule(None, "day") is None
    assert str(rule(1, "day")) == "1 day"
    assert str(rule(2, "day")) == "2 days"


@pytest.mark.parametrize("text", ["day", "Days", " DAY "])
def test_dateparts_come_in_singular_and_plural(text: str) -> None:
    assert datepart(text) is Datepart.DAY


@pytest.mark.parametrize(("part", "days"), [("day", 1), ("month", 28), ("quarter", 89), ("year", 365)])
def test_a_run_may_take_as_long_as_the_calendar_says_from_its_start(part: str, days: int) -> None:
    start = datetime(2026, 1, 31, 10, tzinfo=UTC)
    assert seconds_allowed(start, Rule(1, Datepart(part))) == days * 86400


@pytest.mark.parametrize(("told", "seconds"), [(60, 60), (1.5, 1), (10**12, 10**12)])
def test_a_threshold_is_a_positive_number(told: float, seconds: int) -> None:
    assert threshold(told) == seconds


@pytest.mark.parametrize("told", ["60", 0, -5, True, None, [60], float("nan"), float("inf")])
def test_anything_else_is_no_threshold(told: object) -> None:
    assert threshold(told) is None


def test_too_little_history_says_nothing() -> None:
    assert normal_seconds([10] * 7) is None


def test_one_slow_run_does_not_move_what_is_normal() -> None:
    usual = [600, 630, 570, 600, 660, 540, 600, 620, 580]
    assert normal_seconds([*usual, 90_000]) == normal_seconds([*usual, 700])


def test_a_job_that_always_takes_as_long_may_take_a_minute_more() -> None:
    assert normal_seconds([60] * 20) == 120


@pytest.mark.parametrize(
    ("seconds", "history", "limit"),
    [
        (None, [], Limit(1800, "default")),
        (600, [], Limit(600, "rule")),
        (None, [7200] * 10, Limit(7260, "history")),
        (600, [7200] * 10, Limit(600, "rule")),
        (9000, [60] * 10, Limit(120, "history")),
    ],
)
def test_the_stricter_of_rule_and_history_holds(
    seconds: int | None, history: list[float], limit: Limit
) -> None:
    assert run_limit(seconds, history) == limit


@given(st.lists(st.floats(0, 1e6), min_size=8, max_size=50))
def test_half_of_a_history_is_always_normal(durations: list[float]) -> None:
    normal = normal_seconds(durations)
    assert normal is not None
    assert sum(duration <= normal for duration in durations) * 2 >= len(durations)
