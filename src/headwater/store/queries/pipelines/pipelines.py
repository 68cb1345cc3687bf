"""Pipelines: each is a job, and remembers how far it has read and when it last changed its targets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.store.queries.pipelines.tables import Table, stored_columns
from headwater.store.queries.rows import Connection, count, fetch, fetch_values


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


SUCCEEDED = """
update pipeline
set load_lineage = after.load_lineage, last_target_insert = after.last_target_insert,
    last_target_update = after.last_target_update, last_target_soft_delete = after.last_target_soft_delete,
    watermark = after.watermark, watermark_execution_id = after.watermark_execution_id,
    watermark_started_at = after.watermark_started_at, updated_at = after.updated_at
from unnest(
    %(id)s::bigint[], %(load_lineage)s::boolean[], %(last_target_insert)s::timestamptz[],
    %(last_target_update)s::timestamptz[], %(last_target_soft_delete)s::timestamptz[], %(watermark)s::text[],
    %(watermark_execution_id)s::bigint[], %(watermark_started_at)s::timestamptz[],
    %(updated_at)s::timestamptz[])
    as after (id, load_lineage, last_target_insert, last_target_update, last_target_soft_delete, watermark,
              watermark_execution_id, watermark_started_at, updated_at)
where pipeline.id = after.id
"""


def succeeded(connection: Connection, rows: Sequence[PipelineRow]) -> None:
    """Store what successful executions changed in these, which are locked."""
    connection.execute(SUCCEEDED, stored_columns(rows))


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
