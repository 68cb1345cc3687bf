"""Who touches whom: the jobs around a dataset and the datasets around a job."""

from collections.abc import Sequence

from headwater.answers.catalog import Neighbour
from headwater.model.edges import EdgeKind
from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, count, fetch

# The dataset asked for is matched by its `_dataset_id` column, which is the one that has an index.
STEPS = """
with touching as (
    select id as edge_id, {neighbour} as node_id, first_seen, last_seen
    from edges
    where kind = %(kind)s and {asked} = any(%(nodes)s)
),
alive as (
    select distinct edge_id from edge_spans
    where alive_to = 'infinity' and edge_id in (select edge_id from touching)
),
grouped as (
    select coalesce(node.canonical_id, node.id) as id,
           min(touching.first_seen) as first_seen, max(touching.last_seen) as last_seen,
           bool_or(alive.edge_id is not null) as current
    from touching
    join nodes as node on node.id = touching.node_id
    left join alive on alive.edge_id = touching.edge_id
    group by 1
)
"""

COUNT = "select count(*) from grouped"

# What is current comes first, so that the limit cuts off the past.
SHOWN = """
select node.namespace, node.name, grouped.first_seen, grouped.last_seen, grouped.current
from grouped join nodes as node on node.id = grouped.id
order by grouped.current desc, left(node.namespace, 200), left(node.name, 400), node.id
limit %(limit)s
"""


def producers(connection: Connection, datasets: Sequence[int], limit: int) -> RowPage[Neighbour]:
    """Jobs that write one of these datasets."""
    steps = STEPS.format(neighbour="source_id", asked="target_dataset_id")
    return _found(connection, steps, EdgeKind.WRITES, datasets, limit)


def consumers(connection: Connection, datasets: Sequence[int], limit: int) -> RowPage[Neighbour]:
    """Jobs that read one of these datasets."""
    steps = STEPS.format(neighbour="target_id", asked="source_dataset_id")
    return _found(connection, steps, EdgeKind.READS, datasets, limit)


def inputs(connection: Connection, jobs: Sequence[int], limit: int) -> RowPage[Neighbour]:
    """Datasets that one of these jobs reads."""
    steps = STEPS.format(neighbour="source_id", asked="owner_id")
    return _found(connection, steps, EdgeKind.READS, jobs, limit)


def outputs(connection: Connection, jobs: Sequence[int], limit: int) -> RowPage[Neighbour]:
    """Datasets that one of these jobs writes."""
    steps = STEPS.format(neighbour="target_id", asked="owner_id")
    return _found(connection, steps, EdgeKind.WRITES, jobs, limit)


def _found(
    connection: Connection, steps: str, kind: EdgeKind, nodes: Sequence[int], limit: int
) -> RowPage[Neighbour]:
    total = count(connection, steps + COUNT, kind=int(kind), nodes=list(nodes))
    rows = fetch(connection, Neighbour, steps + SHOWN, kind=int(kind), nodes=list(nodes), limit=limit)
    return RowPage(rows, total)
