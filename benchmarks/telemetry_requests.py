"""Requests with spans and points as services send them, made by the thousand from a few patterns."""

import random
import re
import time
from collections.abc import Iterator
from typing import Any

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

SPANS_OF_TRACE, TRACES_OF_REQUEST = 10, 50
SPANS = SPANS_OF_TRACE * TRACES_OF_REQUEST
POINTS = 500
SERVICES, OPERATIONS, TEAMS = 20, 30, 5
# Requests differ in their traces' ids alone, which are put in place of these.
MARK = b"\xfe\xedHEADWATER\xfe\xed\x00"


def span_requests(count: int, seed: int = 1) -> Iterator[bytes]:
    """Each of `SPANS` spans with eight attributes, 250 bytes a span; no trace comes twice."""
    chance = random.Random(seed)
    patterns = [_pattern(chance) for _ in range(SERVICES)]
    places = [[found.start() for found in re.finditer(re.escape(MARK), body)] for body in patterns]
    for number in range(count):
        body = bytearray(patterns[number % SERVICES])
        traces: dict[bytes, bytes] = {}
        for place in places[number % SERVICES]:
            marked = bytes(body[place : place + 16])
            body[place : place + 16] = traces.setdefault(marked, chance.randbytes(16))
        yield bytes(body)


def _pattern(chance: random.Random) -> bytes:
    request, now = ExportTraceServiceRequest(), time.time_ns()
    held = request.resource_spans.add()
    service = chance.randrange(SERVICES)
    _tell(
        held.resource.attributes,
        {"service.name": f"service-{service}", "service.namespace": f"team-{service % TEAMS}"},
    )
    spans = held.scope_spans.add().spans
    for trace in range(TRACES_OF_REQUEST):
        began = now - chance.randrange(60 * 10**9)
        for number in range(SPANS_OF_TRACE):
            span = spans.add(
                trace_id=MARK + trace.to_bytes(2),
                span_id=(number + 1).to_bytes(8),
                parent_span_id=b"" if number == 0 else (1).to_bytes(8),
                name=f"operation-{chance.randrange(OPERATIONS)}",
                kind=2,
                start_time_unix_nano=began,
                end_time_unix_nano=began + chance.randrange(1, 10**9),
            )
            span.status.code = 2 if chance.random() < 0.02 else 0
            _tell(span.attributes, _attributes(chance))
    return bytes(request.SerializeToString())


def _attributes(chance: random.Random) -> dict[str, Any]:
    return {
        "http.request.method": "GET",
        "http.route": "/api/orders",
        "http.response.status_code": 200,
        "db.system.name": "postgresql",
        "thread.name": "worker-1",
        "code.function.name": "load_orders",
        "rows": chance.randrange(10_000),
        "url.path": f"/api/orders/{chance.randrange(10**6)}",
    }


def point_requests(count: int, seed: int = 1) -> Iterator[bytes]:
    """Each of `POINTS` points of counters that tell what came since the last."""
    chance = random.Random(seed)
    for number in range(count):
        request, now = ExportMetricsServiceRequest(), time.time_ns()
        held = request.resource_metrics.add()
        _tell(held.resource.attributes, {"service.name": f"service-{number % SERVICES}"})
        metric = held.scope_metrics.add().metrics.add(name="rows.written", unit="1")
        metric.sum.aggregation_temporality, metric.sum.is_monotonic = 1, True
        for _ in range(POINTS):
            point = metric.sum.data_points.add(
                time_unix_nano=now - chance.randrange(60 * 10**9),
                start_time_unix_nano=now - 60 * 10**9,
                as_int=chance.randrange(10_000),
            )
            _tell(point.attributes, {"operation": f"operation-{chance.randrange(OPERATIONS)}"})
        yield bytes(request.SerializeToString())


def _tell(pairs: Any, attributes: dict[str, Any]) -> None:
    for key, value in attributes.items():
        pair = pairs.add(key=key)
        setattr(pair.value, "int_value" if isinstance(value, int) else "string_value", value)
