"""Assets: datasets and jobs in one list, by name, with what the catalog says of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from headwater.store.queries.nodes_page import nodes_page
from headwater.store.queries.paging import RowPage
from headwater.store.queries.rows import Connection, conditions, fetch, fetch_one


@dataclass(frozen=True, slots=True)
class AssetFilter:
    search: str | None = None
    type: str | None = None
    namespace: str | None = None
    owner: str | None = None
    tag: str | None = None
    tier: str | None = None
    classification: str | None = None
    pii: bool | None = None
    dropped: bool = False


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
    first_seen: datetime | None
    last_seen: datetime | None
    dropped_at: datetime | None


LABELLED = """exists (
    select from nodes as col join column_labels as label on label.column_id = col.id
    where col.dataset_id = nodes.id and {condition})"""

FILTERS = {
    "search": "(strpos(lower(namespace || '/' || name), lower(%(search)s)) > 0"
    " or strpos(lower(namespace || '.' || name), lower(%(search)s)) > 0"
    " or strpos(lower(coalesce(description, '')), lower(%(search)s)) > 0)",
    # Answers show every job as a `pipeline`, whatever type its producer gave it.
    "type": "(lower(type) = lower(%(type)s) or (lower(%(type)s) = 'pipeline' and kind = 'job'))",
    "namespace": "namespace = %(namespace)s",
    "owner": "%(owner)s = any(owners)",
    "tag": "%(tag)s = any(tags)",
    # As it is stored: `Tier 1`, `tier:1` and `1` are one tier.
    "tier": "tier = regexp_replace(lower(%(tier)s), '^tier[ _:-]*', '')",
    "classification": LABELLED.format(condition="label.classification = lower(%(classification)s)"),
    "pii": f"{LABELLED.format(condition='label.pii')} = %(pii)s",
}

# The first condition is that of the partial index by which pages of assets are read.
LISTED = (
    "kind <> 'column' and (canonical_id is null or canonical_id = id) and (dropped_at is null or %(dropped)s)"
)
COLUMNS = (
    "id, kind, namespace, name, type, description, owners, tags, tier, first_seen, last_seen, dropped_at"
)
ONE = f"select {COLUMNS} from nodes where id = %(id)s"


def listed(
    connection: Connection, wanted: AssetFilter, limit: int, cursor: str | None = None
) -> RowPage[AssetRow]:
    chosen = f"{LISTED} and {conditions(FILTERS, asdict(wanted))}"
    return nodes_page(connection, AssetRow, COLUMNS, chosen, asdict(wanted), limit, cursor)


def find(connection: Connection, node_id: int) -> AssetRow | None:
    return fetch_one(connection, AssetRow, ONE, id=node_id)


@dataclass(frozen=True, slots=True)
class FieldLabel:
    field: str
    classification: str | None
    pii: bool | None
    tags: Sequence[str]


LABELS = """
select col.field, label.classification, label.pii, label.tags
from nodes as col join column_labels as label on label.column_id = col.id
where col.dataset_id = any(%(datasets)s)
order by col.field, col.id
"""


def labels(connection: Connection, datasets: Sequence[int]) -> tuple[FieldLabel, ...]:
    """What is declared of the columns of these datasets."""
    return fetch(connection, FieldLabel, LABELS, datasets=list(datasets))
