"""What people send to the catalog, in snake_case or as the lineage tracker spells it; and what it answers."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)

from headwater.api.wire.base import Page, Wire, example
from headwater.model import assets as model
from headwater.questions.catalog.asset_catalog import Asset as KnownAsset
from headwater.questions.catalog.asset_events import PlacedEdge
from headwater.questions.catalog.assets import Plan, Registered
from headwater.store.queries.assets import AssetRow

MAX_COLUMNS = 10_000
MAX_IMPORT = 10_000

Classification = Literal["public", "internal", "confidential", "restricted"]


def _lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


def _storable(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not contain a NUL character")
    return value


def _printable(value: str) -> str:
    for place, character in enumerate(value):
        if unicodedata.category(character) == "Cc":
            raise ValueError(f"must not contain a control character, as at character {place + 1}")
    return value


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Text = Annotated[str, AfterValidator(_storable)]
Word = Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000), AfterValidator(_printable)]
Named = Annotated[Word, Field(min_length=1)]
Tags = Annotated[list[Named], Field(max_length=1000)]


class Told(Wire):
    """A misspelled field is an error: what a person declares must not be lost silently."""

    model_config = ConfigDict(extra="forbid")


class Column(Told):
    name: Named
    type: Text | None = None
    description: Text | None = None
    is_pii: bool | None = Field(None, validation_alias=AliasChoices("is_pii", "isPII", "isPii"))
    """Whether it holds personal data."""
    nullable: bool | None = None
    classification: Annotated[Classification | None, BeforeValidator(_lower)] = None
    tags: Tags = Field(default_factory=list)

    def to_domain(self) -> model.AssetColumn:
        return model.AssetColumn(
            self.name,
            self.type,
            self.description,
            self.is_pii,
            self.classification,
            tuple(self.tags),
            self.nullable,
        )


class NewAsset(Told):
    """What is not sent, or null, stays as it is; an empty text or list takes back what was declared."""

    model_config = ConfigDict(extra="forbid") | example(
        type="table",
        name="customers",
        database="crm",
        owner="team:crm",
        tier="1",
        tags=["gold"],
        description="One row per customer.",
        columns=[
            {"name": "id", "type": "bigint"},
            {"name": "email", "type": "text", "isPII": True, "classification": "restricted"},
        ],
    )

    type: Annotated[model.AssetType, BeforeValidator(_lower)]
    name: Named
    schema_name: Named | None = Field(
        None,
        validation_alias=AliasChoices("schema", "schema_name", "schemaName"),
        serialization_alias="schema",
    )
    database: Named | None = None
    namespace: Named | None = None
    """OpenLineage's namespace. Without one, the dataset that has this name is meant, or else a new one."""
    owner: Word | None = None
    tier: Annotated[Word | None, BeforeValidator(_text)] = None
    tags: Tags | None = None
    description: Text | None = None
    columns: Annotated[list[Column], Field(max_length=MAX_COLUMNS)] | None = None

    @field_validator("columns")
    @classmethod
    def _not_of_a_pipeline(cls, columns: list[Column] | None, info: ValidationInfo) -> list[Column] | None:
        if columns and info.data.get("type") is model.AssetType.PIPELINE:
            raise ValueError("a pipeline has no columns")
        return columns

    @model_validator(mode="after")
    def _each_column_once(self) -> Self:
        seen: set[str] = set()
        for place, column in enumerate(self.columns or ()):
            if column.name in seen:
                raise ValueError(f"columns.{place}.name: `{column.name}` comes twice")
            seen.add(column.name)
        return self

    def to_domain(self) -> model.NewAsset:
        return model.NewAsset(
            type=self.type,
            name=self.name,
            schema=self.schema_name,
            database=self.database,
            namespace=self.namespace,
            owner=self.owner,
            tier=self.tier,
            tags=None if self.tags is None else tuple(self.tags),
            description=self.description,
            columns=None if self.columns is None else tuple(column.to_domain() for column in self.columns),
        )


class NewEdge(Told):
    model_config = ConfigDict(extra="forbid") | example(
        sourceAsset="crm.customers",
        sourceColumn="email",
        targetAsset="warehouse.dim_customer",
        targetColumn="email_hash",
        transformationType="calculation",
        transformation="sha256(lower(email))",
        pipeline="load_customers",
    )

    source_asset: Named = Field(validation_alias=AliasChoices("source_asset", "sourceAsset"))
    target_asset: Named = Field(validation_alias=AliasChoices("target_asset", "targetAsset"))
    source_column: Named | None = Field(None, validation_alias=AliasChoices("source_column", "sourceColumn"))
    target_column: Named | None = Field(None, validation_alias=AliasChoices("target_column", "targetColumn"))
    transformation_type: Annotated[model.TransformationType, BeforeValidator(_lower)] = Field(
        model.TransformationType.DIRECT,
        validation_alias=AliasChoices("transformation_type", "transformationType"),
    )
    transformation: Text | None = None
    """SQL or a description. An expression that hashes or masks the column ends or lowers its class."""
    pipeline: Named | None = Field(
        None, validation_alias=AliasChoices("pipeline", "pipelineId", "pipeline_id")
    )
    confidence: float | None = Field(None, ge=0, le=1)
    removed: bool = False
    """Take an edge back that was declared before."""

    def to_domain(self) -> model.NewEdge:
        return model.NewEdge(
            source_asset=self.source_asset,
            target_asset=self.target_asset,
            transformation_type=self.transformation_type,
            source_column=self.source_column,
            target_column=self.target_column,
            transformation=self.transformation,
            pipeline=self.pipeline,
            confidence=self.confidence,
            removed=self.removed,
        )


