"""When the next run is due: daily, hourly, weekly and weekday jobs, and those without a rhythm."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest

from headwater.health import Expectation, expected_next
from headwater.health.rhythm import usual_hours

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


def expectation(starts: list[datetime], now: str, hours: Iterable[datetime] = ()) -> Expectation:
    found = expected_next(starts, at(now), hours)
    assert found is not None
    return found


def test_a_daily_job_is_due_a_day_after_its_last_run() -> None:
    # The last run began on Friday, 27 March.
    found = expectation(on(EVERY_DAY, days=26), "2026-03-28T09:00")

    assert (found.expected_at, found.overdue) == (at("2026-03-28T02:00"), True)


@pytest.mark.parametrize("now", ["2026-03-28T09:00", "2026-03-29T09:00", "2026-03-30T07:00"])
def test_a_weekday_job_is_not_overdue_over_the_weekend(now: str) -> None:
    found = expectation(on(MONDAY_TO_FRIDAY, days=26), now)

    assert (found.expected_at, found.overdue) == (at("2026-03-30T02:00"), False)


def test_a_weekday_job_that_misses_its_monday_is_overdue() -> None:
    assert expectation(on(MONDAY_TO_FRIDAY, days=26), "2026-03-30T09:00").overdue


def test_a_weekday_job_that_misses_a_thursday_is_overdue() -> None:
    # The last run began on Wednesday, 25 March.
    assert expectation(on(MONDAY_TO_FRIDAY, days=24), "2026-03-26T09:00").overdue


def test_a_job_of_every_other_day_waits_for_its_own_weekday() -> None:
    found = expectation(on({0, 2, 4}, days=26), "2026-03-29T09:00")

    assert (found.expected_at, found.overdue) == (at("2026-03-30T02:00"), False)


def test_a_weekly_job_is_due_a_week_later() -> None:
    found = expectation(on({0}, days=56), "2026-04-21T09:00")

    assert (found.expected_at, found.overdue) == (at("2026-04-27T02:00"), False)


def test_a_daily_job_that_used_to_rest_follows_its_new_rhythm() -> None:
    weekdays = on(MONDAY_TO_FRIDAY, days=26)
    found = expectation([*weekdays, weekdays[-1] + DAY, weekdays[-1] + 2 * DAY], "2026-03-30T01:00")
    saturday = expectation([*weekdays, weekdays[-1] + DAY, *on(EVERY_DAY, days=33)], "2026-04-04T09:00")

    assert found.expected_at == at("2026-03-30T02:00")
    assert (saturday.expected_at, saturday.overdue) == (at("2026-04-04T02:00"), True)


def test_an_hourly_job_that_began_today_is_due_tomorrow_as_well() -> None:
    found = expectation([at("2026-03-02T14:00") + place * HOUR for place in range(10)], "2026-03-03T02:00")

    assert (found.expected_at, found.overdue) == (at("2026-03-03T00:00"), True)


def test_the_hours_of_a_busy_job_reach_further_back_than_its_latest_starts() -> None:
    # Hourly from Monday to Friday; the latest fifty starts are of Thursday and Friday alone.
    starts = [at("2026-03-27T23:00") - place * HOUR for place in range(48)]
    midnights = [start - 2 * HOUR for start in on(MONDAY_TO_FRIDAY, days=26)]
    hours = [midnight + place * HOUR for midnight in midnights for place in range(24)]

    assert expectation(starts, "2026-03-28T09:00", hours).expected_at == at("2026-03-30T00:00")
    assert expectation(starts, "2026-03-28T09:00").overdue


def by_day(days: int, first: int = 6, last: int = 21) -> list[datetime]:
    """Each hour from 06:20 to 21:20, for so many days."""
    midnight = FIRST.replace(hour=0, minute=20)
    return [midnight + day * DAY + hour * HOUR for day in range(days) for hour in range(first, last + 1)]


@pytest.mark.parametrize("now", ["2026-03-22T22:00", "2026-03-23T02:00", "2026-03-23T06:25"])
def test_a_job_that_runs_by_day_is_not_overdue_at_night(now: str) -> None:
    found = expectation(by_day(21), now)

    assert (found.expected_at, found.overdue) == (at("2026-03-23T06:20"), False)


def test_a_job_that_runs_by_day_is_overdue_when_its_morning_passes_without_it() -> None:
    assert expectation(by_day(21), "2026-03-23T06:36").overdue


def test_a_job_that_runs_by_day_is_overdue_when_it_stops_at_noon() -> None:
    until_noon = [start for start in by_day(21) if start < at("2026-03-22T13:00")]

    assert expectation(until_noon, "2026-03-22T14:00").overdue


def test_one_run_by_hand_does_not_end_the_rest() -> None:
    found = expectation([*by_day(21)[:-16], at("2026-03-17T23:20"), *by_day(21)[-16:]], "2026-03-22T23:50")

    assert found.expected_at == at("2026-03-23T06:20")


def test_a_job_that_drifts_through_the_week_has_no_hours_of_rest() -> None:
    starts = [FIRST + place * 5 * HOUR for place in range(130)]

    assert usual_hours(starts, starts[-1]) == frozenset()
    assert expectation(starts, "2026-03-29T02:00").expected_at == starts[-1] + 5 * HOUR


def test_a_job_that_stayed_away_for_four_weeks_has_stopped() -> None:
    daily = on(EVERY_DAY, days=26)

    assert expectation(daily, "2026-04-24T09:00").overdue
    assert expected_next(daily, at("2026-04-26T09:00")) is None


def test_a_job_that_seldom_runs_is_waited_for_longer() -> None:
    monthly = [FIRST + place * 30 * DAY for place in range(6)]

    assert expectation(monthly, "2026-11-01T09:00").overdue


def test_a_young_job_has_no_weekdays_yet() -> None:
    # From Monday to Friday, once: nobody can say whether Saturday belongs to it.
    assert expectation(on(MONDAY_TO_FRIDAY, days=5), "2026-03-07T09:00").expected_at == at("2026-03-07T02:00")


def test_weekdays_of_long_ago_do_not_count() -> None:
    # Daily until March, then from Monday to Friday for five weeks.
    before = [FIRST - place * DAY for place in range(1, 15)]
    found = expectation([*before, *on(MONDAY_TO_FRIDAY, days=33)], "2026-04-04T09:00")

    assert found.expected_at == at("2026-04-06T02:00")


def test_irregular_starts_give_the_next_one_much_time() -> None:
    hours = (0, 5, 40, 43, 90, 101, 160, 170, 250, 260, 300)
    found = expectation([FIRST + place * HOUR for place in hours], "2026-03-15T20:00")

    assert found.overdue is False


def test_three_starts_are_no_rhythm() -> None:
    assert expected_next(on(EVERY_DAY, days=3), at("2026-03-30T02:00")) is None
