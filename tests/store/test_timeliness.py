"""The timeliness check over the store: whose rule counts, what is a change, what is logged."""

from datetime import timedelta
from typing import Any

import pytest

from headwater.model.timeliness import Report
from headwater.store.queries.pipelines.breaches import BreachFilter, logged
from tests.store.conftest import DAG, DAILY, FRESH, NOW, OLD, WatchedWorld, unclaimed_job
from tests.world import day


def late(report: Report) -> list[str]:
    return [one.pipeline.name for one in report.late]


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


def test_inactive_pipelines_are_not_checked(watched: WatchedWorld) -> None:
    number = watched.pipeline(last_target_insert=OLD, active=False, **DAILY)
    watched.execution(number, day(1))
    watched.run(watched.job("load", namespace="airflow"), day(1), last_state="RUNNING")
    assert watched.check() == Report(checked=0)


@pytest.mark.parametrize("is_pipeline", [True, False])
def test_the_newest_event_of_a_streaming_jobs_newest_run_is_its_last_change(
    watched: WatchedWorld, is_pipeline: bool
) -> None:
    if is_pipeline:
        watched.pipeline(**DAILY)
    watched.type(name="openlineage", **DAILY)
    job = watched.job("load", namespace="airflow", streaming=True)
    watched.run(job, day(1), last_seen=FRESH, last_state="RUNNING")
    newest = watched.run(job, day(2), last_seen=OLD, last_state="RUNNING")
    [found] = watched.check().late
    assert (found.last_change, found.pipeline.pipeline_id is not None) == (OLD, is_pipeline)
    watched.connection.execute("update runs set last_seen = %s where run_id = %s", [FRESH, newest])
    assert late(watched.check()) == []


def test_a_batch_job_that_only_gives_signs_of_life_changes_nothing(watched: WatchedWorld) -> None:
    watched.pipeline(last_target_insert=OLD, **DAILY)
    watched.run(watched.job("load", namespace="airflow"), day(2), last_seen=FRESH, last_state="RUNNING")
    assert late(watched.check()) == ["load"]


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


def test_the_run_of_an_execution_that_changed_nothing_is_no_change(watched: WatchedWorld) -> None:
    number = watched.pipeline(last_target_insert=OLD, **DAILY)
    run = watched.execution(number, day(20, 10), 60, inserts=0)
    job = watched.job("load", namespace="airflow")
    completed = {"ended_at": FRESH, "counts_at": FRESH, "end_state": "COMPLETE"}
    watched.run(job, day(20, 10), run_id=run, **completed)
    assert late(watched.check()) == ["load"]


def test_breaches_are_read_newest_first_page_by_page(watched: WatchedWorld) -> None:
    number = watched.pipeline(last_target_insert=OLD, **DAILY)
    run = watched.execution(number, NOW - timedelta(hours=25))
    watched.type(name="openlineage", **DAILY)
    unclaimed_job(watched, name="other")
    watched.check()

    first = logged(watched.connection, BreachFilter(), 2)
    rest = logged(watched.connection, BreachFilter(), 2, first.next_cursor)
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
        (BreachFilter(kind="execution"), 0),
        (BreachFilter(kind="data_age"), 1),
        (BreachFilter(pipeline_id=0), 0),
        (BreachFilter(since=day(1)), 1),
        (BreachFilter(until=day(1)), 0),
    ],
)
def test_breaches_are_filtered(watched: WatchedWorld, wanted: BreachFilter, total: int) -> None:
    watched.pipeline(last_target_insert=OLD, **DAILY)
    watched.check()
    found = logged(watched.connection, wanted, 10)
    assert (found.total, len(found.items)) == (total, total)


def breaches(watched: WatchedWorld) -> int:
    [(number,)] = watched.connection.execute("select count(*) from timeliness_breach").fetchall()
    return int(number)


def test_each_breach_is_logged_once(watched: WatchedWorld) -> None:
    number = watched.pipeline(last_target_insert=OLD, **DAILY)
    watched.execution(number, NOW - timedelta(hours=25))
    assert watched.check().logged == 2
    assert watched.check(NOW + timedelta(minutes=5)).logged == 0
    assert breaches(watched) == 2


def test_a_breach_of_a_job_that_becomes_a_pipeline_is_not_logged_again(watched: WatchedWorld) -> None:
    kind = watched.type(name="openlineage", **DAILY)
    job = watched.job("load", namespace="airflow")
    watched.run(job, OLD, ended_at=OLD, counts_at=OLD, end_state="COMPLETE")
    watched.run(job, day(18, 1), last_state="RUNNING")
    assert watched.check().logged == 2
    watched.pipeline("load", kind)
    report = watched.check()
    assert (len(report.late), len(report.long_running), report.logged) == (1, 1, 0)


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
