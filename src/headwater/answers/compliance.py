"""Answers about sensitive data: where it goes, what is left of its class there, and effective classes."""

from typing import Any, ClassVar, Generic, Literal, TypeVar

from headwater.answers.base import Answer, Node, NodeIds, Page, Part, Time
from headwater.answers.change import STEP, Step
from headwater.answers.lineage import Unknown

Item = TypeVar("Item")
Effect = Literal["kept", "lowered", "ended", "indirect"]


def _node(name: str, field: str | None = None) -> dict[str, Any]:
    kind, namespace = ("column" if field else "dataset"), "ecommerce_warehouse"
    node_id = f"{kind}:{namespace}/{name}" + (f"#{field}" if field else "")
    return {"id": node_id, "kind": kind, "namespace": namespace, "name": name, "field": field}


EMAIL = _node("shopflow.crm.customers", "email")
CONTACT = _node("shopflow.marketing.contacts", "contact")
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
    "written_by": {
        "id": "job:shopflow_airflow/load_sales_orders",
        "kind": "job",
        "namespace": "shopflow_airflow",
        "name": "load_sales_orders",
        "field": None,
    },
    "readers": 6,
}


class DeclaredClass(Answer, frozen=True):
    """What somebody declared of a column."""

    classification: str | None
    """Null where nobody gave it one; personal data without a class counts as confidential."""
    pii: bool | None
    """Null where nobody said whether it is personal data."""


class ColumnFlow(Answer, frozen=True):
    """One place where the data of a source column arrives."""

    column: Node
    """As it is called there; a dataset where the data decides about its rows as a whole, or is in it without
    any word on the column."""
    depth: int
    classification: str | None
    """What is left of the source's class; null where nothing is, and where the source has none."""
    pii: bool
    effect: Effect
    """`indirect`: a filter, join or the like uses it, but no value of it is there."""
    declared: DeclaredClass | None
    """What was declared of the column there; null if nothing was."""
    undeclared: bool
    """More of the class, or of personal data, is left than is declared there."""
    gone: bool
    """The column is no longer in the schema of its dataset: the edge is what a job did before."""
    path: tuple[Step, ...]
    """A shortest path on which that much of the class is left."""
    path_truncated: bool
    owners: tuple[str, ...]
    """Of the dataset there."""
    type: str | None


class ColumnFlows(Part[ColumnFlow], frozen=True):
    """The first `flows_limit`, nearest first, and how many there are."""


class FlowSource(Answer, frozen=True):
    """A column whose data is traced."""

    column: Node
    classification: str | None
    """What was declared; null where nobody gave it a class."""
    counts_as: str | None
    """The class it is traced with: personal data without a declared class counts as confidential."""
    pii: bool
    owners: tuple[str, ...]
    upstream: NodeIds
    """The columns whose values it is made from."""
    flows: ColumnFlows
    """The first `flows_limit`, nearest first, and how many there are."""


class Flows(Answer, frozen=True):
    """Everywhere that data of a column, class or tag goes."""

    position: int
    """Up to where in the log this answer shows everything."""
    as_of: Time | None
    total: int
    """How many source columns there are, whatever this page shows."""
    sources: tuple[FlowSource, ...]
    next_cursor: str | None
    """A page may end before `limit` sources: where they flow to very many columns."""
    unknown: Unknown | None
    """Datasets that the data on this page may get to, of whose columns nothing is known."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "position": 4711,
        "as_of": None,
        "total": 1,
        "sources": [
            {
                "column": EMAIL,
                "classification": "restricted",
                "counts_as": "restricted",
                "pii": True,
                "owners": ["team:crm"],
                "upstream": {"total": 0, "items": []},
                "flows": {
                    "total": 1,
                    "items": [
                        {
                            "column": CONTACT,
                            "depth": 1,
                            "classification": "restricted",
                            "pii": True,
                            "effect": "kept",
                            "declared": None,
                            "undeclared": True,
                            "gone": False,
                            "path": [
                                STEP
                                | {"source": EMAIL["id"], "target": CONTACT["id"]}
                                | {"from": EMAIL["id"], "to": CONTACT["id"], "subtype": "IDENTITY"}
                            ],
                            "path_truncated": False,
                            "owners": ["team:marketing"],
                            "type": "TABLE",
                        }
                    ],
                },
            }
        ],
        "next_cursor": None,
        "unknown": None,
    }


class Prepared(Page[Item], Generic[Item], frozen=True):
    """A page of what a batch job found out."""

    computed_at: Time | None
    """When this was worked out; null before the first time."""
    position: int | None
    """Up to where in the log it shows everything."""


class EffectiveClass(Answer, frozen=True):
    """What a column counts as: what was declared and what it inherits."""

    classification: str
    pii: bool


class ClassifiedColumn(Answer, frozen=True):
    """A column with its declared and its effective class."""

    column: Node
    declared: DeclaredClass | None
    """What was declared of the column itself; null if nothing was."""
    effective: EffectiveClass
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

    EXAMPLE: ClassVar[dict[str, Any] | None] = COLUMN


class ClassifiedPage(Prepared[ClassifiedColumn], frozen=True):
    """Columns with a class above public or with personal data, the most sensitive first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [COLUMN],
        "total": 1,
        "next_cursor": None,
        "computed_at": "2026-04-20T05:00:00Z",
        "position": 4711,
    }


class RankedDataset(Answer, frozen=True):
    """How much depends on a dataset, and how much it depends on."""

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
    written_by: Node | None
    """The job that wrote it last; null if none is known."""
    readers: int
    """How many people read it in queries that are known."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = RANKED


class Ranking(Prepared[RankedDataset], frozen=True):
    """Datasets by how much depends on them, or by how much they depend on."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [RANKED],
        "total": 41,
        "next_cursor": None,
        "computed_at": "2026-04-20T05:00:00Z",
        "position": 4711,
    }
