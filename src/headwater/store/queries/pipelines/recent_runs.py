"""The latest runs of some jobs, in one look: how they ended, how long they took, what they wrote."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.answers.pipelines import PipelineRun
from headwater.store.queries.job_health import REPORTED_COUNTS, ROWS_WRITTEN
from headwater.store.queries.paging import RowPage, counted, decode, page_of
from headwater.store.queries.rows import Connection, fetch

# As many as a success rate, a band and a rhythm are made from.
RECENT = 60


@dataclass(frozen=True, slots=True)
class RecentRun:
    job_id: int
    run_id: UUID
    state: str
    began_at: datetime
    ended_at: datetime | None
    seconds: float | None
    rows: float | None
    unusual: list[str]
    parent: str | None


UNUSUAL = """
array(select measure from run_anomalies as unusual where unusual.run_id = latest.run_id order by measure)
"""
# A run that ended after the moment asked for was running then.
AS_IT_STOOD = """
case when latest.ended_at > %(until)s then 'RUNNING' else latest.state end as state,
case when latest.ended_at <= %(until)s then latest.ended_at end as ended_at
"""

OF_JOBS = f"""
with members as (
    select id, coalesce(canonical_id, id) as job_id from nodes
    where id = any(%(jobs)s) or canonical_id = any(%(jobs)s)
),
latest as (
    select members.job_id, run.*
    from members
    cross join lateral (
        select run_id, state, began_at, started_at, ended_at, parent_run_id from runs
        where runs.job_id = members.id and runs.began_at <= %(until)s
        order by runs.began_at desc, runs.run_id
        limit {RECENT}
    ) as run
),
{REPORTED_COUNTS},
newest as (
    select distinct on (job_id) job_id, run_id, parent_run_id from latest
    order by job_id, began_at desc, run_id
),
started as (
    select newest.run_id, starter.namespace || '/' || starter.name as parent
    from newest
    join runs as started_by on started_by.run_id = newest.parent_run_id
    join nodes as starter on starter.id = started_by.job_id
      or (started_by.job_id is null and starter.key = started_by.stub_job_key)
)
select latest.job_id, latest.run_id, {AS_IT_STOOD}, latest.began_at,
       case when latest.ended_at <= %(until)s
           then extract(epoch from latest.ended_at - latest.began_at)::float8 end as seconds,
       {ROWS_WRITTEN} as rows, {UNUSUAL} as unusual, started.parent
from latest
left join written on written.run_id = latest.run_id
left join counted on counted.run_id = latest.run_id
left join started on started.run_id = latest.run_id
order by latest.job_id, latest.began_at desc, latest.run_id
"""


def of_jobs(connection: Connection, jobs: Sequence[int], until: datetime) -> dict[int, list[RecentRun]]:
    """By job, newest first; the newest of each says who started it."""
    found: dict[int, list[RecentRun]] = {job: [] for job in jobs}
    for run in fetch(connection, RecentRun, OF_JOBS, jobs=list(jobs), until=until):
        if len(found[run.job_id]) < RECENT:
            found[run.job_id].append(run)
    return found


class PlaceInRuns(NamedTuple):
    began_at: datetime
    run_id: UUID


CHOSEN = """
from runs
where job_id = any(%(jobs)s) and began_at <= %(until)s
  and (%(since)s::timestamptz is null or began_at >= %(since)s)
"""
AFTER = "began_at <= %(after_at)s and (began_at < %(after_at)s or run_id > %(after_run)s)"

# What a producer sends as a text may be anything: only its first line is shown in a list.
PAGE = f"""
with latest as (
    select * {CHOSEN} and {{after}}
    order by began_at desc, run_id
    limit %(rows_shown)s
),
{REPORTED_COUNTS},
said as (
    select run_id,
           max(value ->> 'message') filter (where name = 'errorMessage') as error,
           max(value ->> 'watermark') filter (where name = 'headwater_execution') as watermark,
           max(value ->> 'nominalStartTime') filter (where name = 'nominalTime') as nominal
    from run_facets
    where name in ('errorMessage', 'headwater_execution', 'nominalTime')
      and run_id in (select run_id from latest)
    group by run_id
)
select latest.run_id, job.namespace as job_namespace, job.name as job_name, {AS_IT_STOOD},
       latest.began_at, latest.started_at,
       case when latest.ended_at <= %(until)s
           then extract(epoch from latest.ended_at - latest.began_at)::float8 end as duration_seconds,
       latest.first_seen, latest.last_seen, latest.parent_run_id, latest.root_run_id,
       {ROWS_WRITTEN} as rows, coalesce(said.watermark, said.nominal) as watermark,
       left(split_part(said.error, chr(10), 1), 500) as error, {UNUSUAL} as unusual
from latest
join nodes as job on job.id = latest.job_id
left join written on written.run_id = latest.run_id
left join counted on counted.run_id = latest.run_id
left join said on said.run_id = latest.run_id
order by latest.began_at desc, latest.run_id
"""


def page(
    connection: Connection,
    jobs: Sequence[int],
    since: datetime | None,
    until: datetime,
    limit: int,
    cursor: str | None = None,
) -> RowPage[PipelineRun]:
    """The runs of one job under all its names, newest first."""
    after = decode(cursor, PlaceInRuns)
    values = {"jobs": list(jobs), "since": since, "until": until}
    begin = {"after_at": after.began_at, "after_run": after.run_id} if after else {}
    query = PAGE.format(after=AFTER if after else "true")
    rows = fetch(connection, PipelineRun, query, **values, **begin, rows_shown=limit + 1)
    return page_of(rows, counted(connection, CHOSEN, values), limit, _place)


def _place(run: PipelineRun) -> PlaceInRuns:
    # Only runs that have begun are chosen.
    assert run.began_at is not None
    return PlaceInRuns(run.began_at, run.run_id)
