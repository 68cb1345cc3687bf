"""Runs found by a part of their job's name or of their id, and what is not used of their events."""

from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
from fastapi.testclient import TestClient

from headwater.log.postgres import append_within
from headwater.model.openlineage import read_event
from tests.builders import run_event
from tests.world import World


def test_runs_are_found_by_a_part_of_the_job_name_or_of_the_run_id(
    client: Callable[[], TestClient], world: World
) -> None:
    wanted = world.run(world.job("revenue_etl"))
    world.run(world.job("customer_ltv"))
    api = client()

    for search in ("REVENUE", str(wanted)[:13]):
        found = api.get("/api/v1/runs", params={"search": search}).json()
        assert [run["run_id"] for run in found["items"]] == [str(wanted)]
        assert found["total"] == 1
    assert api.get("/api/v1/runs", params={"search": "nothing"}).json()["total"] == 0


def test_a_run_shows_which_parts_of_its_events_are_set_aside(
    client: Callable[[], TestClient], world: World, connection: psycopg.Connection[Any]
) -> None:
    run = world.run(world.job("revenue_etl"))
    event = read_event(msgspec.json.encode(run_event("r", "START", 0) | {"run": {"runId": str(run)}}))
    position = append_within(connection, [event])
    connection.execute(
        "insert into quarantine values (%s, 'inputs[0].name', %s, now(), 'must not be empty')",
        [event.event_id, position],
    )
    found = client().get(f"/api/v1/runs/{run}").json()["set_aside"]
    assert [(part["part"], part["reason"]) for part in found] == [("inputs[0].name", "must not be empty")]
