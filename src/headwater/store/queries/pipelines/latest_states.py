"""How the latest run of every pipeline stands: one small row each, to sort and count by."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from headwater.store.queries.rows import Connection, conditions, fetch
from headwater.store.queries.teams import job_of_team


@dataclass(frozen=True, slots=True)
class PipelineFilter:
    """`parent` is part of the name of the job that started the latest run."""

    search: str | None = None
    namespace: str | None = None
    owner: str | None = None
    tag: str | None = None
    parent: str | None = None
    moving: bool | None = True
    jobs: Sequence[int] | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class LatestState:
    """`late_at` is when the latest run or its data was found to be late, if nothing began since."""

    job_id: int
    name: str
    state: str | None
    began_at: datetime | None
    seconds: float | None
    late_at: datetime | None
    muted: bool


# What moves data: no query, test or migration, and not a job that does nothing but start others.
MOVING = """
(upper(coalesce(job.type, '')) not in ('QUERY', 'TEST', 'MIGRATION')
 and (exists (select from edges where edges.owner_id = job.id)
      or not exists (
          select from (
              select own.run_id from runs as own
              where own.job_id = job.id and own.began_at is not null
              order by own.began_at desc, own.run_id limit 3
          ) as started
          join runs as child on child.parent_run_id = started.run_id))) = %(moving)s
"""

FILTERS = {
    "search": "strpos(lower(job.namespace || '/' || job.name), lower(%(search)s)) > 0",
    "namespace": "job.namespace = %(namespace)s",
    "owner": "%(owner)s = any(job.owners)",
    "tag": "%(tag)s = any(job.tags)",
    "parent": "strpos(lower(starter.name), lower(%(parent)s)) > 0",
    "moving": MOVING,
    "jobs": "job.id = any(%(jobs)s)",
    "team": job_of_team("job.id"),
}

STARTER = """
left join runs as started_by on started_by.run_id = latest.parent_run_id
left join nodes as starter on starter.id = started_by.job_id or (
    started_by.job_id is null and starter.key = started_by.stub_job_key)
"""

AMONG = "(id = any(%(jobs)s) or canonical_id = any(%(jobs)s))"

# A job has its runs under each of its names. A run that ended later than the moment asked for was running.
QUERY = """
with members as (
    select id, coalesce(canonical_id, id) as job_id from nodes where kind = 'job' and {among}
),
latest as (
    select distinct on (members.job_id) members.job_id, run.state, run.began_at, run.ended_at,
           run.parent_run_id
    from members
    cross join lateral (
        select state, began_at, ended_at, parent_run_id from runs
        where runs.job_id = members.id and runs.began_at <= %(until)s
        order by runs.began_at desc, runs.run_id
        limit 1
    ) as run
    order by members.job_id, run.began_at desc
),
overdue as (
    select job_key, max(since) as since, max(created_at) as found_at
    from timeliness_breach
    where kind = 'data_age' and created_at <= %(until)s
    group by job_key
),
-- Of several pipelines that are one job, the first speaks; joined at once, not looked up for each job.
registered as (
    select distinct on (job_key) job_key, mute_timely_check, pipeline_type_id from pipeline
    order by job_key, id
)
select job.id as job_id, job.name,
       case when latest.ended_at > %(until)s then 'RUNNING' else latest.state end as state,
       latest.began_at, extract(epoch from latest.ended_at - latest.began_at)::float8 as seconds,
       case when overdue.since >= latest.began_at then overdue.found_at end as late_at,
       coalesce(pipeline.mute_timely_check or type.mute_timely_check, false) as muted
from nodes as job
left join latest on latest.job_id = job.id
left join overdue on overdue.job_key = job.key
left join registered as pipeline on pipeline.job_key = job.key
left join pipeline_type as type on type.id = pipeline.pipeline_type_id
{starter}
where job.kind = 'job' and job.dropped_at is null and (job.canonical_id is null or job.canonical_id = job.id)
  and {chosen}
"""


def latest_states(connection: Connection, wanted: PipelineFilter, until: datetime) -> tuple[LatestState, ...]:
    """Of all pipelines that fit, in no order."""
    values = asdict(wanted)
    query = QUERY.format(
        among=AMONG if wanted.jobs is not None else "true",
        starter=STARTER if wanted.parent is not None else "",
        chosen=conditions(FILTERS, values),
    )
    return fetch(connection, LatestState, query, **values, until=until)


def states_of(connection: Connection, jobs: Sequence[int], until: datetime) -> tuple[LatestState, ...]:
    """Of these jobs, whatever they are."""
    return latest_states(connection, PipelineFilter(moving=None, jobs=list(jobs)), until)
