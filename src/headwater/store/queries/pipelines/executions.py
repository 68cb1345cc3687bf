"""Executions that clients start and end, and which are under way."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.store.queries.pipelines.tables import Table, stored_columns
from headwater.store.queries.rows import Connection, fetch, fetch_values, int_array

# Of a pipeline whose workers crash every time, the newest are enough to see that.
MAX_ACTIVE = 100


@dataclass(frozen=True, slots=True)
class ExecutionRow:
    id: int
    run_id: UUID
    parent_id: int | None
    pipeline_id: int
    start_date: datetime
    full_load: bool
    watermark: str | None
    next_watermark: str | None
    execution_metadata: dict[str, Any] | None
    end_date: datetime | None = None
    duration_seconds: int | None = None
    completed_successfully: bool | None = None
    inserts: int | None = None
    updates: int | None = None
    soft_deletes: int | None = None
    total_rows: int | None = None


EXECUTIONS = Table("pipeline_execution", ExecutionRow)


PIPELINE_IDS = "select id, pipeline_id from pipeline_execution where id = any(%(ids)s)"


def pipeline_ids(connection: Connection, numbers: Sequence[int]) -> dict[int, int]:
    """Whose executions these are, which never changes."""
    return dict(connection.execute(PIPELINE_IDS, {"ids": int_array(numbers)}).fetchall())


@dataclass(frozen=True, slots=True)
class ActiveExecution:
    id: int
    pipeline_id: int
    watermark: str | None
    next_watermark: str | None


ACTIVE = """
select active.id, active.pipeline_id, active.watermark, active.next_watermark
from unnest(%(pipelines)s::bigint[]) as asked (id)
cross join lateral (
    select id, pipeline_id, watermark, next_watermark
    from pipeline_execution
    where pipeline_id = asked.id and end_date is null
    order by id desc
    limit %(limit)s
) as active
order by active.pipeline_id, active.id desc
"""


def active(connection: Connection, pipelines: Sequence[int]) -> tuple[ActiveExecution, ...]:
    """Those that have not ended, newest first; of each pipeline so many at the most."""
    return fetch(connection, ActiveExecution, ACTIVE, pipelines=int_array(pipelines), limit=MAX_ACTIVE)


@dataclass(frozen=True, slots=True)
class ParentRun:
    id: int
    run_id: UUID
    job_namespace: str
    job_name: str


PARENTS = """
select execution.id, execution.run_id, pipeline.job_namespace, pipeline.job_name
from pipeline_execution as execution join pipeline on pipeline.id = execution.pipeline_id
where execution.id = any(%(ids)s)
"""


def parents(connection: Connection, numbers: Sequence[int]) -> tuple[ParentRun, ...]:
    """Executions as others name them when they are their parent."""
    return fetch(connection, ParentRun, PARENTS, ids=int_array(numbers))


NEXT_IDS = """
select nextval(pg_get_serial_sequence('public.pipeline_execution', 'id')) from generate_series(1, %(count)s)
"""


def next_ids(connection: Connection, count: int) -> tuple[int, ...]:
    """Numbers for new executions."""
    return fetch_values(connection, NEXT_IDS, count=count)


START = """
insert into pipeline_execution
    (id, run_id, parent_id, pipeline_id, start_date, full_load, watermark, next_watermark, execution_metadata)
overriding system value
select * from unnest(
    %(id)s::bigint[], %(run_id)s::uuid[], %(parent_id)s::bigint[], %(pipeline_id)s::bigint[],
    %(start_date)s::timestamptz[], %(full_load)s::boolean[], %(watermark)s::text[],
    %(next_watermark)s::text[], %(execution_metadata)s::jsonb[])
"""


def start(connection: Connection, started: Sequence[ExecutionRow]) -> None:
    connection.execute(START, stored_columns(started))


END = """
update pipeline_execution as execution
set end_date = ended.end_date, duration_seconds = ended.duration_seconds,
    completed_successfully = ended.completed_successfully, inserts = ended.inserts, updates = ended.updates,
    soft_deletes = ended.soft_deletes, total_rows = ended.total_rows,
    execution_metadata = ended.execution_metadata
from unnest(
    %(id)s::bigint[], %(end_date)s::timestamptz[], %(duration_seconds)s::bigint[],
    %(completed_successfully)s::boolean[], %(inserts)s::bigint[], %(updates)s::bigint[],
    %(soft_deletes)s::bigint[], %(total_rows)s::bigint[], %(execution_metadata)s::jsonb[])
    as ended (id, end_date, duration_seconds, completed_successfully, inserts, updates, soft_deletes,
              total_rows, execution_metadata)
where execution.id = ended.id
"""


def end(connection: Connection, ended: Sequence[ExecutionRow]) -> None:
    """Store what is known at their ends."""
    # More than the statement names; psycopg binds those that it asks for.
    connection.execute(END, stored_columns(ended))
