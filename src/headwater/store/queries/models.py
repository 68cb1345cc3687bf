"""The texts that make a dataset, as jobs sent them."""

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.store.queries.rows import Connection, fetch, fetch_values


@dataclass(frozen=True, slots=True)
class ModelText:
    """What a job runs to make a dataset."""

    namespace: str
    name: str
    text: str
    dialect: str | None
    masked: bool
    """Kept as a query only, without its literals."""

    @property
    def job(self) -> str:
        return f"job:{self.namespace}/{self.name}"


# The newest text of each job that still writes the dataset: the facet as it came, else the query it is.
MAKERS = """
with makers as (
    select distinct job.id, job.namespace, job.name
    from edges join nodes as job on job.id = edges.owner_id
    where edges.kind = edge_kind('writes') and edges.target_dataset_id = any(%(datasets)s)
      and job.kind = 'job' and upper(coalesce(job.type, '')) <> 'QUERY'
      and (%(jobs)s::bigint[] is null or job.id = any(%(jobs)s))
      and exists (select from edge_spans where edge_id = edges.id and alive_to = 'infinity')
    order by job.namespace, job.name
    limit %(limit)s
)
select makers.namespace, makers.name, coalesce(stated.text, kept.text) as text,
       coalesce(stated.dialect, kept.dialect) as dialect, stated.text is null as masked
from makers
left join lateral (
    select value ->> 'query' as text, value ->> 'dialect' as dialect from facets
    where node_id = makers.id and name = 'sql' order by at desc, event_id desc limit 1
) as stated on true
left join lateral (
    select queries.text, queries.dialect from job_texts join queries on queries.key = job_texts.query_key
    where job_texts.job_id = makers.id order by job_texts.last_seen desc, queries.key limit 1
) as kept on true
where coalesce(stated.text, kept.text) is not null
order by makers.namespace, makers.name
"""


def model_texts(
    connection: Connection, datasets: Sequence[int], jobs: Sequence[int] | None, limit: int
) -> tuple[ModelText, ...]:
    """By job; `jobs` are the numbers of one job where that is given."""
    chosen = list(jobs) if jobs is not None else None
    return fetch(connection, ModelText, MAKERS, datasets=list(datasets), jobs=chosen, limit=limit)


WRITTEN = """
select distinct coalesce(dataset.canonical_id, dataset.id) as id
from edges join nodes as dataset on dataset.id = edges.target_dataset_id
where edges.kind = edge_kind('writes') and edges.owner_id = any(%(jobs)s)
  and exists (select from edge_spans where edge_id = edges.id and alive_to = 'infinity')
order by 1
limit %(limit)s
"""


def written(connection: Connection, jobs: Sequence[int], limit: int) -> tuple[int, ...]:
    """The datasets that a job writes now."""
    return fetch_values(connection, WRITTEN, jobs=list(jobs), limit=limit)
