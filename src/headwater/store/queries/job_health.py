"""How a job has been doing: outcomes, durations, starts and rows of its latest runs, and what is normal."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from headwater.store.queries.paging import Page
from headwater.store.queries.rows import Connection, count, fetch, fetch_one

FINISHED, TIMED, STARTS, COUNTED = 50, 200, 51, 40


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Over the latest finished runs."""

    finished: int
    completed: int
    failed: int
    aborted: int


@dataclass(frozen=True, slots=True)
class Durations:
    """In seconds, over the latest completed runs; None without any."""

    runs: int
    p50: float | None
    p95: float | None


@dataclass(frozen=True, slots=True)
class Baseline:
    """`hour_of_week` counts from Monday midnight UTC; None is the baseline over all hours."""

    measure: str
    hour_of_week: int | None
    runs: int
    median: float
    mad: float


@dataclass(frozen=True, slots=True)
class Anomaly:
    """`score` is how many times the usual spread the value is away from the median."""

    run_id: UUID
    measure: str
    at: datetime
    value: float
    median: float
    mad: float
    score: float
    hour_of_week: int | None


OUTCOMES = f"""
with latest as (
    select end_state from runs
    where job_id = any(%(jobs)s) and end_state is not null and began_at <= %(until)s
    order by began_at desc, run_id limit {FINISHED}
)
select count(*) as finished, count(*) filter (where end_state = 'COMPLETE') as completed,
       count(*) filter (where end_state = 'FAIL') as failed,
       count(*) filter (where end_state = 'ABORT') as aborted
from latest
"""

DURATIONS = f"""
with latest as (
    select extract(epoch from ended_at - started_at)::double precision as seconds from runs
    where job_id = any(%(jobs)s) and end_state = 'COMPLETE' and started_at is not null
      and began_at <= %(until)s
    order by began_at desc, run_id limit {TIMED}
)
select count(*) as runs, percentile_cont(0.5) within group (order by seconds) as p50,
       percentile_cont(0.95) within group (order by seconds) as p95
from latest
"""


def outcomes(connection: Connection, jobs: Sequence[int], until: datetime) -> Outcomes:
    found = fetch_one(connection, Outcomes, OUTCOMES, jobs=list(jobs), until=until)
    return found or Outcomes(0, 0, 0, 0)


def durations(connection: Connection, jobs: Sequence[int], until: datetime) -> Durations:
    found = fetch_one(connection, Durations, DURATIONS, jobs=list(jobs), until=until)
    return found or Durations(0, None, None)


LATEST_STARTS = f"""
select began_at from runs
where job_id = any(%(jobs)s) and began_at <= %(until)s
order by began_at desc, run_id limit {STARTS}
"""


@dataclass(frozen=True, slots=True)
class _Start:
    began_at: datetime


def starts(connection: Connection, jobs: Sequence[int], until: datetime) -> list[datetime]:
    """When the latest runs began, newest first."""
    rows = fetch(connection, _Start, LATEST_STARTS, jobs=list(jobs), until=until)
    return [row.began_at for row in rows]


# A producer may send anything as a count: what is not a number is left out.
LATEST_ROWS = f"""
with latest as (
    select run_id, began_at from runs
    where job_id = any(%(jobs)s) and end_state = 'COMPLETE' and began_at <= %(until)s
    order by began_at desc, run_id limit {COUNTED}
)
select sum((value ->> 'rowCount')::double precision) as rows
from latest
join run_io_facets as told on told.run_id = latest.run_id
where told.name = 'outputStatistics' and told.direction = 'output'
  and jsonb_typeof(told.value -> 'rowCount') = 'number'
group by latest.run_id, latest.began_at
order by latest.began_at desc, latest.run_id
"""


@dataclass(frozen=True, slots=True)
class _Rows:
    rows: float


def rows_written(connection: Connection, jobs: Sequence[int], until: datetime) -> list[float]:
    """How many rows the latest completed runs wrote, newest first; runs that told none are left out."""
    return [row.rows for row in fetch(connection, _Rows, LATEST_ROWS, jobs=list(jobs), until=until)]


BASELINES = """
select measure, nullif(hour_of_week, -1) as hour_of_week, runs, median, mad
from job_baselines
where job_id = any(%(jobs)s)
order by measure, job_baselines.hour_of_week
"""

ANOMALIES = """
select run_id, measure, at, value, median, mad, score, nullif(hour_of_week, -1) as hour_of_week
from run_anomalies
where job_id = any(%(jobs)s) and at <= %(until)s
order by at desc, run_id, measure
limit %(limit)s
"""
ANOMALY_COUNT = "select count(*) from run_anomalies where job_id = any(%(jobs)s) and at <= %(until)s"


def baselines(connection: Connection, jobs: Sequence[int]) -> tuple[Baseline, ...]:
    return fetch(connection, Baseline, BASELINES, jobs=list(jobs))


def anomalies(connection: Connection, jobs: Sequence[int], until: datetime, limit: int) -> Page[Anomaly]:
    """The latest of them, with how many there are."""
    total = count(connection, ANOMALY_COUNT, jobs=list(jobs), until=until)
    return Page(fetch(connection, Anomaly, ANOMALIES, jobs=list(jobs), until=until, limit=limit), total, None)
