"""Is a job well: how its runs end, how long they take, when the next is due, and what was unusual."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from psycopg_pool import ConnectionPool

from headwater.model.health import Expectation, Trend, expected_next, trend
from headwater.services import resolve
from headwater.store import analytics
from headwater.store.queries import catalog, job_health, nodes, runs
from headwater.store.queries.job_health import Anomaly, Baseline, Durations, Outcomes
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import Page
from headwater.store.queries.rows import Connection
from headwater.store.queries.runs import RunFilter, RunRow

SHOWN_RUNS = 20
SHOWN_ANOMALIES = 50


@dataclass(frozen=True, slots=True)
class Health:
    job: NodeName
    as_of: datetime
    streaming: bool
    outcomes: Outcomes
    durations: Durations
    next_run: Expectation | None
    rows: tuple[float, ...]
    rows_trend: Trend | None
    baselines: tuple[Baseline, ...]
    baselines_at: datetime | None
    anomalies: Page[Anomaly]
    latest_runs: Page[RunRow]


class JobHealth:
    def __init__(self, pool: ConnectionPool[Connection], now: Callable[[], datetime]) -> None:
        self._pool, self._now = pool, now

    def of(self, name: str, as_of: datetime | None) -> Health:
        with self._pool.connection() as connection:
            job = resolve.entity(connection, name, resolve.JOB)
            return _health(connection, job, as_of or self._now())


def _health(connection: Connection, job: NodeName, until: datetime) -> Health:
    members = nodes.members(connection, job.id)
    entry = catalog.one(connection, job.id)
    streaming = bool(entry and entry.streaming)
    rows = job_health.rows_written(connection, members, until)
    computed = analytics.state(connection, analytics.BASELINES)
    return Health(
        job=job,
        as_of=until,
        streaming=streaming,
        outcomes=job_health.outcomes(connection, members, until),
        durations=job_health.durations(connection, members, until),
        # A job that streams has no next run to wait for.
        next_run=None if streaming else expected_next(job_health.starts(connection, members, until), until),
        rows=tuple(rows),
        rows_trend=trend(rows),
        baselines=job_health.baselines(connection, members),
        baselines_at=computed.computed_at if computed else None,
        anomalies=job_health.anomalies(connection, members, until, SHOWN_ANOMALIES),
        latest_runs=runs.listed(connection, RunFilter(job=members, until=until), SHOWN_RUNS),
    )
