"""Answers about lineage."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from headwater.api.wire.base import Node, NodeId, Wire, example

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


class Reached(Wire):
    node: Node
    depth: int
    """Hops from the root; a job lies on the hop that leads through it."""


class Edge(Wire):
    source: NodeId
    target: NodeId
    kind: str
    """reads, writes, feeds, column, column_indirect, column_to_dataset or job_feeds."""
    job: NodeId | None
    """The job that makes the edge; null when it was declared without one."""
    origin: str
    """Who says so: lineage_facet, column_facet, declared or inputs_outputs."""
    confidence: float
    subtype: str | None
    masking: bool | None
    description: str | None
    first_seen: datetime
    last_seen: datetime


class WalkTotals(Wire):
    """Over the whole walk, whatever this page shows."""

    nodes: int
    datasets: int
    columns: int
    jobs: int


class Unknown(Wire):
    total: int
    datasets: list[NodeId]
    """The first of them."""
    reason: str


class Walk(Wire):
    model_config = example(
        root=ORDERS_NODE,
        direction="downstream",
        level="dataset",
        as_of=None,
        position=4711,
        total={"nodes": 12, "datasets": 12, "columns": 0, "jobs": 9},
        nodes=[{"node": REVENUE_NODE, "depth": 1}],
        edges=[FEEDS],
        edges_truncated=False,
        truncated_by_depth=False,
        next_cursor=None,
        unknown=None,
    )

    root: Node
    direction: Literal["upstream", "downstream"]
    level: Literal["dataset", "column"]
    as_of: datetime | None
    position: int
    """Up to where in the log this answer shows everything."""
    total: WalkTotals
    nodes: list[Reached]
    edges: list[Edge]
    """The edges by which the walk enters the nodes of this page; they may start on an earlier page."""
    edges_truncated: bool
    """More edges lead into this page than are shown: ask with a smaller `limit` to see all."""
    truncated_by_depth: bool
    """There is more beyond `depth`."""
    next_cursor: str | None
    unknown: Unknown | None
    """At column level: datasets that may be reached, but of whose columns nothing is known."""


class Path(Wire):
    hops: int
    nodes: list[Node]
    edges: list[Edge]


class Paths(Wire):
    model_config = example(
        source=ORDERS_NODE,
        target=REVENUE_NODE,
        level="dataset",
        as_of=None,
        position=4711,
        paths=[{"hops": 1, "nodes": [ORDERS_NODE, REVENUE_NODE], "edges": [FEEDS]}],
        complete=True,
        on_path=2,
    )

    source: Node
    target: Node
    level: Literal["dataset", "column"]
    as_of: datetime | None
    position: int
    paths: list[Path]
    """Shortest first."""
    complete: bool
    """False when there may be more paths than are shown."""
    on_path: int
    """How many datasets or columns lie on any way between the two."""


class Change(Wire):
    change: Literal["appeared", "vanished"]
    at: datetime | None
    event_id: UUID | None
    """The event that did it: read it at `GET /api/v1/events/{event_id}`."""
    edge: Edge


class Diff(Wire):
    model_config = example(
        earlier="2026-04-19T00:00:00Z",
        later="2026-04-21T00:00:00Z",
        about=None,
        position=4711,
        appeared=0,
        vanished=1,
        changes=[
            {
                "change": "vanished",
                "at": "2026-04-20T01:23:00Z",
                "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",
                "edge": FEEDS,
            }
        ],
        next_cursor=None,
    )

    earlier: datetime
    later: datetime | None
    about: Node | None
    position: int
    appeared: int
    """How many edges appeared in all."""
    vanished: int
    changes: list[Change]
    """By time."""
    next_cursor: str | None
