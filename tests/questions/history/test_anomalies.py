"""Unusual runs of all jobs, newest first."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from fastapi.testclient import TestClient

from tests.world import World, day

INSERT = """
insert into run_anomalies (run_id, measure, job_id, at, value, median, mad, score, hour_of_week)
values (%s, %s, %s, %s, 100, 10, 1, 9, -1)
"""


def ask(client: TestClient, **parameters: Any) -> Any:
    reply = client.get("/api/v1/anomalies", params=parameters)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_anomalies_are_listed_filtered_and_paged(world: World, client: Callable[[], TestClient]) -> None:
    load, clean = world.job("load"), world.job("clean", namespace="other")
    for number, (job, measure) in enumerate([(load, "rows"), (load, "duration"), (clean, "rows")], start=1):
        world.connection.execute(INSERT, [UUID(int=number), measure, job, day(number)])
    running = client()
    reply = ask(running)
    assert [(one["job"]["name"], one["measure"], one["hour_of_week"]) for one in reply["items"]] == [
        ("clean", "rows", None),
        ("load", "duration", None),
        ("load", "rows", None),
    ]
    assert reply["total"] == 3
    for asked, count in (
        ({"job": "load"}, 2),
        ({"namespace": "other"}, 1),
        ({"measure": "rows"}, 2),
        ({"since": "2026-04-02", "until": "2026-04-03"}, 1),
    ):
        assert len(ask(running, **asked)["items"]) == count
    second = ask(running, limit=2, cursor=ask(running, limit=2)["next_cursor"])
    assert [one["run_id"] for one in second["items"]] == [str(UUID(int=1))]
