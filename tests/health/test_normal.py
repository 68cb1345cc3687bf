"""What is normal: medians, MADs and spreads by hand, and what a history makes of a new value."""

from datetime import UTC, datetime
from random import Random
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.health.normal import MEASURES, Normal, hour_of_week, normal, normal_at, normals

durations = st.lists(st.floats(0, 1e6), min_size=8, max_size=50)


def usual_of(values: list[float], measure: str = "duration") -> Normal:
    found = normal(values, measure)
    assert found is not None
    return found


def test_too_little_history_says_nothing() -> None:
    assert normal([10] * 7) is None


@given(durations)
def test_median_and_mad_are_those_of_the_textbook(values: list[float]) -> None:
    found = usual_of(values)

    assert found.median == pytest.approx(median(values))
    assert found.mad == pytest.approx(median(abs(value - median(values)) for value in values))


def test_one_slow_run_does_not_move_what_is_normal() -> None:
    usual = [600.0, 630, 570, 600, 660, 540, 600, 620, 580]

    assert usual_of([*usual, 90_000]) == usual_of([*usual, 700])


def test_a_job_that_always_takes_as_long_may_take_a_minute_more() -> None:
    assert usual_of([60.0] * 20).highest == 120


def test_a_long_job_that_always_takes_as_long_may_take_a_third_more() -> None:
    assert usual_of([7200.0] * 10).highest == pytest.approx(9360)


def test_where_most_runs_are_alike_the_others_say_how_far_they_go() -> None:
    found = usual_of([0.0] * 12 + [2.0, 3.0] * 4, "deletes")

    assert found.mad == 0.0
    assert found.spread == pytest.approx(1.253314)


@given(durations)
def test_half_of_a_history_is_always_normal(values: list[float]) -> None:
    usual = usual_of(values)

    assert sum(not usual.is_high(value) for value in values) * 2 >= len(values)


@given(durations, st.sampled_from(MEASURES))
def test_groups_are_judged_each_by_itself(values: list[float], measure: str) -> None:
    groups = [Random(place).randrange(3) for place in range(len(values))]
    found = normals(np.array(values), np.array(groups), measure)
    by_group = {group: [v for v, g in zip(values, groups, strict=True) if g == group] for group in range(3)}

    alone = {group: normal(members, measure) for group, members in by_group.items()}
    together = {int(group): found.at(place) for place, group in enumerate(found.group)}
    assert together == {group: one for group, one in alone.items() if one is not None}


def test_an_hour_with_a_history_of_its_own_has_its_own_normal() -> None:
    values, hours = [600.0] * 8 + [60.0] * 20, [2] * 8 + [14] * 20

    assert [normal_at(hour, values, hours) for hour in (2, 14, 15)] == [
        usual_of([600.0] * 8),
        usual_of([60.0] * 20),
        usual_of(values),
    ]


def test_the_week_begins_on_monday_at_midnight_in_utc() -> None:
    assert hour_of_week(datetime(2026, 4, 20, tzinfo=UTC)) == 0
    assert hour_of_week(datetime.fromisoformat("2026-04-20T01:30:00+02:00")) == 167
