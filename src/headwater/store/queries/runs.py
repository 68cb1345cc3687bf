"""Runs, newest first, and what one run read and wrote."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.answers.runs import Run
from headwater.store.queries.paging import RowPage, decode, page_of
from headwater.store.queries.rows import Connection, conditions, count, fetch, fetch_one, fetch_values
from headwater.store.queries.teams import job_of_team


class RunCursor(NamedTuple):
    began_at: datetime | None
    run_id: UUID


@dataclass(frozen=True, slots=True)
class RunFilter:
    """`job` holds the node ids of one job, `job_keys` their keys: a run known only by name has no id."""

    job: Sequence[int] | None = None
    job_keys: Sequence[UUID] | None = None
    namespace: str | None = None
    state: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    parent: UUID | None = None
    search: str | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class DatasetOfRun:
    """A dataset that a run read (kind 0) or wrote (kind 1)."""

    node_id: int
    kind: int
    namespace: str
    name: str


# A run without events of its own has no job, only the key under which its children name one.
FROM = """
from runs as run
left join nodes as sent on sent.id = run.job_id
left join nodes as stub on run.job_id is null and stub.key = run.stub_job_key
"""

COLUMNS = """
run.run_id,
coalesce(sent.namespace, stub.namespace) as job_namespace, coalesce(sent.name, stub.name) as job_name,
run.state, run.began_at, run.started_at, run.ended_at,
extract(epoch from run.ended_at - run.began_at)::float8 as duration_seconds,
run.first_seen, run.last_seen, run.parent_run_id, run.root_run_id
"""

FILTERS = {
    "job": "(run.job_id = any(%(job)s)"
    " or (run.job_id is null and run.stub_job_key = any(%(job_keys)s::uuid[])))",
    "namespace": "coalesce(sent.namespace, stub.namespace) = %(namespace)s",
    "team": job_of_team("coalesce(sent.id, stub.id)"),
    "search": "strpos(lower(coalesce(sent.namespace, stub.namespace) || '/' || coalesce(sent.name, stub.name)"
    " || ' ' || run.run_id::text), lower(%(search)s)) > 0",
    "state": "run.state = upper(%(state)s)",
    "since": "run.began_at >= %(since)s",
    "until": "run.began_at < %(until)s",
    "parent": "run.parent_run_id = %(parent)s",
}

# The first bound is what the index on time can use; the second breaks ties.
AFTER = "run.began_at <= %(began_at)s and (run.began_at < %(began_at)s or run.run_id > %(run_id)s)"


def listed(connection: Connection, wanted: RunFilter, limit: int, cursor: str | None = None) -> RowPage[Run]:
    """Newest first; runs that are only known as someone's parent have no time and come last."""
    after = decode(cursor, RunCursor)
    chosen, values = conditions(FILTERS, asdict(wanted)), asdict(wanted)
    total = count(connection, f"select count(*) {FROM} where {chosen}", **values)
    # Two queries, since nothing compares with a null: the cursor's time tells in which of them a page ended.
    rows: tuple[Run, ...] = ()
    if after is None or after.began_at is not None:
        rows = _timed(connection, chosen, values, after, limit + 1)
    if len(rows) <= limit:
        rows += _untimed(connection, chosen, values, after, limit + 1 - len(rows))
    return page_of(rows, total, limit, _key)


def _timed(
    connection: Connection, chosen: str, values: dict[str, object], after: RunCursor | None, rows: int
) -> tuple[Run, ...]:
    began_at, run_id = after or (None, None)
    query = f"""
        select {COLUMNS} {FROM}
        where {chosen} and run.began_at is not null and {AFTER if after else "true"}
        order by run.began_at desc, run.run_id
        limit %(rows)s
    """
    return fetch(connection, Run, query, **values, began_at=began_at, run_id=run_id, rows=rows)


def _untimed(
    connection: Connection, chosen: str, values: dict[str, object], after: RunCursor | None, rows: int
) -> tuple[Run, ...]:
    last = after.run_id if after and after.began_at is None else None
    query = f"""
        select {COLUMNS} {FROM}
        where {chosen} and run.began_at is null and {"run.run_id > %(run_id)s" if last else "true"}
        order by run.run_id
        limit %(rows)s
    """
    return fetch(connection, Run, query, **values, run_id=last, rows=rows)


def _key(row: Run) -> RunCursor:
    return RunCursor(row.began_at, row.run_id)


def find(connection: Connection, run_id: UUID) -> Run | None:
    query = f"select {COLUMNS} {FROM} where run.run_id = %(run_id)s"
    return fetch_one(connection, Run, query, run_id=run_id)


