"""Answers about lineage: walks, paths, and what changed between two times."""

from typing import Any, ClassVar, Literal
from uuid import UUID

from headwater.answers.base import Answer, Node, Part, Time

Direction = Literal["upstream", "downstream"]
Level = Literal["dataset", "column"]

ORDERS_NODE: dict[str, Any] = {
    "id": "dataset:ecommerce_warehouse/shopflow.sales.orders",
    "kind": "dataset",
    "namespace": "ecommerce_warehouse",
    "name": "shopflow.sales.orders",
    "field": None,
}
REVENUE_NODE: dict[str, Any] = {
    "id": "dataset:ecommerce_warehouse/shopflow.finance.revenue_daily",
    "kind": "dataset",
    "namespace": "ecommerce_warehouse",
    "name": "shopflow.finance.revenue_daily",
    "field": None,
}
FEEDS: dict[str, Any] = {
    "source": ORDERS_NODE["id"],
    "target": REVENUE_NODE["id"],
    "kind": "feeds",
    "job": "job:shopflow_airflow/revenue_etl_pipeline",
    "origin": "column_facet",
    "confidence": 0.95,
    "subtype": None,
    "masking": None,
    "description": None,
    "first_seen": "2026-03-21T02:15:00Z",
    "last_seen": "2026-04-19T02:15:00Z",
}


class Edge(Answer, frozen=True):
    """One edge, in the direction of the data."""

    source: str
    """The id of the node it leaves."""
    target: str
    """The id of the node it enters."""
    kind: str
    """reads, writes, feeds, column, column_indirect, column_to_dataset or job_feeds."""
    job: str | None
    """The job that makes the edge; null when it was declared without one."""
    origin: str
    """Who says so: lineage_facet, column_facet, declared, inputs_outputs or sql."""
    confidence: float
    subtype: str | None
    masking: bool | None
    description: str | None
    first_seen: Time
    last_seen: Time


class ReachedNode(Answer, frozen=True):
    """A node that a walk reached."""

    node: Node
    depth: int
    """Hops from the root; a job lies on the hop that leads through it."""


class WalkTotals(Answer, frozen=True):
    """Over the whole walk, whatever this page shows."""

    nodes: int
    """As many as all pages list: jobs count where they are shown as nodes."""
    datasets: int
    columns: int
    jobs: int


class Unknown(Answer, frozen=True):
    """What the answer can't know, and why."""

    total: int
    """How many datasets."""
    datasets: tuple[str, ...]
    """The ids of the first of them."""
    reason: str


class UnknownAssets(Unknown, frozen=True):
    """With the jobs that are known only by the datasets that they read or write."""

    jobs: tuple[str, ...]
    """The ids of the first of them."""
    jobs_total: int


class Walk(Answer, frozen=True):
    """What a dataset, column or job reaches in one direction, a page at a time."""

    root: Node
    direction: Direction
    level: Level
    as_of: Time | None
    position: int
    """Up to where in the log this answer shows everything."""
    total: WalkTotals
    nodes: tuple[ReachedNode, ...]
    edges: tuple[Edge, ...]
    """The edges by which the walk enters the nodes of this page; they may start on an earlier page."""
    edges_truncated: bool
    """More edges lead into this page than are shown: ask with a smaller `limit` to see all."""
    truncated_by_depth: bool
    """There is more beyond `depth`."""
    next_cursor: str | None
    unknown: Unknown | None
    """At column level: datasets that may be reached, but of whose columns nothing is known."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "root": ORDERS_NODE,
        "direction": "downstream",
        "level": "dataset",
        "as_of": None,
        "position": 4711,
        "total": {"nodes": 21, "datasets": 12, "columns": 0, "jobs": 9},
        "nodes": [{"node": REVENUE_NODE, "depth": 1}],
        "edges": [FEEDS],
        "edges_truncated": False,
        "truncated_by_depth": False,
        "next_cursor": None,
        "unknown": None,
    }


class Path(Answer, frozen=True):
    """One way between two nodes; a hop from dataset to dataset can show the job between them."""

    hops: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    """They join the nodes in their order."""


class MapDataset(Answer, frozen=True):
    """A dot on the map."""

    namespace: str
    name: str
    type: str | None
    tier: str | None
    owner: str | None

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "namespace": "ecommerce_warehouse",
        "name": "shopflow.sales.orders",
        "type": "table",
        "tier": "1",
        "owner": "user:sam.lead",
    }


class GraphMap(Answer, frozen=True):
    """Every dataset, and which feeds which: an edge is what stands at the same place of two lists."""

    as_of: Time | None
    position: int
    total: int
    """How many datasets there are; those seen last are shown."""
    datasets: tuple[MapDataset, ...]
    sources: tuple[int, ...]
    """Places in `datasets`, from 0."""
    targets: tuple[int, ...]
    edges_truncated: bool
    """There are more edges than are shown."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "as_of": None,
        "position": 4711,
        "total": 1,
        "datasets": [MapDataset.EXAMPLE],
        "sources": [],
        "targets": [],
        "edges_truncated": False,
    }


