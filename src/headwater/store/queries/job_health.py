"""How a job has been doing: outcomes, durations, starts and rows of its latest runs, and what is normal."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from headwater.answers.health import Anomaly, Baseline, Durations
from headwater.health.rhythm import HISTORY, LATEST_STARTS
from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, count, fetch, fetch_one

FINISHED, TIMED, COUNTED = 50, 200, 40
# Beyond this nobody counts rows or bytes: what a producer sends there is a mistake.
MOST = "1e18"


def bounded_count(value: str, key: str) -> str:
    """SQL for a count in a facet; null where it is no number, below zero or past belief."""
    number = f"({value} ->> '{key}')::numeric"
    # Nested, since only `case` promises that a text is not cast before it is known to be a number;
    # rounded, since a double can be too small for its type as well as too large.
    within = f"case when {number} between 0 and {MOST} then round({number})::double precision end"
    return f"case when jsonb_typeof({value} -> '{key}') = 'number' then {within} end"


def hour_of_week(moment: str) -> str:
    """SQL for `health.hour_of_week`."""
    utc = f"({moment} at time zone 'UTC')"
    return f"((extract(isodow from {utc})::int - 1) * 24 + extract(hour from {utc})::int)"


# What runs reported of their rows and bytes: steps of a query that follow one named `latest`, of runs.
REPORTED_COUNTS = f"""
written as (
    select run_id, sum({bounded_count("value", "rowCount")}) as rows,
           sum({bounded_count("value", "size")}) as bytes
    from run_io_facets
    where name = 'outputStatistics' and direction = 'output' and run_id in (select run_id from latest)
    group by run_id
),
counted as (
    select run_id, {bounded_count("value", "total_rows")} as rows,
           {bounded_count("value", "inserts")} as inserts,
           {bounded_count("value", "updates")} as updates, {bounded_count("value", "soft_deletes")} as deletes
    from run_facets
    where name = 'headwater_execution' and run_id in (select run_id from latest)
)
"""
# An execution with one target, several or none has the same rows: its total, or else what it changed.
ROWS_WRITTEN = """
coalesce(
    written.rows, counted.rows,
    (select sum(one) from unnest(array[counted.inserts, counted.updates, counted.deletes]) as one))
"""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Over the latest finished runs."""

    finished: int
    completed: int
    failed: int
    aborted: int


OUTCOMES = f"""
with latest as (
    select end_state from runs
    where job_id = any(%(jobs)s) and end_state is not null and began_at <= %(until)s
      and ended_at <= %(until)s
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
      and began_at <= %(until)s and ended_at <= %(until)s
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


STARTS = f"""
select began_at from runs
where job_id = any(%(jobs)s) and began_at <= %(until)s
order by began_at desc, run_id limit {LATEST_STARTS}
"""


@dataclass(frozen=True, slots=True)
class _Start:
    began_at: datetime


def starts(connection: Connection, jobs: Sequence[int], until: datetime) -> list[datetime]:
    """When the latest runs began, newest first."""
    rows = fetch(connection, _Start, STARTS, jobs=list(jobs), until=until)
    return [row.began_at for row in rows]


# Each hour is one look into an index, however often the job runs.
ACTIVE_HOURS = f"""
select hour as began_at
from generate_series(
    date_trunc('hour', %(last)s::timestamptz, 'UTC') - interval '{HISTORY.days} days',
    %(last)s::timestamptz, interval '1 hour') as hour
where exists (
    select from runs
    where job_id = any(%(jobs)s) and began_at <= %(until)s
      and began_at >= hour and began_at < hour + interval '1 hour'
)
"""


def active_hours(
    connection: Connection, jobs: Sequence[int], last: datetime, until: datetime
) -> list[datetime]:
    """The hours in which runs began, over the weeks up to `last`."""
    rows = fetch(connection, _Start, ACTIVE_HOURS, jobs=list(jobs), last=last, until=until)
    return [row.began_at for row in rows]


LATEST_ROWS = f"""
with latest as (
    select run_id, began_at from runs
    where job_id = any(%(jobs)s) and end_state = 'COMPLETE' and began_at <= %(until)s
      and ended_at <= %(until)s
    order by began_at desc, run_id limit {COUNTED}
),
{REPORTED_COUNTS},
reported as (
    select latest.run_id, latest.began_at, {ROWS_WRITTEN} as rows
    from latest
    left join written on written.run_id = latest.run_id
    left join counted on counted.run_id = latest.run_id
)
select rows from reported where rows is not null order by began_at desc, run_id
"""


@dataclass(frozen=True, slots=True)
class _Rows:
    rows: float


def rows_written(connection: Connection, jobs: Sequence[int], until: datetime) -> list[float]:
    """How many rows the latest completed runs wrote, newest first; runs that reported none are left out."""
    return [row.rows for row in fetch(connection, _Rows, LATEST_ROWS, jobs=list(jobs), until=until)]


BASELINES = """
select measure, nullif(hour_of_week, -1) as hour_of_week, runs, median, mad, spread
from job_baselines
where job_id = any(%(jobs)s)
order by measure, job_baselines.hour_of_week
"""

# What was unusual about a run shows only once it has ended.
UNUSUAL = """
from run_anomalies as unusual
where unusual.job_id = any(%(jobs)s) and unusual.at <= %(until)s
  and not exists (select from runs where runs.run_id = unusual.run_id and runs.ended_at > %(until)s)
"""
ANOMALIES = f"""
select run_id, measure, at, value, median, mad, score, nullif(hour_of_week, -1) as hour_of_week
{UNUSUAL}
order by at desc, run_id, measure
limit %(limit)s
"""
ANOMALY_COUNT = f"select count(*) {UNUSUAL}"


def baselines(connection: Connection, jobs: Sequence[int]) -> tuple[Baseline, ...]:
    return fetch(connection, Baseline, BASELINES, jobs=list(jobs))


def anomalies(connection: Connection, jobs: Sequence[int], until: datetime, limit: int) -> RowPage[Anomaly]:
    """The latest of them, with how many there are."""
    total = count(connection, ANOMALY_COUNT, jobs=list(jobs), until=until)
    return RowPage(
        fetch(connection, Anomaly, ANOMALIES, jobs=list(jobs), until=until, limit=limit), total, None
    )
