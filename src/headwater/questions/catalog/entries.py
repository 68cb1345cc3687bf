"""What details of datasets and jobs share: the entry in the catalog, and facets by name."""

from collections.abc import Iterable
from typing import Any

from headwater.answers.base import Facet, Facets
from headwater.errors import NotReadyError
from headwater.store.queries import catalog
from headwater.store.queries.catalog import Entry
from headwater.store.queries.facets import IoFacet, NamedFacet
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection

# How much of each list one detail shows; the total is always given.
SHOWN = 100


def catalog_entry(connection: Connection, node: NodeName) -> Entry:
    entry = catalog.find(connection, node.id)
    if entry is None:
        raise NotReadyError(f"`{node}` is being rebuilt")
    return entry


def entry_fields(entry: Entry) -> dict[str, Any]:
    """What datasets and jobs are both listed with."""
    return {
        "namespace": entry.namespace,
        "name": entry.name,
        "type": entry.type,
        "description": entry.description,
        "owners": tuple(entry.owners),
        "tags": tuple(entry.tags),
        "first_seen": entry.first_seen,
        "last_seen": entry.last_seen,
        "dropped_at": entry.dropped_at,
    }


def facets_by_name(found: Iterable[NamedFacet | IoFacet]) -> Facets:
    return {facet.name: Facet(facet.value, facet.at, facet.event_id) for facet in found}
