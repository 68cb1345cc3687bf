"""What is too late and what takes too long: the calendar, rules and history."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from headwater.health import Expectation, normal
from headwater.health.lateness import NEVER, due, exceeded, next_due, run_limit, seconds_allowed
from headwater.model.timeliness import Datepart, Limit, Rule


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
    expected = next_due(None, begin, Rule(1_000_000, part), begin)
    assert expected is not None
    assert not expected.overdue


def test_data_is_late_from_the_moment_after_it_is_due() -> None:
    change, hour = datetime(2026, 4, 20, 9, tzinfo=UTC), Rule(1, Datepart.HOUR)
    end = change + timedelta(hours=1)
    assert next_due(None, change, hour, end) == Expectation(None, end, None, overdue=False)
    moment = end + timedelta(seconds=5)
    late = next_due(None, change, hour, moment)
    assert late == Expectation(None, end, None, overdue=True)
    assert late.late_by_seconds(moment) == 5


def test_a_rule_says_when_a_run_is_late_and_the_rhythm_when_it_is_expected() -> None:
    change, hour = datetime(2026, 4, 20, 9, tzinfo=UTC), Rule(1, Datepart.HOUR)
    rhythm = Expectation(change + timedelta(days=1), change + timedelta(days=2), 86400.0, overdue=False)
    end = change + timedelta(hours=1)
    assert next_due(rhythm, change, hour, end + timedelta(seconds=1)) == replace(
        rhythm, late_after=end, overdue=True
    )
    assert next_due(rhythm, None, hour, end) == next_due(rhythm, change, None, end) == rhythm


@pytest.mark.parametrize(("part", "days"), [("day", 1), ("month", 28), ("quarter", 89), ("year", 365)])
def test_a_run_may_take_as_long_as_the_calendar_says_from_its_start(part: str, days: int) -> None:
    start = datetime(2026, 1, 31, 10, tzinfo=UTC)
    assert seconds_allowed(start, Rule(1, Datepart(part))) == days * 86400


@pytest.mark.parametrize(
    ("seconds", "history", "limit"),
    [
        (None, [], Limit(1800, "default")),
        (600, [], Limit(600, "rule")),
        (None, [7200] * 10, Limit(9360, "history")),
        (600, [7200] * 10, Limit(600, "rule")),
        (9000, [60] * 10, Limit(120, "history")),
    ],
)
def test_the_stricter_of_rule_and_history_holds(
    seconds: int | None, history: list[float], limit: Limit
) -> None:
    assert run_limit(seconds, normal(history)) == limit


def test_a_run_exceeds_its_history_to_the_fraction_and_a_rule_by_whole_seconds() -> None:
    usual = normal([60.0] * 10)
    history, rule = Limit(120, "history"), Limit(120, "rule")

    assert [exceeded(seconds, history, usual) for seconds in (120.0, 120.1)] == [False, True]
    assert [exceeded(seconds, rule, usual) for seconds in (120.9, 121.0)] == [False, True]
