"""Atlas's reads, exactly as its document shows them, straight from the log."""

import base64
import json
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid4

import pytest
from fastapi.testclient import TestClient
from psycopg_pool import ConnectionPool

from headwater.api.dialect_app import dialect_app
from headwater.api.process import Process
from headwater.dialects import atlas
from headwater.questions.live_graph import LiveGraph
from headwater.questions.reading import system_clock
from tests.builders import run_event
from tests.running import RunningApi

RUNS = "/api/atlas/v2/openlineage/runs"
ENVELOPE = ["error", "eventCount", "events", "message", "nextPagingState", "pageSize", "runId", "success"]


def a_run(api: RunningApi, *events: dict[str, Any]) -> str:
    """Sends events as those of one new run; returns its id."""
    run = str(uuid4())
    for event in events:
        assert api.send(event | {"run": {"runId": run}}).status_code == 201
    return run


def at(clock: str, kind: str = "RUNNING", **more: Any) -> dict[str, Any]:
    return run_event("-", kind, 0) | {"eventTime": f"2026-04-20T{clock}Z"} | more


def test_the_events_of_a_run_come_in_the_documents_envelope(api: RunningApi) -> None:
    run = a_run(api, at("09:30:00.000", "START"))
    reply = api.get(f"{RUNS}/{run}")

    envelope = reply.json()
    assert (reply.status_code, sorted(envelope)) == (200, ENVELOPE)
    [event] = envelope.pop("events")
    assert envelope == {
        "success": True,
        "message": None,
        "error": None,
        "runId": run,
        "eventCount": 1,
        "pageSize": 25,
        "nextPagingState": None,
    }
    assert UUID(event.pop("eventId")).version == 1
    assert json.loads(event.pop("event"))["run"] == {"runId": run}
    assert event == {
        "source": "https://headwater.example/tests",
        "jobName": "daily",
        "runId": run,
        "eventTime": "2026-04-20T09:30:00.000Z",
        "status": "START",
    }


def test_an_event_is_readable_as_soon_as_it_is_acknowledged(api: RunningApi) -> None:
    for _ in range(20):
        assert api.get(f"{RUNS}/{a_run(api, at('09:30:00'))}").json()["eventCount"] == 1


def test_the_newest_event_comes_first(api: RunningApi) -> None:
    run = a_run(api, at("09:00:00"), at("11:00:00"), at("10:00:00"))
    times = [event["eventTime"][11:13] for event in api.get(f"{RUNS}/{run}").json()["events"]]
    assert times == ["11", "10", "09"]


def test_an_event_without_a_type_or_with_an_odd_producer_is_shown(api: RunningApi) -> None:
    nameless = at("09:00:00", producer={"odd": 1})
    del nameless["eventType"]
    [event] = api.get(f"{RUNS}/{a_run(api, nameless)}").json()["events"]
    assert (event["status"], event["source"]) == ("GENERIC_OL", "{'odd': 1}")


def pages(api: RunningApi, run: str, size: int) -> list[list[str]]:
    found: list[list[str]] = []
    state: dict[str, str] = {}
    while True:
        envelope = api.get(f"{RUNS}/{run}", pageSize=size, **state).json()
        assert (envelope["success"], envelope["pageSize"]) == (True, size)
        assert envelope["eventCount"] == len(envelope["events"])
        found.append([event["eventId"] for event in envelope["events"]])
        if envelope["nextPagingState"] is None:
            return found
        state = {"pagingState": envelope["nextPagingState"]}


@pytest.mark.parametrize("size", [1, 3, 7, 20, 21])
def test_paging_shows_each_event_once_even_when_many_share_a_millisecond(api: RunningApi, size: int) -> None:
    same = [at("09:30:00.123", facet=number) for number in range(12)]
    close = [at(f"09:30:00.1230{number:02}", facet=number) for number in range(8)]
    run = a_run(api, *same, *close)

    found = pages(api, run, size)

    everything = [event for page in found for event in page]
    assert len(everything) == len(set(everything)) == 20
    assert [len(page) for page in found[:-1]] == [size] * (len(found) - 1)
    assert everything == [event["eventId"] for event in api.get(f"{RUNS}/{run}").json()["events"]]


def test_events_that_arrive_while_paging_neither_hide_nor_repeat_others(api: RunningApi) -> None:
    run = a_run(api, *(at("09:30:00", facet=number) for number in range(4)))
    first = api.get(f"{RUNS}/{run}", pageSize=2).json()
    api.send(at("10:00:00") | {"run": {"runId": run}})
    rest = api.get(f"{RUNS}/{run}", pageSize=5, pagingState=first["nextPagingState"]).json()
    assert len({event["eventId"] for event in first["events"] + rest["events"]}) == 4


def test_one_event_is_found_by_its_id(api: RunningApi) -> None:
    run = a_run(api, *(at("09:30:00", facet=number) for number in range(5)))
    for event in api.get(f"{RUNS}/{run}").json()["events"]:
        reply = api.get(f"{RUNS}/{run}/events/{event['eventId']}")
        envelope = reply.json()
        assert (reply.status_code, sorted(envelope)) == (200, ENVELOPE)
        assert envelope["events"] == [event]
        assert (envelope["eventCount"], envelope["pageSize"], envelope["runId"]) == (1, 1, run)


