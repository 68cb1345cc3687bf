"""Executions that clients start and end, and which are under way."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.store.queries.pipelines.tables import Table, stored
from headwater.store.queries.rows import Connection, fetch, fetch_one

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


@dataclass(frozen=True, slots=True)
class ActiveExecution:
    id: int
    watermark: str | None
    next_watermark: str | None


ACTIVE = """
select id, watermark, next_watermark
from pipeline_execution
where pipeline_id = %(pipeline)s and end_date is null
order by id desc
limit %(limit)s
"""


def active(connection: Connection, pipeline: int) -> tuple[ActiveExecution, ...]:
    """Those that have not ended, newest first."""
    return fetch(connection, ActiveExecution, ACTIVE, pipeline=pipeline, limit=MAX_ACTIVE)


@dataclass(frozen=True, slots=True)
class ParentRun:
    id: int
    run_id: UUID
    job_namespace: str
    job_name: str


PARENT = """
select execution.id, execution.run_id, pipeline.job_namespace, pipeline.job_name
from pipeline_execution as execution join pipeline on pipeline.id = execution.pipeline_id
where execution.id = %(id)s
"""


def parent(connection: Connection, number: int) -> ParentRun | None:
    """An execution as others name it when it is their parent."""
    return fetch_one(connection, ParentRun, PARENT, id=number)


@dataclass(frozen=True, slots=True)
class _ExecutionId:
    id: int


START = """
insert into pipeline_execution
    (run_id, parent_id, pipeline_id, start_date, full_load, watermark, next_watermark, execution_metadata)
values (%(run_id)s, %(parent_id)s, %(pipeline_id)s, %(start_date)s, %(full_load)s, %(watermark)s,
        %(next_watermark)s, %(execution_metadata)s)
returning id
"""


def start(connection: Connection, **values: Any) -> int:
    row = fetch_one(connection, _ExecutionId, START, **stored(values))
    assert row is not None
    return row.id


END = """
update pipeline_execution
set end_date = %(end_date)s, duration_seconds = %(duration_seconds)s,
    completed_successfully = %(completed_successfully)s, inserts = %(inserts)s, updates = %(updates)s,
    soft_deletes = %(soft_deletes)s, total_rows = %(total_rows)s, execution_metadata = %(execution_metadata)s
where id = %(id)s
"""


def end(connection: Connection, execution: ExecutionRow) -> None:
    """Store what is known at its end."""
    # More than the statement names; psycopg binds those that it asks for.
    values = {field.name: getattr(execution, field.name) for field in fields(execution)}
    connection.execute(END, stored(values))
