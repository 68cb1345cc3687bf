"""Answers about the health of a job."""

from typing import Any, ClassVar, Literal
from uuid import UUID

from headwater.answers.base import Answer, Part, Time
from headwater.answers.runs import LatestRuns


class NextRun(Answer, frozen=True):
    """When the next run is due."""

    expected_at: Time | None
    """The usual gap between runs after the start of the last one; later where that is an hour of rest.

    Null where the job has no rhythm, or streams, and only its timeliness rule says when it is late.
    """
    late_after: Time
    """By the timeliness rule of the job where it has one, else by its own rhythm."""
    usual_gap_seconds: float | None
    overdue: bool


class Durations(Answer, frozen=True):
    """In seconds, over the latest 200 completed runs."""

    runs: int
    p50: float | None
    p95: float | None


class RowsTrend(Answer, frozen=True):
    """Where the rows that a job writes are going."""

    recent: float
    """The median of the latest runs."""
    earlier: float
    """The median of the runs before them."""
    change: float | None
    direction: Literal["rising", "steady", "falling"]


class Baseline(Answer, frozen=True):
    """What is normal for one measure of a job."""

    measure: str
    hour_of_week: int | None
    """From Monday midnight UTC; null for the baseline over all hours."""
    runs: int
    median: float
    mad: float
    spread: float
    """How far from the median is nothing to speak of; a run is unusual beyond six times that."""


class Anomaly(Answer, frozen=True):
    """A run that was out of the ordinary."""

    run_id: UUID
    measure: str
    at: Time
    value: float
    median: float
    mad: float
    score: float
    """How many times the usual spread away from the median; negative below it."""
    hour_of_week: int | None
    """The hour whose baseline was used; null for the one over all hours."""


class Anomalies(Part[Anomaly], frozen=True):
    """The latest of them, and how many there are."""


class JobHealth(Answer, frozen=True):
    """How a job's runs end, how long they take, when the next is due, and what was out of the ordinary."""

    job: str
    as_of: Time
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
    """Null for a job that streams, has run too seldom to have a rhythm, or has stayed away for four weeks."""
    rows: tuple[float, ...]
    """Rows written by the latest completed runs, newest first; runs that reported none are left out."""
    rows_trend: RowsTrend | None
    baselines: tuple[Baseline, ...]
    baselines_at: Time | None
    """When the baselines were worked out; null while they never were."""
    baselines_are_later: bool
    """Whether that was after `as_of`: baselines and anomalies then rest on later runs as well."""
    anomalies: Anomalies
    latest_runs: LatestRuns
    """As they stood: a run that ended after `as_of` is shown as running."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "job": "job:shopflow_airflow/revenue_etl_pipeline",
        "as_of": "2026-04-20T04:00:00Z",
        "streaming": False,
        "finished": 30,
        "completed": 29,
        "failed": 1,
        "aborted": 0,
        "success_rate": 0.9667,
        "durations": {"runs": 29, "p50": 610.0, "p95": 745.5},
        "next_run": {
            "expected_at": "2026-04-21T02:00:00Z",
            "late_after": "2026-04-21T08:00:00Z",
            "usual_gap_seconds": 86400.0,
            "overdue": False,
        },
        "rows": [18230.0, 18111.0],
        "rows_trend": {"recent": 18230.0, "earlier": 17990.0, "change": 0.0133, "direction": "steady"},
        "baselines": [
            {
                "measure": "duration",
                "hour_of_week": None,
                "runs": 29,
                "median": 610.0,
                "mad": 22.0,
                "spread": 32.6,
            }
        ],
        "baselines_at": "2026-04-20T03:55:00Z",
        "baselines_are_later": False,
        "anomalies": {"items": [], "total": 0},
        "latest_runs": {"items": [], "total": 30},
    }
