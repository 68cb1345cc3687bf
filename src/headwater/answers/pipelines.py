"""Answers about pipelines: how all of them are doing, what one did, and what people set for it."""

from typing import Any, ClassVar, Literal
from uuid import UUID

from headwater.answers.base import Answer, Page, Part, Time
from headwater.answers.health import NextRun
from headwater.answers.runs import FAILED, Run

PipelineState = Literal["failed", "late", "at_risk", "running", "succeeded", "unknown"]

RUN_ID = "0196503f-6f20-7c11-8d21-2c7a1de0a001"


class Band(Answer, frozen=True):
    """What is normal: nine of ten completed runs were within it."""

    runs: int
    """How many completed runs it is taken from, at least 8."""
    low: float
    median: float
    high: float


class RunBar(Answer, frozen=True):
    """One run, as small as a bar in a chart needs it."""

    run_id: UUID
    state: str
    """RUNNING, COMPLETE, FAIL, ABORT, OTHER or UNKNOWN."""
    began_at: Time
    ended_at: Time | None
    seconds: float | None
    rows: float | None
    """Rows written; null where the run reported none."""
    unusual: tuple[str, ...]
    """Measures by which it was out of the ordinary, such as `duration`."""


class PipelineEntry(Answer, frozen=True):
    """How one pipeline is doing."""

    id: str
    namespace: str
    name: str
    type: str | None
    owners: tuple[str, ...]
    tags: tuple[str, ...]
    state: PipelineState
    """`late`: a run or its data is overdue. `at_risk`: it has not run since something upstream failed."""
    muted: bool
    active: bool
    parent: str | None
    """The job that started its latest run."""
    runs: tuple[RunBar, ...]
    """The latest, newest first."""
    finished: int
    """How many of the latest 50 finished runs the success rate is over."""
    success_rate: float | None
    duration: Band | None
    """In seconds; null before 8 runs have completed."""
    rows: Band | None
    next_run: NextRun | None
    waits_for: tuple[str, ...]
    """Of one at risk: the failed or late pipelines upstream, at most 3."""


ENTRY: dict[str, Any] = {
    "id": "job:shopflow_airflow/revenue_etl_pipeline",
    "namespace": "shopflow_airflow",
    "name": "revenue_etl_pipeline",
    "type": "TASK",
    "owners": ["team:sales-data", "user:sam.lead"],
    "tags": [],
    "state": "failed",
    "muted": False,
    "active": True,
    "parent": "shopflow_airflow/nightly_sales",
    "runs": [
        {
            "run_id": RUN_ID,
            "state": "FAIL",
            "began_at": "2026-04-20T02:10:00Z",
            "ended_at": "2026-04-20T02:15:00Z",
            "seconds": 300.0,
            "rows": None,
            "unusual": [],
        }
    ],
    "finished": 30,
    "success_rate": 0.9667,
    "duration": {"runs": 29, "low": 756.0, "median": 835.3, "high": 967.1},
    "rows": {"runs": 29, "low": 407.0, "median": 432.0, "high": 532.0},
    "next_run": {
        "expected_at": "2026-04-21T02:10:00Z",
        "late_after": "2026-04-21T08:10:00Z",
        "usual_gap_seconds": 86400.0,
        "overdue": False,
    },
    "waits_for": [],
}


class PipelineTotals(Answer, frozen=True):
    """How many pipelines there are in each state, whatever state is asked for."""

    all: int
    failed: int
    late: int
    at_risk: int
    running: int
    succeeded: int
    unknown: int
    muted: int


class PipelinePage(Page[PipelineEntry], frozen=True):
    """Pipelines, those that need attention first."""

    as_of: Time
    totals: PipelineTotals

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [ENTRY],
        "total": 3,
        "next_cursor": None,
        "as_of": "2026-04-20T04:00:00Z",
        "totals": {
            "all": 25,
            "failed": 3,
            "late": 0,
            "at_risk": 8,
            "running": 0,
            "succeeded": 14,
            "unknown": 0,
            "muted": 0,
        },
    }


