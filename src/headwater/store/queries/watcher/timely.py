"""What a timeliness check reads: how old each pipeline's data is, which runs are long, and their history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.model.timeliness import HISTORY_RUNS
from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class Age:
    """When a pipeline's targets last changed, and the rules of the pipeline and of its type."""

    pipeline_id: int
    name: str
    job_key: UUID
    last_change: datetime | None
    number: int | None
    datepart: str | None
    type_number: int | None
    type_datepart: str | None


UNMUTED = """
pipeline
join pipeline_type as type on type.id = pipeline.pipeline_type_id
left join nodes as job on job.key = pipeline.job_key
"""
HEARD = "not pipeline.mute_timely_check and not type.mute_timely_check"

OWN = "exists (select from pipeline_execution as own where own.run_id = run.run_id)"

# A run of OpenLineage changes data when it completes, unless it says that it wrote no rows.
AGES = f"""
with told as (
    select pipeline.id, greatest(last_target_insert, last_target_update, last_target_soft_delete) as at
    from pipeline
)
select pipeline.id as pipeline_id, pipeline.name, pipeline.job_key,
       greatest(told.at, seen.at) as last_change,
       pipeline.timely_number as number, pipeline.timely_datepart as datepart,
       type.timely_number as type_number, type.timely_datepart as type_datepart
from {UNMUTED}
join told on told.id = pipeline.id
left join lateral (
    select run.counts_at as at
    from runs as run
    where run.job_id = job.id and run.end_state = 'COMPLETE'
      and run.counts_at is not null and run.counts_at > coalesce(told.at, '-infinity')
      and not {OWN}
      and coalesce(
          (select max(case when jsonb_typeof(written.value -> 'rowCount') = 'number'
                           then (written.value ->> 'rowCount')::numeric end)
           from run_io_facets as written
           where written.run_id = run.run_id and written.direction = 'output'
             and written.name = 'outputStatistics'), 1) > 0
    order by run.counts_at desc
    limit 1
) as seen on true
where {HEARD}
order by pipeline.id
"""


def ages(connection: Connection) -> tuple[Age, ...]:
    """Of every pipeline that is not muted."""
    return fetch(connection, Age, AGES)


@dataclass(frozen=True, slots=True)
class Timed:
    """An execution that runs, or ended a little while ago; `threshold` is what the pipeline's args say."""

    execution_id: int | None
    run_id: UUID
    pipeline_id: int
    name: str
    job_key: UUID
    start_date: datetime
    end_date: datetime | None
    threshold: Any


THRESHOLD = "pipeline.pipeline_args -> 'timeliness_execution_seconds_threshold' as threshold"

EXECUTIONS = f"""
with timed as (
    select id, run_id, pipeline_id, start_date, end_date from pipeline_execution where end_date is null
    union all
    select id, run_id, pipeline_id, start_date, end_date from pipeline_execution
    where end_date is not null and end_date >= %(recent)s
)
select timed.id as execution_id, timed.run_id, timed.pipeline_id, pipeline.name, pipeline.job_key,
       timed.start_date, timed.end_date, {THRESHOLD}
from timed
join ({UNMUTED}) on pipeline.id = timed.pipeline_id
where {HEARD} and not coalesce(job.streaming, false)
order by timed.id
"""

# Producers often die without a word, so only the newest run of a job is taken to be under way.
RUNS = f"""
select null::bigint as execution_id, run.run_id, pipeline.id as pipeline_id, pipeline.name, pipeline.job_key,
       run.began_at as start_date, run.ended_at as end_date, {THRESHOLD}
from {UNMUTED}
cross join lateral (
    select newest.run_id, newest.began_at, newest.ended_at, newest.state
    from runs as newest
    where newest.job_id = job.id and newest.began_at is not null
    order by newest.began_at desc, newest.run_id
    limit 1
) as run
where {HEARD} and not coalesce(job.streaming, false)
  and (run.ended_at >= %(recent)s or run.ended_at is null and run.state = 'RUNNING')
  and not {OWN}
order by pipeline.id
"""


def executions(connection: Connection, recent: datetime) -> tuple[Timed, ...]:
    return fetch(connection, Timed, EXECUTIONS, recent=recent)


def runs(connection: Connection, recent: datetime) -> tuple[Timed, ...]:
    """Those that only OpenLineage told of."""
    return fetch(connection, Timed, RUNS, recent=recent)


@dataclass(frozen=True, slots=True)
class _History:
    pipeline_id: int
    durations: list[float]


OF_EXECUTIONS = """
select asked.pipeline_id, array(
    select duration_seconds::float8 from pipeline_execution as past
    where past.pipeline_id = asked.pipeline_id and past.completed_successfully
    order by past.start_date desc
    limit %(limit)s
) as durations
from unnest(%(pipelines)s::bigint[]) as asked (pipeline_id)
"""

OF_RUNS = """
select pipeline.id as pipeline_id, array(
    select extract(epoch from past.ended_at - past.began_at)::float8 from runs as past
    where past.job_id = job.id and past.end_state = 'COMPLETE' and past.began_at is not null
    order by past.began_at desc
    limit %(limit)s
) as durations
from pipeline join nodes as job on job.key = pipeline.job_key
where pipeline.id = any(%(pipelines)s)
"""


def execution_history(connection: Connection, pipelines: Sequence[int]) -> dict[int, list[float]]:
    """How long each pipeline's last successful executions took, in seconds."""
    return _histories(connection, OF_EXECUTIONS, pipelines)


def run_history(connection: Connection, pipelines: Sequence[int]) -> dict[int, list[float]]:
    return _histories(connection, OF_RUNS, pipelines)


def _histories(connection: Connection, query: str, pipelines: Sequence[int]) -> dict[int, list[float]]:
    rows = fetch(connection, _History, query, pipelines=list(pipelines), limit=HISTORY_RUNS)
    return {row.pipeline_id: row.durations for row in rows}


LOG = """
insert into timeliness_breach (pipeline_id, kind, since, run_id, duration_seconds, limit_seconds, rule)
select * from unnest(%(pipelines)s::bigint[], %(kinds)s::text[], %(sinces)s::timestamptz[],
    %(runs)s::uuid[], %(durations)s::bigint[], %(limits)s::bigint[], %(rules)s::text[])
on conflict do nothing
returning id
"""


@dataclass(frozen=True, slots=True)
class Breach:
    pipeline_id: int
    kind: str
    since: datetime
    rule: str
    run_id: UUID | None = None
    duration_seconds: int | None = None
    limit_seconds: int | None = None


def log(connection: Connection, breaches: Sequence[Breach]) -> int:
    """How many of them are new."""
    values = {
        "pipelines": [breach.pipeline_id for breach in breaches],
        "kinds": [breach.kind for breach in breaches],
        "sinces": [breach.since for breach in breaches],
        "runs": [breach.run_id for breach in breaches],
        "durations": [breach.duration_seconds for breach in breaches],
        "limits": [breach.limit_seconds for breach in breaches],
        "rules": [breach.rule for breach in breaches],
    }
    return len(connection.execute(LOG, values).fetchall())
