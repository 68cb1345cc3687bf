"""Answers about a change: what it affects, what something is made from, what a new schema would break."""

from typing import Any, ClassVar, Literal

import msgspec

from headwater.answers.base import Answer, Node, NodeIds, Time
from headwater.answers.lineage import FEEDS, ORDERS_NODE, REVENUE_NODE, Edge, Level, UnknownAssets

AMOUNT = "column:ecommerce_warehouse/shopflow.sales.orders#amount"
GROSS = "column:ecommerce_warehouse/shopflow.finance.revenue_daily#gross"
STEP: dict[str, Any] = FEEDS | {
    "source": AMOUNT,
    "target": GROSS,
    "from": AMOUNT,
    "to": GROSS,
    "kind": "column",
    "subtype": "AGGREGATION",
    "masking": False,
}
ITEM: dict[str, Any] = {
    "node": REVENUE_NODE,
    "type": "TABLE",
    "owners": ["team:finance"],
    "tier": "gold",
    "domain": "finance",
    "depth": 1,
    "level": "column",
    "direct": True,
    "columns": ["gross"],
    "columns_total": 1,
    "path": [STEP],
    "path_truncated": False,
}
TOTALS: dict[str, Any] = {
    "assets": 1,
    "datasets": 1,
    "dashboards": 0,
    "pipelines": 0,
    "columns": 1,
    "matching": 1,
}
QUERIES: dict[str, Any] = {
    "total": 1,
    "certain": 1,
    "runs": 412,
    "since": "2026-03-20T09:30:00Z",
    "users": [{"name": "priya.data", "queries": 1, "runs": 412}],
    "users_total": 1,
    "items": [
        {
            "fingerprint": "3f1c9a6e0b7d4c2e8f5a1b2c3d4e5f60",
            "text": "select sum(amount) from shopflow.sales.orders",
            "level": "column",
            "depth": 1,
            "runs": 412,
            "last_used": "2026-04-19T09:30:00Z",
            "users": ["priya.data"],
            "users_total": 1,
            "dashboards": [],
            "roles": ["projected"],
            "columns": ["amount"],
        }
    ],
    "unread": 0,
}
IMPACT: dict[str, Any] = {
    "asset": ORDERS_NODE,
    "column": "amount",
    "as_of": None,
    "position": 4711,
    "total": TOTALS | {"queries": 1, "users": 1},
    "affected": [ITEM],
    "queries": QUERIES,
    "dashboards": {"total": 0, "items": []},
    "pipelines": {"total": 0, "items": []},
    "owners": [{"name": "team:finance", "affected": 1}],
    "teams": [{"name": "team:finance", "affected": 1}],
    "tiers": [{"name": "gold", "affected": 1}],
    "truncated_by_depth": False,
    "next_cursor": None,
    "unknown": None,
}


class Step(Edge, frozen=True):
    """One edge of a path, in the direction of the data."""

    from_: str = msgspec.field(name="from")
    """The same as `source`, which replaces it."""
    to: str
    """The same as `target`, which replaces it."""


class AffectedAsset(Answer, frozen=True):
    """A dataset or job that a change reaches, and how."""

    node: Node
    type: str | None
    owners: tuple[str, ...]
    tier: str | None
    domain: str | None
    """The part of the business that it belongs to."""
    depth: int
    """Hops from the asset in question; a job lies on the hop that leads through it."""
    level: Level
    """`column`: it is known by its columns. `dataset`: it may be; which columns get there is not known."""
    direct: bool
    """Whether values alone lead there, without a filter, join, grouping or the like on the way."""
    columns: tuple[str, ...]
    """The first 50 of its columns that are affected, nearest first."""
    columns_total: int
    path: tuple[Step, ...]
    """A shortest path. To a job, the last edge may be one that the job makes."""
    path_truncated: bool
    """Only the 200 edges next to this asset are shown."""


class SourceAsset(AffectedAsset, frozen=True):
    """A dataset or job that something is made from."""

    is_origin: bool
    """Nothing is known further upstream."""


class AssetTotals(Answer, frozen=True):
    """Over everything, whatever this page shows; dashboards count among datasets as well."""

    assets: int
    datasets: int
    dashboards: int
    pipelines: int
    columns: int
    matching: int
    """Those of the assets that the filters choose; all of them without a filter."""


class ImpactTotals(AssetTotals, frozen=True):
    """Over everything, whatever this page shows. Queries are no pipelines, and not among the assets."""

    queries: int
    users: int
    """Who ran one of these queries."""