class PipelineDataset(Answer, frozen=True):
    """A dataset that a pipeline reads or writes, and how fresh it is."""

    id: str
    namespace: str
    name: str
    type: str | None
    tier: str | None
    written_at: Time | None
    """When a run last completed that writes it."""
    writer_state: str | None
    """How the latest run of those that write it stands; null where nothing is known to write it."""
    versions: int
    """How many versions its schema has had."""
    changed_at: Time | None
    """Since when the present version holds; null where no schema is known."""


class PipelineDatasets(Part[PipelineDataset], frozen=True):
    """The first 100 by name, and how many there are."""


class LateRule(Answer, frozen=True):
    """How old the data may be: `1 hour`."""

    number: int
    unit: str


class RunLimit(Answer, frozen=True):
    """How long a run may take, and who says so."""

    seconds: float
    says: str
    """A `rule` of the pipeline, its `history`, or the `default`."""


class PipelineSettings(Answer, frozen=True):
    """What people set for a pipeline; what they did not set follows from its history."""

    active: bool
    muted: bool
    """Whether nothing is reported of it when it is late or takes too long."""
    late_after: LateRule | None
    """Set for this pipeline."""
    type_late_after: LateRule | None
    """Set for all pipelines of its type; holds where it has none of its own."""
    too_long_seconds: int | None
    """Set for this pipeline."""
    run_limit: RunLimit | None
    """What holds now; null where neither a rule nor enough history says anything."""
    changed_at: Time | None


SETTINGS: dict[str, Any] = {
    "active": True,
    "muted": False,
    "late_after": {"number": 1, "unit": "day"},
    "type_late_after": None,
    "too_long_seconds": None,
    "run_limit": {"seconds": 1200.0, "says": "history"},
    "changed_at": None,
}


class PipelineSettingsWritten(PipelineSettings, frozen=True):
    """As they are from now on."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = SETTINGS


class PipelineDetail(Answer, frozen=True):
    """One pipeline: how it is doing, what it reads and writes, and what is set for it."""

    as_of: Time
    pipeline: PipelineEntry
    description: str | None
    streaming: bool
    last_success: Time | None
    """When a run last completed."""
    watermark: str | None
    """Up to where it has read, as its executions said."""
    next_watermark: str | None
    feeds_tier: str | None
    """The most important tier among what lies downstream of it."""
    inputs: PipelineDatasets
    outputs: PipelineDatasets
    settings: PipelineSettings

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "as_of": "2026-04-20T04:00:00Z",
        "pipeline": ENTRY,
        "description": "Revenue by day, country and currency.",
        "streaming": False,
        "last_success": "2026-04-19T02:25:00Z",
        "watermark": None,
        "next_watermark": None,
        "feeds_tier": "1",
        "inputs": {
            "items": [
                {
                    "id": "dataset:ecommerce_warehouse/shopflow.sales.orders",
                    "namespace": "ecommerce_warehouse",
                    "name": "shopflow.sales.orders",
                    "type": "TABLE",
                    "tier": "1",
                    "written_at": "2026-04-20T01:03:19Z",
                    "writer_state": "COMPLETE",
                    "versions": 3,
                    "changed_at": "2026-04-20T01:23:00Z",
                }
            ],
            "total": 1,
        },
        "outputs": {"items": [], "total": 0},
        "settings": SETTINGS,
    }


class PipelineRun(Run, frozen=True):
    """A run with what it wrote, up to where it read, and why it failed."""

    rows: float | None
    """Rows written; null where the run reported none."""
    watermark: str | None
    """Up to where it read; of runs that report none, the nominal time."""
    error: str | None
    """The first line."""
    unusual: tuple[str, ...]
    """Measures by which it was out of the ordinary."""


class PipelineRuns(Page[PipelineRun], frozen=True):
    """Runs of one pipeline, newest first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [FAILED | {"rows": None, "watermark": None, "error": "no column", "unusual": []}],
        "total": 30,
        "next_cursor": None,
    }
