"""Pipelines: each is a job, and remembers how far it has read and when it last changed its targets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.store.queries.pipelines.executions import ExecutionRow
from headwater.store.queries.pipelines.tables import Table
from headwater.store.queries.rows import Connection, count, fetch, fetch_one, fetch_values


@dataclass(frozen=True, slots=True)
class PipelineRow:
    """`watermark_execution_id` and `watermark_started_at` say which execution set the watermark."""

    id: int
    name: str
    pipeline_type_id: int
    watermark: str | None
    watermark_execution_id: int | None
    watermark_started_at: datetime | None
    next_watermark: str | None
    pipeline_args: dict[str, Any] | None
    last_target_insert: datetime | None
    last_target_update: datetime | None
    last_target_soft_delete: datetime | None
    timely_number: int | None
    timely_datepart: str | None
    mute_timely_check: bool
    load_lineage: bool
    active: bool
    job_namespace: str
    job_name: str
    job_key: UUID
    created_at: datetime
    updated_at: datetime | None


PIPELINES = Table("pipeline", PipelineRow)

# The pipeline is locked before its execution, as by all who lock both; `no key`, so that inserts of rows
# that refer to the pipeline need not wait.
OF_EXECUTION = f"""
select {PIPELINES.columns} from pipeline
where id = (select pipeline_id from pipeline_execution where id = %(execution)s)
for no key update
"""


def locked_of(connection: Connection, execution: int) -> PipelineRow | None:
    """The pipeline of an execution, locked; an execution never changes its pipeline."""
    return fetch_one(connection, PipelineRow, OF_EXECUTION, execution=execution)


OF_KEYS = f"select {PIPELINES.columns} from pipeline where job_key = any(%(keys)s::uuid[]) order by id"


def of_keys(connection: Connection, keys: Sequence[str]) -> tuple[PipelineRow, ...]:
    """Those that are one of these jobs."""
    return fetch(connection, PipelineRow, OF_KEYS, keys=list(keys))


# Taken before a job is claimed: two who ask for one job at once must not both find it free.
CLAIM_LOCK = 0x68656164636C6169


def lock_claims(connection: Connection) -> None:
    """Until the transaction ends, nobody else claims a job."""
    connection.execute("select pg_advisory_xact_lock(%(key)s)", {"key": CLAIM_LOCK})


TOUCHED = """
select count(*) from pipeline
where id = %(id)s
  and (exists (select from pipeline_execution where pipeline_id = pipeline.id)
       or exists (select from pipeline_lineage where pipeline_id = pipeline.id))
"""


def is_untouched(connection: Connection, number: int) -> bool:
    """Neither executed nor with any lineage: nobody has heard of its job."""
    return count(connection, TOUCHED, id=number) == 0


# Without a new watermark, whoever set the old one stays who set it.
# `greatest`, since a client may report an end that lies before one reported earlier.
SUCCEEDED = """
update pipeline
set load_lineage = false,
    last_target_insert = case when %(inserts)s::bigint > 0
        then greatest(last_target_insert, %(at)s) else last_target_insert end,
    last_target_update = case when %(updates)s::bigint > 0
        then greatest(last_target_update, %(at)s) else last_target_update end,
    last_target_soft_delete = case when %(soft_deletes)s::bigint > 0
        then greatest(last_target_soft_delete, %(at)s) else last_target_soft_delete end,
    watermark = coalesce(%(watermark)s::text, watermark),
    watermark_execution_id = case when %(watermark)s::text is null
        then watermark_execution_id else %(execution)s end,
    watermark_started_at = case when %(watermark)s::text is null
        then watermark_started_at else %(started)s end,
    updated_at = %(now)s
where id = %(id)s
"""


def succeeded(
    connection: Connection, number: int, execution: ExecutionRow, watermark: str | None, now: datetime
) -> None:
    """An execution ended well: its lineage is loaded, and its counts say what changed in the targets."""
    values = {
        "id": number,
        "inserts": execution.inserts,
        "updates": execution.updates,
        "soft_deletes": execution.soft_deletes,
        "at": execution.end_date,
        "watermark": watermark,
        "execution": execution.id,
        "started": execution.start_date,
        "now": now,
    }
    connection.execute(SUCCEEDED, values)


# The type whose rules hold for the job already, as a timeliness check finds it; else the one for all jobs.
TYPE_OF_JOB = """
with called as (
    select array[lower(said.value ->> 'integration') || ' ' || lower(said.value ->> 'jobType'),
                 lower(said.value ->> 'integration'), 'openlineage'] as names
    from nodes as job
    left join facets as said on said.node_id = job.id and said.name = 'jobType'
    where job.key = %(key)s
)
select pipeline_type.name from pipeline_type, called
where lower(pipeline_type.name) = any(called.names)
order by array_position(called.names, lower(pipeline_type.name))
limit 1
"""


def type_of_job(connection: Connection, key: str) -> str:
    found = fetch_values(connection, TYPE_OF_JOB, key=key)
    return str(found[0]) if found else "openlineage"


@dataclass(frozen=True, slots=True)
class UnclaimedJob:
    """A job that OpenLineage reported and that no pipeline is."""

    namespace: str
    name: str
    first_seen: datetime | None
    last_seen: datetime | None


UNCLAIMED = """
select node.namespace, node.name, node.first_seen, node.last_seen
from nodes as node
where node.kind = 'job' and (node.canonical_id is null or node.canonical_id = node.id)
  and (%(key)s::uuid is null or node.key = %(key)s)
  and not exists (select from pipeline where pipeline.job_key = node.key)
order by node.id
limit %(limit)s
"""


def unclaimed(connection: Connection, limit: int, key: str | None = None) -> tuple[UnclaimedJob, ...]:
    return fetch(connection, UnclaimedJob, UNCLAIMED, limit=limit, key=key)


BY_JOB = """
select id from pipeline
where lower(name) = lower(%(name)s) or job_name = %(name)s or job_key = any(%(keys)s::uuid[])
"""


@dataclass(frozen=True, slots=True)
class _Id:
    id: int


def of_job(connection: Connection, name: str, keys: Sequence[str]) -> list[int]:
    """Numbers of the pipelines that go by this name, or are one of these jobs."""
    return [row.id for row in fetch(connection, _Id, BY_JOB, name=name, keys=list(keys))]
