"""Executions to read: those that clients start, and the runs of OpenLineage's producers, newest first.

Both sources give a page of their own, and the pages are merged: every execution is a run with an id of its
own, so start and run id order them all.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from headwater.store.queries.job_health import bounded_count
from headwater.store.queries.paging import RowPage, decode, page_of
from headwater.store.queries.rows import Connection, conditions, count, fetch, fetch_values


class ExecutionKey(NamedTuple):
    start_date: datetime
    run_id: UUID


@dataclass(frozen=True, slots=True)
class ExecutionFilter:
    """`pipelines` are numbers of pipelines; `jobs` the nodes whose runs belong to the same question."""

    pipelines: Sequence[int] | None = None
    jobs: Sequence[int] | None = None
    active: bool | None = None
    completed_successfully: bool | None = None
    since: datetime | None = None
    until: datetime | None = None
    run_id: UUID | None = None
    parent: UUID | None = None


@dataclass(frozen=True, slots=True)
class ListedExecution:
    """An execution; `id` and `parent_id` are None where only OpenLineage knows it."""

    id: int | None
    run_id: UUID
    parent_id: int | None
    parent_run_id: UUID | None
    pipeline_id: int | None
    pipeline_name: str | None
    job_namespace: str | None
    job_name: str | None
    start_date: datetime
    end_date: datetime | None
    duration_seconds: int | None
    completed_successfully: bool | None
    inserts: int | None
    updates: int | None
    soft_deletes: int | None
    total_rows: int | Decimal | None
    full_load: bool | None
    watermark: str | None
    next_watermark: str | None
    execution_metadata: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ExecutionSource:
    """Where executions come from: the columns of `Seen`, the tables, and what each filter means there.

    `counted` is the one table that the filters speak of, `kept` the name of the count of all of it.
    """

    columns: str
    tables: str
    counted: str
    kept: str
    start: str
    run_id: str
    filters: dict[str, str]


STARTED = ExecutionSource(
    columns="""
        execution.id, execution.run_id, execution.parent_id, parent.run_id as parent_run_id,
        execution.pipeline_id, pipeline.name as pipeline_name, pipeline.job_namespace, pipeline.job_name,
        execution.start_date, execution.end_date, execution.duration_seconds,
        execution.completed_successfully, execution.inserts, execution.updates, execution.soft_deletes,
        execution.total_rows, execution.full_load, execution.watermark, execution.next_watermark,
        execution.execution_metadata
    """,
    tables="""
        pipeline_execution as execution
        join pipeline on pipeline.id = execution.pipeline_id
        left join pipeline_execution as parent on parent.id = execution.parent_id
    """,
    counted="pipeline_execution as execution",
    kept="started",
    start="execution.start_date",
    run_id="execution.run_id",
    filters={
        "pipelines": "execution.pipeline_id = any(%(pipelines)s)",
        "active": "(execution.end_date is null) = %(active)s",
        "completed_successfully": "execution.completed_successfully = %(completed_successfully)s",
        "since": "execution.start_date >= %(since)s",
        "until": "execution.start_date < %(until)s",
        "run_id": "execution.run_id = %(run_id)s",
        "parent": "execution.parent_id = (select id from pipeline_execution where run_id = %(parent)s)",
        "not_before": "execution.start_date >= %(not_before)s",
    },
)

# Rows that a run says it wrote; a producer may have written anything where the number belongs.
WRITTEN = f"""
    (select sum({bounded_count("statistics.value", "rowCount")})::numeric
     from run_io_facets as statistics
     where statistics.run_id = run.run_id and statistics.direction = 'output'
       and statistics.name = 'outputStatistics')
