"""What a timeliness check reads: how old each pipeline's data is, which runs are long, and their history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.model.timeliness import HISTORY_RUNS, Rule, Watched, rule
from headwater.store.queries.job_health import sane_count
from headwater.store.queries.rows import Connection, fetch

# A job that no pipeline is has a type all the same, by what its jobType facet says: `airflow dag`, or
# `airflow`, or, for every job that has none of these, `openlineage`.
WATCHED = """
watched as (
    select pipeline.id as pipeline_id, pipeline.name, pipeline.job_namespace, pipeline.job_name,
           pipeline.job_key, job.id as job_id, coalesce(job.streaming, false) as streaming,
           pipeline.timely_number as number, pipeline.timely_datepart as datepart,
           type.timely_number as type_number, type.timely_datepart as type_datepart,
           pipeline.pipeline_args -> 'timeliness_execution_seconds_threshold' as threshold,
           greatest(last_target_insert, last_target_update, last_target_soft_delete) as told_change
    from pipeline
    join pipeline_type as type on type.id = pipeline.pipeline_type_id
    left join nodes as job on job.key = pipeline.job_key
    where pipeline.active and not pipeline.mute_timely_check and not type.mute_timely_check
    union all
    select null, job.name, job.namespace, job.name, job.key, job.id, job.streaming,
           null, null, type.timely_number, type.timely_datepart, null, null
    from nodes as job
    left join facets as said on said.node_id = job.id and said.name = 'jobType'
    cross join lateral (
        select array[lower(said.value ->> 'integration') || ' ' || lower(said.value ->> 'jobType'),
                     lower(said.value ->> 'integration'), 'openlineage'] as names
    ) as called
    left join lateral (
        select timely_number, timely_datepart, mute_timely_check
        from pipeline_type
        where lower(name) = any(called.names)
        order by array_position(called.names, lower(name))
        limit 1
    ) as type on true
    where job.kind = 'job' and job.dropped_at is null
      and (job.canonical_id is null or job.canonical_id = job.id)
      and not coalesce(type.mute_timely_check, false)
      and not exists (select from pipeline where pipeline.job_key = job.key)
)
"""
SUBJECT = """
    watched.pipeline_id, watched.name, watched.job_namespace, watched.job_name, watched.job_key,
    watched.number, watched.datepart, watched.type_number, watched.type_datepart
"""

OWN = "exists (select from pipeline_execution as own where own.run_id = run.run_id)"


@dataclass(frozen=True, slots=True)
class Ruled(Watched):
    """With the rules of the pipeline and of its type."""

    number: int | None
    datepart: str | None
    type_number: int | None
    type_datepart: str | None

    @property
    def rule(self) -> Rule | None:
        """The pipeline's own, if it is whole; else its type's."""
        return rule(self.number, self.datepart) or rule(self.type_number, self.type_datepart)


@dataclass(frozen=True, slots=True)
class Age(Ruled):
    """When a pipeline's targets last changed."""

    last_change: datetime | None


# A run of OpenLineage changes data when it completes, unless it says that it wrote no rows. That of a
# streaming job hardly ever completes: there the newest sign of life is the last change.
AGES = f"""
with {WATCHED}
select {SUBJECT}, greatest(watched.told_change, seen.at, streamed.at) as last_change
from watched
left join lateral (
    select run.counts_at as at
    from runs as run
    where coalesce(watched.number, watched.type_number) is not null
      and run.job_id = watched.job_id and run.end_state = 'COMPLETE'
      and run.counts_at is not null and run.counts_at > coalesce(watched.told_change, '-infinity')
      and not {OWN}
      and coalesce(
          (select max({sane_count("written.value", "rowCount")})
           from run_io_facets as written
           where written.run_id = run.run_id and written.direction = 'output'
             and written.name = 'outputStatistics'), 1) > 0
    order by run.counts_at desc
    limit 1
) as seen on true
left join lateral (
    select run.last_seen as at
    from runs as run
    where watched.streaming and coalesce(watched.number, watched.type_number) is not null
      and run.job_id = watched.job_id and run.began_at is not null
      and not {OWN}
    order by run.began_at desc, run.run_id
    limit 1
) as streamed on true
order by watched.pipeline_id, watched.job_id
"""


