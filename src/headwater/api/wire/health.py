"""Answers about the health of a job."""

from datetime import datetime
from typing import Literal, Self
from uuid import UUID

from headwater.api.wire.base import Part, Wire, example
from headwater.api.wire.runs import Run
from headwater.questions.operations.job_health import Health


class NextRun(Wire):
    expected_at: datetime
    """The usual gap between runs after the start of the last one; later where that is a weekday of rest."""
    late_after: datetime
    usual_gap_seconds: float
    overdue: bool


class Durations(Wire):
    """In seconds, over the latest 200 completed runs."""

    runs: int
    p50: float | None
    p95: float | None


class RowsTrend(Wire):
    recent: float
    """The median of the latest runs."""
    earlier: float
    """The median of the runs before them."""
    change: float | None
    direction: Literal["rising", "steady", "falling"]


class Baseline(Wire):
    measure: str
    hour_of_week: int | None
    """From Monday midnight UTC; null for the baseline over all hours."""
    runs: int
    median: float
    mad: float


class Anomaly(Wire):
    run_id: UUID
    measure: str
    at: datetime
    value: float
    median: float
    mad: float
    score: float
    """How many times the usual spread away from the median; negative below it."""
    hour_of_week: int | None
    """The hour whose baseline was used; null for the one over all hours."""


class JobHealth(Wire):
    model_config = example(
        job="job:shopflow_airflow/revenue_etl_pipeline",
        as_of="2026-04-20T04:00:00Z",
        streaming=False,
        finished=30,
        completed=29,
        failed=1,
        aborted=0,
        success_rate=0.9667,
        durations={"runs": 29, "p50": 610.0, "p95": 745.5},
        next_run={
            "expected_at": "2026-04-21T02:00:00Z",
            "late_after": "2026-04-21T08:00:00Z",
            "usual_gap_seconds": 86400.0,
            "overdue": False,
        },
        rows=[18230.0, 18111.0],
        rows_trend={"recent": 18230.0, "earlier": 17990.0, "change": 0.0133, "direction": "steady"},
        baselines=[{"measure": "duration", "hour_of_week": None, "runs": 29, "median": 610.0, "mad": 22.0}],
        baselines_at="2026-04-20T03:55:00Z",
        baselines_are_later=False,
        anomalies={"items": [], "total": 0},
        latest_runs={"items": [], "total": 30},
    )

    job: str
    as_of: datetime
    streaming: bool
    finished: int
    """How many of the latest 50 finished runs the rates are over."""
    completed: int
    failed: int
    aborted: int
    success_rate: float | None
    """Null when no run has finished."""
    durations: Durations
    next_run: NextRun | None
    """Null for a job that streams, or that has run too seldom to have a rhythm."""
    rows: list[float]
    """Rows written by the latest completed runs, newest first; runs that told none are left out."""
    rows_trend: RowsTrend | None
    baselines: list[Baseline]
    baselines_at: datetime | None
    """When the baselines were worked out; null while they never were."""
    baselines_are_later: bool
    """Whether that was after `as_of`: baselines and anomalies then rest on later runs as well."""
    anomalies: Part[Anomaly]
    latest_runs: Part[Run]
    """As they stood: a run that ended after `as_of` is shown as running."""

    @classmethod
    def of(cls, health: Health) -> Self:
        told = health.outcomes
        return cls(
            job=health.job.node_id,
            as_of=health.as_of,
            streaming=health.streaming,
            finished=told.finished,
            completed=told.completed,
            failed=told.failed,
            aborted=told.aborted,
            success_rate=round(told.completed / told.finished, 4) if told.finished else None,
            durations=Durations.model_validate(health.durations),
            next_run=NextRun.model_validate(health.next_run) if health.next_run else None,
            rows=list(health.rows),
            rows_trend=RowsTrend.model_validate(health.rows_trend) if health.rows_trend else None,
            baselines=[Baseline.model_validate(one) for one in health.baselines],
            baselines_at=health.baselines_at,
            baselines_are_later=health.baselines_are_later,
            anomalies=Part[Anomaly].model_validate(health.anomalies),
            latest_runs=Part[Run].model_validate(health.latest_runs),
        )
