"""The Hub's telemetry call, as its SDK and its document use it."""

import json
import time
from typing import Any

import httpx
import pytest

from headwater_sdk import TelemetryClient
from tests.running import RunningApi

PATH = "/api/v1/telemetry/ingest"


def trace(number: int, **given: Any) -> dict[str, Any]:
    return {
        "traceId": f"{number:032x}",
        "spanId": f"{number:016x}",
        "operationName": "load",
        "startTime": time.time_ns() // 1_000_000,
        "duration": 1500,
        "tags": {"service.name": "loader"},
        "status": {"code": "OK"},
        **given,
    }


def metric(**given: Any) -> dict[str, Any]:
    return {"name": "records_processed_total", "value": 5, "timestamp": time.time(), **given}


def send(api: RunningApi, **request: Any) -> httpx.Response:
    return api.send({"namespace": "demo-team", **request}, PATH)


@pytest.mark.parametrize("wrapped", [False, True])
def test_traces_and_metrics_are_taken_flat_and_wrapped(api: RunningApi, wrapped: bool) -> None:
    request = {
        "namespace": "demo-team",
        "traces": [trace(10 + wrapped)],
        "metrics": [metric(timestamp=time.time_ns() // 10**6)],
    }
    body = json.dumps({"telemetry_request": request} if wrapped else request).encode()
    reply = api.send(body, PATH)

    assert reply.status_code == 200
    assert reply.json() == {
        "traces_accepted": 1,
        "metrics_accepted": 1,
        "traces_rejected": 0,
        "metrics_rejected": 0,
        "errors": [],
        "namespace": "demo-team",
    }
    assert api.rows("select kind, team from telemetry_log where body = %s", body) == [("hub", "demo-team")]


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ({"traces": [trace(1, traceId="xyz")]}, "Trace 0: traceId: must be hexadecimal"),
        (
            {"traces": [trace(1, duration=-1)]},
            "Trace 0: duration: must be a number of microseconds, not below 0",
        ),
        (
            {"traces": [trace(1, startTime=None)]},
            "Trace 0: startTime: must be a time in milliseconds since 1970",
        ),
        ({"traces": [7]}, "Trace 0: must be an object"),
        ({"metrics": [metric(name="")]}, "Metric 0: name: must be a text"),
        ({"metrics": [metric(value="many")]}, "Metric 0: value: must be a finite number"),
        (
            {"metrics": [metric(timestamp="2999-01-01T00:00:00Z")]},
            "Metric 0: timestamp: lies more than a day ahead",
        ),
    ],
)
def test_each_item_is_judged_alone(api: RunningApi, bad: dict[str, Any], error: str) -> None:
    reply = send(api, **{"traces": [], "metrics": [], **bad}).json()
    assert reply["errors"] == [error]
    assert reply["traces_rejected"] + reply["metrics_rejected"] == 1


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"namespace": "x"}, "namespace"),
        ({"traces": {}}, "traces"),
        ({"metrics": 3}, "metrics"),
        ({"source": 1}, "source"),
    ],
)
def test_a_field_of_the_wrong_type_is_named(api: RunningApi, request_: dict[str, Any], field: str) -> None:
    reply = send(api, **request_)
    assert (reply.status_code, reply.json()["field"]) == (422, field)


def test_our_own_sdk_reaches_it(api: RunningApi) -> None:
    with TelemetryClient(api.url, namespace="demo-team") as client:
        client.send_traces([trace(31)])
        client.send_metrics([metric(value=31)])
    found = api.rows("select count(*) from telemetry_log where team = 'demo-team' and kind = 'hub'")
    assert found[0][0] >= 2
