"""The catalog of assets: which there are, and all that people and producers say of one."""

from typing import Annotated, Any, Literal

from headwater.answers.assets import Asset, AssetColumn, AssetEntry, AssetPage
from headwater.errors import NotReadyError
from headwater.model.assets import AssetType
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.catalog.columns import KnownColumn, columns_of
from headwater.questions.parameters import Cursor, Limit, Namespace, Owner, PathName, Search
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import assets, facets, nodes, schemas
from headwater.store.queries.assets import AssetFilter, AssetRow, FieldLabel
from headwater.store.queries.facets import NamedFacet
from headwater.store.queries.paging import DEFAULT_LIMIT

# Each declared field is a facet of its own, so that declaring one leaves the others as they are.
DECLARED = "headwater_asset."

Type = Annotated[AssetType | None, Parameter("Filter by type.")]
Tag = Annotated[str | None, Parameter("Filter by tag.", examples=("gold",))]
Tier = Annotated[str | None, Parameter("Filter by tier.", examples=("1",))]
Classification = Annotated[
    Literal["public", "internal", "confidential", "restricted"] | None,
    Parameter("Filter by the class declared of a column."),
]
Pii = Annotated[bool | None, Parameter("Filter by whether a column is declared as personal data.")]
Dropped = Annotated[bool, Parameter("Include those that were deleted. Default false.")]


@question("/assets", topic="assets", lists=("items",))
def list_assets(
    reading: Reading,
    search: Search = None,
    type: Type = None,
    namespace: Namespace = None,
    owner: Owner = None,
    tag: Tag = None,
    tier: Tier = None,
    classification: Classification = None,
    pii: Pii = None,
    dropped: Dropped = False,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> AssetPage:
    """Tables, views, pipelines, dashboards and the rest, by namespace and name."""
    kind = type.value if type else None
    wanted = AssetFilter(search, kind, namespace, owner, tag, tier, classification, pii, dropped)
    page = assets.listed(reading.connection, wanted, limit, cursor)
    return AssetPage(tuple(AssetEntry(**_fields(row)) for row in page.items), page.total, page.next_cursor)


@question("/assets/{name}", topic="assets")
def asset(reading: Reading, name: PathName) -> Asset:
    """One asset with its columns, as declared and as its producers show them."""
    connection = reading.connection
    node = resolve.entity(connection, name)
    row = assets.find(connection, node.id)
    # No transaction holds the reads together: a rebuild that removes the node may come between them.
    if row is None:
        raise NotReadyError(f"`{node}` is being rebuilt")
    members = nodes.members(connection, node.id)
    stated = facets.of_nodes(connection, members)
    declared = [facet for facet in stated if facet.name.startswith(DECLARED)]
    words = {facet.name.removeprefix(DECLARED): facet.value for facet in declared}
    is_dataset = node.kind == NodeKind.DATASET
    return Asset(
        **_fields(row),
        schema=_word(words, "schema"),
        database=_word(words, "database"),
        owner=_word(words, "owner"),
        columns=_columns(reading, members, stated) if is_dataset else (),
        # When people last declared something; what producers send counts only where nobody has.
        updated_at=max((facet.at for facet in declared), default=row.last_seen),
    )


def _fields(row: AssetRow) -> dict[str, Any]:
    return {
        "id": f"{row.kind}:{row.namespace}/{row.name}",
        # Nobody has to name a type: until somebody does, a dataset is taken for a table.
        "type": "pipeline" if row.kind == "job" else (row.type or "table").lower(),
        "namespace": row.namespace,
        "name": row.name,
        "description": row.description,
        "owners": tuple(row.owners),
        "tier": row.tier,
        "tags": tuple(row.tags),
        "first_seen": row.first_seen,
        "last_seen": row.last_seen,
        "dropped_at": row.dropped_at,
    }


def _word(words: dict[str, Any], name: str) -> str | None:
    value = words.get(name)
    declared = value.get(name) if isinstance(value, dict) else None
    return str(declared) if declared else None


def _columns(reading: Reading, members: list[int], stated: tuple[NamedFacet, ...]) -> tuple[AssetColumn, ...]:
    connection = reading.connection
    # Rows come by number: where two aliases label one column, the later node has the last word.
    labels = {label.field: label for label in assets.labels(connection, members)}
    known = columns_of(schemas.current(connection, members), stated, nodes.columns(connection, members))
    return tuple(_column(column, labels.get(column.name)) for column in known)


def _column(column: KnownColumn, label: FieldLabel | None) -> AssetColumn:
    return AssetColumn(
        name=column.name,
        type=column.type,
        description=column.description,
        is_pii=bool(label and label.pii),
        classification=label.classification if label else None,
        tags=tuple(label.tags) if label else (),
        nullable=column.nullable,
        in_schema=column.in_schema,
    )
