"""Runs of some jobs within a window, as they stood at its end, and what their jobs did before."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.health.rhythm import LATEST_STARTS
from headwater.store.queries.job_health import REPORTED_COUNTS, ROWS_WRITTEN
from headwater.store.queries.rows import Connection, fetch

# Of one job: the latest runs of the window, the runs that say what is normal, and how often it failed.
EACH, HISTORY, OUTCOMES = 20, 40, 50


@dataclass(frozen=True, slots=True)
class WindowRun:
    """`end_state` is None for one that had not ended yet."""

    run_id: UUID
    job_id: int
    began_at: datetime
    ended_at: datetime | None
    end_state: str | None
    event_id: UUID | None
    message: str | None
    text: str | None
    dialect: str | None
    subset: Any


# Also those that began the day before, if they ended within the window: a nightly run spans midnight.
RUNS = """
with windowed as (
    select run.*
    from unnest(%(jobs)s::integer[]) as wanted (job_id)
    cross join lateral (
        select run_id, job_id, began_at, sql_key, last_event,
               case when ended_at <= %(until)s then ended_at end as ended_at,
               case when ended_at <= %(until)s then end_state end as end_state,
               case when ended_at <= %(until)s then end_event end as end_event
        from runs
        where runs.job_id = wanted.job_id and began_at > %(since)s::timestamptz - interval '1 day'
          and began_at <= %(until)s and (ended_at is null or ended_at >= %(since)s)
        order by began_at desc, run_id
        limit %(each)s
    ) as run
    order by run.began_at desc, run.run_id
    limit %(limit)s
)
select run.run_id, run.job_id, run.began_at, run.ended_at, run.end_state,
       coalesce(run.end_event, run.last_event) as event_id,
       left(error.value ->> 'message', 4000) as message, left(texts.value, 100000) as text, texts.dialect,
       part.value as subset
from windowed as run
left join run_facets as error on error.run_id = run.run_id and error.name = 'errorMessage'
left join lateral (
    select value from run_io_facets as io
    where io.run_id = run.run_id and io.direction = 'output' and io.name = 'subset'
    order by io.node_id limit 1
) as part on true
left join lateral (
    select text as value, dialect from sql_texts where sql_texts.key = run.sql_key
) as texts on true
order by run.began_at, run.run_id
"""


@dataclass(frozen=True, slots=True)
class JobOutcomes:
    job_id: int
    failed: int
    finished: int


OUTCOMES_BEFORE = """
select wanted.job_id, count(*) filter (where run.end_state <> 'COMPLETE') as failed, count(*) as finished
from unnest(%(jobs)s::integer[]) as wanted (job_id)
cross join lateral (
    select end_state from runs
    where runs.job_id = wanted.job_id and end_state is not null and began_at <= %(since)s
    order by began_at desc, run_id
    limit %(most)s
) as run
group by wanted.job_id
"""


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    run_id: UUID
    job_id: int
    began_at: datetime
    ended_at: datetime
    event_id: UUID
    duration: float | None
    rows: float | None
    bytes: float | None


# What is usual follows from runs before the window: of a job that runs often, the window alone has many.
MEASURED = f"""
with latest as (
    select run.*
    from unnest(%(jobs)s::integer[]) as wanted (job_id)
    cross join (
        values ('-infinity'::timestamptz, %(since)s::timestamptz), (%(since)s, %(until)s)
    ) as span (low, high)
    cross join lateral (
        select run_id, job_id, began_at, ended_at, end_event,
               extract(epoch from ended_at - started_at)::double precision as seconds
        from runs
        where runs.job_id = wanted.job_id and end_state = 'COMPLETE' and began_at <= span.high
          and began_at > span.low - interval '7 days' and ended_at > span.low and ended_at <= span.high
        order by began_at desc, run_id
        limit %(most)s
    ) as run
),
{REPORTED_COUNTS}
select latest.run_id, latest.job_id, latest.began_at, latest.ended_at, latest.end_event as event_id,
       latest.seconds as duration, {ROWS_WRITTEN} as rows, written.bytes
from latest
left join written on written.run_id = latest.run_id
left join counted on counted.run_id = latest.run_id
order by latest.began_at, latest.run_id
"""


@dataclass(frozen=True, slots=True)
class JobStart:
    job_id: int
    began_at: datetime
    run_id: UUID


STARTS = """
select wanted.job_id, run.began_at, run.run_id
from unnest(%(jobs)s::integer[]) as wanted (job_id)
cross join lateral (
    select began_at, run_id from runs
    where runs.job_id = wanted.job_id and began_at <= %(until)s
    order by began_at desc, run_id
    limit %(most)s
) as run
order by run.began_at, run.run_id
"""


def in_window(
    connection: Connection, jobs: Sequence[int], since: datetime, until: datetime, limit: int
) -> tuple[WindowRun, ...]:
    """First to last; of too many the latest."""
    window = {"since": since, "until": until, "each": EACH, "limit": limit}
    return fetch(connection, WindowRun, RUNS, jobs=list(jobs), **window)


def outcomes_before(connection: Connection, jobs: Sequence[int], since: datetime) -> dict[int, JobOutcomes]:
    rows = fetch(connection, JobOutcomes, OUTCOMES_BEFORE, jobs=list(jobs), since=since, most=OUTCOMES)
    return {row.job_id: row for row in rows}


def measured(
    connection: Connection, jobs: Sequence[int], since: datetime, until: datetime
) -> tuple[MeasuredRun, ...]:
    """What the latest runs that ended well measured, in the window and before it, first to last."""
    window = {"jobs": list(jobs), "since": since, "until": until}
    return fetch(connection, MeasuredRun, MEASURED, **window, most=HISTORY)


def starts(connection: Connection, jobs: Sequence[int], until: datetime) -> tuple[JobStart, ...]:
    return fetch(connection, JobStart, STARTS, jobs=list(jobs), until=until, most=LATEST_STARTS)