class Paths(Answer, frozen=True):
    """How data gets from one node to another."""

    source: Node
    target: Node
    level: Level
    as_of: Time | None
    position: int
    paths: tuple[Path, ...]
    """Shortest first."""
    complete: bool
    """False when there may be more paths than are shown."""
    on_path: int
    """How many datasets or columns lie on any way between the two."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "source": ORDERS_NODE,
        "target": REVENUE_NODE,
        "level": "dataset",
        "as_of": None,
        "position": 4711,
        "paths": [{"hops": 1, "nodes": [ORDERS_NODE, REVENUE_NODE], "edges": [FEEDS]}],
        "complete": True,
        "on_path": 2,
    }


class EdgeChange(Answer, frozen=True):
    """An edge that appeared or vanished, or that others say now."""

    change: Literal["appeared", "vanished", "origin_changed"]
    """`origin_changed`: the same job connects the same two, known from another origin or in other
    words."""
    was: str | None
    """Of an edge whose origin changed: the origin it had."""
    at: Time | None
    """Null when the edge was there before anything that is known."""
    event_id: UUID | None
    """The event that did it: read it at `GET /api/v1/events/{event_id}`."""
    edge: Edge


class ColumnDifference(Answer, frozen=True):
    """A column that came or went, or has another type."""

    column: str
    change: Literal["added", "removed", "retyped"]
    old_type: str | None
    new_type: str | None


class SchemaDifference(Answer, frozen=True):
    """A dataset's schema that changed."""

    dataset: Node
    at: Time
    event_id: UUID
    """The event that first showed it so."""
    columns: tuple[ColumnDifference, ...]
    """Empty where only the order of the columns, or what is nested in them, is another."""


class SchemaDifferences(Part[SchemaDifference], frozen=True):
    """The first, by time, and how many there are."""


class AttributeDifference(Answer, frozen=True):
    """What is said of a dataset, job or column, and was not said, or otherwise, at the earlier time."""

    at: Time
    """When it was first said as it is at the later time."""
    node: Node
    attribute: Literal["owners", "description", "tier", "tags", "classification", "pii"]
    column: str | None
    """Of a class: the column."""
    old: tuple[str, ...]
    """Empty where nothing was said. Of a description the first 2,000 characters."""
    new: tuple[str, ...]
    event_id: UUID
    """The event that said so."""


class AttributeDifferences(Answer, frozen=True):
    """Those of the first datasets and jobs, by time, and of how many something changed."""

    items: tuple[AttributeDifference, ...]
    total: int
    """How many datasets and jobs; each may have several items."""


class Diff(Answer, frozen=True):
    """What changed in the graph between two times."""

    earlier: Time
    later: Time | None
    about: Node | None
    position: int
    appeared: int
    """How many edges appeared in all."""
    vanished: int
    origin_changed: int
    """How many edges are known from another origin than before, and otherwise the same."""
    changes: tuple[EdgeChange, ...]
    """By time."""
    schemas: SchemaDifferences
    """Schemas that changed: the first `limit`, on every page."""
    attributes: AttributeDifferences
    """Owners, descriptions, tiers, tags and classes that changed: of the first `limit`, on every page.

    What came after the earlier time has not changed."""
    next_cursor: str | None

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "earlier": "2026-04-19T00:00:00Z",
        "later": "2026-04-21T00:00:00Z",
        "about": None,
        "position": 4711,
        "appeared": 0,
        "vanished": 1,
        "origin_changed": 0,
        "changes": [
            {
                "change": "vanished",
                "was": None,
                "at": "2026-04-20T01:23:00Z",
                "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",
                "edge": FEEDS,
            }
        ],
        "schemas": {
            "total": 1,
            "items": [
                {
                    "dataset": ORDERS_NODE,
                    "at": "2026-04-20T01:20:00Z",
                    "event_id": "6e1c8f52-95a5-4f0e-9a3e-0d1b9a1f7c21",
                    "columns": [
                        {
                            "column": "amount_usd",
                            "change": "removed",
                            "old_type": "decimal(12,2)",
                            "new_type": None,
                        }
                    ],
                }
            ],
        },
        "attributes": {
            "total": 1,
            "items": [
                {
                    "at": "2026-04-20T09:00:00Z",
                    "node": ORDERS_NODE,
                    "attribute": "owners",
                    "column": None,
                    "old": ["team:sales-data"],
                    "new": ["team:orders"],
                    "event_id": "6e1c8f52-95a5-4f0e-9a3e-0d1b9a1f7c22",
                }
            ],
        },
        "next_cursor": None,
    }
