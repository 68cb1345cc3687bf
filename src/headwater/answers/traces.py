"""Answers about traces: which there were, one as a tree, and the spans that cost the time."""

from typing import Any, ClassVar
from uuid import UUID

from headwater.answers.base import Answer, Page, Time

TRACE_ID = "5b8efff798038103d269b633813fc60c"

LISTED: dict[str, Any] = {
    "trace_id": TRACE_ID,
    "name": "revenue_etl_pipeline",
    "service": "airflow",
    "started_at": "2026-04-20T02:00:00Z",
    "duration_ms": 900000.0,
    "spans": 12,
    "errors": 1,
}
SPAN: dict[str, Any] = {
    "span_id": "eee19b7ec3c1b174",
    "parent_span_id": None,
    "depth": 0,
    "name": "revenue_etl_pipeline",
    "kind": "internal",
    "service": "airflow",
    "team": "default",
    "job": "shopflow_airflow/revenue_etl_pipeline",
    "started_at": "2026-04-20T02:00:00Z",
    "offset_ms": 0.0,
    "duration_ms": 900000.0,
    "own_ms": 1200.0,
    "status": "error",
    "status_message": "column amount_usd does not exist",
    "run_id": "0196503f-6f20-7c11-8d21-2c7a1de0a001",
    "linked_by": "run id",
    "attributes": {},
    "events": [],
    "links": [],
    "cut": 0,
}
RUN: dict[str, Any] = {
    "run_id": "0196503f-6f20-7c11-8d21-2c7a1de0a001",
    "job_namespace": "shopflow_airflow",
    "job_name": "revenue_etl_pipeline",
    "state": "FAIL",
    "began_at": "2026-04-20T02:00:00Z",
    "ended_at": "2026-04-20T02:15:00Z",
    "span_id": "eee19b7ec3c1b174",
    "linked_by": "run id",
    "inputs": ["ecommerce_warehouse/shopflow.sales.orders"],
    "outputs": ["ecommerce_warehouse/shopflow.finance.revenue"],
}


class Trace(Answer, frozen=True):
    """One trace: when, how long, how many spans."""

    trace_id: str
    name: str | None
    """Of the root; null while it has not come."""
    service: str | None
    started_at: Time
    duration_ms: float
    spans: int
    errors: int
    """Number of spans with an error."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = LISTED


class TracePage(Page[Trace], frozen=True):
    """Traces, newest first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [LISTED], "total": 1, "next_cursor": None}


class TraceSpan(Answer, frozen=True):
    """One span in the tree of its trace."""

    span_id: str
    parent_span_id: str | None
    depth: int
    """0 for a root. Spans come depth first, so that a parent stands before its children."""
    name: str
    kind: str
    service: str
    team: str
    job: str
    started_at: Time
    offset_ms: float
    """After the start of the trace."""
    duration_ms: float
    own_ms: float
    """Time in which no child was running."""
    status: str
    """`unset`, `ok` or `error`."""
    status_message: str | None
    run_id: UUID | None
    """The run that it belongs to; of a span that names none, that of the nearest span above."""
    linked_by: str | None
    """`run id`, `trace context`, `airflow`, or `parent span`."""
    attributes: dict[str, Any]
    events: list[Any]
    links: list[Any]
    cut: int
    """Attributes, events and links that were dropped or shortened."""


class TraceRun(Answer, frozen=True):
    """A run that belongs to a span, with the datasets that waited for it."""

    run_id: UUID
    job_namespace: str | None
    job_name: str | None
    state: str
    began_at: Time | None
    ended_at: Time | None
    span_id: str
    """The span that it was found by, the first of them."""
    linked_by: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    """What could not be there before the span ended."""


class TraceDetail(Answer, frozen=True):
    """One trace as a tree, with its runs and their datasets."""

    trace_id: str
    started_at: Time
    duration_ms: float
    total: int
    """Number of spans; at most 20,000 are shown."""
    errors: int
    services: tuple[str, ...]
    source: str
    """`database`, or `lake` for what is older."""
    spans: tuple[TraceSpan, ...]
    runs: tuple[TraceRun, ...]

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "trace_id": TRACE_ID,
        "started_at": "2026-04-20T02:00:00Z",
        "duration_ms": 900000.0,
        "total": 1,
        "errors": 1,
        "services": ["airflow"],
        "source": "database",
        "spans": [SPAN],
        "runs": [RUN],
    }


class CostlySpan(Answer, frozen=True):
    """A span of a run, and how much of the run's time it took itself."""

    trace_id: str
    span_id: str
    name: str
    service: str
    started_at: Time
    duration_ms: float
    own_ms: float
    share: float | None
    """Of the run's duration; null while the run has not ended."""
    status: str
    status_message: str | None
    run_id: UUID
    job_namespace: str | None
    job_name: str | None
    run_state: str
    run_began_at: Time | None
    outputs: tuple[str, ...]
    """The datasets that waited for it."""


class CostlySpans(Answer, frozen=True):
    """The spans that cost the time of runs, the costliest of the newest run first."""

    items: tuple[CostlySpan, ...]
    runs: int
    """Number of runs that were looked at."""
    runs_with_spans: int

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [
            {
                "trace_id": TRACE_ID,
                "span_id": "eee19b7ec3c1b174",
                "name": "copy orders",
                "service": "loader",
                "started_at": "2026-04-20T02:00:00Z",
                "duration_ms": 880000.0,
                "own_ms": 870000.0,
                "share": 0.97,
                "status": "ok",
                "status_message": None,
                "run_id": "0196503f-6f20-7c11-8d21-2c7a1de0a001",
                "job_namespace": "shopflow_airflow",
                "job_name": "revenue_etl_pipeline",
                "run_state": "COMPLETE",
                "run_began_at": "2026-04-20T02:00:00Z",
                "outputs": ["ecommerce_warehouse/shopflow.finance.revenue"],
            }
        ],
        "runs": 5,
        "runs_with_spans": 1,
    }
