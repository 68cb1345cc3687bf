"""The Hub's words: a request for one team's namespace, flat as documented or wrapped as its SDK sends it."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

# The Hub's own rule, kept so that a namespace accepted here is accepted there as well.
MIN_NAMESPACE, MAX_NAMESPACE = 3, 50


# Only describes the call: bodies are not validated by it, since one bad event must not refuse them all.
class LineageRequest(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "namespace": "demo-team",
                    "events": [
                        {
                            "eventType": "COMPLETE",
                            "eventTime": "2026-04-20T02:00:00Z",
                            "run": {"runId": "0f8fad5b-d9cb-469f-a165-70867728950e"},
                            "job": {"namespace": "demo-team", "name": "daily_orders"},
                            "inputs": [{"namespace": "warehouse", "name": "orders"}],
                            "outputs": [{"namespace": "warehouse", "name": "daily_orders"}],
                        }
                    ],
                }
            ]
        }
    )

    namespace: str = Field(
        min_length=MIN_NAMESPACE,
        max_length=MAX_NAMESPACE,
        description="The team's namespace; fills in for a job without one",
    )
    events: list[Any] = Field(description="OpenLineage events")
    source: str | None = Field(default=None, description="Which SDK or service sent them")


class LineageReply(BaseModel):
    accepted: int
    rejected: int
    errors: list[str]
    namespace: str
    position: int | None
    """Null where nothing was taken, and of events that go through Kafka."""
    records: list[dict[str, Any]] = []
    """Where the first 1,000 events stand, where they go through Kafka."""
    wait_for_event_ids: list[str] = []
    """The events to wait for to see them all, where they go through Kafka."""


class Health(BaseModel):
    """`dependencies` names what this server really depends on, each with its real state."""

    status: str
    timestamp: str
    service: str
    version: str
    dependencies: dict[str, str]


def ingest_operation() -> dict[str, Any]:
    """The ingest call as OpenAPI describes it."""
    flat = LineageRequest.model_json_schema()
    wrapped = {"type": "object", "properties": {"lineage_data": flat}, "required": ["lineage_data"]}
    return {
        "tags": ["hub"],
        "summary": "Ingest Lineage",
        "description": "Take a team's OpenLineage events, flat or wrapped in `lineage_data`; each is judged "
        "alone. At most 100,000 in a request; of the errors, the first 1000 are listed.",
        "operationId": "ingest_lineage",
        "requestBody": {"required": True, "content": json_content({"anyOf": [flat, wrapped]})},
        "responses": {
            "200": {"description": "Durable.", "content": json_content(LineageReply.model_json_schema())}
        },
    }


def json_content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
