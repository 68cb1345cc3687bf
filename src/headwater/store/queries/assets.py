"""Assets: datasets and jobs in one list, by name, with what the catalog says of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from headwater.store.queries.labels import plain_tier
from headwater.store.queries.nodes_page import nodes_page
from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, conditions, fetch
from headwater.store.queries.teams import node_of_team


@dataclass(frozen=True, slots=True)
class AssetFilter:
    search: str | None = None
    type: str | None = None
    namespace: str | None = None
    owner: str | None = None
    tag: str | None = None
    tier: str | None = None
    domain: str | None = None
    classification: str | None = None
    pii: bool | None = None
    dropped: bool = False
    sql_only: bool = False
    team: str | None = None
    pipelines: bool | None = None


@dataclass(frozen=True, slots=True)
class AssetRow:
    id: int
    kind: str
    namespace: str
    name: str
    type: str | None
    description: str | None
    owners: Sequence[str]
    tags: Sequence[str]
    tier: str | None
    domain: str | None
    first_seen: datetime | None
    last_seen: datetime | None
    dropped_at: datetime | None


LABELLED = """exists (
    select from nodes as col join column_labels as label on label.column_id = col.id
    where col.dataset_id = nodes.id and col.kind = 'column' and {condition})"""

FILTERS = {
    "search": "(strpos(lower(namespace || '/' || name), lower(%(search)s)) > 0"
    " or strpos(lower(namespace || '.' || name), lower(%(search)s)) > 0"
    " or strpos(lower(coalesce(description, '')), lower(%(search)s)) > 0)",
    # Answers show every job as a `pipeline`, whatever type its producer gave it.
    "type": "(lower(type) = lower(%(type)s) or (lower(%(type)s) = 'pipeline' and kind = 'job'))",
    "pipelines": "(kind = 'job') <= %(pipelines)s",
    "namespace": "namespace = %(namespace)s",
    "team": node_of_team("nodes.id"),
    "owner": "%(owner)s = any(owners)",
    "tag": "%(tag)s = any(tags)",
    "tier": f"tier = {plain_tier('%(tier)s')}",
    "domain": "lower(domain) = lower(%(domain)s)",
    "classification": LABELLED.format(condition="label.classification = lower(%(classification)s)"),
    "pii": f"{LABELLED.format(condition='label.pii')} = %(pii)s",
}

# The first condition is that of the partial index by which pages of assets are read.
LISTED = (
    "kind <> 'column' and (canonical_id is null or canonical_id = id) and (dropped_at is null or %(dropped)s)"
    # What was read from SQL has no time of its own.
    " and (first_seen is not null or %(sql_only)s)"
)
COLUMNS = (
    "id, kind, namespace, name, type, description, owners, tags, tier, domain,"
    " first_seen, last_seen, dropped_at"
)
FOUND = f"select {COLUMNS} from nodes where id = any(%(ids)s)"


def listed(
    connection: Connection, wanted: AssetFilter, limit: int, cursor: str | None = None
) -> RowPage[AssetRow]:
    chosen = f"{LISTED} and {conditions(FILTERS, asdict(wanted))}"
    return nodes_page(connection, AssetRow, COLUMNS, chosen, asdict(wanted), limit, cursor)


def find(connection: Connection, ids: Sequence[int]) -> tuple[AssetRow, ...]:
    return fetch(connection, AssetRow, FOUND, ids=list(ids))
