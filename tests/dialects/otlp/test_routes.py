"""OTLP over HTTP: what exporters may rely on."""

import gzip
import json
import time
from typing import Any

import httpx
import pytest
from google.rpc.status_pb2 import Status
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from tests.facts.telemetry.requests import span, traces
from tests.running import RunningApi

PROTOBUF = {"Content-Type": "application/x-protobuf"}
JSON = {"Content-Type": "application/json"}


def stored(api: RunningApi, body: bytes) -> int:
    return len(api.rows("select from telemetry_log where body = %s", body))


def send(api: RunningApi, body: bytes, headers: dict[str, str] = PROTOBUF) -> httpx.Response:
    return api.send(body, "/v1/traces", headers=headers)


def partial(reply: httpx.Response) -> tuple[int, str]:
    told = ExportTraceServiceResponse.FromString(reply.content).partial_success
    return told.rejected_spans, told.error_message


def test_stock_exporters_of_traces_and_metrics_work_unchanged(api: RunningApi) -> None:
    before = api.rows("select coalesce(max(position), 0) from telemetry_log")[0][0]
    resource = Resource.create({"service.name": "exporters"})
    provider = TracerProvider(resource=resource)
    exporter = OTLPSpanExporter(f"{api.url}/v1/traces", compression=Compression.Gzip)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    with provider.get_tracer("t").start_as_current_span("outer"):
        provider.get_tracer("t").start_span("inner").end()
    provider.shutdown()
    reader = PeriodicExportingMetricReader(OTLPMetricExporter(f"{api.url}/v1/metrics"), 60_000)
    meters = MeterProvider([reader], resource)
    meters.get_meter("t").create_counter("jobs").add(3)
    meters.get_meter("t").create_histogram("seconds").record(1.5)
    meters.shutdown()

    kinds = api.rows("select kind, encoding from telemetry_log where position > %s order by 1", before)
    assert kinds == [("metrics", "protobuf"), ("traces", "protobuf")]


def test_a_request_is_kept_as_it_came_and_once(api: RunningApi) -> None:
    body = traces(span(trace=77))
    replies = [send(api, body), send(api, gzip.compress(body), {**PROTOBUF, "Content-Encoding": "gzip"})]

    assert [(reply.status_code, reply.content) for reply in replies] == [(200, b""), (200, b"")]
    assert replies[0].headers["content-type"] == "application/x-protobuf"
    assert stored(api, body) == 1


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"trace_id": b"1" * 15}, "traceId: must have 16 bytes, has 15"),
        ({"span_id": b"\x00" * 8}, "spanId: all zeros"),
        ({"parent_span_id": b"1"}, "parentSpanId: must have 8 bytes, has 1"),
        ({"end_time_unix_nano": 5}, "endTimeUnixNano: lies before startTimeUnixNano"),
        ({"start_time_unix_nano": 0}, "startTimeUnixNano: required"),
        ({"start": 2**62, "duration": 1}, "startTimeUnixNano: lies more than a day ahead"),
    ],
)
def test_one_bad_span_is_rejected_and_its_neighbours_are_taken(
    api: RunningApi, bad: dict[str, Any], reason: str
) -> None:
    body = traces(span(1, trace=hash(reason) % 10**9 + 1), span(2, **bad))
    reply = send(api, body)

    assert reply.status_code == 200
    assert partial(reply) == (1, f"resourceSpans[0].scopeSpans[0].spans[1].{reason}")
    assert stored(api, body) == 1


def test_a_request_of_nothing_but_bad_spans_is_not_kept(api: RunningApi) -> None:
    body = traces(span(1, trace_id=b"short"), span(2, trace_id=b"short"))
    assert partial(send(api, body))[0] == 2
    assert stored(api, body) == 0


def test_in_json_one_span_of_a_wrong_shape_does_not_sink_its_neighbour(api: RunningApi) -> None:
    now = str(time.time_ns())
    good: dict[str, Any] = {
        "traceId": "5B8EFFF798038103D269B633813FC60C",
        "spanId": "eee19b7ec3c1b174",
        "name": "ok",
    }
    good |= {"startTimeUnixNano": now, "endTimeUnixNano": int(now), "kind": 2, "unknownField": {}}
    bad = good | {"spanId": "eee19b7ec3c1b175", "startTimeUnixNano": "yesterday"}
    body = json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [good, bad, 7]}]}]}).encode()
    reply = send(api, body, JSON)

    assert reply.status_code == 200, reply.text
    told = reply.json()["partialSuccess"]
    assert told["rejectedSpans"] == "2"
    assert "spans[1]" in told["errorMessage"]
    assert stored(api, body) == 1


def test_an_empty_request_is_a_success(api: RunningApi) -> None:
    assert send(api, b"").status_code == 200
    assert send(api, b"{}", JSON).json() == {}


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (traces(span(1))[:-3], PROTOBUF, 400),
        (gzip.compress(traces(span(1)))[:-9], {**PROTOBUF, "Content-Encoding": "gzip"}, 400),
        (b"no gzip", {**PROTOBUF, "Content-Encoding": "gzip"}, 400),
        (b"{", JSON, 400),
        (b"{}", {"Content-Type": "text/plain"}, 415),
        (b"{}", {}, 415),
        (b"{}", {**JSON, "Content-Encoding": "br"}, 415),
    ],
    # Not by their bytes: gzip writes the time into them, and each worker of the suite has its own.
    ids=["cut", "cut gzip", "no gzip", "no JSON", "text", "no type", "brotli"],
)
def test_what_is_no_request_is_refused_for_good_in_its_own_encoding(
    api: RunningApi, body: bytes, headers: dict[str, str], status: int
) -> None:
    reply = send(api, body, headers)

    assert reply.status_code == status, reply.text
    if headers.get("Content-Type") == PROTOBUF["Content-Type"]:
        assert Status.FromString(reply.content).message
    else:
        assert reply.json()["message"]


def test_a_hundred_thousand_spans_come_in_one_request(api: RunningApi) -> None:
    request = ExportTraceServiceRequest.FromString(traces(span(1, trace=99)))
    spans = request.resource_spans[0].scope_spans[0].spans
    spans.extend(span(number, trace=99) for number in range(2, 100_001))
    body = request.SerializeToString()

    reply = api.client.post(
        "/v1/traces", content=gzip.compress(body, 1), headers={**PROTOBUF, "Content-Encoding": "gzip"}
    )
    assert (reply.status_code, reply.content) == (200, b"")
    assert stored(api, body) == 1
