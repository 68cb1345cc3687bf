"""One run, one judgement: the timeliness check, the baselines and a job's health agree about any history."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any, cast
from uuid import UUID

import psycopg
import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from headwater.answers.health import JobHealth
from headwater.health import hour_of_week
from headwater.model.timeliness import Report
from headwater.pipeline.analytics.baselines import judge_job, split
from headwater.questions.live_graph import LiveGraph
from headwater.questions.operations.job_health import job_health
from headwater.questions.reading import Reading
from headwater.store.baselines import completed_runs, replace_baselines
from headwater.store.queries.job_health import hour_of_week as sql_hour_of_week
from headwater.store.timeliness import run_check
from tests.world import World, day, rolled_back, shared_database

EVER = timedelta(days=3650)
HOUR = timedelta(hours=1)
FIRST = day(1)
# The type of every job that says no other.
RULE = "insert into pipeline_type (name, timely_number, timely_datepart) values ('openlineage', %s, %s)"


@pytest.fixture(scope="module")
def connection_url(postgres_url: str) -> Iterator[str]:
    with shared_database(postgres_url) as url:
        yield url


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[datetime, float]]:
    """When runs began and how many seconds each took: in a rhythm or not, alike or not, some far off."""
    gap, days = draw(st.sampled_from([1, 5, 24])), draw(st.integers(3, 30))
    by_day, weekdays = draw(st.booleans()), draw(st.booleans())
    every = [FIRST + hour * HOUR for hour in range(0, days * 24, gap)]
    starts = [
        start
        for start in every
        if (gap == 24 or not by_day or 6 <= start.hour <= 21) and (not weekdays or start.weekday() < 5)
    ]
    usual, spread = draw(st.sampled_from([0.5, 60, 3600])), draw(st.sampled_from([0, 0.01, 0.3]))
    random, odd = Random(draw(st.integers(0, 99))), draw(st.sampled_from([0, 0.05, 0.2]))
    return [(start, _seconds(random, usual, spread, odd)) for start in starts]


def _seconds(random: Random, usual: float, spread: float, odd: float) -> float:
    factor = random.uniform(1 - spread, 1 + spread)
    if random.random() < odd:
        # Around the limit, and far beyond it.
        factor *= random.choice([random.uniform(1, 5), 40])
    return round(usual * factor, 6)


def fill(
    connection: psycopg.Connection[Any],
    history: list[tuple[datetime, float]],
    state: str = "COMPLETE",
    streaming: bool = False,
) -> None:
    job = World(connection).job("load", namespace="airflow", streaming=streaming)
    with connection.cursor() as cursor:
        cursor.executemany(
            """
            insert into runs
                (run_id, job_id, first_seen, last_seen, started_at, ended_at, counts_at, end_state)
            values (gen_random_uuid(), %s, %s, %s, %s, %s, %s, %s)
            """,
            [
                (job, start, end, start, end, end, state)
                for start, end in ((start, start + timedelta(seconds=taken)) for start, taken in history)
            ],
        )


def check(connection: psycopg.Connection[Any], now: datetime) -> Report:
    return run_check(connection, now, lookback=EVER)


def work_out_baselines(connection: psycopg.Connection[Any]) -> None:
    replace_baselines(connection, *split(judge_job(completed_runs(connection))))


def asked(connection: psycopg.Connection[Any], now: datetime) -> JobHealth:
    return job_health(Reading(connection, cast(LiveGraph, None)), "airflow/load", now)


def too_long(report: Report) -> set[UUID]:
    return {run.run_id for run in report.long_running}


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(histories())
def test_timeliness_baselines_and_health_find_the_same_runs_too_long(
    connection_url: str, history: list[tuple[datetime, float]]
) -> None:
    with rolled_back(connection_url) as connection:
        fill(connection, history)
        now = max((start + timedelta(seconds=seconds) for start, seconds in history), default=FIRST) + HOUR
        without_baselines = too_long(check(connection, now))
        work_out_baselines(connection)
        with_baselines = too_long(check(connection, now))
        unusual = connection.execute("select run_id from run_anomalies where score > 0").fetchall()
        shown = {one.run_id for one in asked(connection, now).anomalies.items if one.score > 0}

    event("some too long" if unusual else "none too long")
    assert without_baselines == with_baselines == {run for (run,) in unusual}
    # Health shows the latest fifty anomalies, of which some may be runs that were too short.
    assert shown <= with_baselines
    assert shown == with_baselines or len(with_baselines) > 20


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    histories(),
    st.sampled_from([1, 3, 1000]),
    st.sampled_from(["COMPLETE", "COMPLETE", "FAIL"]),
    st.booleans(),
    st.floats(0, 40 * 24),
    st.sampled_from([None, "1 hour", "1 day", "2 weeks"]),
)
def test_timeliness_and_health_agree_on_what_is_overdue(
    connection_url: str,
    history: list[tuple[datetime, float]],
    most: int,
    state: str,
    streaming: bool,
    silent: float,
    rule: str | None,
) -> None:
    history = history[:most]
    with rolled_back(connection_url) as connection:
        fill(connection, history, state, streaming)
        if rule is not None:
            number, part = rule.removesuffix("s").split()
            connection.execute(RULE, [int(number), part])
        ends = (start + timedelta(seconds=taken) for start, taken in history)
        now = max(ends, default=FIRST) + silent * HOUR
        late = [(one.since, one.limit) for one in check(connection, now).late]
        expected = asked(connection, now).next_run

    overdue = expected is not None and expected.overdue
    event(f"{rule}: {'overdue' if overdue else 'not overdue'}")
    # A rule holds from the first change on, with or without a rhythm; what never changed has only a rhythm.
    judged = rule if rule and (state == "COMPLETE" or streaming) else "history"
    assert late == ([(expected.late_after, judged)] if overdue and expected else [])


@pytest.mark.parametrize("text", ["2026-04-20T00:00Z", "2026-04-26T23:59:59Z", "2026-03-29T03:30+02:00"])
def test_the_hour_of_the_week_is_the_same_in_sql(connection_url: str, text: str) -> None:
    moment = datetime.fromisoformat(text)
    with rolled_back(connection_url) as connection:
        [(found,)] = connection.execute(f"select {sql_hour_of_week('%s::timestamptz')}", [moment, moment])
    assert found == hour_of_week(moment)
