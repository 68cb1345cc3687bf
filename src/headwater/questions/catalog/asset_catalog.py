"""The catalog of assets: which there are, and all that people and producers say of one."""

from collections.abc import Collection, Sequence
from typing import Annotated, Any, Literal

from headwater.answers.assets import Asset, AssetColumn, AssetEntry, AssetPage
from headwater.answers.base import Node
from headwater.errors import NotReadyError
from headwater.model.assets import AssetType
from headwater.model.ids import NodeKind, node_key
from headwater.questions import resolve
from headwater.questions.catalog.columns import KnownColumn, columns_of
from headwater.questions.parameters import (
    Cursor,
    DatasetName,
    Limit,
    Namespace,
    OfTeam,
    Owner,
    Search,
    SqlOnly,
)
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import assets, nodes
from headwater.store.queries.asset_details import DECLARED, AssetDetails, FieldLabel, details
from headwater.store.queries.assets import AssetFilter, AssetRow
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.rows import Connection

Type = Annotated[AssetType | None, Parameter("Filter by type.")]
Tag = Annotated[str | None, Parameter("Filter by tag.", examples=("gold",))]
Tier = Annotated[str | None, Parameter("Filter by tier.", examples=("1",))]
Domain = Annotated[str | None, Parameter("Filter by domain. Case-insensitive.", examples=("sales",))]
Classification = Annotated[
    Literal["public", "internal", "confidential", "restricted"] | None,
    Parameter("Filter by the class declared of a column."),
]
Pii = Annotated[bool | None, Parameter("Filter by whether a column is declared as personal data.")]
Dropped = Annotated[bool, Parameter("Include those that were deleted. Default false.")]

Pipelines = Annotated[bool, Parameter("Whether jobs are listed beside datasets. Default true.")]


@question("/assets", topic="assets", lists=("items",))
def list_assets(
    reading: Reading,
    search: Search = None,
    type: Type = None,
    namespace: Namespace = None,
    owner: Owner = None,
    tag: Tag = None,
    tier: Tier = None,
    domain: Domain = None,
    classification: Classification = None,
    pii: Pii = None,
    dropped: Dropped = False,
    sql_only: SqlOnly = False,
    team: OfTeam = None,
    pipelines: Pipelines = True,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> AssetPage:
    """Tables, views, pipelines, dashboards and the rest, by namespace and name."""
    kind = type.value if type else None
    wanted = AssetFilter(
        *(search, kind, namespace, owner, tag, tier, domain, classification, pii, dropped, sql_only),
        team=known_team(reading.connection, team),
        pipelines=pipelines,
    )
    page = assets.listed(reading.connection, wanted, limit, cursor)
    return AssetPage(tuple(AssetEntry(**_fields(row)) for row in page.items), page.total, page.next_cursor)


@question("/assets/{name}", topic="assets")
def asset(reading: Reading, name: DatasetName) -> Asset:
    """One asset with its columns, as declared and as its producers show them."""
    node = resolve.entity(reading.connection, name)
    return _full(reading.connection, [node])[node.node_id]


def full_assets(reading: Reading, wanted: Collection[Node]) -> dict[str, Asset]:
    """Many assets by their ids, in a handful of reads."""
    keys = [node_key(NodeKind(node.kind), node.namespace, node.name) for node in wanted]
    found = _full(reading.connection, nodes.by_keys(reading.connection, keys, resolve.ANY))
    if reading.sees_everything:
        return found
    return {node.id: _stand_in(node) for node in wanted if node.id not in found} | found


def _stand_in(node: Node) -> Asset:
    """For what the caller may not see."""
    row = AssetRow(0, node.kind, node.namespace, node.name, None, None, (), (), None, None, None, None, None)
    return _asset(row, AssetDetails((), None, (), ()))


def _full(connection: Connection, found: Sequence[NodeName]) -> dict[str, Asset]:
    ids = [node.id for node in found]
    rows = {row.id: row for row in assets.find(connection, ids)}
    known = details(connection, ids)
    # No transaction holds the reads together: a rebuild that removes a node may come between them.
    if missing := next((node for node in found if node.id not in rows), None):
        raise NotReadyError(f"`{missing}` is being rebuilt")
    return {node.node_id: _asset(rows[node.id], known[node.id]) for node in found}


def _asset(row: AssetRow, known: AssetDetails) -> Asset:
    declared = [facet for facet in known.facets if facet.name.startswith(DECLARED)]
    words = {facet.name.removeprefix(DECLARED): facet.value for facet in declared}
    return Asset(
        **_fields(row),
        schema=_word(words, "schema"),
        database=_word(words, "database"),
        owner=_word(words, "owner"),
        columns=_columns(known) if row.kind == NodeKind.DATASET else (),
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
        "domain": row.domain,
        "tags": tuple(row.tags),
        "first_seen": row.first_seen,
        "last_seen": row.last_seen,
        "dropped_at": row.dropped_at,
    }


def _word(words: dict[str, Any], name: str) -> str | None:
    value = words.get(name)
    declared = value.get(name) if isinstance(value, dict) else None
    return str(declared) if declared else None


def _columns(known: AssetDetails) -> tuple[AssetColumn, ...]:
    labels = {label.field: label for label in known.labels}
    columns = columns_of(known.schema, known.facets, known.columns)
    return tuple(_column(column, labels.get(column.name)) for column in columns)


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
