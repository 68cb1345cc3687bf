"""What a timeliness check reads: how old each pipeline's data is, which runs are long, and their history.

What can't be late and can't be too long is left out here, by bounds that are never stricter than what
`headwater.health` goes by: of ten thousand pipelines, most are on time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.health.normal import FAR, HISTORY_RUNS, Normal, hour_of_week, normal_at
from headwater.health.rhythm import LATEST_STARTS, SLACK
from headwater.store.queries import job_health
from headwater.store.queries.job_health import bounded_count
from headwater.store.queries.pipelines.watched import SUBJECT, WATCHED, WatchedByRule, may_be_late
from headwater.store.queries.rows import Connection, count, fetch


@dataclass(frozen=True, slots=True)
class Age(WatchedByRule):
    """When a pipeline's targets last changed; `job_id` is None while no event of its job was published."""

    job_id: int | None
    streaming: bool
    last_change: datetime | None


# A run of OpenLineage changes data when it completes, unless it says that it wrote no rows. That of a
# streaming job hardly ever completes: there the newest sign of life is the last change.
LAST_CHANGE = "greatest(watched.reported_change, seen.at, streamed.at)"


def _ages(source: str) -> str:
    return f"""
select {SUBJECT}, watched.baseline_id as job_id, watched.streaming,
       {LAST_CHANGE} as last_change
from {source} as watched
left join lateral (
    select run.counts_at as at
    from runs as run
    where coalesce(watched.number, watched.type_number) is not null
      and run.job_id = watched.job_id and run.end_state = 'COMPLETE'
      and run.counts_at is not null and run.counts_at > coalesce(watched.reported_change, '-infinity')
      and not run.is_execution
      and coalesce(
          (select max({bounded_count("written.value", "rowCount")})
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
      and not run.is_execution
    order by run.began_at desc, run.run_id
    limit 1
) as streamed on true
"""


# What was reported says of most that they are on time; the runs of those need no look.
OVERDUE = f"""
with {WATCHED}, unsure as (
    select * from watched where {may_be_late("watched.reported_change")}
)
{_ages("unsure")}
where {may_be_late(LAST_CHANGE)}
order by watched.pipeline_id, watched.job_id
"""
AGES_OF = f"""
with {WATCHED}
{_ages("watched")}
where watched.job_key = any(array(select key from nodes where id = any(%(jobs)s)))
"""
COUNT = f"with {WATCHED} select count(*) from watched"


def watched(connection: Connection) -> int:
    """How many pipelines and other jobs are not muted."""
    return count(connection, COUNT)


def overdue(connection: Connection, now: datetime) -> tuple[Age, ...]:
    """Those that may be late by their rule, or have none or no change yet, so that history decides."""
    return fetch(connection, Age, OVERDUE, now=now)


def ages_of(connection: Connection, jobs: Sequence[int]) -> tuple[Age, ...]:
    """Of those of these jobs that are not muted."""
    return fetch(connection, Age, AGES_OF, jobs=list(jobs))


def age_of(connection: Connection, jobs: Sequence[int]) -> Age | None:
    """Of the job that has these ids, if it is not muted."""
    return next(iter(ages_of(connection, jobs)), None)


@dataclass(frozen=True, slots=True)
class Timed(WatchedByRule):
    """A run under way, or that ended a little while ago, and what is known of the last successful ones.

    `threshold` is what the pipeline's args say. Where there is no baseline yet, `history` and `hours` have
    the durations of the runs that it would be made from, and the hours of the week at which they began.
    """

    execution_id: int | None
    run_id: UUID
    start_date: datetime
    end_date: datetime | None
    threshold: Any
    runs: int | None
    median: float | None
    mad: float | None
    spread: float | None
    history: list[float] | None
    hours: list[int] | None

    @property
    def usual(self) -> Normal | None:
        """What is normal for a run that starts at this hour."""
        if self.runs is None or self.median is None or self.mad is None or self.spread is None:
            return normal_at(hour_of_week(self.start_date), self.history or [], self.hours or [])
        return Normal(self.runs, self.median, self.mad, self.spread)


def _usual(start: str) -> str:
    """The baseline of durations at the hour of the start, or over all hours where that has none."""
    return f"""
left join lateral (
    select runs, median, mad, spread from job_baselines as baseline
    where baseline.job_id = watched.baseline_id and baseline.measure = 'duration'
      and baseline.hour_of_week in ({job_health.hour_of_week(start)}, -1)
    order by baseline.hour_of_week desc
    limit 1
) as usual on true
"""


def _durations(start: str, end: str) -> str:
    return f"""
array_agg(extract(epoch from {end} - {start})::float8) as history,
array_agg({job_health.hour_of_week(start)}) as hours
"""


def _may_be_long(start: str, end: str) -> str:
    """Also where nothing is known yet of what is usual, or a threshold of any form is given."""
    return f"""
(watched.threshold is not null or (usual.median + {FAR} * usual.spread) is null
 or extract(epoch from coalesce({end}, %(now)s) - {start})
    >= least(watched.least_allowed, usual.median + {FAR} * usual.spread) - 1)
"""


