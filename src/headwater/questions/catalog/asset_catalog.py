"""The catalog of assets: which there are, and all that people and producers say of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg_pool import ConnectionPool

from headwater.errors import NotReadyError
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.catalog.columns import Column, columns_of
from headwater.store.queries import assets, facets, nodes, schemas
from headwater.store.queries.assets import AssetFilter, AssetRow, Label
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import Page
from headwater.store.queries.rows import Connection

DECLARED = "headwater_asset."


@dataclass(frozen=True, slots=True)
class AssetColumn:
    name: str
    type: str | None
    description: str | None
    is_pii: bool
    classification: str | None
    tags: Sequence[str]
    nullable: bool | None
    in_schema: bool


@dataclass(frozen=True, slots=True)
class Asset:
    """`schema`, `database` and `owner` are as someone declared them; producers tell of owners only."""

    row: AssetRow
    schema: str | None
    database: str | None
    owner: str | None
    columns: tuple[AssetColumn, ...]
    updated_at: datetime | None


class AssetCatalog:
    def __init__(self, pool: ConnectionPool[Connection]) -> None:
        self._pool = pool

    def listed(self, wanted: AssetFilter, limit: int, cursor: str | None) -> Page[AssetRow]:
        with self._pool.connection() as connection:
            return assets.listed(connection, wanted, limit, cursor)

    def one(self, name: str) -> Asset:
        with self._pool.connection() as connection:
            return _asset(connection, resolve.entity(connection, name))


def _asset(connection: Connection, node: NodeName) -> Asset:
    row = assets.one(connection, node.id)
    if row is None:
        raise NotReadyError(f"`{node}` is being rebuilt")
    members = nodes.members(connection, node.id)
    told = facets.of_nodes(connection, members)
    declared = [facet for facet in told if facet.name.startswith(DECLARED)]
    words = {facet.name.removeprefix(DECLARED): facet.value for facet in declared}
    columns: tuple[AssetColumn, ...] = ()
    if node.kind == NodeKind.DATASET:
        labels = {label.field: label for label in assets.labels(connection, members)}
        known = columns_of(schemas.current(connection, members), told, nodes.columns(connection, members))
        columns = tuple(_column(column, labels.get(column.name)) for column in known)
    schema, database, owner = (_word(words.get(name), name) for name in ("schema", "database", "owner"))
    updated_at = max((facet.at for facet in declared), default=row.last_seen)
    return Asset(row, schema, database, owner, columns, updated_at)


def _word(value: Any, name: str) -> str | None:
    told = value.get(name) if isinstance(value, dict) else None
    return str(told) if told else None


def _column(column: Column, label: Label | None) -> AssetColumn:
    return AssetColumn(
        name=column.name,
        type=column.type,
        description=column.description,
        is_pii=bool(label and label.pii),
        classification=label.classification if label else None,
        tags=label.tags if label else (),
        nullable=column.nullable,
        in_schema=column.in_schema,
    )
