"""The catalog: which datasets and jobs there are, and all that is known of one."""

from dataclasses import dataclass

from psycopg_pool import ConnectionPool

from headwater.errors import NotReadyError
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.catalog.columns import Column, columns_of
from headwater.store.queries import assertions, catalog, facets, neighbours, nodes, runs, schemas
from headwater.store.queries.assertions import Assertion
from headwater.store.queries.catalog import Entry, Filter
from headwater.store.queries.facets import Facet, IoFacet
from headwater.store.queries.neighbours import Neighbour
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import Page
from headwater.store.queries.rows import Connection
from headwater.store.queries.runs import RunFilter, RunRow
from headwater.store.queries.schemas import SchemaVersion

# How much of each list one detail shows; the total is always told.
SHOWN = 100
SHOWN_VERSIONS = 50
SHOWN_RUNS = 10


@dataclass(frozen=True, slots=True)
class DatasetDetail:
    entry: Entry
    facets: tuple[Facet, ...]
    columns: tuple[Column, ...]
    schema_versions: Page[SchemaVersion]
    assertions: Page[Assertion]
    statistics: tuple[IoFacet, ...]
    producers: Page[Neighbour]
    consumers: Page[Neighbour]


@dataclass(frozen=True, slots=True)
class JobDetail:
    entry: Entry
    facets: tuple[Facet, ...]
    sql: str | None
    inputs: Page[Neighbour]
    outputs: Page[Neighbour]
    parent: RunRow | None
    latest_runs: Page[RunRow]


class Catalog:
    def __init__(self, pool: ConnectionPool[Connection]) -> None:
        self._pool = pool

    def datasets(self, wanted: Filter, limit: int, cursor: str | None) -> Page[Entry]:
        with self._pool.connection() as connection:
            return catalog.listed(connection, NodeKind.DATASET, wanted, limit, cursor)

    def jobs(self, wanted: Filter, limit: int, cursor: str | None) -> Page[Entry]:
        with self._pool.connection() as connection:
            return catalog.listed(connection, NodeKind.JOB, wanted, limit, cursor)

    def dataset(self, name: str) -> DatasetDetail:
        """All that is known of one dataset, under any of its names."""
        with self._pool.connection() as connection:
            return _dataset(connection, resolve.entity(connection, name, resolve.DATASET))

    def job(self, name: str) -> JobDetail:
        with self._pool.connection() as connection:
            return _job(connection, resolve.entity(connection, name, resolve.JOB))


def _dataset(connection: Connection, node: NodeName) -> DatasetDetail:
    members = nodes.members(connection, node.id)
    told = facets.of_nodes(connection, members)
    current = schemas.current(connection, members)
    return DatasetDetail(
        entry=_entry(connection, node),
        facets=told,
        columns=columns_of(current, told, nodes.columns(connection, members)),
        schema_versions=schemas.versions(connection, members, SHOWN_VERSIONS),
        assertions=assertions.latest(connection, members, SHOWN),
        statistics=facets.latest_statistics(connection, members),
        producers=neighbours.producers(connection, members, SHOWN),
        consumers=neighbours.consumers(connection, members, SHOWN),
    )


def _job(connection: Connection, node: NodeName) -> JobDetail:
    members = nodes.members(connection, node.id)
    told = facets.of_nodes(connection, members)
    return JobDetail(
        entry=_entry(connection, node),
        facets=told,
        sql=_sql(told),
        inputs=neighbours.inputs(connection, members, SHOWN),
        outputs=neighbours.outputs(connection, members, SHOWN),
        parent=runs.parent_of_latest(connection, members),
        latest_runs=runs.listed(connection, RunFilter(job=members), SHOWN_RUNS),
    )


def _entry(connection: Connection, node: NodeName) -> Entry:
    entry = catalog.one(connection, node.id)
    if entry is None:
        raise NotReadyError(f"`{node}` is being rebuilt")
    return entry


def _sql(told: tuple[Facet, ...]) -> str | None:
    """The query text of the `sql` facet, if it is one: facets are kept as they came."""
    values = [facet.value for facet in told if facet.name == "sql" and isinstance(facet.value, dict)]
    query = values[0].get("query") if values else None
    return query if isinstance(query, str) else None
