"""What the front door takes, told to OpenAPI by hand: it stands before FastAPI, which can't see it."""

from typing import Any

from headwater.api.errors import PROBLEMS

TAG = {
    "name": "openlineage",
    "description": "Where OpenLineage clients send their events. Each is durable before it is acknowledged.",
}

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
    "summary": {"received": 2, "successful": 1, "failed": 1, "retriable": 0, "non_retriable": 1},
    "failed_events": [{"index": 1, "reason": "run.runId: required", "retriable": False}],
    "position": 4711,
}

REFUSALS = {
    "400": (400, "The body is not JSON."),
    "413": (400, "The body is larger than the limit, counted after decompression."),
    "415": (400, "A Content-Encoding other than gzip."),
    "422": (422, "The event has no usable identity; the message names the field."),
    "503": (503, "Nothing was taken; come back after the seconds in Retry-After."),
}

ONE = """
One event: a run event, job event or dataset event, told apart by structure. A duplicate is taken as
well, and changes nothing. The body may be gzip-compressed (`Content-Encoding: gzip`).

Also answered at `/api/v1/openlineage/lineage` and `/openapi/openlineage/api/v1/lineage`, where clients
of OpenMetadata and DataHub send theirs.
"""
BATCH = """
Events as a JSON array, or one a line as `application/x-ndjson`. One bad event does not sink its
neighbours: the reply names each that was refused, by its place in the batch.
"""


def documented(document: dict[str, Any]) -> None:
    """Add the front door's routes to an OpenAPI document."""
    document["tags"] = [TAG, *document.get("tags", [])]
    routes = {
        "/api/v1/lineage": {"post": _operation("Take Event", ONE, EVENT, "201", TAKEN)},
        "/api/v1/lineage/batch": {"post": _operation("Take Batch", BATCH, [EVENT, {}], "200", BATCH_TAKEN)},
    }
    document["paths"] = {**routes, **document["paths"]}


def _operation(summary: str, description: str, sent: Any, status: str, reply: Any) -> dict[str, Any]:
    kind = "array" if isinstance(sent, list) else "object"
    return {
        "tags": [TAG["name"]],
        "summary": summary,
        "description": description.strip(),
        "operationId": summary.lower().replace(" ", "_"),
        "requestBody": {"required": True, "content": _json({"type": kind}, sent)},
        "responses": {
            status: {"description": "Durable.", "content": _json({"type": "object"}, reply)},
            **{name: {**PROBLEMS[like], "description": why} for name, (like, why) in REFUSALS.items()},
        },
    }


def _json(schema: dict[str, Any], example: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema, "example": example}}