def test_an_odd_run_id_is_found_by_what_the_producer_sent(api: RunningApi) -> None:
    odd = f"manual__{uuid4()} 2026/04+ü"
    api.send(at("09:00:00") | {"run": {"runId": odd}})
    envelope = api.get(f"{RUNS}/{quote(odd, safe='')}").json()
    assert (envelope["runId"], envelope["eventCount"]) == (odd, 1)
    [event] = envelope["events"]
    assert api.get(f"{RUNS}/{quote(odd)}/events/{event['eventId']}").json()["events"] == [event]


def test_an_unknown_run_has_no_events(api: RunningApi) -> None:
    reply = api.get(f"{RUNS}/{uuid4()}")
    assert (reply.status_code, sorted(reply.json())) == (200, ENVELOPE)
    assert (reply.json()["success"], reply.json()["eventCount"], reply.json()["events"]) == (True, 0, [])


def assert_failed(reply: Any, status: int, error: str) -> None:
    assert (reply.status_code, sorted(reply.json())) == (status, ENVELOPE)
    assert reply.json() | {"pageSize": None} == {
        "success": False,
        "message": None,
        "error": error,
        "runId": None,
        "eventCount": 0,
        "events": [],
        "pageSize": None,
        "nextPagingState": None,
    }


@pytest.mark.parametrize("event_id", [str(UUID(int=1)), "396c9c80-fe0b-11f0-b2d7-68fad00996a0", "nonsense"])
def test_an_unknown_event_is_not_found(api: RunningApi, event_id: str) -> None:
    run = a_run(api, at("09:30:00"))
    assert_failed(api.get(f"{RUNS}/{run}/events/{event_id}"), 404, "Event not found")


def test_an_event_of_another_run_is_not_found(api: RunningApi) -> None:
    run, other = a_run(api, at("09:30:00")), a_run(api, at("09:30:00"))
    [event] = api.get(f"{RUNS}/{other}").json()["events"]
    assert_failed(api.get(f"{RUNS}/{run}/events/{event['eventId']}"), 404, "Event not found")


@pytest.mark.parametrize(
    "state", ["garbage", "AAAA", "é", "%00", base64.urlsafe_b64encode(b"\xff" * 7).decode(), "A" * 4000, "="]
)
def test_a_paging_state_of_somebody_elses_is_an_error_in_the_envelope(api: RunningApi, state: str) -> None:
    assert_failed(api.get(f"{RUNS}/{uuid4()}", pagingState=state), 400, "Invalid pagingState")


def test_a_paging_state_of_any_time_is_no_reason_to_break(api: RunningApi) -> None:
    for micros in (0, 1, 2**62, 2**63 - 1, -(2**63), -62_135_596_800_000_000, 253_402_300_799_999_999):
        packed = micros.to_bytes(8, "big", signed=True) + bytes(16)
        state = base64.urlsafe_b64encode(packed).decode()
        assert api.get(f"{RUNS}/{uuid4()}", pagingState=state).status_code in (200, 400), micros


@pytest.mark.parametrize(
    ("size", "error"),
    [
        ("0", "pageSize must be greater than 0"),
        ("-3", "pageSize must be greater than 0"),
        ("abc", "pageSize must be a whole number"),
        ("2.5", "pageSize must be a whole number"),
    ],
)
def test_a_page_size_that_is_none_is_an_error_in_the_envelope(api: RunningApi, size: str, error: str) -> None:
    assert_failed(api.get(f"{RUNS}/{uuid4()}", pageSize=size), 422, error)


def test_a_page_is_never_larger_than_the_server_wants(api: RunningApi) -> None:
    assert api.get(f"{RUNS}/{uuid4()}", pageSize="99999999999999999999").json()["pageSize"] == 1000


def test_health_is_told_in_two_words(api: RunningApi) -> None:
    reply = api.get("/api/atlas/v2/openlineage/health")
    assert reply.status_code == 200
    assert reply.json() == {"success": True, "message": "OpenLineage event storage is healthy"}


def test_without_a_database_the_envelope_says_so_with_the_real_status() -> None:
    url = "postgresql://127.0.0.1:1/none?connect_timeout=1"
    nowhere = ConnectionPool(url, open=False, timeout=0.3)
    process = Process(nowhere, LiveGraph(url), system_clock, visible_wait_seconds=0.1)
    app = dialect_app(atlas.dialect(process.reading, lambda: False))
    nowhere.open(wait=False)
    with nowhere, TestClient(app) as client:
        assert_failed(client.get(f"{RUNS}/{uuid4()}"), 503, "the log can't be reached right now")
        health = client.get("/api/atlas/v2/openlineage/health")
    assert (health.status_code, sorted(health.json())) == (503, ENVELOPE)
    assert health.json()["error"] == "OpenLineage event storage is unhealthy"
