"""OTLP's words over HTTP: replies and errors in both encodings, and the calls as OpenAPI describes them."""

from collections.abc import Callable
from typing import Any

import msgspec
from google.rpc.status_pb2 import Status
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceResponse
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceResponse
from pydantic import BaseModel, ConfigDict

from headwater.dialects.contract import ErrorResponse, ErrorShape, Headers, Reply, RequestFailure
from headwater.errors import BadEncodingError
from headwater.model.telemetry import Encoding, TelemetryKind

PROTOBUF, JSON = "application/x-protobuf", "application/json"
PATHS = ("/v1/traces", "/v1/metrics", "/v1/logs")
KINDS = dict(zip(PATHS, (TelemetryKind.TRACES, TelemetryKind.METRICS, TelemetryKind.LOGS), strict=True))

RESPONSES: dict[str, Callable[[], Any]] = {
    TelemetryKind.TRACES: ExportTraceServiceResponse,
    TelemetryKind.METRICS: ExportMetricsServiceResponse,
    TelemetryKind.LOGS: ExportLogsServiceResponse,
}
REJECTED = {
    TelemetryKind.TRACES: ("rejected_spans", "rejectedSpans"),
    TelemetryKind.METRICS: ("rejected_data_points", "rejectedDataPoints"),
    TelemetryKind.LOGS: ("rejected_log_records", "rejectedLogRecords"),
}
# By HTTP's status, the code of google.rpc.
CODES = {400: 3, 401: 16, 403: 7, 404: 5, 405: 12, 408: 4, 413: 8, 415: 3, 429: 8, 503: 14}
INTERNAL = 13

REFUSALS = {
    400: "The body is not a request of OTLP, not gzip, or ends too early. Not to be sent again.",
    403: "The key may not send for that team, or the team refuses more than its quota of the day.",
    413: "The body is larger than the limit, counted after decompression.",
    415: "A Content-Type other than protobuf or JSON, or a Content-Encoding other than gzip.",
    503: "Nothing was taken; come back after the seconds in Retry-After.",
}


class StatusReply(BaseModel):
    """`google.rpc.Status`: why a request was not taken."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"code": 3, "message": "body: must be an object"}]}
    )

    code: int
    message: str


def accepted(kind: TelemetryKind, encoding: Encoding, rejected: int, message: str) -> Reply:
    """All taken, or in part: what was rejected is not to be sent again."""
    if encoding is Encoding.JSON:
        partial = {REJECTED[kind][1]: str(rejected), "errorMessage": message}
        return Reply(
            200, msgspec.json.encode({"partialSuccess": partial} if rejected else {}), {"content-type": JSON}
        )
    response = RESPONSES[kind]()
    if rejected:
        setattr(response.partial_success, REJECTED[kind][0], rejected)
        response.partial_success.error_message = message
    return Reply(200, response.SerializeToString(), {"content-type": PROTOBUF})


def refused(failure: RequestFailure, headers: Headers) -> Reply:
    """In the encoding of the request; JSON where that is neither of the two."""
    status = _status(failure)
    code = CODES.get(status, INTERNAL)
    if headers.get("content-type", "").partition(";")[0].strip().lower() == PROTOBUF:
        body = Status(code=code, message=failure.detail).SerializeToString()
        return Reply(status, body, {**failure.headers, "content-type": PROTOBUF})
    body = StatusReply(code=code, message=failure.detail).model_dump_json().encode()
    return Reply(status, body, {**failure.headers, "content-type": JSON})


def _status(failure: RequestFailure) -> int:
    """Exporters drop what is answered with 400, and send again after 429, 502, 503 and 504 alone."""
    if failure.status == 422:
        return 400
    # A gzip that can't be read is bad data; one of another kind is a wrong header.
    broken = isinstance(failure.error, BadEncodingError) and "gzip" in failure.detail
    return 400 if broken else failure.status


ERRORS = ErrorShape(
    reply=lambda failure: refused(failure, {}),
    refusals={status: ErrorResponse(text, StatusReply) for status, text in REFUSALS.items()},
    reply_to=refused,
)


def operation(kind: TelemetryKind) -> dict[str, Any]:
    """The call as OpenAPI describes it."""
    message = RESPONSES[kind]().DESCRIPTOR.name.replace("Response", "Request")
    document = {"type": "object", "description": f"{message}, as OTLP's JSON has it."}
    binary = {"type": "string", "format": "binary", "description": f"{message}, as protobuf."}
    reply = {
        "partialSuccess": {REJECTED[kind][1]: "1", "errorMessage": "spans[0].traceId: must have 16 bytes"}
    }
    return {
        "tags": ["otlp"],
        "summary": f"Take {kind}",
        "description": f"{kind.capitalize()} of an OTLP/HTTP exporter. What can't be used is reported in "
        "`partialSuccess`, and the rest is taken. The same request sent twice is kept once.",
        "operationId": f"take_{kind}",
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": document, "example": {}}, PROTOBUF: {"schema": binary}},
        },
        "responses": {
            "200": {
                "description": "Durable.",
                "content": {
                    JSON: {"schema": {"type": "object"}, "example": reply},
                    PROTOBUF: {"schema": binary},
                },
            }
        },
    }
