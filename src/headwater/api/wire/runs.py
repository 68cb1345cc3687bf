"""Answers about runs."""

from dataclasses import fields
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from headwater.api.wire.base import Facets, Page, Wire, example
from headwater.questions.operations.runs import RunDetail as KnownRun

FAILED: dict[str, Any] = {
    "run_id": "0196503f-6f20-7c11-8d21-2c7a1de0a001",
    "job_namespace": "shopflow_airflow",
    "job_name": "revenue_etl_pipeline",
    "state": "FAIL",
    "began_at": "2026-04-20T02:00:00Z",
    "started_at": "2026-04-20T02:00:00Z",
    "ended_at": "2026-04-20T02:15:00Z",
    "duration_seconds": 900.0,
    "first_seen": "2026-04-20T02:00:00Z",
    "last_seen": "2026-04-20T02:15:00Z",
    "parent_run_id": None,
    "root_run_id": None,
}


class Run(Wire):
    model_config = example(**FAILED)

    run_id: UUID
    job_namespace: str | None
    job_name: str | None
    state: str
    """RUNNING, COMPLETE, FAIL, ABORT, OTHER, or UNKNOWN for a run that only others speak of."""
    began_at: datetime | None
    """When it started; when that was never told, when it was first seen."""
    started_at: datetime | None
    ended_at: datetime | None
    duration_seconds: float | None
    first_seen: datetime | None
    last_seen: datetime | None
    parent_run_id: UUID | None
    root_run_id: UUID | None


class RunPage(Page[Run]):
    model_config = example(items=[FAILED], total=812, next_cursor="WyIyMDI2LTA0LTIwVDAyOjAwOjAwWiJd")


class TouchedDataset(Wire):
    namespace: str
    name: str
    facets: Facets


class RunDetail(Run):
    model_config = example(
        **FAILED,
        facets={},
        inputs=[{"namespace": "ecommerce_warehouse", "name": "shopflow.sales.orders", "facets": {}}],
        outputs=[],
        parent=None,
        root=None,
        children=0,
        error="column amount_usd does not exist",
        nominal_start="2026-04-20T02:00:00Z",
        nominal_end=None,
    )

    facets: Facets
    inputs: list[TouchedDataset]
    outputs: list[TouchedDataset]
    parent: Run | None
    root: Run | None
    children: int
    """How many runs name this one as their parent: list them with `GET /api/v1/runs?parent=`."""
    error: str | None
    nominal_start: str | None
    nominal_end: str | None

    @classmethod
    def of(cls, known: KnownRun) -> Self:
        own = Run.model_validate(known.run).model_dump()
        parts = {field.name: getattr(known, field.name) for field in fields(known) if field.name != "run"}
        return cls.model_validate(own | parts)
