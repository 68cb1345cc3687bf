"""Builds OTLP requests for tests: spans and points with the differing fact alone."""

from typing import Any

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

AT = 1_776_650_400_000_000_000
"""2026-04-20T02:00:00Z."""
SECOND = 10**9


def span(number: int = 1, **given: Any) -> Span:
    """Of trace 1 and a second long; `attributes` are texts or numbers."""
    attributes = given.pop("attributes", {})
    start = given.pop("start", AT)
    made = Span(
        trace_id=given.pop("trace", 1).to_bytes(16),
        span_id=number.to_bytes(8),
        name=given.pop("name", "load"),
        start_time_unix_nano=start,
        end_time_unix_nano=start + given.pop("duration", SECOND),
    )
    if parent := given.pop("parent", None):
        made.parent_span_id = parent.to_bytes(8)
    if given.pop("failed", False):
        made.status.MergeFrom(Status(code=Status.STATUS_CODE_ERROR, message="boom"))
    for name, value in given.items():
        setattr(made, name, value)
    _tell(made.attributes, attributes)
    return made


def traces(*spans: Span, resource: dict[str, Any] | None = None) -> bytes:
    request = ExportTraceServiceRequest()
    held = request.resource_spans.add()
    _tell(held.resource.attributes, {"service.name": "loader"} | (resource or {}))
    held.scope_spans.add().spans.extend(spans)
    return bytes(request.SerializeToString())


def counter(
    *values: tuple[int, float], name: str = "rows", start: int = AT, cumulative: bool = True
) -> bytes:
    """A sum, as (seconds after AT, value) pairs."""
    request = ExportMetricsServiceRequest()
    held = request.resource_metrics.add()
    _tell(held.resource.attributes, {"service.name": "loader"})
    metric = held.scope_metrics.add().metrics.add(name=name)
    metric.sum.aggregation_temporality = 2 if cumulative else 1
    metric.sum.is_monotonic = True
    for seconds, value in values:
        metric.sum.data_points.add(
            time_unix_nano=AT + seconds * SECOND, start_time_unix_nano=start, as_double=value
        )
    return bytes(request.SerializeToString())


def _tell(pairs: Any, attributes: dict[str, Any]) -> None:
    for key, value in attributes.items():
        pair = pairs.add(key=key)
        setattr(pair.value, "int_value" if isinstance(value, int) else "string_value", value)
