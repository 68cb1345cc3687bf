"""Answers about a change: what it affects, what something is made from, what a new schema would break."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AliasChoices, ConfigDict, Field

from headwater.api.wire.assets import Told
from headwater.api.wire.base import Node, NodeId, Part, Wire, example
from headwater.api.wire.graph import FEEDS, ORDERS_NODE, REVENUE_NODE, Edge, Unknown

MAX_COLUMNS = 10_000

AMOUNT = "column:ecommerce_warehouse/shopflow.sales.orders#amount"
STEP: dict[str, Any] = {
    "from": AMOUNT,
    "to": "column:ecommerce_warehouse/shopflow.finance.revenue_daily#gross",
    "kind": "column",
    "job": "job:shopflow_airflow/revenue_etl_pipeline",
    "origin": "column_facet",
    "confidence": 0.95,
    "subtype": "AGGREGATION",
    "masking": False,
    "description": None,
}
ITEM: dict[str, Any] = {
    "node": REVENUE_NODE,
    "type": "TABLE",
    "owners": ["team:finance"],
    "tier": "gold",
    "depth": 1,
    "level": "column",
    "direct": True,
    "columns": ["gross"],
    "columns_total": 1,
    "path": [STEP],
    "path_truncated": False,
}
TOTALS: dict[str, Any] = {"assets": 1, "datasets": 1, "dashboards": 0, "pipelines": 0, "columns": 1}
IMPACT: dict[str, Any] = {
    "asset": ORDERS_NODE,
    "column": "amount",
    "as_of": None,
    "position": 4711,
    "total": TOTALS,
    "affected": [ITEM],
    "dashboards": {"total": 0, "items": []},
    "pipelines": {"total": 0, "items": []},
    "owners": [{"name": "team:finance", "affected": 1}],
    "teams": [{"name": "team:finance", "affected": 1}],
    "tiers": [{"name": "gold", "affected": 1}],
    "truncated_by_depth": False,
    "next_cursor": None,
    "unknown": None,
}


class Step(Wire):
    """One edge of a path, in the direction of the data."""

    from_: NodeId = Field(validation_alias=AliasChoices("source", "from"), serialization_alias="from")
    to: NodeId = Field(validation_alias=AliasChoices("target", "to"), serialization_alias="to")
    kind: str
    """reads, writes, feeds, column, column_indirect, column_to_dataset or job_feeds."""
    job: NodeId | None
    """The job that makes the edge; null when it was declared without one."""
    origin: str
    confidence: float
    subtype: str | None
    masking: bool | None
    description: str | None


class AffectedAsset(Wire):
    node: Node
    type: str | None
    owners: list[str]
    tier: str | None
    depth: int
    """Hops from what was asked for; a job lies on the hop that leads through it."""
    level: Literal["column", "dataset"]
    """`column`: it is known by its columns. `dataset`: it may be; nobody tells which columns get there."""
    direct: bool
    """Whether values alone lead there, without a filter, join, grouping or the like on the way."""
    columns: list[str]
    """The first 50 of its columns that are affected, nearest first."""
    columns_total: int
    path: list[Step]
    """A shortest path. To a job, the last edge may be one that the job makes."""
    path_truncated: bool
    """Only the 200 edges next to this asset are shown."""


class SourceAsset(AffectedAsset):
    is_origin: bool
    """Nothing is known further upstream."""


class ImpactTotals(Wire):
    """Over everything, whatever this page shows."""

    assets: int
    datasets: int
    dashboards: int
    pipelines: int
    columns: int


class CountedName(Wire):
    name: str
    affected: int


class NodeIds(Part[NodeId]):
    """The first 100, nearest first, and how many there are."""


class Impact(Wire):
    model_config = example(**IMPACT)

    asset: Node
    column: str | None
    as_of: datetime | None
    position: int
    """Up to where in the log this answer shows everything."""
    total: ImpactTotals
    affected: list[AffectedAsset]
    dashboards: NodeIds
    pipelines: NodeIds
    """All jobs that are affected."""
    owners: list[CountedName]
    teams: list[CountedName]
    """Owners whose name begins with `team:`."""
    tiers: list[CountedName]
    truncated_by_depth: bool
    """There is more beyond `depth`."""
    next_cursor: str | None
    unknown: Unknown | None
    """Datasets that may be affected, of whose columns nothing is told."""


class Upstream(Wire):
    model_config = example(
        asset=REVENUE_NODE,
        column="gross",
        as_of=None,
        position=4711,
        total=TOTALS,
        sources=[ITEM | {"node": ORDERS_NODE, "columns": ["amount"], "is_origin": True}],
        transformations=[FEEDS | {"source": STEP["from"], "target": STEP["to"], "kind": "column"}],
        truncated_by_depth=False,
        next_cursor=None,
        unknown=None,
    )

    asset: Node
    column: str | None
    as_of: datetime | None
    position: int
    total: ImpactTotals
    sources: list[SourceAsset]
    transformations: list[Edge]
    """The edges by which the walk comes to the sources on this page."""
    truncated_by_depth: bool
    next_cursor: str | None
    unknown: Unknown | None
    """Datasets it may be made from, of whose columns nothing is told."""


def _storable(value: str) -> str:
    """PostgreSQL's text is UTF-8 without NUL."""
    if "\x00" in value:
        raise ValueError("must not contain a NUL character")
    value.encode()
    return value


