"""Answers about Headwater itself: the pipeline's state, quarantine, requested work, raw events, SQL texts."""

from typing import Any, ClassVar
from uuid import UUID

from headwater.answers.base import Answer, Page, Time

EVENT_ID = "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11"
QUARANTINED: dict[str, Any] = {
    "event_id": EVENT_ID,
    "part": "outputs[0].facets.columnLineage",
    "position": 4711,
    "at": "2026-04-20T02:15:00Z",
    "reason": "fields: expected an object, got a string",
}


class Quarantined(Answer, frozen=True):
    """An event, or a part of one, that could not be read."""

    event_id: UUID
    part: str
    """Which part of the event could not be read."""
    position: int
    at: Time
    reason: str

    EXAMPLE: ClassVar[dict[str, Any] | None] = QUARANTINED


class QuarantinePage(Page[Quarantined], frozen=True):
    """What could not be read, newest first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [QUARANTINED], "total": 1, "next_cursor": None}


class Work(Answer, frozen=True):
    """A request to the worker, and how far it is."""

    id: int
    kind: str
    arguments: dict[str, Any]
    requested_at: Time
    started_at: Time | None
    finished_at: Time | None
    progress: str | None
    result: Any
    error: str | None

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "id": 7,
        "kind": "replay",
        "arguments": {"all": True},
        "requested_at": "2026-04-20T05:00:00Z",
        "started_at": None,
        "finished_at": None,
        "progress": None,
        "result": None,
        "error": None,
    }


class ServedTotals(Answer, frozen=True):
    """How much there is in all."""

    datasets: int
    jobs: int
    """Queries are not among them."""
    queries: int
    """What people asked, each text once."""
    runs: int
    edges: int
    quarantine: int


class PipelineStatus(Answer, frozen=True):
    """How far behind the log the answers are, and how the worker is doing."""

    position: int
    """Up to where in the log everything is visible."""
    head: int
    """The newest position of the log."""
    batch: int
    events: int
    lag_events: int
    lag_seconds: float
    """How long the oldest event that is not visible yet has waited."""
    published_at: Time | None
    batch_events: int | None
    batch_seconds: float | None
    events_per_second: float | None
    """Of the last batch."""
    worker_alive: bool
    worker_seen_at: Time | None
    last_error: str | None
    last_error_at: Time | None
    rules: str
    """Version of the rules by which what is served was made from the log."""
    complete: bool
    """Whether those are today's rules. False after an upgrade, until the store is rebuilt."""
    rebuilding: str | None
    """How far a rebuild is, such as `1200 of 3486`; null when none is under way."""
    graph_position: int
    """What the graph of this server shows; it follows `position`."""
    graph_arcs: int
    totals: ServedTotals

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "position": 4711,
        "head": 4720,
        "batch": 93,
        "events": 4711,
        "lag_events": 9,
        "lag_seconds": 0.4,
        "published_at": "2026-04-20T05:00:00Z",
        "batch_events": 120,
        "batch_seconds": 0.3,
        "events_per_second": 400.0,
        "worker_alive": True,
        "worker_seen_at": "2026-04-20T05:00:00Z",
        "last_error": None,
        "last_error_at": None,
        "rules": "1.2",
        "complete": True,
        "rebuilding": None,
        "graph_position": 4711,
        "graph_arcs": 512,
        "totals": {"datasets": 41, "jobs": 25, "queries": 36, "runs": 812, "edges": 512, "quarantine": 0},
    }


EVENT: dict[str, Any] = {
    "event_id": EVENT_ID,
    "position": 4711,
    "kind": "run",
    "state": "FAIL",
    "job": "shopflow_airflow/revenue_etl_pipeline",
    "producer": "https://airflow.apache.org",
    "event_time": "2026-04-20T02:15:00Z",
    "claimed_time": None,
    "received_at": "2026-04-20T02:15:01Z",
    "run_id": "0196503f-6f20-7c11-8d21-2c7a1de0a001",
    "event": {"eventType": "FAIL", "eventTime": "2026-04-20T02:15:00Z"},
}


class StoredEvent(Answer, frozen=True):
    """One event of the log."""

    event_id: UUID
    position: int
    kind: str
    """`run`, `job` or `dataset`: what the event is about."""
    state: str | None
    """The eventType of an event of a run, in upper case; OTHER where none was sent."""
    job: str | None
    """Namespace and name of the job; null for an event about a dataset."""
    producer: str | None
    event_time: Time
    claimed_time: Time | None
    """The time in the event, if it lies so far ahead that `event_time` is when it was received."""
    received_at: Time
    run_id: UUID | None
    event: Any
    """The event as it came."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = EVENT


class StoredEventPage(Page[StoredEvent], frozen=True):
    """Events of the log, newest first by event time. The total is counted up to 10,000."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [EVENT],
        "total": 3486,
        "next_cursor": "WyIyMDI2LTA0LTIwVDAyOjE1OjAwWiJd",
    }


class SqlTotals(Answer, frozen=True):
    """How many texts there are, and of how many something could not be read."""

    texts: int
    """Distinct texts, literals aside."""
    analyses: int
    """A text is analysed once for each set of schemas that it met."""
    with_problems: int
    with_unknown_schemas: int


class SqlProblem(Answer, frozen=True):
    """A text that gave no lineage, or not for every statement."""

    job: str
    dialect: str | None
    text: str
    """The first 4,000 characters, with string literals as `?`."""
    problems: tuple[str, ...]
    """Why the text, or some statements of it, gave no lineage."""
    unknown_schemas: tuple[str, ...]
    edges: int
    """How many edges the rest of the text gave."""
    last_seen: Time | None


class SqlProblems(Page[SqlProblem], frozen=True):
    """Texts that gave no lineage, or not for every statement, each with the reason."""

    totals: SqlTotals

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [
            {
                "job": "job:airflow/load_orders",
                "dialect": "snowflake",
                "text": "copy into orders from @stage",
                "problems": ["a statement of kind COPY"],
                "unknown_schemas": [],
                "edges": 0,
                "last_seen": "2026-04-20T02:15:00Z",
            }
        ],
        "total": 1,
        "totals": {"texts": 40, "analyses": 52, "with_problems": 1, "with_unknown_schemas": 3},
        "next_cursor": None,
    }
