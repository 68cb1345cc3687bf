"""Which address feeds which, by pipeline; and everything that one address reaches."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from headwater.store.queries.rows import Connection, fetch, int_array


@dataclass(frozen=True, slots=True)
class AddressEdge:
    source: int
    target: int


# Only stale rows are deleted. Both halves see the rows as they were before the statement, so one that was
# deleted and stated again could be lost.
REPLACE = """
with stale as (
    delete from pipeline_lineage where pipeline_id = %(pipeline)s
      and (source_address_id <> all(%(sources)s::bigint[]) or target_address_id <> all(%(targets)s::bigint[]))
)
insert into pipeline_lineage (pipeline_id, source_address_id, target_address_id)
select %(pipeline)s, source, target
from unnest(%(sources)s::bigint[]) as source cross join unnest(%(targets)s::bigint[]) as target
on conflict do nothing
"""


def replace(connection: Connection, pipeline: int, sources: Sequence[int], targets: Sequence[int]) -> None:
    """Every source feeds every target; what the pipeline said before is gone."""
    values = {"pipeline": pipeline, "sources": list(sources), "targets": list(targets)}
    connection.execute(REPLACE, values)


# UNION over nodes alone, without depth or path, ends on any cycle and visits each node once.
DOWNSTREAM = """
with recursive reached (id) as (
    select %(start)s::bigint
    union
    select edge.target_address_id
    from pipeline_lineage as edge join reached on edge.source_address_id = reached.id
)
select distinct edge.source_address_id as source, edge.target_address_id as target
from pipeline_lineage as edge join reached on edge.source_address_id = reached.id
"""

UPSTREAM = """
with recursive reached (id) as (
    select %(start)s::bigint
    union
    select edge.source_address_id
    from pipeline_lineage as edge join reached on edge.target_address_id = reached.id
)
select distinct edge.source_address_id as source, edge.target_address_id as target
from pipeline_lineage as edge join reached on edge.target_address_id = reached.id
"""


def downstream(connection: Connection, start: int) -> tuple[AddressEdge, ...]:
    """Every edge on any way out of this address."""
    return fetch(connection, AddressEdge, DOWNSTREAM, start=start)


def upstream(connection: Connection, start: int) -> tuple[AddressEdge, ...]:
    """Every edge on any way into this address."""
    return fetch(connection, AddressEdge, UPSTREAM, start=start)


@dataclass(frozen=True, slots=True)
class TouchedDataset:
    """A dataset that a pipeline reads (`is_input`) or writes."""

    pipeline_id: int
    is_input: bool
    namespace: str
    name: str


DATASETS = """
select distinct edge.pipeline_id, side.is_input, address.dataset_namespace as namespace,
       address.dataset_name as name
from pipeline_lineage as edge
cross join lateral (values (true, edge.source_address_id), (false, edge.target_address_id))
    as side (is_input, address_id)
join address on address.id = side.address_id
where edge.pipeline_id = any(%(pipelines)s)
order by edge.pipeline_id, namespace, name, is_input
"""


def datasets(connection: Connection, *pipelines: int) -> tuple[TouchedDataset, ...]:
    """Of all of these, each pipeline's together."""
    return fetch(connection, TouchedDataset, DATASETS, pipelines=int_array(pipelines))


@dataclass(frozen=True, slots=True)
class _Name:
    id: int
    name: str


def names(connection: Connection, ids: Iterable[int]) -> dict[int, str]:
    rows = fetch(connection, _Name, "select id, name from address where id = any(%(ids)s)", ids=list(ids))
    return {row.id: row.name for row in rows}
