"""When the next run is due: daily, hourly, weekly and weekday jobs, and those without a rhythm."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

import pytest

from headwater.model.health import Expectation, expected_next

# A Monday.
FIRST = datetime(2026, 3, 2, 2, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MONDAY_TO_FRIDAY = frozenset(range(5))
EVERY_DAY = frozenset(range(7))


def on(weekdays: Iterable[int], days: int) -> list[datetime]:
    """One start a day at 02:00 on these weekdays, for so many days."""
    wanted = set(weekdays)
    every = [FIRST + place * DAY for place in range(days)]
    return [start for start in every if start.weekday() in wanted]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def told(starts: list[datetime], now: str, days: Iterable[date] = ()) -> Expectation:
    found = expected_next(starts, at(now), days)
    assert found is not None
    return found


def test_a_daily_job_is_due_a_day_after_its_last_run() -> None:
    # The last run began on Friday, 27 March.
    found = told(on(EVERY_DAY, days=26), "2026-03-28T09:00")

    assert (found.expected_at, found.overdue) == (at("2026-03-28T02:00"), True)


@pytest.mark.parametrize("now", ["2026-03-28T09:00", "2026-03-29T09:00", "2026-03-30T07:00"])
def test_a_weekday_job_is_not_overdue_over_the_weekend(now: str) -> None:
    found = told(on(MONDAY_TO_FRIDAY, days=26), now)

    assert (found.expected_at, found.overdue) == (at("2026-03-30T02:00"), False)


def test_a_weekday_job_that_misses_its_monday_is_overdue() -> None:
    assert told(on(MONDAY_TO_FRIDAY, days=26), "2026-03-30T09:00").overdue


def test_a_weekday_job_that_misses_a_thursday_is_overdue() -> None:
    # The last run began on Wednesday, 25 March.
    assert told(on(MONDAY_TO_FRIDAY, days=24), "2026-03-26T09:00").overdue


def test_a_job_of_every_other_day_waits_for_its_own_weekday() -> None:
    found = told(on({0, 2, 4}, days=26), "2026-03-29T09:00")

    assert (found.expected_at, found.overdue) == (at("2026-03-30T02:00"), False)


def test_a_weekly_job_is_due_a_week_later() -> None:
    found = told(on({0}, days=56), "2026-04-21T09:00")

    assert (found.expected_at, found.overdue) == (at("2026-04-27T02:00"), False)


def test_a_daily_job_that_used_to_rest_follows_its_new_rhythm() -> None:
    weekdays = on(MONDAY_TO_FRIDAY, days=26)
    found = told([*weekdays, weekdays[-1] + DAY, weekdays[-1] + 2 * DAY], "2026-03-30T01:00")
    saturday = told([*weekdays, weekdays[-1] + DAY, *on(EVERY_DAY, days=33)], "2026-04-04T09:00")

    assert found.expected_at == at("2026-03-30T02:00")
    assert (saturday.expected_at, saturday.overdue) == (at("2026-04-04T02:00"), True)


def test_an_hourly_job_that_began_today_is_due_tomorrow_as_well() -> None:
    found = told([at("2026-03-02T14:00") + place * HOUR for place in range(10)], "2026-03-03T02:00")

    assert (found.expected_at, found.overdue) == (at("2026-03-03T00:00"), True)


def test_the_days_of_a_busy_job_reach_further_back_than_its_latest_starts() -> None:
    # Hourly from Monday to Friday; the latest fifty starts are of Thursday and Friday alone.
    starts = [at("2026-03-27T23:00") - place * HOUR for place in range(48)]
    days = [start.date() for start in on(MONDAY_TO_FRIDAY, days=26)]

    assert told(starts, "2026-03-28T09:00", days).expected_at == at("2026-03-30T00:00")
    assert told(starts, "2026-03-28T09:00").overdue


def test_a_young_job_has_no_weekdays_yet() -> None:
    # From Monday to Friday, once: nobody can say whether Saturday belongs to it.
    assert told(on(MONDAY_TO_FRIDAY, days=5), "2026-03-07T09:00").expected_at == at("2026-03-07T02:00")


def test_weekdays_of_long_ago_do_not_count() -> None:
    # Daily until March, then from Monday to Friday for five weeks.
    before = [FIRST - place * DAY for place in range(1, 15)]
    found = told([*before, *on(MONDAY_TO_FRIDAY, days=33)], "2026-04-04T09:00")

    assert found.expected_at == at("2026-04-06T02:00")


def test_irregular_starts_give_the_next_one_much_time() -> None:
    hours = (0, 5, 40, 43, 90, 101, 160, 170, 250, 260, 300)
    found = told([FIRST + place * HOUR for place in hours], "2026-03-15T20:00")

    assert found.overdue is False


def test_three_starts_are_no_rhythm() -> None:
    assert expected_next(on(EVERY_DAY, days=3), at("2026-03-30T02:00")) is None