class Import(Told):
    """A whole catalog, as a file under version control has it: all of it is taken, or nothing."""

    assets: list[NewAsset] = Field(default_factory=list, max_length=MAX_IMPORT)
    lineage: list[NewEdge] = Field(default_factory=list, max_length=MAX_IMPORT)


class RegisteredAsset(Wire):
    id: str
    namespace: str
    name: str
    created: bool
    """Whether nothing of that name was known before."""
    event_id: UUID

    @classmethod
    def of(cls, registered: Registered) -> Self:
        node = registered.node
        return cls(
            id=node.node_id,
            namespace=node.namespace,
            name=node.name,
            created=registered.created,
            event_id=registered.event_id,
        )


class DeclaredEdge(Wire):
    source: str
    source_column: str | None
    target: str
    target_column: str | None
    transformation_type: str
    transformation: str | None
    pipeline: str | None
    confidence: float | None
    removed: bool

    @classmethod
    def of(cls, placed: PlacedEdge) -> Self:
        edge = placed.edge
        return cls(
            source=placed.source.node_id,
            source_column=edge.source_column,
            target=placed.target.node_id,
            target_column=edge.target_column,
            transformation_type=str(edge.transformation_type),
            transformation=edge.transformation,
            pipeline=placed.pipeline.node_id if placed.pipeline else None,
            confidence=edge.confidence,
            removed=edge.removed,
        )


class AssetWritten(Wire):
    asset: RegisteredAsset
    event_id: UUID
    position: int
    """Send it as `min_position` to a read that has to see this."""


class EdgeWritten(Wire):
    edge: DeclaredEdge
    event_id: UUID
    position: int


class Imported(Wire):
    assets: list[RegisteredAsset]
    edges: list[DeclaredEdge]
    position: int

    @classmethod
    def of(cls, plan: Plan, position: int) -> Self:
        return cls(
            assets=[RegisteredAsset.of(one) for one in plan.assets],
            edges=[DeclaredEdge.of(one) for one in plan.edges],
            position=position,
        )


class AssetEntry(Wire):
    id: str
    type: str
    namespace: str
    name: str
    description: str | None
    owners: Sequence[str]
    tier: str | None
    tags: Sequence[str]
    first_seen: datetime | None
    last_seen: datetime | None
    dropped_at: datetime | None

    @classmethod
    def of(cls, row: AssetRow, **more: Any) -> Self:
        return cls(
            id=f"{row.kind}:{row.namespace}/{row.name}",
            type="pipeline" if row.kind == "job" else (row.type or "table").lower(),
            namespace=row.namespace,
            name=row.name,
            description=row.description,
            owners=row.owners,
            tier=row.tier,
            tags=row.tags,
            first_seen=row.first_seen,
            last_seen=row.last_seen,
            dropped_at=row.dropped_at,
            **more,
        )


CUSTOMERS: dict[str, Any] = {
    "id": "dataset:catalog/crm.customers",
    "type": "table",
    "namespace": "catalog",
    "name": "crm.customers",
    "description": "One row per customer.",
    "owners": ["team:crm"],
    "tier": "1",
    "tags": ["gold"],
    "first_seen": "2026-04-20T08:00:00Z",
    "last_seen": "2026-04-20T08:00:00Z",
    "dropped_at": None,
}


class AssetPage(Page[AssetEntry]):
    model_config = example(items=[CUSTOMERS], total=280, next_cursor="WyJjYXRhbG9nIl0")


class AssetColumn(Wire):
    name: str
    type: str | None
    description: str | None
    is_pii: bool
    classification: str | None
    tags: Sequence[str]
    nullable: bool | None
    in_schema: bool


class Asset(AssetEntry):
    model_config = example(
        **CUSTOMERS,
        schema=None,
        database="crm",
        owner="team:crm",
        columns=[
            {
                "name": "email",
                "type": "text",
                "description": None,
                "is_pii": True,
                "classification": "restricted",
                "tags": [],
                "nullable": None,
                "in_schema": True,
            }
        ],
        updated_at="2026-04-20T08:00:00Z",
    )

    schema_name: str | None = Field(
        validation_alias=AliasChoices("schema", "schema_name"), serialization_alias="schema"
    )
    """As declared in the catalog, like `database` and `owner`."""
    database: str | None
    owner: str | None
    columns: list[AssetColumn]
    updated_at: datetime | None

    @classmethod
    def known(cls, asset: KnownAsset) -> Self:
        columns = [AssetColumn.model_validate(column) for column in asset.columns]
        return cls.of(
            asset.row,
            schema_name=asset.schema,
            database=asset.database,
            owner=asset.owner,
            columns=columns,
            updated_at=asset.updated_at,
        )
