"""The health of a job over HTTP: rates, durations, the next run, rows, anomalies."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
from fastapi.testclient import TestClient

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
    told = health(client, as_of="2026-04-13T01:00:00Z")

    assert (told["finished"], told["completed"], told["failed"]) == (12, 10, 2)
    assert told["success_rate"] == 0.8333
    assert told["durations"] == {"runs": 10, "p50": 300.0, "p95": 300.0}
    assert told["next_run"]["expected_at"] == "2026-04-13T02:00:00Z"
    assert told["next_run"]["overdue"] is False
    assert len(told["latest_runs"]["items"]) == 12


def test_a_run_that_does_not_come_is_overdue(world: World, client: Callable[[], TestClient]) -> None:
    nightly(world)

    assert health(client, as_of="2026-04-13T12:00:00Z")["next_run"]["overdue"] is True


def test_rows_tell_where_they_are_going(world: World, client: Callable[[], TestClient]) -> None:
    nightly(world)
    told = health(client, as_of="2026-04-13T01:00:00Z")

    assert told["rows"][:3] == [1100.0, 1000.0, 900.0]
    assert told["rows_trend"]["direction"] == "rising"


def test_the_past_is_judged_by_the_past(world: World, client: Callable[[], TestClient]) -> None:
    nightly(world)
    told = health(client, as_of="2026-04-05T12:00:00Z")

    assert (told["finished"], told["failed"]) == (5, 0)


def test_anomalies_come_with_the_numbers_behind_them(
    world: World, connection: psycopg.Connection[Any], client: Callable[[], TestClient]
) -> None:
    job = nightly(world)
    connection.execute(
        "insert into run_anomalies values (%s, 'duration', %s, %s, 900, 300, 10, 40.5, -1)",
        [UUID(int=3), job, day(3, hour=2)],
    )
    connection.execute("insert into job_baselines values (%s, 'duration', -1, 10, 300, 10)", [job])
    told = health(client, as_of="2026-04-13T01:00:00Z")

    (anomaly,) = told["anomalies"]["items"]
    assert (anomaly["value"], anomaly["median"], anomaly["score"]) == (900.0, 300.0, 40.5)
    assert anomaly["hour_of_week"] is None
    assert told["baselines"] == [
        {"measure": "duration", "hour_of_week": None, "runs": 10, "median": 300.0, "mad": 10.0}
    ]


def test_a_job_that_has_hardly_run_has_no_next_run_and_no_trend(
    world: World, client: Callable[[], TestClient]
) -> None:
    nightly(world, nights=2)
    told = health(client)

    assert (told["next_run"], told["rows_trend"], told["baselines_at"]) == (None, None, None)


def test_an_unknown_job_is_a_404(client: Callable[[], TestClient]) -> None:
    assert client().get("/api/v1/jobs/nobody/health").status_code == 404
