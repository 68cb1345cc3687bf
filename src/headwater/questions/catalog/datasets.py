"""Datasets: which there are, and all that is known of one."""

from typing import Annotated, Any

from headwater.answers.catalog import (
    Assertions,
    Dataset,
    DatasetColumn,
    DatasetDetail,
    DatasetPage,
    Neighbours,
    SchemaVersions,
    Statistics,
)
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.catalog.columns import KnownColumn, columns_of
from headwater.questions.catalog.entries import SHOWN, catalog_entry, entry_fields, facets_by_name
from headwater.questions.parameters import (
    Cursor,
    DatasetName,
    Limit,
    Namespace,
    OfTeam,
    Owner,
    Search,
    SqlOnly,
    Tag,
    Type,
)
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import assertions, catalog, facets, neighbours, nodes, schemas
from headwater.store.queries.catalog import CatalogFilter, Entry
from headwater.store.queries.facets import IoFacet
from headwater.store.queries.paging import DEFAULT_LIMIT

# A producer that goes back and forth between two schemas makes very many; the total is given beside.
SHOWN_VERSIONS = 50

Dropped = Annotated[bool, Parameter("List those that were dropped as well. Default false.")]


@question("/datasets", topic="datasets", lists=("items",))
def list_datasets(
    reading: Reading,
    search: Search = None,
    namespace: Namespace = None,
    owner: Owner = None,
    tag: Tag = None,
    type: Type = None,
    dropped: Dropped = False,
    sql_only: SqlOnly = False,
    team: OfTeam = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> DatasetPage:
    """Datasets by namespace and name; one with several names is listed once, a dropped one if asked for."""
    # None is no filter; false would list the dropped ones alone, or those of queries.
    living, stated = None if dropped else True, None if sql_only else True
    own = known_team(reading.connection, team)
    wanted = CatalogFilter(search, namespace, owner, tag, type, living, stated, own)
    page = catalog.listed(reading.connection, NodeKind.DATASET, wanted, limit, cursor)
    return DatasetPage(tuple(Dataset(**_fields(entry)) for entry in page.items), page.total, page.next_cursor)


@question("/datasets/{name}", topic="datasets")
def dataset(reading: Reading, name: DatasetName) -> DatasetDetail:
    """All about one dataset: facets, columns, schema history, tests, statistics, jobs around it."""
    connection = reading.connection
    node = resolve.entity(connection, name, resolve.DATASET)
    # Producers may write to any of its names: what one of them said holds for the dataset.
    members = nodes.members(connection, node.id)
    stated = facets.of_nodes(connection, members)
    known = columns_of(schemas.current(connection, members), stated, nodes.columns(connection, members))
    versions = schemas.versions(connection, members, SHOWN_VERSIONS)
    results = assertions.latest(connection, members, SHOWN)
    producers = neighbours.producers(connection, members, SHOWN)
    consumers = neighbours.consumers(connection, members, SHOWN)
    return DatasetDetail(
        **_fields(catalog_entry(connection, node)),
        facets=facets_by_name(stated),
        columns=tuple(_column(column) for column in known),
        schema_versions=SchemaVersions(versions.items, versions.total),
        assertions=Assertions(results.items, results.total),
        statistics=tuple(_statistics(facet) for facet in facets.latest_statistics(connection, members)),
        producers=Neighbours(producers.items, producers.total),
        consumers=Neighbours(consumers.items, consumers.total),
    )


def _fields(entry: Entry) -> dict[str, Any]:
    return entry_fields(entry) | {"aliases": tuple(entry.aliases)}


def _column(column: KnownColumn) -> DatasetColumn:
    return DatasetColumn(
        name=column.name,
        type=column.type,
        ordinal=column.ordinal,
        description=column.description,
        tags=column.tags,
        fields=column.fields,
        in_schema=column.in_schema,
    )


def _statistics(facet: IoFacet) -> Statistics:
    return Statistics(
        direction=facet.direction,
        name=facet.name,
        value=facet.value,
        at=facet.at,
        run_id=facet.run_id,
        event_id=facet.event_id,
    )
