"""Is a job well: how its runs end, how long they take, when the next is due, and what was unusual."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from psycopg_pool import ConnectionPool

from headwater.model.health import Expectation, Trend, expected_next, trend
from headwater.questions import resolve
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
    baselines_are_later: bool
    anomalies: Page[Anomaly]
    latest_runs: Page[RunRow]


class JobHealth:
    def __init__(self, pool: ConnectionPool[Connection], now: Callable[[], datetime]) -> None:
        self._pool, self._now = pool, now

    def of(self, name: str, as_of: datetime | None) -> Health:
        with self._pool.connection() as connection:
            job = resolve.entity(connection, name, resolve.JOB)
            health = _health(connection, job, as_of or self._now())
        # The clocks of two machines differ: without a moment asked for, nothing is later than it.
        return health if as_of else replace(health, baselines_are_later=False)


def _health(connection: Connection, job: NodeName, until: datetime) -> Health:
    members = nodes.members(connection, job.id)
    entry = catalog.one(connection, job.id)
    streaming = bool(entry and entry.streaming)
    rows = job_health.rows_written(connection, members, until)
    computed = analytics.last_run(connection, analytics.BASELINES)
    return Health(
        job=job,
        as_of=until,
        streaming=streaming,
        outcomes=job_health.outcomes(connection, members, until),
        durations=job_health.durations(connection, members, until),
        # A job that streams has no next run to wait for.
        next_run=None if streaming else _next_run(connection, members, until),
        rows=tuple(rows),
        rows_trend=trend(rows),
        baselines=job_health.baselines(connection, members),
        baselines_at=computed.computed_at if computed else None,
        baselines_are_later=bool(computed and computed.computed_at > until),
        anomalies=job_health.anomalies(connection, members, until, SHOWN_ANOMALIES),
        latest_runs=_latest_runs(connection, members, until),
    )


def _next_run(connection: Connection, members: Sequence[int], until: datetime) -> Expectation | None:
    starts = job_health.starts(connection, members, until)
    days = job_health.start_days(connection, members, starts[0], until) if starts else ()
    return expected_next(starts, until, days)


def _latest_runs(connection: Connection, members: Sequence[int], until: datetime) -> Page[RunRow]:
    page = runs.listed(connection, RunFilter(job=members, until=until), SHOWN_RUNS)
    return replace(page, items=tuple(_as_it_stood(run, until) for run in page.items))


def _as_it_stood(run: RunRow, until: datetime) -> RunRow:
    """A run that ended later was running; when it was last heard of before that is not kept."""
    if run.last_seen is not None and run.last_seen > until:
        run = replace(run, last_seen=None)
    if run.ended_at is None or run.ended_at <= until:
        return run
    return replace(run, state="RUNNING", ended_at=None)