Text = Annotated[str, AfterValidator(_storable)]


class ProposedColumn(Told):
    """As in the catalog; whether it holds personal data, its class and its tags are not compared."""

    name: Text
    type: Text | None = Field(default=None, validation_alias=AliasChoices("type", "dataType", "data_type"))
    description: Text | None = None
    nullable: bool | None = Field(
        default=None, validation_alias=AliasChoices("nullable", "isNullable", "is_nullable")
    )
    is_pii: bool | None = Field(
        default=None, validation_alias=AliasChoices("is_pii", "isPII", "isPii"), exclude=True
    )
    classification: Text | None = Field(default=None, exclude=True)
    tags: list[Text] | None = Field(default=None, exclude=True)


class ProposedSchema(Told):
    """A dataset, and all columns that it is to have."""

    model_config = ConfigDict(extra="forbid") | example(
        asset="sales.orders", columns=[{"name": "order_id", "type": "bigint"}]
    )

    asset: Text = Field(min_length=1, validation_alias=AliasChoices("asset", "assetName", "asset_name"))
    columns: list[ProposedColumn] = Field(max_length=MAX_COLUMNS)


class Evidence(Wire):
    what: str
    """name, type, position, description or lineage."""
    weight: float
    says: str


class SchemaChange(Wire):
    kind: str
    """added, removed, renamed, type_changed, nullability_changed, reordered or schema_unknown."""
    column: str
    """The old name; of an added column the new one; of `schema_unknown`, which is about all, empty."""
    new_name: str | None
    old_type: str | None
    new_type: str | None
    verdict: Literal["breaking", "risky", "compatible"]
    reason: str
    probability: float | None
    """Of a rename: how likely it is one, rather than a column less and another more."""
    evidence: list[Evidence]
    how: str | None
    """Of types: widening, narrowing, incompatible or unknown. Of nullability: loosened or tightened."""


class Judgement(Wire):
    model_config = example(
        asset=ORDERS_NODE,
        changes=[
            {
                "kind": "removed",
                "column": "amount",
                "new_name": None,
                "old_type": "decimal(10,2)",
                "new_type": None,
                "verdict": "breaking",
                "reason": "`amount` is gone: the one that reads it directly fails.",
                "probability": None,
                "evidence": [],
                "how": None,
            }
        ],
        verdict="breaking",
        impact=IMPACT | {"column": None},
    )

    asset: Node
    changes: list[SchemaChange]
    verdict: Literal["breaking", "risky", "compatible"]
    """The worst of the changes."""
    impact: Impact
    """Of all breaking and risky changes together, without repeats; the first 1,000 assets are shown.

    Of a reordering all columns count that are at another place; without a known schema, the whole dataset.
    """