def children(connection: Connection, run_id: UUID) -> int:
    return count(connection, "select count(*) from runs where parent_run_id = %(run_id)s", run_id=run_id)


# A run keeps the edges it showed; a facet can also name a dataset that no edge leads to.
DATASETS = """
with shown as (
    select unnest(shown) as edge_id from runs where run_id = %(run_id)s
),
touched as (
    select edge.kind,
           case edge.kind when edge_kind('reads') then edge.source_id else edge.target_id end as node_id
    from edges as edge join shown on shown.edge_id = edge.id
    where edge.kind in (edge_kind('reads'), edge_kind('writes'))
    union
    select edge_kind(case direction when 'input' then 'reads' else 'writes' end), node_id
    from run_io_facets where run_id = %(run_id)s
)
select distinct touched.kind::int as kind, node.id as node_id, node.namespace, node.name
from touched
join nodes as mentioned on mentioned.id = touched.node_id
join nodes as node on node.id = coalesce(mentioned.canonical_id, mentioned.id)
order by kind, node.namespace, node.name
"""


def datasets(connection: Connection, run_id: UUID) -> tuple[DatasetOfRun, ...]:
    """What the run read and wrote, by name."""
    return fetch(connection, DatasetOfRun, DATASETS, run_id=run_id)


# The newest run that has a parent at all: one started by hand says nothing about the schedule.
PARENT_JOB = """
with latest as (
    select parent_run_id from runs
    where job_id = any(%(job)s) and parent_run_id is not null
    order by began_at desc nulls last, run_id
    limit 1
)
select parent.run_id from runs as parent join latest on latest.parent_run_id = parent.run_id
"""


def parent_of_latest(connection: Connection, job: Sequence[int]) -> Run | None:
    """The run that started this job's latest run."""
    found = fetch_values(connection, PARENT_JOB, job=list(job))
    return find(connection, found[0]) if found else None


@dataclass(frozen=True, slots=True)
class EndedRun:
    job_id: int | None
    ended_at: datetime | None


@dataclass(frozen=True, slots=True)
class FailedTask:
    run_id: UUID
    job_id: int
    ended_at: datetime


# Of what a run started, and what that started, the first that failed and started nothing that failed.
FAILED_TASK = """
with recursive failed as (
    select run_id, job_id, ended_at, 0 as depth from runs where run_id = %(run_id)s
    union all
    select task.run_id, task.job_id, task.ended_at, failed.depth + 1
    from failed join runs as task on task.parent_run_id = failed.run_id
    where task.end_state in ('FAIL', 'ABORT') and task.job_id is not null and failed.depth < 10
      and task.ended_at <= %(until)s
)
select run_id, job_id, ended_at from failed
where depth > 0
  and not exists (select from runs as task
                  where task.parent_run_id = failed.run_id and task.end_state in ('FAIL', 'ABORT')
                    and task.ended_at <= %(until)s)
order by ended_at, run_id
limit 1
"""
LAST_FAILED = """
select run_id from runs
where job_id = any(%(jobs)s) and end_state in ('FAIL', 'ABORT')
  and ended_at > %(since)s and ended_at <= %(until)s
order by began_at desc, run_id limit 1
"""
LAST_COMPLETED = """
select ended_at from runs
where job_id = any(%(jobs)s) and end_state = 'COMPLETE' and began_at < %(before)s and ended_at < %(before)s
order by began_at desc, run_id limit 1
"""


def last_completed(connection: Connection, jobs: Sequence[int], before: datetime) -> datetime | None:
    """When one of these jobs last ended well."""
    found = fetch_values(connection, LAST_COMPLETED, jobs=list(jobs), before=before)
    return found[0] if found else None


def failed_task(connection: Connection, run_id: UUID, until: datetime) -> FailedTask | None:
    """The task that made this run fail; None where it failed by itself."""
    return fetch_one(connection, FailedTask, FAILED_TASK, run_id=run_id, until=until)


def last_failed(connection: Connection, jobs: Sequence[int], since: datetime, until: datetime) -> UUID | None:
    found = fetch_values(connection, LAST_FAILED, jobs=list(jobs), since=since, until=until)
    return found[0] if found else None


def job_and_end(connection: Connection, run_id: UUID) -> EndedRun | None:
    """The job of a run, and when it ended."""
    query = "select job_id, ended_at from runs where run_id = %(run_id)s"
    return fetch_one(connection, EndedRun, query, run_id=run_id)
