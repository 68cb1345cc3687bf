"""Answers about the pipeline itself: its state, quarantine, requested work, raw events."""

from datetime import datetime
from typing import Any, Self
from uuid import UUID

import msgspec
from pydantic import Field, model_validator

from headwater.api.wire.base import Page, Wire, example
from headwater.questions.catalog import removal
from headwater.questions.operations.status import PipelineStatus
from headwater.store.queries.events import StoredEvent

EVENT = "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11"
HELD: dict[str, Any] = {
    "event_id": EVENT,
    "part": "outputs[0].facets.columnLineage",
    "position": 4711,
    "at": "2026-04-20T02:15:00Z",
    "reason": "fields: expected an object, got a string",
}


class Quarantined(Wire):
    model_config = example(**HELD)

    event_id: UUID
    part: str
    """Which part of the event could not be read."""
    position: int
    at: datetime
    reason: str


class QuarantinePage(Page[Quarantined]):
    model_config = example(items=[HELD], total=1, next_cursor=None)


class Replay(Wire):
    """Which events to read again: some by id, or all."""

    model_config = example(event_ids=[EVENT])

    event_ids: list[UUID] = Field(default=[], max_length=10_000)
    all: bool = False

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if bool(self.event_ids) == self.all:
            raise ValueError("give either `event_ids` or `all: true`")
        return self


class Removed(Wire):
    """The removal is an event; `position` can be waited for with `min_position`."""

    model_config = example(
        node="dataset:ecommerce_warehouse/shopflow.sales.orders", event_id=EVENT, position=4712
    )

    node: str
    event_id: UUID
    position: int

    @classmethod
    def of(cls, removed: removal.Removed) -> Self:
        return cls(node=removed.node.node_id, event_id=removed.event_id, position=removed.position)


class Work(Wire):
    model_config = example(
        id=7,
        kind="replay",
        arguments={"all": True},
        requested_at="2026-04-20T05:00:00Z",
        started_at=None,
        finished_at=None,
        progress=None,
        result=None,
        error=None,
    )

    id: int
    kind: str
    arguments: dict[str, Any]
    requested_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    progress: str | None
    result: Any
    error: str | None


class Totals(Wire):
    datasets: int
    jobs: int
    runs: int
    edges: int
    quarantine: int


class Pipeline(Wire):
    model_config = example(
        position=4711,
        head=4720,
        batch=93,
        events=4711,
        lag_events=9,
        lag_seconds=0.4,
        published_at="2026-04-20T05:00:00Z",
        batch_events=120,
        batch_seconds=0.3,
        events_per_second=400.0,
        worker_alive=True,
        worker_seen_at="2026-04-20T05:00:00Z",
        last_error=None,
        last_error_at=None,
        graph_position=4711,
        graph_arcs=512,
        totals={"datasets": 41, "jobs": 25, "runs": 812, "edges": 512, "quarantine": 0},
    )

    position: int
    """Up to where in the log everything is visible."""
    head: int
    """The newest position of the log."""
    batch: int
    events: int
    lag_events: int
    lag_seconds: float
    """How long the oldest event that is not visible yet has waited."""
    published_at: datetime | None
    batch_events: int | None
    batch_seconds: float | None
    events_per_second: float | None
    """Of the last batch."""
    worker_alive: bool
    worker_seen_at: datetime | None
    last_error: str | None
    last_error_at: datetime | None
    graph_position: int
    graph_arcs: int
    totals: Totals

    @classmethod
    def of(cls, status: PipelineStatus) -> Self:
        state = status.pipeline
        own = {name: getattr(status, name) for name in cls.model_fields if hasattr(status, name)}
        return cls.model_validate(
            {name: getattr(state, name) for name in cls.model_fields if hasattr(state, name)} | own
        )


class Event(Wire):
    model_config = example(
        event_id=EVENT,
        position=4711,
        kind="run",
        event_time="2026-04-20T02:15:00Z",
        received_at="2026-04-20T02:15:01Z",
        run_id="0196503f-6f20-7c11-8d21-2c7a1de0a001",
        event={"eventType": "FAIL", "eventTime": "2026-04-20T02:15:00Z"},
    )

    event_id: UUID
    position: int
    kind: str
    event_time: datetime
    received_at: datetime
    run_id: UUID | None
    event: Any
    """The event as it came."""


def event_body(stored: StoredEvent) -> bytes:
    """The event in its envelope, as `Event` describes; its text goes out byte for byte as it came in."""
    names = ("event_id", "position", "kind", "event_time", "received_at", "run_id")
    envelope = {name: getattr(stored, name) for name in names}
    return msgspec.json.encode(envelope | {"event": msgspec.Raw(stored.body.encode())})
