"""The clients: what they send, what they answer, and what they raise."""

import asyncio
from typing import Any

import pytest

from headwater_sdk import (
    AsyncLineageHubClient,
    AsyncTelemetryClient,
    DeliveryError,
    LineageHubClient,
    TelemetryClient,
)
from tests.sdk.servers import LineageServer

EVENT: dict[str, Any] = {"eventType": "START", "job": {"name": "daily"}}


def test_events_are_sent_for_a_namespace_and_the_reply_counts_them(server: LineageServer) -> None:
    server.answer = lambda _: (
        200,
        b'{"accepted": 1, "rejected": 1, "errors": ["Event 1: no"], "position": 7}',
    )
    with LineageHubClient(server.url, namespace="my-team") as client:
        reply = client.send_events([EVENT, {}])
    assert (reply.accepted, reply.rejected, reply.errors, reply.position) == (1, 1, ("Event 1: no",), 7)
    [(path, body)] = server.requests
    assert path == "/api/v1/lineage/ingest"
    assert (body["namespace"], body["events"]) == ("my-team", [EVENT, {}])


def test_the_asynchronous_client_makes_the_same_request(server: LineageServer) -> None:
    server.answer = lambda _: (200, b'{"accepted": 1}')

    async def sends() -> int:
        async with AsyncLineageHubClient(server.url, namespace="my-team") as client:
            return (await client.send_event(EVENT)).accepted

    assert asyncio.run(sends()) == 1
    with LineageHubClient(server.url, namespace="my-team") as client:
        client.send_event(EVENT)
    assert server.requests[0] == server.requests[1]


def test_spans_and_points_are_sent_to_the_telemetry_route(server: LineageServer) -> None:
    server.answer = lambda _: (200, b'{"traces_accepted": 1}')

    async def sends() -> int:
        async with AsyncTelemetryClient(server.url) as client:
            return (await client.send_traces([{"traceId": "1"}])).accepted

    assert asyncio.run(sends()) == 1
    with TelemetryClient(server.url) as client:
        client.send_metrics([{"name": "rows"}])
    assert [body.get("traces", body.get("metrics")) for _, body in server.requests] == [
        [{"traceId": "1"}],
        [{"name": "rows"}],
    ]


def test_a_refusal_is_raised_with_its_status(server: LineageServer) -> None:
    server.answer = lambda _: (422, b'{"detail": "namespace"}')
    with pytest.raises(DeliveryError, match="namespace") as raised:
        LineageHubClient(server.url).send_event(EVENT)
    assert raised.value.status == 422


def test_a_server_that_is_away_is_raised() -> None:
    with pytest.raises(DeliveryError, match="does not answer"):
        LineageHubClient("http://127.0.0.1:9").health()


def test_something_else_than_json_is_raised(server: LineageServer) -> None:
    server.answer = lambda _: (200, b"<html>")
    with pytest.raises(DeliveryError, match="something else than JSON"):
        LineageHubClient(server.url).send_event(EVENT)


def test_a_dry_run_prints_and_sends_nothing(
    capsys: pytest.CaptureFixture[str], server: LineageServer
) -> None:
    assert LineageHubClient(server.url, dry_run=True).send_event(EVENT).accepted == 1
    assert "daily" in capsys.readouterr().out
    assert server.requests == []
