"""Which runs take too long: against a rule, their history or the default; under way or ended lately."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from psycopg.types.json import Jsonb

from headwater.model.timeliness import Limit, Report, SlowRun, Watched
from headwater.store.queries.pipelines import timely
from tests.store.conftest import DAG, DAILY, NOW, OLD, WatchedWorld, unclaimed_job
from tests.world import day


def long(report: Report) -> list[tuple[UUID, bool, Limit]]:
    return [(run.run_id, run.running, run.limit) for run in report.long_running]


def test_an_execution_under_way_for_longer_than_the_default_is_stuck(watched: WatchedWorld) -> None:
    number = watched.pipeline()
    stuck = watched.execution(number, NOW - timedelta(seconds=1801))
    watched.execution(number, NOW - timedelta(seconds=1799))
    report = watched.check()
    assert long(report) == [(stuck, True, Limit(1800, "default"))]
    assert report.is_late
    assert (report.long_running[0].duration_seconds, report.long_running[0].late_by_seconds) == (1801, 1)


def test_an_execution_that_ended_long_is_told_for_a_while_but_nothing_is_late(watched: WatchedWorld) -> None:
    number = watched.pipeline()
    ended = watched.execution(number, NOW - timedelta(seconds=2500), 2000)
    report = watched.check()
    assert long(report) == [(ended, False, Limit(1800, "default"))]
    assert not report.is_late
    assert long(watched.check(NOW + timedelta(hours=2))) == []
    assert long(watched.check(NOW + timedelta(hours=2), lookback=timedelta(hours=3))) != []


@pytest.mark.parametrize(
    ("told", "found"), [(600, True), (3600, False), ("600", False), (-5, False), (None, False)]
)
def test_the_pipelines_args_can_set_the_threshold(watched: WatchedWorld, told: Any, found: bool) -> None:
    args = Jsonb({"timeliness_execution_seconds_threshold": told})
    watched.execution(watched.pipeline(pipeline_args=args), NOW - timedelta(seconds=900))
    assert bool(watched.check().long_running) is found


HOURLY: dict[str, Any] = {"timely_number": 1, "timely_datepart": "hour"}
HALF: dict[str, Any] = {"timely_number": 5}
THRESHOLD = {"pipeline_args": Jsonb({"timeliness_execution_seconds_threshold": 7200})}
WRONG = {"pipeline_args": Jsonb({"timeliness_execution_seconds_threshold": "60"})}


@pytest.mark.parametrize(
    ("kind", "own", "limit"),
    [
        ({}, HOURLY, Limit(3600, "rule")),
        (HOURLY, {}, Limit(3600, "rule")),
        (HOURLY, HALF, Limit(3600, "rule")),
        (DAILY, HOURLY, Limit(3600, "rule")),
        (HOURLY, DAILY, None),
        (DAILY, HOURLY | THRESHOLD, Limit(7200, "rule")),
        (DAILY, HOURLY | WRONG, Limit(3600, "rule")),
        ({}, WRONG, Limit(1800, "default")),
    ],
)
def test_the_rule_of_a_run_is_its_threshold_or_its_pipelines_or_its_types(
    watched: WatchedWorld, kind: dict[str, Any], own: dict[str, Any], limit: Limit | None
) -> None:
    watched.execution(watched.pipeline("load", watched.type(**kind), **own), NOW - timedelta(hours=3))
    assert [run.limit for run in watched.check().long_running] == ([] if limit is None else [limit])


@pytest.mark.parametrize(("own", "limit"), [(HOURLY, Limit(3600, "rule")), (DAILY, Limit(9360, "history"))])
def test_the_stricter_of_rule_and_history_limits_a_run(
    watched: WatchedWorld, own: dict[str, Any], limit: Limit
) -> None:
    number = watched.pipeline(**own)
    watched.history(number, 7200)
    watched.execution(number, NOW - timedelta(hours=3))
    assert [run.limit for run in watched.check().long_running] == [limit]


def test_a_rule_of_months_is_counted_from_the_start_of_the_run(watched: WatchedWorld) -> None:
    number = watched.pipeline(timely_number=1, timely_datepart="month")
    watched.execution(number, datetime(2026, 2, 10, tzinfo=UTC))
    [found] = watched.check().long_running
    assert (found.since, found.limit) == (datetime(2026, 3, 10, tzinfo=UTC), Limit(28 * 86400, "rule"))


def test_runs_of_a_job_that_only_openlineage_knows_have_the_rule_of_its_type(watched: WatchedWorld) -> None:
    watched.type(name="airflow dag", **HOURLY)
    stuck = watched.run(unclaimed_job(watched, DAG), NOW - timedelta(hours=2), last_state="START")
    watched.run(unclaimed_job(watched, name="free"), NOW - timedelta(hours=2), last_state="START")
    assert long(watched.check()) == [(stuck, True, Limit(3600, "rule"))]


def test_every_long_run_that_ended_lately_is_told_though_newer_ones_began(watched: WatchedWorld) -> None:
    watched.pipeline()
    job = watched.job("load", namespace="airflow")
    ended = {"end_state": "COMPLETE", "ended_at": NOW - timedelta(minutes=10)}
    first, second = (watched.run(job, NOW - timedelta(hours=hours), **ended) for hours in (3, 2))
    watched.run(job, NOW - timedelta(hours=4), ended_at=NOW - timedelta(hours=2), end_state="COMPLETE")
    watched.run(job, NOW - timedelta(hours=5), last_state="RUNNING")
    watched.run(job, NOW - timedelta(minutes=5), last_state="RUNNING")
    assert [(run, running) for run, running, _ in long(watched.check())] == [(first, False), (second, False)]


def test_runs_that_ended_lately_are_found_without_a_look_at_all_runs(watched: WatchedWorld) -> None:
    job = watched.job("load", namespace="airflow")
    watched.connection.execute(
        """
        insert into runs (run_id, job_id, first_seen, started_at, ended_at, end_state)
        select gen_random_uuid(), %s, at, at, at, 'COMPLETE'
        from generate_series(%s::timestamptz, %s, interval '1 minute') as at
        """,
        [job, day(1), NOW],
    )
    watched.connection.execute("analyze runs")
    asked = {"recent": NOW - timedelta(hours=1), "now": NOW, "history": 50}
    plan = [row for (row,) in watched.connection.execute(f"explain {timely.RUNS}", asked).fetchall()]
    assert any("runs_by_end" in row for row in plan), plan
    assert not any("Seq Scan on runs" in row for row in plan), plan


def test_a_run_is_long_against_the_pipelines_own_history(watched: WatchedWorld) -> None:
    number = watched.pipeline()
    watched.history(number, 60)
    stuck = watched.execution(number, NOW - timedelta(seconds=300))
    assert long(watched.check()) == [(stuck, True, Limit(120, "history"))]


def test_what_always_takes_long_is_not_stuck(watched: WatchedWorld) -> None:
    number = watched.pipeline()
    watched.history(number, 7200)
    watched.execution(number, NOW - timedelta(seconds=7200))
    assert long(watched.check()) == []


def test_streaming_jobs_are_never_stuck(watched: WatchedWorld) -> None:
    number = watched.pipeline()
    job = watched.job("load", namespace="airflow", streaming=True)
    watched.execution(number, OLD)
    watched.run(job, OLD, last_state="RUNNING")
    assert long(watched.check()) == []


def test_the_newest_run_of_a_linked_job_can_be_stuck(watched: WatchedWorld) -> None:
    number = watched.pipeline()
    job = watched.job("load", namespace="airflow")
    watched.run(job, OLD, last_state="START")
    stuck = watched.run(job, day(20, 10), last_state="RUNNING")
    [found] = watched.check().long_running
    assert (found.pipeline.pipeline_id, found.execution_id, found.run_id) == (number, None, stuck)


def test_a_linked_jobs_runs_have_a_history_as_well(watched: WatchedWorld) -> None:
    watched.pipeline()
    job = watched.job("load", namespace="airflow")
    for number in range(8):
        begin = day(1 + number)
        watched.run(job, begin, ended_at=begin + timedelta(seconds=60), end_state="COMPLETE")
    watched.run(job, NOW - timedelta(seconds=300), last_state="START")
    [found] = watched.check().long_running
    assert found.limit == Limit(120, "history")


def test_runs_of_a_job_that_only_openlineage_knows_are_long_against_their_history(
    watched: WatchedWorld,
) -> None:
    job, young = unclaimed_job(watched), unclaimed_job(watched, name="young")
    for number in range(8):
        begin = day(1 + number)
        watched.run(job, begin, ended_at=begin + timedelta(seconds=60), end_state="COMPLETE")
    stuck = watched.run(job, NOW - timedelta(seconds=300), last_state="START")
    watched.run(young, NOW - timedelta(hours=9), last_state="START")
    report = watched.check()
    assert long(report) == [(stuck, True, Limit(120, "history"))]
    assert (report.logged, watched.check().logged) == (1, 0)


def test_a_long_run_is_late_from_its_limit_on() -> None:
    load = Watched(1, "load", "airflow", "load", uuid4())
    run = SlowRun(load, 1, uuid4(), NOW, None, 2000, Limit(1800, "default"))
    assert (run.since, run.late_by_seconds) == (NOW + timedelta(seconds=1800), 200)
