"""What arrived: counted over time, and what an event states by today's rules."""

from collections.abc import Callable
from typing import Any

import msgspec
import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.log.postgres import append_within
from headwater.model.openlineage import read_event
from tests.builders import PRODUCER, dataset_event, run_event

Start = Callable[[], TestClient]


@pytest.fixture
def sent(connection: psycopg.Connection[Any]) -> list[str]:
    """Three events within three hours; the ids."""
    documents = [
        run_event("one", "START", "09:00"),
        run_event("one", "COMPLETE", "09:30") | {"producer": "https://other"},
        dataset_event("s3a://lake/orders", "12:00"),
    ]
    events = [read_event(msgspec.json.encode(document)) for document in documents]
    append_within(connection, events)
    return [str(event.event_id) for event in events]


@pytest.mark.usefixtures("sent")
def test_events_are_counted_by_time_kind_and_producer(client: Start) -> None:
    found = client().get("/api/v1/events/activity").json()

    assert (found["events"], found["bucket_seconds"], found["cut"]) == (3, 1800, False)
    assert sum(bucket["events"] for bucket in found["buckets"]) == 3
    assert found["kinds"] == [{"name": "run", "events": 2}, {"name": "dataset", "events": 1}]
    assert [one["name"] for one in found["producers"]] == [PRODUCER, "https://other"]


def test_an_empty_log_has_no_activity(client: Start) -> None:
    found = client().get("/api/v1/events/activity").json()
    assert (found["since"], found["events"], found["buckets"]) == (None, 0, [])


@pytest.mark.usefixtures("sent")
def test_a_window_that_is_too_long_or_ends_before_it_begins_is_refused(client: Start) -> None:
    for since in ("2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"):
        reply = client().get("/api/v1/events/activity", params={"since": since})
        assert (reply.status_code, reply.json()["field"]) == (422, "since")


def test_an_event_tells_what_it_states(client: Start, sent: list[str]) -> None:
    found = client().get(f"/api/v1/events/{sent[0]}/facts").json()

    assert found["facts"]["run"] == 1
    assert found["set_aside"] == []


def test_facts_of_an_unknown_event_are_not_found(client: Start) -> None:
    reply = client().get("/api/v1/events/00000000-0000-0000-0000-000000000000/facts")
    assert reply.status_code == 404
