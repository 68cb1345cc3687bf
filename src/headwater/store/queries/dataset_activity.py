"""Which job writes each of several datasets, and how many people query it."""

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.model.edges import EdgeKind
from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class DatasetActivity:
    """Of a dataset and its aliases: the job that wrote it last, and the people whose queries read it."""

    dataset_id: int
    writer_id: int | None
    readers: int


ACTIVITY = """
with members as (
    select id, coalesce(canonical_id, id) as dataset_id
    from nodes where id = any(%(datasets)s) or canonical_id = any(%(datasets)s)
),
writers as (
    select distinct on (members.dataset_id) members.dataset_id, coalesce(job.canonical_id, job.id) as job_id
    from members
    join edges on edges.target_dataset_id = members.id and edges.kind = %(writes)s
    join nodes as job on job.id = edges.source_id
    order by members.dataset_id, edges.last_seen desc, job.id
),
readers as (
    select members.dataset_id, count(distinct days.user_name)::int as people
    from members
    join query_references as used on used.dataset_id = members.id and used.role <> 'written'
    join query_days as days on days.query_key = used.query_key and days.job = ''
    group by members.dataset_id
)
select asked.dataset_id, writers.job_id as writer_id, coalesce(readers.people, 0) as readers
from unnest(%(datasets)s::bigint[]) as asked (dataset_id)
left join writers on writers.dataset_id = asked.dataset_id
left join readers on readers.dataset_id = asked.dataset_id
"""


def activity(connection: Connection, datasets: Sequence[int]) -> dict[int, DatasetActivity]:
    """By the number of the dataset; numbers that no dataset has do no harm."""
    found = fetch(connection, DatasetActivity, ACTIVITY, datasets=list(datasets), writes=int(EdgeKind.WRITES))
    return {row.dataset_id: row for row in found}
