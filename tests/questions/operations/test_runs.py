"""Runs found by a part of their job's name or of their id."""

from collections.abc import Callable

from fastapi.testclient import TestClient

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
