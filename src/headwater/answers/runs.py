"""Answers about runs: which there were, and what one of them did."""

from typing import Any, ClassVar
from uuid import UUID

from headwater.answers.base import Answer, Facets, Page, Part, Time
from headwater.answers.operations import Quarantined

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


class Run(Answer, frozen=True):
    """One run of a job."""

    run_id: UUID
    job_namespace: str | None
    job_name: str | None
    state: str
    """RUNNING, COMPLETE, FAIL, ABORT, OTHER, or UNKNOWN for a run that only others speak of."""
    began_at: Time | None
    """When it started; where no start was reported, when it was first seen."""
    started_at: Time | None
    ended_at: Time | None
    duration_seconds: float | None
    """Null while it runs, or when its beginning was never reported."""
    first_seen: Time | None
    last_seen: Time | None
    parent_run_id: UUID | None
    root_run_id: UUID | None

    EXAMPLE: ClassVar[dict[str, Any] | None] = FAILED


class RunPage(Page[Run], frozen=True):
    """Runs, newest first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [FAILED],
        "total": 812,
        "next_cursor": "WyIyMDI2LTA0LTIwVDAyOjAwOjAwWiJd",
    }


class LatestRuns(Part[Run], frozen=True):
    """The latest runs, newest first, and how many there are."""


class RunDataset(Answer, frozen=True):
    """An input or output of a run, with the facets that the run put on it."""

    namespace: str
    name: str
    facets: Facets


class RunDetail(Run, frozen=True):
    """One run: how it ended, what it read and wrote, its facets, parent and children."""

    facets: Facets
    inputs: tuple[RunDataset, ...]
    outputs: tuple[RunDataset, ...]
    parent: Run | None
    root: Run | None
    children: int
    """How many runs name this one as their parent: list them with `GET /api/v1/runs?parent=`."""
    error: str | None
    nominal_start: str | None
    nominal_end: str | None
    set_aside: tuple[Quarantined, ...]
    """Parts of its events that are not used, newest first, at most 100."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = FAILED | {
        "facets": {},
        "inputs": [{"namespace": "ecommerce_warehouse", "name": "shopflow.sales.orders", "facets": {}}],
        "outputs": [],
        "parent": None,
        "root": None,
        "children": 0,
        "error": "column amount_usd does not exist",
        "nominal_start": "2026-04-20T02:00:00Z",
        "nominal_end": None,
        "set_aside": [],
    }
