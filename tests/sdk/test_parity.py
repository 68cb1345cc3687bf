"""The SDK equals the API: what it sends is what a client would have sent by hand, to the letter."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

import headwater_sdk
from headwater_sdk import lineage_track, track
from tests.running import RunningApi

Logged = Callable[[str], list[Any]]


@lineage_track("parity", inputs=["warehouse/orders"], outputs=[{"type": "s3", "name": "s3://lake/daily"}])
def tracked(number: int) -> int:
    with track("parity.inner", description="ünï \ud83d\ude00", tags={"number": number}) as run:
        run.writes("warehouse/inner", rows=number, schema={"id": "bigint"})
        run.sql("select id from orders")
    if number == 3:
        raise ValueError("three")
    return number


def work() -> None:
    for number in range(5):
        try:
            assert tracked(number) == number
        except ValueError:
            assert number == 3


def test_the_real_api_takes_every_event_and_keeps_it_as_it_was_made(
    api: RunningApi, logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    headwater_sdk.configure(url=api.url, namespace="parity-team", flush_interval=0.0, timeout=60.0)
    tracker = headwater_sdk.tracker.default_tracker()
    emit = tracker.outlet.emit

    def emit_and_note(kind: str, text: str) -> None:
        made.append(text)
        emit(kind, text)

    monkeypatch.setattr(tracker.outlet, "emit", emit_and_note)
    work()
    assert headwater_sdk.flush(60)
    assert headwater_sdk.statistics()[:3] == (20, 0, 0)
    kept = [*logged("parity"), *logged("parity.inner")]
    assert sorted(map(str, kept)) == sorted(str(json.loads(text)) for text in made)
    assert api.rows("select count(*) from quarantine") == [(0,)]


def test_sent_again_by_hand_the_same_events_are_known_already(api: RunningApi, logged: Logged) -> None:
    headwater_sdk.configure(url=api.url, namespace="again-team", flush_interval=0.0, timeout=60.0)
    with track("again"):
        pass
    assert headwater_sdk.flush(60)
    sent = logged("again")
    told = api.send(sent, "/api/v1/lineage/batch").json()
    assert told["summary"]["duplicates"] == 2
    assert logged("again") == sent


def test_under_strict_the_real_api_answers_each_event(api: RunningApi, logged: Logged) -> None:
    headwater_sdk.configure(url=api.url, strict=True, timeout=60.0)
    with track("strict"):
        pass
    assert len(logged("strict")) == 2


def test_a_dry_run_prints_what_would_have_been_sent(capsys: pytest.CaptureFixture[str]) -> None:
    headwater_sdk.configure(dry_run=True)
    with track("dry"):
        pass
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["eventType"] for event in printed] == ["START", "COMPLETE"]


def test_the_real_api_takes_spans_and_points_in_the_hubs_shapes(api: RunningApi) -> None:
    """As the Hub's own SDK sends them, and one of each that can't be used."""
    span = {
        "traceId": uuid4().hex,
        "spanId": uuid4().hex[:16],
        "operationName": "load",
        "startTime": 1_776_657_600_000,
        "duration": 1500,
        "tags": {"job_name": "load"},
        "status": {"code": "OK"},
    }
    point = {"name": "records_processed_total", "value": 3, "timestamp": 1_776_657_600_000, "attributes": {}}
    with headwater_sdk.TelemetryClient(url=api.url, namespace="parity-team", timeout=60.0) as client:
        spans = client.send_traces([span, {"traceId": 3}])
        points = client.send_metrics([point])
    assert (spans.accepted, spans.rejected, points.accepted) == (1, 1, 1)
    [(number,)] = api.rows("select count(*) from telemetry_log where team = 'parity-team'")
    assert number >= 2
