"""Facets as they came: the newest of each name, on a dataset or job, on a run, and on a run's datasets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from headwater.store.queries.rows import Connection, fetch


@dataclass(frozen=True, slots=True)
class NamedFacet:
    name: str
    value: Any
    at: datetime
    event_id: UUID


@dataclass(frozen=True, slots=True)
class IoFacet:
    """A facet that a run put on one of its inputs or outputs."""

    run_id: UUID
    node_id: int
    direction: str
    name: str
    value: Any
    at: datetime
    event_id: UUID


# The newest is chosen before deleted ones are left out: a deletion hides what came before it.
OF_NODES = """
with newest as (
    select distinct on (name) name, value, at, event_id
    from facets
    where node_id = any(%(nodes)s)
    order by name, at desc, event_id desc
)
select name, value, at, event_id from newest where value is not null order by name
"""


def of_nodes(connection: Connection, nodes: Sequence[int]) -> tuple[NamedFacet, ...]:
    """Facets of one entity, given as its node and the aliases of it."""
    return fetch(connection, NamedFacet, OF_NODES, nodes=list(nodes))


OF_RUN = """
select name, value, at, event_id
from run_facets
where run_id = %(run_id)s and value is not null
order by name
"""


def of_run(connection: Connection, run_id: UUID) -> tuple[NamedFacet, ...]:
    return fetch(connection, NamedFacet, OF_RUN, run_id=run_id)


OF_RUN_IO = """
select facet.run_id, coalesce(node.canonical_id, node.id) as node_id, facet.direction,
       facet.name, facet.value, facet.at, facet.event_id
from run_io_facets as facet join nodes as node on node.id = facet.node_id
where facet.run_id = %(run_id)s and facet.value is not null
order by facet.direction, facet.node_id, facet.name
"""


def of_run_io(connection: Connection, run_id: UUID) -> tuple[IoFacet, ...]:
    return fetch(connection, IoFacet, OF_RUN_IO, run_id=run_id)


STATISTICS = """
select distinct on (direction, name) run_id, node_id, direction, name, value, at, event_id
from run_io_facets
where node_id = any(%(nodes)s) and value is not null
  and name in ('outputStatistics', 'inputStatistics')
order by direction, name, at desc, event_id desc
"""


def latest_statistics(connection: Connection, datasets: Sequence[int]) -> tuple[IoFacet, ...]:
    """The newest row and byte counts of a dataset: as written, and as read."""
    return fetch(connection, IoFacet, STATISTICS, nodes=list(datasets))
