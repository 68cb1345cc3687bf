"""The Hub's telemetry call: spans and metrics of a team, flat as documented or in `telemetry_request`."""

import asyncio
from collections import Counter
from typing import Any

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from headwater.dialects.contract import Headers, HotRoute, Reply
from headwater.dialects.hub import translate, wire
from headwater.errors import BadInputError, BadParameterError, NotJsonError, TooManyEventsError
from headwater.facts.telemetry import hub
from headwater.model.json_elements import MAX_ELEMENTS
from headwater.model.telemetry import Encoding, TelemetryKind, TelemetryRequest
from headwater.model.times import to_micros
from headwater.questions.operations.telemetry_ingest import TelemetryIngest

PATH = "/api/v1/telemetry/ingest"

SPAN = {
    "traceId": "5b8efff798038103d269b633813fc60c",
    "spanId": "eee19b7ec3c1b174",
    "operationName": "load_orders",
    "startTime": 1776650400000,
    "duration": 125000,
    "tags": {"service.name": "loader", "openlineage.run_id": "0f8fad5b-d9cb-469f-a165-70867728950e"},
    "status": {"code": "OK"},
}
METRIC = {
    "name": "records_processed_total",
    "value": 1204,
    "timestamp": 1776650400000,
    "attributes": {"job_name": "daily_orders", "namespace": "demo-team"},
}

EXAMPLE: dict[str, Any] = {"namespace": "demo-team", "traces": [SPAN], "metrics": [METRIC]}


# Only describes the call: bodies are not validated by it, since one bad item must not refuse them all.
class TelemetryBody(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    namespace: str = Field(
        min_length=wire.MIN_NAMESPACE, max_length=wire.MAX_NAMESPACE, description="The team"
    )
    traces: list[Any] = Field(default_factory=list, description="Spans, as the Hub's SDK sends them")
    metrics: list[Any] = Field(default_factory=list, description="Values of metrics")
    source: str | None = Field(default=None, description="Which SDK or service sent them")


class TelemetryReply(BaseModel):
    traces_accepted: int
    metrics_accepted: int
    traces_rejected: int
    metrics_rejected: int
    errors: list[str]
    namespace: str


def hot_route(ingest: TelemetryIngest) -> HotRoute:
    async def ingest_telemetry(_headers: Headers, body: bytes) -> Reply:
        # In a thread: other requests must not wait for a large one.
        request, reply = await asyncio.to_thread(judge, body, ingest)
        if request is not None:
            await ingest.take(request, ingest.counted(_items(reply)))
        return Reply(200, reply.model_dump_json().encode(), {"content-type": "application/json"})

    return HotRoute(PATH, ingest_telemetry, operation())


def judge(body: bytes, ingest: TelemetryIngest) -> tuple[TelemetryRequest | None, TelemetryReply]:
    """What is kept of a request, None if nothing; and the reply, which names what can't be used."""
    try:
        document = hub.unwrapped(msgspec.json.decode(body))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise NotJsonError(str(error)) from error
    except BadInputError as error:
        raise BadParameterError("body", "must be an object") from error
    team, now = _namespace(document), ingest.clock()
    ingest.check_sender([team])
    sent = {name: len(_array(name, document)) for name in ("traces", "metrics")}
    found = hub.read_items(document, team, to_micros(now) * 1000)
    errors = [f"{problem.place}: {problem.reason}" for problem in found.problems[: translate.MAX_ERRORS]]
    reply = TelemetryReply(
        traces_accepted=len(found.spans),
        metrics_accepted=len(found.points),
        traces_rejected=sent["traces"] - len(found.spans),
        metrics_rejected=sent["metrics"] - len(found.points),
        errors=errors,
        namespace=team,
    )
    if not found.spans and not found.points:
        return None, reply
    if refused := ingest.admission.refused(ingest.counted(_items(reply))):
        raise ingest.admission.quota_error(min(refused))
    return TelemetryRequest(TelemetryKind.HUB, Encoding.JSON, _redacted(body, ingest), now, team), reply


def _items(reply: TelemetryReply) -> Counter[str | None]:
    return Counter({reply.namespace: reply.traces_accepted + reply.metrics_accepted})


def _redacted(body: bytes, ingest: TelemetryIngest) -> bytes:
    cut = None if ingest.redaction is None else ingest.redaction.redacted_text(body.decode())
    return body if cut is None else cut.encode()


def _namespace(document: dict[str, Any]) -> str:
    namespace = document.get("namespace")
    if not isinstance(namespace, str) or not wire.MIN_NAMESPACE <= len(namespace) <= wire.MAX_NAMESPACE:
        raise BadParameterError("namespace", translate.NAMESPACE_RULE)
    if "\x00" in namespace:
        raise BadParameterError("namespace", "must not contain a NUL character")
    if not isinstance(document.get("source"), str | None):
        raise BadParameterError("source", "must be a text")
    return namespace


def _array(name: str, document: dict[str, Any]) -> list[Any]:
    try:
        found = hub.items(name, document)
    except BadInputError as error:
        raise BadParameterError(name, "must be an array") from error
    if len(found) > MAX_ELEMENTS:
        raise TooManyEventsError(MAX_ELEMENTS)
    return found


def operation() -> dict[str, Any]:
    """The call as OpenAPI describes it."""
    flat = TelemetryBody.model_json_schema()
    wrapped = {"type": "object", "properties": {"telemetry_request": flat}, "required": ["telemetry_request"]}
    return {
        "tags": ["hub"],
        "summary": "Ingest Telemetry",
        "description": "Take a team's spans and metrics, flat or wrapped in `telemetry_request`; each is "
        "judged alone. At most 100,000 of each in a request; of the errors, the first 1000 are listed.",
        "operationId": "ingest_telemetry",
        "requestBody": {"required": True, "content": wire.json_content({"anyOf": [flat, wrapped]})},
        "responses": {
            "200": {
                "description": "Durable.",
                "content": wire.json_content(TelemetryReply.model_json_schema()),
            }
        },
    }
