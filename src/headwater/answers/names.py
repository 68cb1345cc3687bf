"""Names of datasets that look like one place, datasets that nothing connects, and names that are joined."""

from datetime import datetime
from typing import Any, ClassVar, Literal
from uuid import UUID

from headwater.answers.base import Answer, Node, Page

ORDERS: dict[str, Any] = {
    "id": "dataset:postgres://warehouse:5432/shop.sales.orders",
    "kind": "dataset",
    "namespace": "postgres://warehouse:5432",
    "name": "shop.sales.orders",
    "field": None,
}
OTHER: dict[str, Any] = ORDERS | {
    "id": "dataset:catalog/shop.sales.orders",
    "namespace": "catalog",
}
ALIAS: dict[str, Any] = {
    "dataset": ORDERS,
    "alias": OTHER,
    "rule": "namespace",
    "shared_columns": 8,
    "dataset_edges": 12,
    "alias_edges": 3,
}


class LikelyAlias(Answer, frozen=True):
    """Two datasets whose names look like one place, and what joining them would bring together."""

    dataset: Node
    alias: Node
    rule: Literal["spelling", "namespace", "shorter_name", "environment"]
    """`spelling`: case and quotes differ. `namespace`: the same name of three parts or more elsewhere.
    `shorter_name`: one leaves out the database. `environment`: a prefix such as `prod_` differs."""
    shared_columns: int
    """Columns that both have, which would become one each."""
    dataset_edges: int
    """Edges of the first, which would be joined with those of the second."""
    alias_edges: int


class LikelyAliasPage(Page[LikelyAlias], frozen=True):
    """Likely aliases, the most certain rule first."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [ALIAS], "total": 1, "next_cursor": None}


class OrphanPage(Page[Node], frozen=True):
    """Datasets that nothing connects, in the order in which they became known."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [OTHER], "total": 1, "next_cursor": None}


class NamesJoined(Answer, frozen=True):
    """Two names that are one dataset from now on, and for the past as well."""

    dataset: Node
    alias: Node
    event_id: UUID
    """The event that says so. Set it aside to take the names apart again."""
    position: int

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "dataset": ORDERS,
        "alias": OTHER,
        "event_id": "7b1f1a9e-1c0d-5a55-8f6e-0c7a3f8f2f11",
        "position": 4712,
    }


RULE: dict[str, Any] = {
    "namespace": "metabase",
    "same_as": "postgres://warehouse:5432",
    "prefix": "shop.",
    "datasets": 12,
}


class NamespaceJoin(Answer, frozen=True):
    """A rule that one namespace is another."""

    namespace: str
    """Its datasets are other names."""
    same_as: str
    """Its datasets stay the ones to be shown."""
    prefix: str
    """What names have in front there."""
    datasets: int
    """Datasets that it joins today."""
    since: datetime
    event_id: UUID
    """The event that says so. Set it aside to take the rule back."""


class NamespaceJoinPage(Page[NamespaceJoin], frozen=True):
    """Rules that one namespace is another, by name."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [
            RULE | {"since": "2026-04-20T08:00:00Z", "event_id": "7b1f1a9e-1c0d-5a55-8f6e-0c7a3f8f2f11"}
        ],
        "total": 1,
        "next_cursor": None,
    }


class NamespaceJoined(Answer, frozen=True):
    """Two namespaces that are one from now on, for the past and for what comes later."""

    namespace: str
    same_as: str
    prefix: str
    datasets: int
    """Datasets that it joins today."""
    event_id: UUID | None
    """The event that says so, unless it was a dry run."""
    position: int | None

    EXAMPLE: ClassVar[dict[str, Any] | None] = RULE | {
        "event_id": "7b1f1a9e-1c0d-5a55-8f6e-0c7a3f8f2f11",
        "position": 4712,
    }
