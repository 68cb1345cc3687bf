"""A call as a span: ours where the host has no OpenTelemetry, the host's own where it has."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from headwater_sdk import lineage_track, telemetry_track
from tests.sdk.servers import LineageServer

Tracked = Callable[..., list[dict[str, Any]]]


def nothing() -> None:
    pass


def spans(server: LineageServer) -> list[dict[str, Any]]:
    bodies = [body for path, body in server.requests if path == "/api/v1/telemetry/ingest"]
    return [span for body in bodies for span in body["traces"]]


def test_a_call_is_a_span_with_its_service_and_tags(tracked: Tracked, server: LineageServer) -> None:
    load = telemetry_track("load", service_name="loader", tags={"table": "orders"})(lambda: 42)
    tracked(load)
    [span] = spans(server)
    assert (span["operationName"], span["status"]) == ("load", {"code": "OK"})
    assert span["tags"]["service.name"] == "loader"
    assert span["tags"]["service.namespace"] == "my-team"
    assert span["tags"]["table"] == "orders"
    assert (len(span["traceId"]), len(span["spanId"])) == (32, 16)


def test_a_failed_call_is_a_failed_span(tracked: Tracked, server: LineageServer) -> None:
    @telemetry_track
    async def fails() -> None:
        raise ValueError("no")

    def work() -> None:
        with pytest.raises(ValueError, match="no"):
            asyncio.run(fails())

    tracked(work)
    assert spans(server)[0]["status"] == {"code": "ERROR", "message": "ValueError: no"}


def test_a_span_inside_a_span_is_its_child(tracked: Tracked, server: LineageServer) -> None:
    tracked(telemetry_track("outer")(telemetry_track("inner")(nothing)))
    first, second = spans(server)
    assert first["parentSpanId"] == second["spanId"]
    assert first["traceId"] == second["traceId"]


def test_span_and_run_name_each_other_in_either_order(tracked: Tracked, server: LineageServer) -> None:
    span_outside = telemetry_track("outside")(lineage_track("a")(nothing))
    span_inside = lineage_track("b")(telemetry_track("inside")(nothing))
    tracked(lambda: (span_outside(), span_inside()))
    by_name = {span["operationName"]: span for span in spans(server)}
    runs = {event["job"]["name"]: event["run"] for event in server.taken if "job" in event}
    assert by_name["outside"]["traceId"] in runs["a"]["facets"]["headwater_trace"]["traceparent"]
    assert by_name["inside"]["tags"]["openlineage.run_id"] == runs["b"]["runId"]


def test_without_settings_there_is_no_span() -> None:
    assert telemetry_track(lambda: 42)() == 42


def test_where_the_host_has_a_tracer_the_span_is_its_own(
    tracked: Tracked, server: LineageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr("opentelemetry.trace.get_tracer", provider.get_tracer)

    @telemetry_track("fails", tags={"table": "orders"})
    @lineage_track("daily")
    def fails() -> None:
        raise ValueError("no")

    def work() -> None:
        with pytest.raises(ValueError, match="no"):
            fails()

    events = tracked(work)
    [span] = exporter.get_finished_spans()
    assert (span.name, span.status.status_code) == ("fails", StatusCode.ERROR)
    assert span.attributes is not None
    assert span.attributes["table"] == "orders"
    assert spans(server) == []
    traceparent = events[0]["run"]["facets"]["headwater_trace"]["traceparent"]
    assert span.context is not None
    assert format(span.context.trace_id, "032x") in traceparent
