"""The log of timeliness: what was late or took too long, each once."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from headwater.store.queries.paging import Number, RowPage, decode, page_of
from headwater.store.queries.rows import Connection, conditions, count, fetch

# A unique constraint on job, kind, since and run keeps each breach one row; there a null run equals another.
LOG = """
insert into timeliness_breach
    (pipeline_id, job_key, kind, since, run_id, duration_seconds, limit_seconds, rule)
select * from unnest(%(pipelines)s::bigint[], %(jobs)s::uuid[], %(kinds)s::text[], %(sinces)s::timestamptz[],
    %(runs)s::uuid[], %(durations)s::bigint[], %(limits)s::bigint[], %(rules)s::text[])
on conflict do nothing
returning id
"""


@dataclass(frozen=True, slots=True)
class BreachRow:
    pipeline_id: int | None
    job_key: UUID
    kind: str
    since: datetime
    rule: str
    run_id: UUID | None = None
    duration_seconds: int | None = None
    limit_seconds: int | None = None


def log(connection: Connection, breaches: Sequence[BreachRow]) -> tuple[int, ...]:
    """The numbers of those that are new."""
    values = {
        "pipelines": [breach.pipeline_id for breach in breaches],
        "jobs": [breach.job_key for breach in breaches],
        "kinds": [breach.kind for breach in breaches],
        "sinces": [breach.since for breach in breaches],
        "runs": [breach.run_id for breach in breaches],
        "durations": [breach.duration_seconds for breach in breaches],
        "limits": [breach.limit_seconds for breach in breaches],
        "rules": [breach.rule for breach in breaches],
    }
    with connection.cursor() as cursor:
        return tuple(number for (number,) in cursor.execute(LOG, values).fetchall())


# The job's key stays: by it the next check finds the breach logged, and logs it no second time.
CLAIM = """
update timeliness_breach set pipeline_id = %(id)s where job_key = %(key)s and pipeline_id is null returning id
"""


def claim(connection: Connection, pipeline: int, job_key: str) -> tuple[int, ...]:
    """A job has become a pipeline: what was found of the job is now found under the pipeline."""
    with connection.cursor() as cursor:
        claimed = cursor.execute(CLAIM, {"id": pipeline, "key": job_key}).fetchall()
    return tuple(number for (number,) in claimed)


@dataclass(frozen=True, slots=True)
class BreachFilter:
    """`since` and `until` bound the time at which a breach was found."""

    pipeline_id: int | None = None
    kind: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class LoggedBreach:
    """`pipeline_id` is None for a job that only OpenLineage knows."""

    id: int
    pipeline_id: int | None
    name: str | None
    job_namespace: str | None
    job_name: str | None
    kind: str
    since: datetime
    run_id: UUID | None
    duration_seconds: int | None
    limit_seconds: int | None
    rule: str
    created_at: datetime


# Numbers alone order the log: they are given as breaches are found, and are unique.
class BreachKey(NamedTuple):
    id: Number


FILTERS = {
    "pipeline_id": "breach.pipeline_id = %(pipeline_id)s",
    "kind": "breach.kind = %(kind)s",
    "since": "breach.created_at >= %(since)s",
    "until": "breach.created_at < %(until)s",
}


def logged(
    connection: Connection, wanted: BreachFilter, limit: int, cursor: str | None = None
) -> RowPage[LoggedBreach]:
    """Newest first."""
    after = decode(cursor, BreachKey)
    values = asdict(wanted)
    chosen = conditions(FILTERS, values)
    query = f"""
        select breach.id, breach.pipeline_id, coalesce(pipeline.name, job.name) as name,
               coalesce(pipeline.job_namespace, job.namespace) as job_namespace,
               coalesce(pipeline.job_name, job.name) as job_name, breach.kind, breach.since, breach.run_id,
               breach.duration_seconds, breach.limit_seconds, breach.rule, breach.created_at
        from timeliness_breach as breach
        left join pipeline on pipeline.id = breach.pipeline_id
        left join nodes as job on job.key = breach.job_key
        where {chosen} and {"breach.id < %(after)s" if after else "true"}
        order by breach.id desc
        limit %(rows)s
    """
    rows = fetch(connection, LoggedBreach, query, **values, after=after.id if after else None, rows=limit + 1)
    total = count(connection, f"select count(*) from timeliness_breach as breach where {chosen}", **values)
    return page_of(rows, total, limit, lambda row: BreachKey(row.id))