"""

REPORTED = ExecutionSource(
    columns=f"""
        null::bigint as id, run.run_id, parent.id as parent_id, run.parent_run_id,
        pipeline.id as pipeline_id, pipeline.name as pipeline_name,
        coalesce(sent.namespace, stub.namespace) as job_namespace, coalesce(sent.name, stub.name) as job_name,
        run.began_at as start_date, run.ended_at as end_date,
        extract(epoch from run.ended_at - run.began_at)::bigint as duration_seconds,
        case run.end_state when 'COMPLETE' then true when 'FAIL' then false when 'ABORT' then false end
            as completed_successfully,
        null::bigint as inserts, null::bigint as updates, null::bigint as soft_deletes,
        {WRITTEN} as total_rows, null::boolean as full_load,
        null::text as watermark, null::text as next_watermark, null::jsonb as execution_metadata
    """,
    tables="""
        runs as run
        left join nodes as sent on sent.id = run.job_id
        left join nodes as stub on run.job_id is null and stub.key = run.stub_job_key
        left join pipeline_execution as parent on parent.run_id = run.parent_run_id
        left join lateral (
            select id, name from pipeline where job_key = coalesce(sent.key, stub.key) order by id limit 1
        ) as pipeline on true
    """,
    counted="runs as run",
    kept="reported",
    start="run.began_at",
    run_id="run.run_id",
    filters={
        "jobs": "run.job_id = any(%(jobs)s)",
        "active": "(run.end_state is null and run.ended_at is null) = %(active)s",
        "completed_successfully": "run.end_state is not null"
        " and (run.end_state = 'COMPLETE') = %(completed_successfully)s",
        "since": "run.began_at >= %(since)s",
        "until": "run.began_at < %(until)s",
        "run_id": "run.run_id = %(run_id)s",
        "parent": "run.parent_run_id = %(parent)s",
        "not_before": "run.began_at >= %(not_before)s",
    },
)

# Executions come back from the log as runs; a run without a time is only someone's parent.
NO_EXECUTION = "run.began_at is not null and not run.is_execution"


def search(
    connection: Connection,
    wanted: ExecutionFilter,
    sources: Sequence[ExecutionSource],
    limit: int,
    cursor: str | None = None,
) -> RowPage[ListedExecution]:
    after = decode(cursor, ExecutionKey)
    total = sum(_count(connection, source, wanted) for source in sources)
    rows: list[ListedExecution] = []
    for source in sources:
        # What lies before the end of a full page can't come onto it: the next source need not look there.
        not_before = rows[limit].start_date if len(rows) > limit else None
        rows += _page(connection, source, wanted, after, limit + 1, not_before)
        # Sorting is stable: two passes order by time falling and, where that is equal, by run id rising.
        rows.sort(key=lambda row: row.run_id)
        rows.sort(key=lambda row: row.start_date, reverse=True)
    return page_of(rows[: limit + 1], total, limit, lambda row: ExecutionKey(row.start_date, row.run_id))


def _page(
    connection: Connection,
    source: ExecutionSource,
    wanted: ExecutionFilter,
    after: ExecutionKey | None,
    rows: int,
    not_before: datetime | None,
) -> tuple[ListedExecution, ...]:
    start, run_id = source.start, source.run_id
    beyond = f"({start} < %(at)s or {start} = %(at)s and {run_id} > %(after)s)" if after else "true"
    # The plain bound beside the exact one is what an index can use.
    bound = f"{start} <= %(at)s and {beyond}" if after else "true"
    at, last = after or (None, None)
    query = f"""
        select {source.columns} from {source.tables}
        where {_chosen(source, wanted, not_before)} and {bound}
        order by {start} desc, {run_id}
        limit %(rows)s
    """
    values = asdict(wanted) | {"not_before": not_before, "at": at, "after": last, "rows": rows}
    return fetch(connection, ListedExecution, query, **values)


# No row for callers that are bound to teams: theirs are counted.
KEPT = "select sum(rows)::bigint from kept_counts where name = %(name)s"


def _count(connection: Connection, source: ExecutionSource, wanted: ExecutionFilter) -> int:
    if wanted == ExecutionFilter():
        [kept] = fetch_values(connection, KEPT, name=source.kept)
        if kept is not None:
            return int(kept)
    query = f"select count(*) from {source.counted} where {_chosen(source, wanted, None)}"
    return count(connection, query, **asdict(wanted))


def _chosen(source: ExecutionSource, wanted: ExecutionFilter, not_before: datetime | None) -> str:
    given = asdict(wanted) | {"not_before": not_before}
    chosen = conditions(source.filters, given)
    return f"{chosen} and {NO_EXECUTION}" if source is REPORTED else chosen