def ages(connection: Connection) -> tuple[Age, ...]:
    """Of every pipeline that is not muted; what has no rule need not tell its last change."""
    return fetch(connection, Age, AGES)


@dataclass(frozen=True, slots=True)
class Timed(Ruled):
    """A run under way, or that ended a little while ago, and how long the last successful ones took.

    `threshold` is what the pipeline's args say.
    """

    execution_id: int | None
    run_id: UUID
    start_date: datetime
    end_date: datetime | None
    threshold: Any
    history: list[float]


EXECUTIONS = f"""
with {WATCHED}, timed as (
    select id, run_id, pipeline_id, start_date, end_date from pipeline_execution where end_date is null
    union all
    select id, run_id, pipeline_id, start_date, end_date from pipeline_execution
    where end_date is not null and end_date >= %(recent)s
)
select {SUBJECT}, timed.id as execution_id, timed.run_id, timed.start_date, timed.end_date, watched.threshold,
       array(
           select past.duration_seconds::float8 from pipeline_execution as past
           where past.pipeline_id = timed.pipeline_id and past.completed_successfully
           order by past.start_date desc
           limit %(history)s
       ) as history
from timed
join watched on watched.pipeline_id = timed.pipeline_id
where not watched.streaming
order by timed.id
"""

# Producers often die without a word, so only the newest run of a job is taken to be under way. History is
# read once for each job, however many of its runs have ended lately.
RUNS = f"""
with {WATCHED}, timed as (
    select ended.job_id, ended.run_id, ended.began_at, ended.ended_at
    from runs as ended
    where ended.ended_at >= %(recent)s and ended.began_at is not null
    union all
    select watched.job_id, newest.run_id, newest.began_at, newest.ended_at
    from (select distinct job_id from watched where not streaming) as watched
    cross join lateral (
        select run_id, began_at, ended_at, state
        from runs
        where runs.job_id = watched.job_id and runs.began_at is not null
        order by runs.began_at desc, runs.run_id
        limit 1
    ) as newest
    where newest.ended_at is null and newest.state = 'RUNNING'
), usual as materialized (
    select timed.job_id, array(
        select extract(epoch from past.ended_at - past.began_at)::float8 from runs as past
        where past.job_id = timed.job_id and past.end_state = 'COMPLETE' and past.began_at is not null
        order by past.began_at desc
        limit %(history)s
    ) as history
    from (select distinct job_id from timed) as timed
)
select {SUBJECT}, null::bigint as execution_id, run.run_id, run.began_at as start_date,
       run.ended_at as end_date, watched.threshold, usual.history
from timed as run
join watched on watched.job_id = run.job_id
join usual on usual.job_id = run.job_id
where not watched.streaming and not {OWN}
order by watched.pipeline_id, watched.job_id, run.began_at, run.run_id
"""


def executions(connection: Connection, recent: datetime) -> tuple[Timed, ...]:
    return fetch(connection, Timed, EXECUTIONS, recent=recent, history=HISTORY_RUNS)


def runs(connection: Connection, recent: datetime) -> tuple[Timed, ...]:
    """Those that only OpenLineage told of."""
    return fetch(connection, Timed, RUNS, recent=recent, history=HISTORY_RUNS)


@dataclass(frozen=True, slots=True)
class Member:
    job_id: int
    member_id: int


# A schedule says nothing of data itself; the jobs that its latest runs started do. Cycles end at a depth.
MEMBERS = """
with recursive below as (
    select asked.job_id, run.run_id, 0 as depth
    from unnest(%(jobs)s::integer[]) as asked (job_id)
    cross join lateral (
        select run_id from runs
        where runs.job_id = asked.job_id and runs.began_at is not null
        order by runs.began_at desc, runs.run_id
        limit 3
    ) as run
    union
    select below.job_id, child.run_id, below.depth + 1
    from below join runs as child on child.parent_run_id = below.run_id
    where below.depth < 4
)
select distinct below.job_id, run.job_id as member_id
from below join runs as run on run.run_id = below.run_id
where run.job_id is not null
order by 1, 2
"""


def members(connection: Connection, jobs: Sequence[int]) -> tuple[Member, ...]:
    """Each job, and the jobs that ran as part of its latest runs."""
    return fetch(connection, Member, MEMBERS, jobs=list(jobs))
