"""The Hub's calls, as its document and its SDK make them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from headwater.model.times import parse_time
from tests.builders import run_event
from tests.running import RunningApi, running_api


def request(*events: Any, namespace: str = "demo-team") -> dict[str, Any]:
    return {"namespace": namespace, "events": list(events), "source": "sdk"}


def an_event(job: dict[str, Any] | None = None) -> dict[str, Any]:
    event = run_event(uuid4().hex, "COMPLETE", "09:30", outputs=("daily",))
    return event | {"job": job if job is not None else {"namespace": "own", "name": "load"}}


def ingest(api: RunningApi, body: dict[str, Any]) -> dict[str, Any]:
    reply = api.client.post("/api/v1/lineage/ingest", json=body)
    assert reply.status_code == 200, reply.text
    answer: dict[str, Any] = reply.json()
    return answer


@pytest.mark.parametrize("wrapped", [False, True], ids=["flat", "wrapped"])
def test_both_forms_of_ingest_are_taken(api: RunningApi, wrapped: bool) -> None:
    body = request(an_event(), an_event())
    answer = ingest(api, {"lineage_data": body} if wrapped else body)
    position = answer.pop("position")
    assert answer == {"accepted": 2, "rejected": 0, "errors": [], "namespace": "demo-team"}
    assert position == api.rows("select max(position) from events")[0][0]


def namespace_of(api: RunningApi, event: dict[str, Any]) -> str:
    query = "select body::jsonb -> 'job' ->> 'namespace' from events where run_id = %s"
    [(namespace,)] = api.rows(query, event["run"]["runId"])
    return str(namespace)


@pytest.mark.parametrize(
    "job", [{"name": "load"}, {"name": "load", "namespace": None}, {"name": "load", "namespace": ""}]
)
def test_a_job_without_a_namespace_gets_the_teams(api: RunningApi, job: dict[str, Any]) -> None:
    event = an_event(job)
    ingest(api, request(event, namespace="team-a"))
    assert namespace_of(api, event) == "team-a"


def test_a_job_keeps_a_namespace_of_its_own(api: RunningApi) -> None:
    event = an_event()
    ingest(api, request(event, namespace="team-a"))
    assert namespace_of(api, event) == "own"


def test_each_event_is_judged_alone_and_named_by_its_place(api: RunningApi) -> None:
    answer = ingest(api, request(an_event(), {}, an_event(), "text", an_event() | {"eventTime": "odd"}))
    assert (answer["accepted"], answer["rejected"]) == (2, 3)
    assert answer["errors"] == [
        "Event 1: eventTime: required",
        "Event 3: an event is a JSON object, not a string",
        "Event 4: eventTime: `odd` is not an RFC 3339 time",
    ]


def test_no_events_are_taken_as_such(api: RunningApi) -> None:
    assert ingest(api, request())["accepted"] == 0


def test_a_request_without_a_namespace_or_events_is_refused(api: RunningApi) -> None:
    body: Any
    for body in (
        {"events": []},
        {"namespace": "x"},
        {"namespace": "", "events": []},
        {"lineage_data": {}},
        [],
    ):
        reply = api.client.post("/api/v1/lineage/ingest", json=body)
        assert reply.status_code == 422, reply.text


@pytest.mark.parametrize("wrapped", [False, True], ids=["flat", "wrapped"])
@pytest.mark.parametrize("namespace", ["ab", "x" * 51, "", 3])
def test_a_namespace_has_three_to_fifty_characters(api: RunningApi, namespace: Any, wrapped: bool) -> None:
    body = request(an_event(), namespace=namespace)
    reply = api.client.post("/api/v1/lineage/ingest", json={"lineage_data": body} if wrapped else body)
    assert (reply.status_code, reply.json()["field"]) == (422, "namespace")
    assert "Request" not in reply.text


def test_an_event_sent_both_ways_is_one_event_where_its_namespace_says_the_team(api: RunningApi) -> None:
    event = an_event({"namespace": "demo-team", "name": "load"})
    api.send(event)
    ingest(api, request(event))
    assert api.rows("select count(*) from events where run_id = %s", event["run"]["runId"]) == [(1,)]


def test_health_has_the_hubs_shape(api: RunningApi) -> None:
    answer = api.get("/api/v1/health").json()
    assert sorted(answer) == ["dependencies", "service", "status", "timestamp", "version"]
    assert datetime.now(UTC) - parse_time(answer["timestamp"]) < timedelta(minutes=1)
    assert answer["dependencies"] == {
        "postgresql": "healthy",
        "pipeline": "unhealthy",
        "kafka": "not configured",
    }


def test_health_is_told_at_the_root_as_well(api: RunningApi) -> None:
    whole, root = api.get("/api/v1/health"), api.get("/health")
    assert (root.status_code, root.json().keys()) == (whole.status_code, whole.json().keys())
    assert root.json()["dependencies"] == whole.json()["dependencies"]
    # A browser is told the same: no page of the web app has that address.
    page = api.client.get("/health", headers={"Accept": "text/html"})
    assert page.headers["content-type"] == "application/json"


def test_without_a_worker_health_does_not_say_healthy(api: RunningApi) -> None:
    reply = api.get("/api/v1/health")
    assert (reply.status_code, reply.json()["status"]) == (503, "unhealthy")


def test_with_a_worker_that_was_just_seen_health_is_good(new_database: Callable[[], str]) -> None:
    with running_api(new_database()) as api:
        api.rows("update worker_state set seen_at = clock_timestamp() returning 1")
        assert api.get("/api/v1/health").json()["status"] == "healthy"
        api.rows("update worker_state set seen_at = clock_timestamp() - interval '1 minute' returning 1")
        assert api.get("/api/v1/health").json()["status"] == "unhealthy"


def test_a_stream_that_does_not_move_is_not_healthy(new_database: Callable[[], str]) -> None:
    with running_api(new_database()) as api:
        api.rows("update worker_state set seen_at = clock_timestamp() returning 1")
        api.send(an_event())
        assert api.get("/api/v1/health").status_code == 200
        api.rows("update events set received_at = clock_timestamp() - interval '2 minutes' returning 1")
        reply = api.get("/api/v1/health")
        assert (reply.status_code, reply.json()["dependencies"]["pipeline"]) == (503, "unhealthy")


def execute(api: RunningApi, statement: str) -> None:
    with psycopg.connect(api.database_url, autocommit=True) as connection:
        connection.execute(statement)


def test_a_store_that_can_not_write_is_not_healthy_until_it_can(new_database: Callable[[], str]) -> None:
    with running_api(new_database()) as api:
        api.rows("update worker_state set seen_at = clock_timestamp() returning 1")
        execute(api, "alter table events rename to hidden_events")
        refused = api.send(an_event())
        assert (refused.status_code, refused.json()["code"]) == (503, "store-unavailable")
        execute(api, "alter table hidden_events rename to events")
        reply = api.get("/api/v1/health")
        assert (reply.status_code, reply.json()["dependencies"]["postgresql"]) == (503, "unhealthy")
        assert api.send(an_event()).status_code == 201
        assert api.get("/api/v1/health").status_code == 200
