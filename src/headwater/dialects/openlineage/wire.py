"""OpenLineage's words over HTTP: what a batch looks like, and both calls as OpenAPI describes them."""

from typing import Any

import msgspec

from headwater.model.json_elements import array_parts, line_parts

NDJSON = ("application/x-ndjson", "application/jsonl", "application/x-jsonlines")

EVENT = {
    "eventType": "COMPLETE",
    "eventTime": "2026-04-20T02:00:00Z",
    "run": {"runId": "0f8fad5b-d9cb-469f-a165-70867728950e"},
    "job": {"namespace": "demo-team", "name": "daily_orders"},
    "inputs": [{"namespace": "warehouse", "name": "orders"}],
    "outputs": [{"namespace": "warehouse", "name": "daily_orders"}],
}
TAKEN = {"event_id": "0b6f8a52-7c1d-4e0e-9d3f-3a5b1c9e7f10", "position": 4711}
BATCH_TAKEN = {
    "status": "partial_success",
    "summary": {
        "received": 2,
        "successful": 1,
        "duplicates": 0,
        "failed": 1,
        "retriable": 0,
        "non_retriable": 1,
    },
    "failed_events": [{"index": 1, "reason": "run.runId: required", "retriable": False}],
    "position": 4711,
    "wait_for_event_ids": [],
}

ONE = """
One event: a run event, job event or dataset event, recognised by structure. A duplicate is taken as
well, and changes nothing. The body may be gzip-compressed (`Content-Encoding: gzip`).

Also answered at `/api/v1/openlineage/lineage` and `/openapi/openlineage/api/v1/lineage`, where clients
of OpenMetadata and DataHub send theirs.
"""
BATCH = """
Events as a JSON array, or one a line as `application/x-ndjson`. One bad event does not sink its
neighbours: the reply names those that were refused, by their place in the batch, the first 1000 of them; the
summary counts all, and how many of the successful ones had been sent before. A batch holds at most
100,000 events.

Also answered at `/api/v1/openlineage/lineage/batch` and `/openapi/openlineage/api/v1/lineage/batch`.
"""


def batch_parts(body: bytes, content_type: str) -> list[bytes | msgspec.Raw]:
    """The events of a batch, undecoded."""
    if content_type.partition(";")[0].strip().lower() in NDJSON:
        return line_parts(body)
    return array_parts(body)


def event_operation() -> dict[str, Any]:
    return _operation("take_event", "Take Event", ONE, EVENT, "201", TAKEN)


def batch_operation() -> dict[str, Any]:
    # The empty object is the event that the example of the reply refuses.
    return _operation("take_batch", "Take Batch", BATCH, [EVENT, {}], "200", BATCH_TAKEN)


def _operation(
    name: str, summary: str, description: str, sent: Any, status: str, reply: Any
) -> dict[str, Any]:
    kind = "array" if isinstance(sent, list) else "object"
    return {
        "tags": ["openlineage"],
        "summary": summary,
        "description": description.strip(),
        "operationId": name,
        "requestBody": {"required": True, "content": _json({"type": kind}, sent)},
        "responses": {status: {"description": "Durable.", "content": _json({"type": "object"}, reply)}},
    }


def _json(schema: dict[str, Any], example: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema, "example": example}}
