"""The timeliness check over the store: whose rule counts, what is a change, what is long, what is logged."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.types.json import Jsonb

from headwater.model.ids import NodeKind, node_key
from headwater.model.timeliness import Limit, LongRun, Report, Watched
from headwater.store.queries.watcher.breaches import Wanted, logged
from headwater.store.timeliness import run_check
from tests.world import World, day, rolled_back, shared_database

NOW = day(20, 12)


@pytest.fixture(scope="module")
def database(postgres_url: str) -> Iterator[str]:
    with shared_database(postgres_url) as url:
        yield url


@pytest.fixture
def connection(database: str) -> Iterator[psycopg.Connection[Any]]:
    with rolled_back(database) as connection:
        yield connection


class WatchedWorld(World):
    """A world with pipelines in it."""

    def type(self, **more: Any) -> int:
        return int(self._insert("pipeline_type", {"name": uuid4().hex, **more}, "id"))

    def pipeline(self, name: str = "load", kind: int | None = None, **more: Any) -> int:
        job = {"job_namespace": "airflow", "job_name": name}
        key = node_key(NodeKind.JOB, "airflow", name)
        values = {"name": name, "pipeline_type_id": kind or self.type(), "job_key": key, **job, **more}
        return int(self._insert("pipeline", values, "id"))

    def execution(self, pipeline: int, start: datetime, seconds: int | None = None, **more: Any) -> UUID:
        """One that took so many seconds, or still runs."""
        ended: dict[str, Any] = {}
        if seconds is not None:
            ended = {"end_date": start + timedelta(seconds=seconds), "duration_seconds": seconds}
            ended |= {"completed_successfully": True}
        values = {"run_id": uuid4(), "pipeline_id": pipeline, "start_date": start, **ended, **more}
        found: UUID = self._insert("pipeline_execution", values, "run_id")
        return found

    def history(self, pipeline: int, seconds: int, count: int = 10) -> None:
        for number in range(count):
            self.execution(pipeline, day(1 + number), seconds)

    def check(self, now: datetime = NOW, **more: Any) -> Report:
        return run_check(self.connection, now, **more)


@pytest.fixture
def watched(connection: psycopg.Connection[Any]) -> WatchedWorld:
    return WatchedWorld(connection)


def late(report: Report) -> list[str]:
    return [one.pipeline.name for one in report.late]


DAILY: dict[str, Any] = {"timely_number": 1, "timely_datepart": "day"}
OLD, FRESH = day(18), day(20, 11)


def test_data_older_than_the_pipelines_rule_is_late(watched: WatchedWorld) -> None:
    number = watched.pipeline(last_target_insert=OLD, **DAILY)
    [found] = watched.check().late
    assert (found.pipeline.pipeline_id, found.since, found.limit) == (number, day(19), "1 day")
    assert (found.last_change, found.late_by_seconds) == (OLD, 36 * 3600)


def test_the_newest_of_the_three_changes_counts(watched: WatchedWorld) -> None:
    watched.pipeline(last_target_insert=OLD, last_target_update=OLD, last_target_soft_delete=FRESH, **DAILY)
    assert late(watched.check()) == []


def test_the_types_rule_holds_where_the_pipeline_has_none(watched: WatchedWorld) -> None:
    watched.pipeline("none", watched.type(**DAILY), last_target_insert=OLD)
    watched.pipeline("half", watched.type(**DAILY), last_target_insert=OLD, timely_number=9)
    assert late(watched.check()) == ["none", "half"]


def test_the_pipelines_own_rule_wins(watched: WatchedWorld) -> None:
    loose = {"timely_number": 1, "timely_datepart": "month"}
    watched.pipeline("loose", watched.type(**DAILY), last_target_insert=OLD, **loose)
    watched.pipeline("strict", watched.type(**loose), last_target_insert=OLD, **DAILY)
    assert late(watched.check()) == ["strict"]


def test_what_was_never_loaded_or_has_no_rule_is_not_late(watched: WatchedWorld) -> None:
    watched.pipeline("never", **DAILY)
    watched.pipeline("free", last_target_insert=OLD)
    report = watched.check()
    assert (late(report), report.checked) == ([], 2)


def test_muted_pipelines_and_types_are_not_checked(watched: WatchedWorld) -> None:
    one = watched.pipeline("one", last_target_insert=OLD, mute_timely_check=True, **DAILY)
    kind = watched.type(mute_timely_check=True)
    other = watched.pipeline("other", kind, last_target_insert=OLD, **DAILY)
    for number in (one, other):
        watched.execution(number, day(1))
    assert watched.check() == Report(checked=0)


def test_a_completed_run_of_the_job_is_a_change(watched: WatchedWorld) -> None:
    watched.pipeline(last_target_insert=OLD, **DAILY)
    job = watched.job("load", namespace="airflow")
    completed = {"ended_at": FRESH, "counts_at": FRESH, "end_state": "COMPLETE"}
    run = watched.run(job, day(20, 10), **completed)
    assert late(watched.check()) == []
    watched.io_facet(run, watched.dataset("target"), "output", "outputStatistics", {"rowCount": 0})
    assert late(watched.check()) == ["load"]
    watched.io_facet(run, watched.dataset("other"), "output", "outputStatistics", {"rowCount": 3})
    assert late(watched.check()) == []


def test_a_pipeline_that_openlineage_alone_tells_of_is_late_by_its_last_completed_run(
    watched: WatchedWorld,
) -> None:
    watched.pipeline(**DAILY)
    job = watched.job("load", namespace="airflow")
    watched.run(job, OLD, ended_at=OLD, counts_at=OLD, end_state="COMPLETE")
    watched.run(job, FRESH, ended_at=FRESH, end_state="FAIL")
    [found] = watched.check().late
    assert found.last_change == OLD


def unclaimed_job(watched: WatchedWorld, facet: Any = None, name: str = "load", **more: Any) -> int:
    """A job that no pipeline is, with a completed run in the past."""
    job = watched.job(name, namespace="dags", **more)
    watched.run(job, OLD, ended_at=OLD, counts_at=OLD, end_state="COMPLETE")
    if facet is not None:
        watched.facet(job, "jobType", facet)
    return job


DAG = {"integration": "AIRFLOW", "jobType": "DAG", "processingType": "BATCH"}


@pytest.mark.parametrize("name", ["Airflow", "airflow dag", "OpenLineage"])
def test_a_job_that_only_openlineage_knows_has_the_rule_of_its_type(watched: WatchedWorld, name: str) -> None:
    unclaimed_job(watched, DAG)
    assert watched.check() == Report(checked=1)
    watched.type(name=name, **DAILY)
    [found] = watched.check().late
    assert (found.pipeline.pipeline_id, found.pipeline.job_namespace, found.pipeline.job_name) == (
        None,
        "dags",
        "load",
    )
    assert (found.last_change, found.since) == (OLD, day(19))


def test_the_most_precise_type_of_a_job_counts(watched: WatchedWorld) -> None:
    unclaimed_job(watched, DAG)
    watched.type(name="openlineage", **DAILY)
    watched.type(name="airflow", **DAILY)
    watched.type(name="airflow dag", timely_number=1, timely_datepart="month")
    assert late(watched.check()) == []


@pytest.mark.parametrize("facet", [None, "DAG", {"integration": 7}, {"jobType": "DAG"}])
def test_a_job_of_no_known_type_is_of_the_type_openlineage(watched: WatchedWorld, facet: Any) -> None:
    unclaimed_job(watched, facet)
    watched.type(name="openlineage", **DAILY)
    assert late(watched.check()) == ["load"]


def test_a_muted_type_mutes_its_jobs_and_a_dropped_job_is_not_checked(watched: WatchedWorld) -> None:
    unclaimed_job(watched, DAG)
    unclaimed_job(watched, name="gone", dropped_at=OLD)
    watched.type(name="airflow", mute_timely_check=True, **DAILY)
    assert watched.check() == Report(checked=0)


def test_a_job_that_is_a_pipeline_is_checked_once(watched: WatchedWorld) -> None:
    watched.type(name="openlineage", **DAILY)
    watched.pipeline(last_target_insert=OLD, **DAILY)
    watched.job("load", namespace="airflow")
    report = watched.check()
    assert (report.checked, late(report)) == (1, ["load"])


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


def test_the_run_of_an_execution_that_changed_nothing_is_no_change(watched: WatchedWorld) -> None:
    number = watched.pipeline(last_target_insert=OLD, **DAILY)
    run = watched.execution(number, day(20, 10), 60, inserts=0)
    job = watched.job("load", namespace="airflow")
    completed = {"ended_at": FRESH, "counts_at": FRESH, "end_state": "COMPLETE"}
    watched.run(job, day(20, 10), run_id=run, **completed)
    assert late(watched.check()) == ["load"]


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


def test_breaches_are_read_newest_first_page_by_page(watched: WatchedWorld) -> None:
    number = watched.pipeline(last_target_insert=OLD, **DAILY)
    run = watched.execution(number, NOW - timedelta(hours=1))
    watched.type(name="openlineage", **DAILY)
    unclaimed_job(watched, name="other")
    watched.check()

    first = logged(watched.connection, Wanted(), 2)
    rest = logged(watched.connection, Wanted(), 2, first.next_cursor)
    found = [(one.pipeline_id, one.name, one.kind, one.run_id) for one in (*first.items, *rest.items)]
    assert found == [
        (number, "load", "execution", run),
        (None, "other", "data_age", None),
        (number, "load", "data_age", None),
    ]
    assert (first.total, rest.next_cursor) == (3, None)


@pytest.mark.parametrize(
    ("wanted", "total"),
    [
        (Wanted(kind="execution"), 0),
        (Wanted(kind="data_age"), 1),
        (Wanted(pipeline_id=0), 0),
        (Wanted(since=day(1)), 1),
        (Wanted(until=day(1)), 0),
    ],
)
def test_breaches_are_filtered(watched: WatchedWorld, wanted: Wanted, total: int) -> None:
    watched.pipeline(last_target_insert=OLD, **DAILY)
    watched.check()
    found = logged(watched.connection, wanted, 10)
    assert (found.total, len(found.items)) == (total, total)


def breaches(watched: WatchedWorld) -> int:
    [(number,)] = watched.connection.execute("select count(*) from timeliness_breach").fetchall()
    return int(number)


def test_each_breach_is_logged_once(watched: WatchedWorld) -> None:
    number = watched.pipeline(last_target_insert=OLD, **DAILY)
    watched.execution(number, NOW - timedelta(hours=1))
    assert watched.check().logged == 2
    assert watched.check(NOW + timedelta(minutes=5)).logged == 0
    assert breaches(watched) == 2


def test_data_that_is_late_again_is_a_new_breach(watched: WatchedWorld) -> None:
    number = watched.pipeline(last_target_insert=OLD, **DAILY)
    watched.check()
    watched.connection.execute("update pipeline set last_target_insert = %s where id = %s", [FRESH, number])
    assert watched.check().logged == 0
    assert watched.check(day(25)).logged == 1


def test_a_stuck_execution_that_ends_is_not_a_second_breach(watched: WatchedWorld) -> None:
    number = watched.pipeline()
    run = watched.execution(number, NOW - timedelta(hours=1))
    watched.check()
    watched.connection.execute("update pipeline_execution set end_date = %s where run_id = %s", [NOW, run])
    report = watched.check()
    assert (len(report.long_running), report.logged) == (1, 0)


def test_a_long_run_is_late_from_its_limit_on() -> None:
    load = Watched(1, "load", "airflow", "load", uuid4())
    run = LongRun(load, 1, uuid4(), NOW, None, 2000, Limit(1800, "default"))
    assert (run.since, run.late_by_seconds) == (NOW + timedelta(seconds=1800), 200)