class QueryUser(Answer, frozen=True):
    """Who ran affected queries: how many, and how often in the window."""

    name: str
    queries: int
    runs: int


class AffectedQuery(Answer, frozen=True):
    """A query that reads what is affected."""

    fingerprint: str
    text: str
    """The first 400 characters, with literals masked."""
    level: Level
    """`column`: it reads what is affected. `dataset`: it may; which of its columns are is not known."""
    depth: int
    """Hops from the asset in question."""
    runs: int
    """How often it was run in the window."""
    last_used: Time | None
    users: tuple[str, ...]
    """The first 10."""
    users_total: int
    dashboards: tuple[str, ...]
    """The first 10 that run it."""
    roles: tuple[str, ...]
    """projected, filtered, joined, grouped, ordered or windowed."""
    columns: tuple[str, ...]
    """Which of the affected columns it reads; `*` for a star."""


class AffectedQueries(Answer, frozen=True):
    """Queries of people and dashboards that a change reaches. `GET /api/v1/queries` lists all of a column."""

    total: int
    certain: int
    """Those that are known to read what is affected."""
    runs: int
    """How often they were run in the window."""
    since: Time | None
    """The window: 30 days up to the newest use of any query, or up to `as_of`."""
    users: tuple[QueryUser, ...]
    """The first 100, most queries first."""
    users_total: int
    items: tuple[AffectedQuery, ...]
    """The first 100: certain ones first, then by runs."""
    unread: int
    """Queries that read what is affected, or may, and that sent no text to analyse."""


class CountedName(Answer, frozen=True):
    """How many of the affected assets an owner or tier has."""

    name: str
    affected: int


class Impact(Answer, frozen=True):
    """What a change to an asset or column affects."""

    asset: Node
    column: str | None
    as_of: Time | None
    position: int
    """Up to where in the log this answer shows everything."""
    total: ImpactTotals
    affected: tuple[AffectedAsset, ...]
    """Certain ones first, then by tier, then by depth."""
    queries: AffectedQueries
    dashboards: NodeIds
    pipelines: NodeIds
    """All jobs that are affected, queries not among them."""
    owners: tuple[CountedName, ...]
    teams: tuple[CountedName, ...]
    """Owners whose name begins with `team:`."""
    tiers: tuple[CountedName, ...]
    truncated_by_depth: bool
    """There is more beyond `depth`."""
    next_cursor: str | None
    unknown: UnknownAssets | None
    """What may be affected, and is known at `level` dataset only; null where there is no such thing."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = IMPACT


class Upstream(Answer, frozen=True):
    """What an asset or column is made from."""

    asset: Node
    column: str | None
    as_of: Time | None
    position: int
    """Up to where in the log this answer shows everything."""
    total: AssetTotals
    sources: tuple[SourceAsset, ...]
    transformations: tuple[Edge, ...]
    """The edges by which the walk comes to the sources on this page."""
    truncated_by_depth: bool
    """There is more beyond `depth`."""
    next_cursor: str | None
    unknown: UnknownAssets | None
    """What it may be made from, and is known at `level` dataset only; null where there is no such thing."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "asset": REVENUE_NODE,
        "column": "gross",
        "as_of": None,
        "position": 4711,
        "total": TOTALS,
        "sources": [ITEM | {"node": ORDERS_NODE, "columns": ["amount"], "is_origin": True}],
        "transformations": [FEEDS | {"source": AMOUNT, "target": GROSS, "kind": "column"}],
        "truncated_by_depth": False,
        "next_cursor": None,
        "unknown": None,
    }


class Evidence(Answer, frozen=True):
    """What speaks for a rename."""

    what: str
    """name, type, position, description or lineage."""
    weight: float
    says: str


class SchemaChange(Answer, frozen=True):
    """One difference between the columns of a dataset and the proposed ones, judged."""

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
    evidence: tuple[Evidence, ...]
    how: str | None
    """Of types: widening, narrowing, incompatible or unknown. Of nullability: loosened or tightened."""


class BreakingChanges(Answer, frozen=True):
    """What changes between a dataset's columns and the proposed ones, and what that affects."""

    asset: Node
    changes: tuple[SchemaChange, ...]
    verdict: Literal["breaking", "risky", "compatible"]
    """The worst of the changes."""
    impact: Impact
    """Of all breaking and risky changes together, without repeats; the first 1,000 assets are shown.

    Of a reordering all columns count that are at another place; without a known schema, the whole dataset.
    """

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "asset": ORDERS_NODE,
        "changes": [
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
        "verdict": "breaking",
        "impact": IMPACT | {"column": None},
    }
