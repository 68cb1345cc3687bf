"""What people send to the catalog, in snake_case or as the lineage tracker spells it."""

import unicodedata
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)

from headwater.facts.budgets import FACET_BYTES, NAME, TAGS, WORD
from headwater.model import assets as model

MAX_COLUMNS = 10_000
MAX_IMPORT = 10_000


def example(**fields: Any) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [fields]})


Classification = Literal["public", "internal", "confidential", "restricted"]


def _lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


def _storable(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not contain a NUL character")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError("must not contain half of a surrogate pair") from error
    return value


def _printable(value: str) -> str:
    for place, character in enumerate(value):
        # Names go into terminals, logs and URLs, where such a character does harm unseen.
        if unicodedata.category(character) == "Cc":
            raise ValueError(f"must not contain a control character, as at character {place + 1}")
    return _storable(value)


def _text(value: Any) -> Any:
    # A tier of `1` is meant as text; `true` is an int to Python, and here a mistake.
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Text = Annotated[str, AfterValidator(_storable)]
Word = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=WORD.limit), AfterValidator(_printable)
]
Named = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=NAME.limit, min_length=1),
    AfterValidator(_printable),
]
# Database, schema and name together are the name of a dataset.
NamePart = Annotated[Named, Field(max_length=NAME.limit // 3 - 1)]
Tags = Annotated[list[Annotated[Word, Field(min_length=1)]], Field(max_length=1000)]


class Declaration(BaseModel):
    """A misspelled field is an error: what a person declares must not be lost silently."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, use_attribute_docstrings=True
    )


class ColumnRequest(Declaration):
    name: Named
    type: Text | None = None
    description: Text | None = None
    # None is "not said", which is not the same as "no".
    is_pii: bool | None = Field(None, validation_alias=AliasChoices("is_pii", "isPII", "isPii"))
    """Whether it holds personal data."""
    nullable: bool | None = None
    classification: Annotated[Classification | None, BeforeValidator(_lower)] = None
    tags: Tags = Field(default_factory=list)

    def to_domain(self) -> model.NewColumn:
        return model.NewColumn(
            self.name,
            self.type,
            self.description,
            self.is_pii,
            self.classification,
            tuple(self.tags),
            self.nullable,
        )


class AssetRequest(Declaration):
    """What is not sent, or null, stays as it is; an empty text or list takes back what was declared."""

    model_config = example(
        type="table",
        name="customers",
        database="crm",
        owner="team:crm",
        tier="1",
        domain="customers",
        tags=["gold"],
        description="One row per customer.",
        columns=[
            {"name": "id", "type": "bigint"},
            {"name": "email", "type": "text", "isPII": True, "classification": "restricted"},
        ],
    )

    type: Annotated[model.AssetType, BeforeValidator(_lower)]
    name: NamePart
    # `schema` is a method of pydantic's models, so the field has another name inside.
    schema_name: NamePart | None = Field(
        None,
        validation_alias=AliasChoices("schema", "schema_name", "schemaName"),
        serialization_alias="schema",
    )
    database: NamePart | None = None
    namespace: Named | None = None
    """OpenLineage's namespace. Without one, the dataset that has this name is meant, or else a new one."""
    owner: Word | None = None
    tier: Annotated[Word | None, BeforeValidator(_text)] = None
    domain: Word | None = None
    """The part of the business that it belongs to."""
    tags: Tags | None = None
    description: Text | None = None
    columns: Annotated[list[ColumnRequest], Field(max_length=MAX_COLUMNS)] | None = None

    @field_validator("columns")
    @classmethod
    def _not_of_a_pipeline(
        cls, columns: list[ColumnRequest] | None, info: ValidationInfo
    ) -> list[ColumnRequest] | None:
        # `type` stands before `columns`, so it has been checked; one that failed is missing here.
        if columns and info.data.get("type") is model.AssetType.PIPELINE:
            raise ValueError("a pipeline has no columns")
        return columns

    @model_validator(mode="after")
    def _within_budgets(self) -> Self:
        """Refused here: the reader of events would set it aside after it was taken."""
        tags = sum(len(column.tags) for column in self.columns or ())
        if tags > TAGS.limit:
            raise ValueError(f"columns: must not have more than {TAGS.limit:,} tags together")
        # The columns stand in two facets, and a character can take several bytes in each.
        if len(self.model_dump_json()) > FACET_BYTES.limit // 2:
            raise ValueError(f"must not be larger than {FACET_BYTES.limit // 2:,} bytes")
        return self

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
            domain=self.domain,
            tags=None if self.tags is None else tuple(self.tags),
            description=self.description,
            columns=None if self.columns is None else tuple(column.to_domain() for column in self.columns),
        )


class EdgeRequest(Declaration):
    model_config = example(
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
    """How certain the edge is. Default 1."""
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
            # Filled in here and not as the field's default, so that a null is taken as well.
            confidence=1.0 if self.confidence is None else self.confidence,
            removed=self.removed,
        )


class CatalogRequest(Declaration):
    """A whole catalog, as a file under version control has it: all of it is taken, or nothing."""

    assets: list[AssetRequest] = Field(default_factory=list, max_length=MAX_IMPORT)
    lineage: list[EdgeRequest] = Field(default_factory=list, max_length=MAX_IMPORT)
