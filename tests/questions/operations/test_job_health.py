"""The health of a job over HTTP: rates, durations, the next run, rows, anomalies."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.store import analytics
from headwater.store.analytics import JobRun
from tests.world import World, day


def nightly(world: World, nights: int = 12) -> int:
    """One run a night at 02:00, five minutes each; every sixth fails."""
    job, table = world.job("load", namespace="airflow"), world.dataset("orders", namespace="dwh")
    for night in range(1, nights + 1):
        run, began = UUID(int=night), day(night, hour=2)
        state = "FAIL" if night % 6 == 0 else "COMPLETE"
        world.run(job, began, run_id=run, end_state=state, ended_at=began + timedelta(minutes=5))
        world.io_facet(run, table, "output", "outputStatistics", {"rowCount": 100 * night})
    return job


def health(client: Callable[[], TestClient], name: str = "airflow/load", **parameters: Any) -> Any:
    reply = client().get(f"/api/v1/jobs/{name}/health", params=parameters)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_rates_durations_and_the_next_run_follow_from_the_latest_runs(
    world: World, client: Callable[[], TestClient]
) -> None:
    nightly(world)
    found = health(client, as_of="2026-04-13T01:00:00Z")

    assert (found["finished"], found["completed"], found["failed"]) == (12, 10, 2)
    assert found["success_rate"] == 0.8333
    assert found["durations"] == {"runs": 10, "p50": 300.0, "p95": 300.0}
    assert found["next_run"]["expected_at"] == "2026-04-13T02:00:00Z"
    assert found["next_run"]["overdue"] is False
    assert len(found["latest_runs"]["items"]) == 12


def test_a_run_that_does_not_come_is_overdue(world: World, client: Callable[[], TestClient]) -> None:
    nightly(world)

    assert health(client, as_of="2026-04-13T12:00:00Z")["next_run"]["overdue"] is True


def test_rows_tell_where_they_are_going(world: World, client: Callable[[], TestClient]) -> None:
    nightly(world)
    found = health(client, as_of="2026-04-13T01:00:00Z")

    assert found["rows"][:3] == [1100.0, 1000.0, 900.0]
    assert found["rows_trend"]["direction"] == "rising"


def test_the_past_is_judged_by_the_past(world: World, client: Callable[[], TestClient]) -> None:
    nightly(world)
    found = health(client, as_of="2026-04-05T12:00:00Z")

    assert (found["finished"], found["failed"]) == (5, 0)


def test_anomalies_come_with_the_numbers_behind_them(
    world: World, connection: psycopg.Connection[Any], client: Callable[[], TestClient]
) -> None:
    job = nightly(world)
    connection.execute(
        "insert into run_anomalies values (%s, 'duration', %s, %s, 900, 300, 10, 40.5, -1)",
        [UUID(int=3), job, day(3, hour=2)],
    )
    connection.execute("insert into job_baselines values (%s, 'duration', -1, 10, 300, 10, 15)", [job])
    found = health(client, as_of="2026-04-13T01:00:00Z")

    (anomaly,) = found["anomalies"]["items"]
    assert (anomaly["value"], anomaly["median"], anomaly["score"]) == (900.0, 300.0, 40.5)
    assert anomaly["hour_of_week"] is None
    assert found["baselines"] == [
        {
            "measure": "duration",
            "hour_of_week": None,
            "runs": 10,
            "median": 300.0,
            "mad": 10.0,
            "spread": 15.0,
        }
    ]


def test_a_job_that_has_hardly_run_is_late_by_its_rule(
    world: World, client: Callable[[], TestClient]
) -> None:
    nightly(world, nights=2)
    world.connection.execute("update runs set counts_at = ended_at")
    world.connection.execute(
        "insert into pipeline_type (name, timely_number, timely_datepart) values ('openlineage', 6, 'hour')"
    )
    following = health(client)["next_run"]

    assert (following["expected_at"], following["usual_gap_seconds"], following["overdue"]) == (
        None,
        None,
        True,
    )


def test_a_time_before_the_job_was_known_is_refused(world: World, client: Callable[[], TestClient]) -> None:
    nightly(world, nights=2)
    reply = client().get("/api/v1/jobs/airflow/load/health", params={"as_of": "2020-01-01T00:00:00Z"})

    assert reply.status_code == 422
    assert "as_of: nothing is known of that time" in reply.json()["detail"]


def test_a_job_that_has_hardly_run_has_no_next_run_and_no_trend(
    world: World, client: Callable[[], TestClient]
) -> None:
    nightly(world, nights=2)
    found = health(client)

    assert (found["next_run"], found["rows_trend"], found["baselines_at"]) == (None, None, None)


@pytest.mark.parametrize("count", [10**400, 10**19, -5, "abc", [1], None])
def test_a_count_that_cannot_be_is_not_reported(
    world: World, client: Callable[[], TestClient], count: object
) -> None:
    job = nightly(world)
    began = day(13, hour=2)
    run = world.run(job, began, end_state="COMPLETE", ended_at=began + timedelta(minutes=5))
    world.io_facet(run, world.dataset("bad"), "output", "outputStatistics", {"rowCount": count})

    assert health(client, as_of="2026-04-13T12:00:00Z")["rows"][:2] == [1100.0, 1000.0]


@pytest.mark.parametrize(
    ("counts", "rows"),
    [
        ({"total_rows": 70, "inserts": 9}, 70.0),
        ({"inserts": 9, "soft_deletes": 1}, 10.0),
        ({"total_rows": "abc", "inserts": 9}, 9.0),
    ],
)
def test_a_pipeline_that_names_no_single_target_has_rows_too(
    world: World, client: Callable[[], TestClient], counts: dict[str, Any], rows: float
) -> None:
    job = world.job("load", namespace="airflow")
    for night in range(1, 13):
        began = day(night, hour=2)
        run = world.run(job, began, end_state="COMPLETE", ended_at=began + timedelta(minutes=5))
        world.run_facet(run, "headwater_execution", counts)
    found = health(client, as_of="2026-04-13T01:00:00Z")

    assert found["rows"] == [rows] * 12
    assert found["rows_trend"]["direction"] == "steady"


def test_a_run_that_ended_later_was_still_running_then(
    world: World, connection: psycopg.Connection[Any], client: Callable[[], TestClient]
) -> None:
    job = nightly(world, nights=6)
    connection.execute("update runs set last_seen = ended_at")
    connection.execute(
        "insert into run_anomalies values (%s, 'duration', %s, %s, 900, 300, 10, 40.5, -1)",
        [UUID(int=5), job, day(5, hour=2)],
    )
    found = health(client, as_of="2026-04-05T02:03:00Z")

    assert (found["finished"], found["durations"]["runs"], len(found["rows"])) == (4, 4, 4)
    running, ended, *_ = found["latest_runs"]["items"]
    assert (running["run_id"], running["state"]) == (str(UUID(int=5)), "RUNNING")
    assert (running["ended_at"], running["duration_seconds"], running["last_seen"]) == (None, None, None)
    assert (ended["state"], ended["last_seen"]) == ("COMPLETE", "2026-04-04T02:05:00Z")
    assert found["anomalies"] == {"items": [], "total": 0}
    assert health(client, as_of="2026-04-05T02:05:00Z")["anomalies"]["total"] == 1


@pytest.mark.parametrize(
    ("as_of", "later"), [("2026-04-05T12:00:00Z", True), ("2026-04-07T12:00:00Z", False), (None, False)]
)
def test_baselines_of_a_later_time_are_said_to_be_later(
    world: World,
    connection: psycopg.Connection[Any],
    client: Callable[[], TestClient],
    as_of: str | None,
    later: bool,
) -> None:
    nightly(world)
    analytics.record(connection, JobRun(analytics.BASELINES, 1, 1, day(6), 1.0, whole=True, changed=1))
    found = health(client, **{"as_of": as_of} if as_of else {})

    assert (found["baselines_at"], found["baselines_are_later"]) == ("2026-04-06T00:00:00Z", later)


def on_weekdays(world: World) -> int:
    """A run every hour from Monday to Friday, for two weeks; Monday is the sixth."""
    job = world.job("load", namespace="airflow")
    for hour in (
        stamp for date in (*range(6, 11), *range(13, 18)) for stamp in range(date * 24, date * 24 + 24)
    ):
        world.run(job, day(hour // 24, hour % 24))
    return job


def test_a_job_that_rests_at_weekends_is_not_overdue_then(
    world: World, client: Callable[[], TestClient]
) -> None:
    on_weekdays(world)
    found = health(client, as_of="2026-04-18T12:00:00Z")

    assert (found["next_run"]["expected_at"], found["next_run"]["overdue"]) == ("2026-04-20T00:00:00Z", False)


@pytest.mark.parametrize(
    ("moment", "late"), [("2026-04-18T12:00:00Z", False), ("2026-04-20T03:00:00Z", True)]
)
def test_whoever_asks_whether_a_job_is_late_gets_the_same_answer(
    world: World, client: Callable[[], TestClient], moment: str, late: bool
) -> None:
    job = on_weekdays(world)
    world.writes(job, world.dataset("orders"))
    world.publish(job)

    def ask(path: str, **parameters: str) -> Any:
        return client().get(f"/api/v1/{path}", params=parameters).json()

    factors = ask("schema-health", asset="orders", as_of=moment)["factors"]
    investigation = ask("investigations", asset="orders", at=moment)
    [pipeline] = ask("pipelines", as_of=moment)["items"]
    assert {
        "health": health(client, as_of=moment)["next_run"]["overdue"],
        "list": pipeline["next_run"]["overdue"],
        "writers": any(factor["name"] == "late_writers" for factor in factors),
        "time machine": "missing:" in str(investigation),
    } == dict.fromkeys(("health", "list", "writers", "time machine"), late)


def test_an_unknown_job_is_a_404(client: Callable[[], TestClient]) -> None:
    assert client().get("/api/v1/jobs/nobody/health").status_code == 404
