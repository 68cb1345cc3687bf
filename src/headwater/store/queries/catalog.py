"""The catalog: datasets or jobs by name, a page at a time, with search and filters."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from headwater.model.ids import NodeKind
from headwater.store.queries.nodes_page import nodes_page
from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, conditions, fetch_one
from headwater.store.queries.teams import node_of_team


@dataclass(frozen=True, slots=True)
class CatalogFilter:
    search: str | None = None
    namespace: str | None = None
    owner: str | None = None
    tag: str | None = None
    type: str | None = None
    living: bool | None = None
    """Only what is not dropped, or only what is."""
    stated: bool | None = None
    """Only what an event speaks of, or only what nothing but a SQL text names."""
    team: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One dataset or job as the catalog lists it; `aliases` are full names."""

    id: int
    kind: str
    namespace: str
    name: str
    type: str | None
    description: str | None
    owners: Sequence[str]
    tags: Sequence[str]
    streaming: bool
    first_seen: datetime | None
    last_seen: datetime | None
    dropped_at: datetime | None
    aliases: Sequence[str]


# Searching both spellings lets people paste either `namespace/name` or `namespace.name`.
FILTERS = {
    "search": "(strpos(lower(namespace || '/' || name), lower(%(search)s)) > 0"
    " or strpos(lower(namespace || '.' || name), lower(%(search)s)) > 0)",
    "namespace": "namespace = %(namespace)s",
    "team": node_of_team("nodes.id"),
    "owner": "%(owner)s = any(owners)",
    "tag": "%(tag)s = any(tags)",
    "type": "lower(type) = lower(%(type)s)",
    "living": "(dropped_at is null) = %(living)s",
    # What was read from SQL has no time of its own.
    "stated": "(first_seen is not null) = %(stated)s",
}

# The kind is written out, not bound: only then is the partial index on names usable.
LISTED = {
    NodeKind.DATASET: "kind = 'dataset' and (canonical_id is null or canonical_id = id)",
    NodeKind.JOB: "kind = 'job' and (canonical_id is null or canonical_id = id)",
}

COLUMNS = """
id, kind, namespace, name, type, description, owners, tags, streaming, first_seen, last_seen, dropped_at,
array(
    select alias.namespace || '/' || alias.name from nodes as alias
    where alias.canonical_id = nodes.id and alias.canonical_id <> alias.id
    order by 1
) as aliases
"""

ONE = f"select {COLUMNS} from nodes where id = %(id)s"


def listed(
    connection: Connection, kind: NodeKind, wanted: CatalogFilter, limit: int, cursor: str | None = None
) -> RowPage[Entry]:
    """Canonical nodes of a kind that the filter lets through, by namespace and name."""
    chosen = f"{LISTED[kind]} and {conditions(FILTERS, asdict(wanted))}"
    return nodes_page(connection, Entry, COLUMNS, chosen, asdict(wanted), limit, cursor)


def find(connection: Connection, node_id: int) -> Entry | None:
    return fetch_one(connection, Entry, ONE, id=node_id)