EXECUTIONS = f"""
with {WATCHED}, timed as (
    select id, run_id, pipeline_id, start_date, end_date from pipeline_execution where end_date is null
    union all
    select id, run_id, pipeline_id, start_date, end_date from pipeline_execution
    where end_date is not null and end_date >= %(recent)s
)
select {SUBJECT}, timed.id as execution_id, timed.run_id, timed.start_date, timed.end_date, watched.threshold,
       usual.runs, usual.median, usual.mad, usual.spread, past.history, past.hours
from timed
join watched on watched.pipeline_id = timed.pipeline_id
{_usual("timed.start_date")}
left join lateral (
    select {_durations("start_date", "end_date")}
    from (
        select start_date, end_date from pipeline_execution as past
        where usual.median is null and past.pipeline_id = timed.pipeline_id and past.completed_successfully
        order by past.start_date desc
        limit %(history)s
    ) as latest
    where end_date is not null
) as past on true
where not watched.streaming and {_may_be_long("timed.start_date", "timed.end_date")}
order by timed.id
"""

# Producers often die without a word, so only the newest run of a job is taken to be under way. How long a
# run took is known only where its start is. History is read once for each job that has no baseline yet.
RUNS = f"""
with {WATCHED}, timed as (
    select ended.job_id, ended.run_id, ended.began_at, ended.ended_at
    from runs as ended
    where ended.ended_at >= %(recent)s and ended.started_at is not null and not ended.is_execution
    union all
    select watched.job_id, newest.run_id, newest.began_at, newest.ended_at
    from (select distinct job_id from watched where not streaming) as watched
    cross join lateral (
        select run_id, began_at, ended_at, state, is_execution
        from runs
        where runs.job_id = watched.job_id and runs.began_at is not null
        order by runs.began_at desc, runs.run_id
        limit 1
    ) as newest
    where newest.ended_at is null and newest.state = 'RUNNING' and not newest.is_execution
), past as materialized (
    select young.job_id, found.history, found.hours
    from (select distinct job_id from timed) as young
    cross join lateral (
        select {_durations("started_at", "ended_at")}
        from (
            select started_at, ended_at from runs
            where runs.job_id = young.job_id and runs.end_state = 'COMPLETE' and runs.began_at is not null
            order by runs.began_at desc, runs.run_id
            limit %(history)s
        ) as latest
        where started_at is not null
    ) as found
    where not exists (
        select from job_baselines as baseline
        where baseline.job_id = young.job_id and baseline.measure = 'duration'
    )
)
select {SUBJECT}, null::bigint as execution_id, run.run_id, run.began_at as start_date,
       run.ended_at as end_date, watched.threshold,
       usual.runs, usual.median, usual.mad, usual.spread, past.history, past.hours
from timed as run
join watched on watched.job_id = run.job_id
{_usual("run.began_at")}
left join past on past.job_id = run.job_id
where not watched.streaming and {_may_be_long("run.began_at", "run.ended_at")}
order by watched.pipeline_id, watched.job_id, run.began_at, run.run_id
"""


def executions(connection: Connection, recent: datetime, now: datetime) -> tuple[Timed, ...]:
    """Those that may be too long."""
    return fetch(connection, Timed, EXECUTIONS, recent=recent, now=now, history=HISTORY_RUNS)


def runs(connection: Connection, recent: datetime, now: datetime) -> tuple[Timed, ...]:
    """The same of those that only OpenLineage knows."""
    return fetch(connection, Timed, RUNS, recent=recent, now=now, history=HISTORY_RUNS)


@dataclass(frozen=True, slots=True)
class JobStarts:
    """When the latest runs of a job began, newest first, and under which ids the job is known."""

    job_id: int
    members: list[int]
    starts: list[datetime]


# Only jobs that have been silent for longer than usual: most are on time, and need no further look. Each of a
# job's ids is one scan in the order of an index.
SILENT = f"""
select asked.job_id, known.members, latest.starts
from unnest(%(jobs)s::integer[]) as asked (job_id)
cross join lateral (
    select array_agg(id) as members from nodes where id = asked.job_id or canonical_id = asked.job_id
) as known
cross join lateral (
    select array_agg(began_at order by began_at desc) as starts,
           percentile_cont(0.5) within group (order by gap) as usual_gap
    from (
        select began_at, began_at - lag(began_at) over (order by began_at) as gap
        from (
            select newest.began_at
            from unnest(known.members) as member (id)
            cross join lateral (
                select began_at from runs
                where runs.job_id = member.id and began_at <= %(now)s
                order by began_at desc
                limit {LATEST_STARTS}
            ) as newest
            order by newest.began_at desc
            limit {LATEST_STARTS}
        ) as newest
    ) as gaps
) as latest
where latest.starts[1] + latest.usual_gap * {1 + SLACK} < %(now)s
order by asked.job_id
"""


def silent(connection: Connection, jobs: Sequence[int], now: datetime) -> tuple[JobStarts, ...]:
    """Those of the jobs that may be overdue: the usual gap and the least slack have passed."""
    return fetch(connection, JobStarts, SILENT, jobs=list(jobs), now=now)


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
