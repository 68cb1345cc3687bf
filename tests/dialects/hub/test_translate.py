"""An event belongs to the team named in the Hub's call; what the team may send is held at the door."""

import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from tests.builders import run_event
from tests.running import RunningApi, running_api

INGEST = "/api/v1/lineage/ingest"


@pytest.fixture
def own_api(database_url: str) -> Any:
    with running_api(database_url) as api:
        yield api


def event(namespace: str = "airflow") -> dict[str, Any]:
    return run_event(uuid4().hex, "COMPLETE", "09:30") | {"job": {"namespace": namespace, "name": "load"}}


def team(api: RunningApi, name: str, **fields: Any) -> None:
    reply = api.client.post("/api/v1/teams", json={"name": name, **fields})
    assert reply.status_code == 201, reply.text


def total(api: RunningApi, name: str, **asked: Any) -> int:
    return int(api.get("/api/v1/events", team=name, **asked).json()["total"])


def test_events_belong_to_the_team_that_is_named(api: RunningApi) -> None:
    mine, other = f"a{uuid4().hex[:10]}", f"b{uuid4().hex[:10]}"
    team(api, mine)
    team(api, other, patterns=[f"{mine}-*"])
    sent = [event(f"{mine}-airflow"), event(f"{mine}-airflow")]
    api.client.post(INGEST, json={"namespace": mine, "events": sent})
    api.send(event(f"{mine}-airflow"))
    assert (total(api, mine), total(api, other)) == (2, 0)
    # The third was published under no team's name, and its job is not known before the pipeline has seen it.
    [(named,)] = api.rows(
        "select count(*) from events where team_key is null and job_key is not null and"
        " run_id is not null and body like %s",
        f"%{mine}-airflow%",
    )
    assert named == 1


def spend(api: RunningApi, name: str) -> None:
    """As if the whole quota of today had come already."""
    query = """
        insert into team_days (team, day, events)
        values (%s, (now() at time zone 'UTC')::date, 100000) returning 1
    """
    api.rows(query, name)


def until(ask: Callable[[], Any], good: Callable[[Any], bool]) -> Any:
    """The ingest learns of teams once a second."""
    deadline = time.monotonic() + 30
    while not good(found := ask()) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def test_beyond_the_quota_events_are_marked_and_counted(own_api: RunningApi) -> None:
    team(own_api, "marked", patterns=["marked-*"])
    spend(own_api, "marked")

    def marked() -> int:
        assert own_api.send(event("marked-air")).status_code == 201
        return total(own_api, "default", over_quota=True) + int(own_api.rows(MARKED)[0][0])

    assert until(marked, bool)
    detail = until(
        lambda: own_api.get("/api/v1/teams/marked").json(),
        lambda found: found["days"][0]["marked"] > 0,
    )
    assert detail["over_quota"]
    assert detail["events_today"] > 100_000


MARKED = "select count(*) from events where over_quota"


def test_a_team_that_refuses_gets_a_final_answer_and_the_others_are_taken(own_api: RunningApi) -> None:
    team(own_api, "refuser", over_quota="refuse", patterns=["refuser-*"])
    spend(own_api, "refuser")
    reply = until(lambda: own_api.send(event("refuser-air")), lambda reply: reply.status_code != 201)
    assert (reply.status_code, reply.json()["code"], reply.json()["field"]) == (403, "quota-spent", "team")
    batch = own_api.client.post("/api/v1/lineage/batch", json=[event("refuser-air"), event("other")])
    assert (batch.json()["summary"]["successful"], batch.json()["summary"]["non_retriable"]) == (1, 1)
    hub = own_api.client.post(INGEST, json={"namespace": "refuser", "events": [event("x")]}).json()
    assert (hub["accepted"], hub["rejected"]) == (0, 1)
    assert "has sent its 100,000 events" in hub["errors"][0]


def test_a_burst_is_asked_to_come_later(own_api: RunningApi) -> None:
    team(own_api, "hasty", events_per_second=1, patterns=["hasty-*"])

    def burst() -> Any:
        return own_api.client.post("/api/v1/lineage/batch", json=[event("hasty-a") for _ in range(200)])

    reply = until(burst, lambda reply: reply.status_code != 200)
    assert (reply.status_code, reply.json()["code"]) == (503, "team-too-fast")
    assert int(reply.headers["retry-after"]) >= 1
    [(stored,)] = own_api.rows("select count(*) from events")
    assert stored % 200 == 1
