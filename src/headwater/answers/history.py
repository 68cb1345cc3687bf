"""Answers that list what happened over time, newest first."""

from typing import Any, ClassVar, Literal
from uuid import UUID

from headwater.answers.base import Answer, Node, Page, Time
from headwater.answers.change import SchemaChange
from headwater.answers.health import Anomaly
from headwater.answers.lineage import ORDERS_NODE

REVENUE_JOB: dict[str, Any] = {
    "id": "job:shopflow_airflow/revenue_etl_pipeline",
    "kind": "job",
    "namespace": "shopflow_airflow",
    "name": "revenue_etl_pipeline",
    "field": None,
}
MIGRATION_JOB: dict[str, Any] = REVENUE_JOB | {
    "id": "job:shopflow_migrations/drop_amount_usd",
    "namespace": "shopflow_migrations",
    "name": "drop_amount_usd",
}
RUN: dict[str, Any] = {
    "run_id": "0196503f-6f20-7c11-8d21-2c7a1de0a001",
    "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",
}
DROPPED: dict[str, Any] = {
    "at": "2026-04-20T01:23:00Z",
    "dataset": ORDERS_NODE,
    "verdict": "breaking",
    "summary": "removed amount_usd",
    "changes": [
        {
            "kind": "removed",
            "column": "amount_usd",
            "new_name": None,
            "old_type": "numeric(12,2)",
            "new_type": None,
            "verdict": "breaking",
            "reason": "`amount_usd` is gone: the 4 that read it directly fail.",
            "probability": None,
            "evidence": [],
            "how": None,
        }
    ],
    "changes_total": 1,
    "actor": "kira.platform",
    "job": MIGRATION_JOB,
    **RUN,
    "rollback": {
        "asset": ORDERS_NODE["id"],
        "changes": [{"change_type": "add_column", "target": "amount_usd", "new_type": "numeric(12,2)"}],
    },
}


class AssertionResult(Answer, frozen=True):
    """One result of a test on a dataset or column."""

    at: Time
    dataset: Node
    column: str | None
    name: str
    success: bool | None
    """Null where the producer did not say."""
    severity: str | None
    expected: str | None
    actual: str | None
    job: Node | None
    """The job whose run tested it."""
    run_id: UUID | None
    event_id: UUID
    value: Any
    """As the producer sent it."""


class AssertionPage(Page[AssertionResult], frozen=True):
    """Results of tests, newest first. The total is counted up to 10,000."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [
            {
                "at": "2026-04-20T03:50:00Z",
                "dataset": ORDERS_NODE,
                "column": "amount_usd",
                "name": "not_null",
                "success": False,
                "severity": "error",
                "expected": "0",
                "actual": "1240",
                "job": REVENUE_JOB,
                **RUN,
                "value": {"assertion": "not_null", "column": "amount_usd", "success": False},
            }
        ],
        "total": 1,
        "next_cursor": None,
    }


class DatasetChange(Answer, frozen=True):
    """A dataset's schema that became another one, judged by who read it right before."""

    at: Time
    dataset: Node
    verdict: Literal["breaking", "risky", "compatible"] | None
    """The worst of the changes; null for the first schema that is known."""
    summary: str
    """The changes in a few words."""
    changes: tuple[SchemaChange, ...]
    """The first 100, worst first."""
    changes_total: int
    actor: str | None
    """Who did it, where the run says so in the facet `headwater_actor`."""
    job: Node | None
    """The job whose run showed it first."""
    run_id: UUID | None
    event_id: UUID
    rollback: dict[str, Any] | None
    """The body for `POST /api/v1/simulations` that tries to undo it; null where there is nothing to undo."""


class DatasetChanges(Answer, frozen=True):
    """Schema changes of all datasets, newest first."""

    items: tuple[DatasetChange, ...]
    total: int | None
    """How many there are in all, counted up to 10,000; null with `breaking`, which is judged page by page."""
    next_cursor: str | None
    """Send it back as `cursor` for the next page; null on the last. A page with one may be empty."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [DROPPED], "total": 1, "next_cursor": None}


class DatasetSchema(DatasetChange, frozen=True):
    """A version of a dataset's schema, with what it changed."""

    valid_to: Time | None
    """Null for the version that holds today; it holds from `at` on."""
    fields: tuple[dict[str, Any], ...]


class DatasetSchemaPage(Page[DatasetSchema], frozen=True):
    """Schema versions, newest first. The total is counted up to 10,000."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [
            DROPPED | {"valid_to": None, "fields": [{"name": "order_id", "type": "bigint", "fields": []}]}
        ],
        "total": 2,
        "next_cursor": None,
    }


class ReportedSignal(Answer, frozen=True):
    """What a person or a pager said of a dataset, job or column."""

    at: Time
    node: Node
    """The dataset or job; see `column`."""
    column: str | None
    source: str | None
    """Where it was said, such as `slack` or `pagerduty`."""
    author: str | None
    severity: Literal["info", "warning", "error", "critical"] | None
    text: str
    link: str | None
    event_id: UUID


class SignalPage(Page[ReportedSignal], frozen=True):
    """What people and pagers said, newest first. The total is counted up to 10,000."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [
            {
                "at": "2026-04-20T03:52:10Z",
                "node": ORDERS_NODE,
                "column": None,
                "source": "slack",
                "author": "tom.ops",
                "severity": "warning",
                "text": "orders_amount_must_not_be_null is red. Who touched orders?",
                "link": None,
                "event_id": RUN["event_id"],
            }
        ],
        "total": 1,
        "next_cursor": None,
    }


class JobAnomaly(Anomaly, frozen=True):
    """A run that was out of the ordinary, and its job."""

    job: Node


class JobAnomalyPage(Page[JobAnomaly], frozen=True):
    """Runs that were out of the ordinary, newest first. The total is counted up to 10,000."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [
            {
                "run_id": RUN["run_id"],
                "measure": "duration",
                "at": "2026-04-20T02:15:00Z",
                "value": 7302.0,
                "median": 610.0,
                "mad": 22.0,
                "score": 205.3,
                "hour_of_week": None,
                "job": REVENUE_JOB,
            }
        ],
        "total": 1,
        "next_cursor": None,
    }
