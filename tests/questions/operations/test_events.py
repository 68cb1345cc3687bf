"""Events are listed from the log, newest first, by what they are about."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.log.postgres import append_within
from headwater.model.openlineage import read_event
from headwater.store.queries import events
from tests.builders import PRODUCER, at, dataset_event, job_event, run_event, run_id
from tests.world import World

Start = Callable[[], TestClient]


@pytest.fixture
def log(connection: psycopg.Connection[Any], world: World) -> None:
    """Two runs of two jobs, a job and a dataset that are declared; the job `daily` is known."""
    sent = [
        run_event("one", "START", "09:00"),
        run_event("one", "FAIL", "09:30"),
        run_event("two", None, "10:00", job="hourly") | {"producer": "https://other"},
        job_event("daily", "11:00"),
        dataset_event("s3a://lake/orders", "12:00"),
    ]
    append_within(connection, [read_event(msgspec.json.encode(event)) for event in sent])
    world.job("daily", namespace="tests")


def listed(api: TestClient, **asked: Any) -> dict[str, Any]:
    reply = api.get("/api/v1/events", params=asked)
    assert reply.status_code == 200, reply.text
    answer: dict[str, Any] = reply.json()
    return answer


def clocks(answer: dict[str, Any]) -> list[str]:
    return [datetime.fromisoformat(item["event_time"]).strftime("%H:%M") for item in answer["items"]]


@pytest.mark.usefixtures("log")
def test_events_are_listed_newest_first_as_they_came(client: Start) -> None:
    answer = listed(client())
    assert clocks(answer) == ["12:00", "11:00", "10:00", "09:30", "09:00"]
    assert answer["total"] == 5
    failed = answer["items"][3]
    assert failed["event"] == run_event("one", "FAIL", "09:30")
    assert (failed["state"], failed["job"], failed["producer"]) == ("FAIL", "tests/daily", PRODUCER)


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"namespace": "tests"}, ["11:00", "10:00", "09:30", "09:00"]),
        ({"namespace": "s3://lake"}, ["12:00"]),
        ({"job": "tests/daily"}, ["11:00", "09:30", "09:00"]),
        ({"run": run_id("one")}, ["09:30", "09:00"]),
        ({"type": "run"}, ["10:00", "09:30", "09:00"]),
        ({"type": "job"}, ["11:00"]),
        ({"type": "dataset"}, ["12:00"]),
        ({"state": "fail"}, ["09:30"]),
        ({"state": "OTHER"}, ["10:00"]),
        ({"producer": "https://other"}, ["10:00"]),
        ({"producer": "https://nobody"}, []),
        ({"since": at("09:30").isoformat(), "until": at("11:00").isoformat()}, ["10:00", "09:30"]),
        ({"job": "daily", "state": "START", "type": "run"}, ["09:00"]),
    ],
)
def test_events_are_found_by_what_they_are_about(
    client: Start, asked: dict[str, str], found: list[str]
) -> None:
    answer = listed(client(), **asked)
    assert (clocks(answer), answer["total"]) == (found, len(found))


@pytest.mark.usefixtures("log")
def test_a_page_leads_to_the_next(client: Start) -> None:
    api = client()
    first = listed(api, limit=3)
    second = listed(api, limit=3, cursor=first["next_cursor"])
    assert (clocks(first), clocks(second)) == (["12:00", "11:00", "10:00"], ["09:30", "09:00"])
    assert second["next_cursor"] is None


@pytest.mark.usefixtures("log")
def test_large_events_make_a_page_shorter(client: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MAX_PAGE_BYTES", 10)
    api = client()
    first = listed(api)
    assert clocks(first) == ["12:00"]
    assert clocks(listed(api, cursor=first["next_cursor"])) == ["11:00"]


@pytest.mark.parametrize("asked", [{"type": "stored_rows"}, {"state": "BROKEN"}, {"status": "FAIL"}])
def test_a_filter_that_no_event_can_meet_is_refused(client: Start, asked: dict[str, str]) -> None:
    assert client().get("/api/v1/events", params=asked).status_code == 422


def test_an_event_dated_far_ahead_is_marked_and_not_the_newest_for_ever(
    client: Start, connection: psycopg.Connection[Any]
) -> None:
    sent = run_event("one", "START", "09:00") | {"eventTime": "2999-01-01T00:00:00Z"}
    append_within(connection, [read_event(msgspec.json.encode(sent))])
    [item] = listed(client())["items"]
    assert item["claimed_time"].startswith("2999-01-01")
    assert item["event_time"] == item["received_at"]
