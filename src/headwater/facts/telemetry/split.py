"""A telemetry request as several: one for each trace, and one for each service that sends metrics."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from headwater.facts.telemetry import hub, otlp
from headwater.facts.telemetry.context import UNKNOWN_SERVICE
from headwater.model.telemetry import Encoding, TelemetryKind, TelemetryRequest


class TelemetryPart(NamedTuple):
    """`key` is the id of the trace, or the name of the service."""

    key: str
    has_spans: bool
    request: TelemetryRequest


def split_request(request: TelemetryRequest) -> list[TelemetryPart]:
    """The same spans and points; the same request gives the same parts, byte for byte."""
    if request.kind == TelemetryKind.HUB:
        return list(_split_hub(request))
    message, _ = otlp.parse(request.kind, request.encoding, request.body)
    if request.kind == TelemetryKind.TRACES:
        return [_part(request, key, made, True) for key, made in _by_trace(message).items()]
    return [_part(request, key, made, False) for key, made in _by_service(message).items()]


def _part(request: TelemetryRequest, key: str, message: Any, has_spans: bool) -> TelemetryPart:
    body = message.SerializeToString(deterministic=True)
    return TelemetryPart(key, has_spans, replace(request, encoding=Encoding.PROTOBUF, body=body))


def _by_trace(message: ExportTraceServiceRequest) -> dict[str, ExportTraceServiceRequest]:
    found: dict[str, ExportTraceServiceRequest] = {}
    for resource in message.resource_spans:
        for scope in resource.scope_spans:
            here: dict[str, Any] = {}
            for span in scope.spans:
                key = span.trace_id.hex()
                if key not in here:
                    here[key] = _scope_of_trace(
                        found.setdefault(key, ExportTraceServiceRequest()), resource, scope
                    )
                here[key].spans.append(span)
    return found


def _scope_of_trace(made: ExportTraceServiceRequest, resource: Any, scope: Any) -> Any:
    """A place for spans of this resource and scope in the request of their trace."""
    held = made.resource_spans.add(schema_url=resource.schema_url)
    held.resource.CopyFrom(resource.resource)
    inner = held.scope_spans.add(schema_url=scope.schema_url)
    inner.scope.CopyFrom(scope.scope)
    return inner


def _by_service(message: ExportMetricsServiceRequest) -> dict[str, ExportMetricsServiceRequest]:
    found: dict[str, ExportMetricsServiceRequest] = {}
    for resource in message.resource_metrics:
        made = found.setdefault(_service(resource), ExportMetricsServiceRequest())
        made.resource_metrics.append(resource)
    return found


def _service(resource: Any) -> str:
    named = (pair.value.string_value for pair in resource.resource.attributes if pair.key == "service.name")
    return next(named, "") or UNKNOWN_SERVICE


def _split_hub(request: TelemetryRequest) -> Iterator[TelemetryPart]:
    document = hub.unwrapped(msgspec.json.decode(request.body))
    for name, has_spans in (("traces", True), ("metrics", False)):
        groups: dict[str, list[Any]] = {}
        for sent in hub.items(name, document):
            groups.setdefault(_hub_key(sent, has_spans), []).append(sent)
        for key, members in groups.items():
            body = msgspec.json.encode({"namespace": document.get("namespace"), name: members})
            yield TelemetryPart(key, has_spans, replace(request, body=body))


def _hub_key(sent: Any, has_spans: bool) -> str:
    given = sent if isinstance(sent, dict) else {}
    if has_spans:
        return str(given.get("traceId") or "")
    attributes = given.get("attributes")
    service = attributes.get("service.name") if isinstance(attributes, dict) else None
    return str(service or UNKNOWN_SERVICE)
