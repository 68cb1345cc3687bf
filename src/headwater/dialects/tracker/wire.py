"""The tracker's words: assets, edges, and what its six functions return."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from headwater.questions.change.breaking_changes import MAX_COLUMNS, ProposedColumn
from headwater.questions.parameters import storable

# Their words are in camelCase, and so are the fields here.
# ruff: noqa: N815

Classification = Literal["public", "internal", "confidential", "restricted"]


class ColumnDef(BaseModel):
    name: str
    type: str
    description: str
    isPII: bool
    classification: Classification | None


class DataAsset(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    id: str
    type: str
    name: str
    # `schema` itself is a method of every pydantic model.
    schema_name: str | None = Field(None, alias="schema")
    database: str | None = None
    owner: str
    columns: list[ColumnDef]
    tags: list[str]
    description: str
    updatedAt: str


class CreatedAsset(DataAsset):
    position: int


class TrackerEdge(BaseModel):
    id: str
    sourceAssetId: str
    sourceColumn: str | None = None
    targetAssetId: str
    targetColumn: str | None = None
    transformationType: str
    transformation: str | None = None
    pipelineId: str | None = None
    confidence: float
    createdAt: str


class CreatedEdge(TrackerEdge):
    position: int


class ImpactedAsset(DataAsset):
    depth: int
    path: list[str]
    """Names, from the asset in question to this one."""


class DownstreamImpact(BaseModel):
    affectedAssets: list[ImpactedAsset]
    affectedDashboards: list[str]
    affectedPipelines: list[str]


class UpstreamAsset(DataAsset):
    depth: int


class UpstreamLineage(BaseModel):
    sources: list[UpstreamAsset]
    transformations: list[TrackerEdge]


class ProposedColumns(BaseModel):
    """An asset by name, and all columns that it is to have."""

    model_config = ConfigDict(extra="forbid")

    assetName: Annotated[str, AfterValidator(storable), Field(min_length=1)]
    newColumns: Annotated[list[ProposedColumn], Field(max_length=MAX_COLUMNS)]


class RenamedColumn(BaseModel):
    old: str
    new: str


class RetypedColumn(BaseModel):
    column: str
    oldType: str
    newType: str


class DetectedChanges(BaseModel):
    """A renamed column stands among the removed ones as well: nobody finds it under its old name."""

    removedColumns: list[str]
    renamedColumns: list[RenamedColumn]
    typeChanges: list[RetypedColumn]
    downstreamImpact: DownstreamImpact


class FlowTarget(BaseModel):
    asset: str
    column: str
    """Empty where the data arrives in the asset as a whole."""
    transformation: str


class PiiFlow(BaseModel):
    asset: str
    column: str
    flowsTo: list[FlowTarget]
