"""Answers that batch jobs prepared: effective classes, datasets by reach; and what to ask of such jobs."""

from datetime import datetime
from typing import Any, Generic, Literal, TypeVar

from pydantic import Field

from headwater.api.wire.base import Node, Page, Wire, example

Item = TypeVar("Item")


def _node(name: str, field: str | None = None) -> dict[str, Any]:
    kind, namespace = ("column" if field else "dataset"), "ecommerce_warehouse"
    spelled = f"{kind}:{namespace}/{name}" + (f"#{field}" if field else "")
    return {"id": spelled, "kind": kind, "namespace": namespace, "name": name, "field": field}


EMAIL = _node("shopflow.crm.customers", "email")
COLUMN: dict[str, Any] = {
    "column": _node("shopflow.marts.dim_customers", "contact"),
    "declared": None,
    "effective": {"classification": "confidential", "pii": True},
    "undeclared": True,
    "inherited_from": EMAIL,
    "pii_from": EMAIL,
    "depth": 2,
    "why": "confidential and personal data inherited from "
    "ecommerce_warehouse/shopflow.crm.customers#email over 2 hops",
}
RANKED: dict[str, Any] = {
    "dataset": _node("shopflow.sales.orders"),
    "downstream": 17,
    "upstream": 2,
    "downstream_jobs": 12,
    "downstream_dashboards": 3,
    "downstream_critical": 4,
    "downstream_owners": 5,
    "exact": True,
}


class Prepared(Page[Item], Generic[Item]):
    computed_at: datetime | None
    """When this was worked out; null before the first time."""
    position: int | None
    """Up to where in the log it shows everything."""


class Declared(Wire):
    classification: str | None
    """Null where nobody gave it one; personal data without a class counts as confidential."""
    pii: bool | None
    """Null where nobody said whether it is personal data."""


class Effective(Wire):
    classification: str
    pii: bool


class ClassifiedColumn(Wire):
    model_config = example(**COLUMN)

    column: Node
    declared: Declared | None
    """What was said of the column itself; null if nothing was."""
    effective: Effective
    """What was declared and what it inherits, joined: the more sensitive counts."""
    undeclared: bool
    """It inherits a class, or personal data, that is not declared on it."""
    inherited_from: Node | None
    """The declared column that its level comes from, or else its personal data."""
    pii_from: Node | None
    """The declared column that its personal data comes from."""
    depth: int
    """Over how many hops; 0 if it inherits nothing."""
    why: str


class ClassifiedPage(Prepared[ClassifiedColumn]):
    model_config = example(
        items=[COLUMN], total=1, next_cursor=None, computed_at="2026-04-20T05:00:00Z", position=4711
    )


class RankedDataset(Wire):
    model_config = example(**RANKED)

    dataset: Node
    downstream: int
    upstream: int
    downstream_jobs: int
    downstream_dashboards: int
    downstream_critical: int
    """Of tier 1."""
    downstream_owners: int
    exact: bool
    """False where the counts are estimates, with a standard error of 3.3 %."""


class Ranking(Prepared[RankedDataset]):
    model_config = example(
        items=[RANKED], total=41, next_cursor=None, computed_at="2026-04-20T05:00:00Z", position=4711
    )


class RunAnalytics(Wire):
    model_config = example(whole=False)

    whole: bool = False
    """From scratch, and not only what changes can have reached."""


class EstimateWish(Wire):
    model_config = example(level="column", depth=5, format="parquet")

    level: Literal["dataset", "column"] = "dataset"
    depth: int | None = Field(default=None, ge=1, le=10_000)
    """How many hops apart a pair may be; any number if not told."""
    format: Literal["parquet", "csv"] = "parquet"


class ClosureWish(EstimateWish):
    model_config = example(level="column", depth=5, format="parquet", max_rows=50_000_000)

    max_rows: int = Field(default=50_000_000, ge=1)
    """Refuse if the estimate is above this."""
