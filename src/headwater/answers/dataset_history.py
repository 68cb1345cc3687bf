"""Answers on one entity over time: all that happened to it, its health, its use; and what is wrong now."""

from datetime import date
from typing import Any, ClassVar, Literal
from uuid import UUID

from headwater.answers.base import Answer, Node, Time
from headwater.answers.change import SchemaChange
from headwater.answers.history import DROPPED, REVENUE_JOB, RUN
from headwater.answers.lineage import ORDERS_NODE


class Happening(Answer, frozen=True):
    """Something that happened to a dataset or job."""

    at: Time
    kind: Literal[
        "schema_version",
        "test_passed",
        "test_failed",
        "signal",
        "lifecycle",
        "run_completed",
        "run_failed",
        "run_aborted",
    ]
    node: Node
    column: str | None
    says: str
    """In words: what a schema changed, the name of a test, what was said, the error of a run."""
    actor: str | None
    severity: str | None
    """Of a schema version its verdict."""
    run_id: UUID | None
    event_id: UUID | None


class Timeline(Answer, frozen=True):
    """What happened, newest first."""

    node: Node
    upstream: bool
    nodes: int
    """How many datasets and jobs were looked at."""
    nodes_cut: bool
    """Whether more lie upstream than were looked at."""
    items: tuple[Happening, ...]
    next_cursor: str | None
    """Send it back as `cursor` for the next page; null on the last."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "node": ORDERS_NODE,
        "upstream": False,
        "nodes": 3,
        "nodes_cut": False,
        "items": [
            {
                "at": "2026-04-20T01:23:00Z",
                "kind": "schema_version",
                "node": ORDERS_NODE,
                "column": None,
                "says": "removed amount_usd",
                "actor": "alex.junior",
                "severity": "breaking",
                **RUN,
            }
        ],
        "next_cursor": None,
    }


class SchemaVersionDiff(Answer, frozen=True):
    """What changed between two versions of a dataset's schema."""

    node: Node
    from_version: int
    """Versions are counted from 1, the first that is known."""
    to_version: int
    from_at: Time
    to_at: Time
    verdict: Literal["breaking", "risky", "compatible"]
    """The worst of the changes, as if everybody read every column."""
    changes: tuple[SchemaChange, ...]

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "node": ORDERS_NODE,
        "from_version": 2,
        "to_version": 3,
        "from_at": "2026-04-09T10:12:00Z",
        "to_at": "2026-04-20T01:23:00Z",
        "verdict": "breaking",
        "changes": DROPPED["changes"],
    }


class HealthFactor(Answer, frozen=True):
    """What takes points off the score."""

    name: str
    count: int
    points: int
    says: str
    recommendation: str


class DatasetSchemaHealth(Answer, frozen=True):
    """How healthy the schema of a dataset is."""

    node: Node
    since: Time
    until: Time
    score: int
    """100 less the points of all factors."""
    grade: Literal["A", "B", "C", "D", "F"]
    """A from 90 on, B from 80, C from 70, D from 50."""
    factors: tuple[HealthFactor, ...]
    """The most points first; empty where nothing takes any off."""
    versions: int
    """How many changes of the schema were judged."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "node": ORDERS_NODE,
        "since": "2026-03-21T04:00:00Z",
        "until": "2026-04-20T04:00:00Z",
        "score": 77,
        "grade": "C",
        "factors": [
            {
                "name": "breaking_changes",
                "count": 1,
                "points": 15,
                "says": "1 breaking change",
                "recommendation": "Announce a change before it is made.",
            }
        ],
        "versions": 2,
    }


class ActiveAlert(Answer, frozen=True):
    kind: Literal["failing_test", "failed_pipeline", "late_pipeline"]
    node: Node
    column: str | None
    at: Time
    says: str
    run_id: UUID | None
    event_id: UUID | None


class ActiveAlerts(Answer, frozen=True):
    """What is wrong at one time, each with the entity that it is about."""

    as_of: Time
    since: Time
    """What went wrong before this is not looked at."""
    failing_tests: int
    failed_pipelines: int
    late_pipelines: int
    open_incidents: int
    """Incidents that were not over then; without muted ones."""
    alerts: tuple[ActiveAlert, ...]
    """The latest first, at most 500 of each kind."""
    cut: bool
    """Whether there are more of a kind."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "as_of": "2026-04-20T04:00:00Z",
        "since": "2026-04-13T04:00:00Z",
        "failing_tests": 0,
        "failed_pipelines": 1,
        "late_pipelines": 0,
        "open_incidents": 1,
        "alerts": [
            {
                "kind": "failed_pipeline",
                "node": REVENUE_JOB,
                "column": None,
                "at": "2026-04-20T02:15:00Z",
                "says": "column o.amount_usd does not exist",
                **RUN,
            }
        ],
        "cut": False,
    }


class DailyUse(Answer, frozen=True):
    day: date
    user: str
    """Empty where the log does not say."""
    queries: int
    runs: int


class ColumnUseCount(Answer, frozen=True):
    column: str
    queries: int
    runs: int


class JobUse(Answer, frozen=True):
    job: Node
    runs: int


class DatasetUsage(Answer, frozen=True):
    """How a dataset was used: by whom on which day, which columns, and by which jobs."""

    node: Node
    since: date
    until: date
    queries_runs: int
    users: int
    days: tuple[DailyUse, ...]
    """The latest day first, at most 1,000."""
    columns: tuple[ColumnUseCount, ...]
    """The most used first."""
    jobs: tuple[JobUse, ...]
    """Jobs that read it, the most runs first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "node": ORDERS_NODE,
        "since": "2026-03-21",
        "until": "2026-04-20",
        "queries_runs": 14,
        "users": 1,
        "days": [{"day": "2026-04-17", "user": "priya.data", "queries": 2, "runs": 14}],
        "columns": [{"column": "amount_usd", "queries": 2, "runs": 14}],
        "jobs": [{"job": REVENUE_JOB, "runs": 30}],
    }
