"""Answers of the catalog: assets as people declare them and producers show them, and what a write did."""

from typing import Any, ClassVar
from uuid import UUID

from headwater.answers.base import Answer, Page, Time

CUSTOMERS: dict[str, Any] = {
    "id": "dataset:catalog/crm.customers",
    "type": "table",
    "namespace": "catalog",
    "name": "crm.customers",
    "description": "One row per customer.",
    "owners": ["team:crm"],
    "tier": "1",
    "domain": "customers",
    "tags": ["gold"],
    "first_seen": "2026-04-20T08:00:00Z",
    "last_seen": "2026-04-20T08:00:00Z",
    "dropped_at": None,
}


class AssetEntry(Answer, frozen=True):
    """One asset in a list."""

    id: str
    type: str
    namespace: str
    name: str
    description: str | None
    owners: tuple[str, ...]
    tier: str | None
    domain: str | None
    """The part of the business that it belongs to."""
    tags: tuple[str, ...]
    first_seen: Time | None
    last_seen: Time | None
    dropped_at: Time | None


class AssetPage(Page[AssetEntry], frozen=True):
    """Assets by namespace and name."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [CUSTOMERS],
        "total": 280,
        "next_cursor": "WyJjYXRhbG9nIl0",
    }


class AssetColumn(Answer, frozen=True):
    """A column of an asset, with what is declared of it."""

    name: str
    type: str | None
    description: str | None
    is_pii: bool
    classification: str | None
    tags: tuple[str, ...]
    nullable: bool | None
    in_schema: bool


class Asset(AssetEntry, frozen=True):
    """One asset with its columns, as declared and as its producers show them."""

    schema: str | None
    """As declared in the catalog, like `database` and `owner`."""
    database: str | None
    owner: str | None
    columns: tuple[AssetColumn, ...]
    updated_at: Time | None

    EXAMPLE: ClassVar[dict[str, Any] | None] = CUSTOMERS | {
        "schema": None,
        "database": "crm",
        "owner": "team:crm",
        "columns": [
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
        "updated_at": "2026-04-20T08:00:00Z",
    }


REGISTERED: dict[str, Any] = {
    "id": "dataset:catalog/crm.customers",
    "namespace": "catalog",
    "name": "crm.customers",
    "created": True,
    "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",
}
DECLARED: dict[str, Any] = {
    "source": "dataset:catalog/crm.customers",
    "source_column": "email",
    "target": "dataset:catalog/warehouse.dim_customer",
    "target_column": "email_hash",
    "transformation_type": "calculation",
    "transformation": "sha256(lower(email))",
    "pipeline": "job:catalog/load_customers",
    "confidence": 1.0,
    "removed": False,
}


class RegisteredAsset(Answer, frozen=True):
    """An asset that was registered or updated."""

    id: str
    namespace: str
    name: str
    created: bool
    """Whether nothing of that name was known before."""
    event_id: UUID


class DeclaredEdge(Answer, frozen=True):
    """An edge as it was declared, with the ids of its ends."""

    source: str
    source_column: str | None
    target: str
    target_column: str | None
    transformation_type: str
    transformation: str | None
    pipeline: str | None
    confidence: float | None
    removed: bool


class AssetWritten(Answer, frozen=True):
    """The asset is durable; it is served once the pipeline has reached `position`."""

    asset: RegisteredAsset
    event_id: UUID
    position: int
    """Send it as `min_position` to a read that has to see this."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "asset": REGISTERED,
        "event_id": REGISTERED["event_id"],
        "position": 4712,
    }


class EdgeWritten(Answer, frozen=True):
    """The edge is durable; it is served once the pipeline has reached `position`."""

    edge: DeclaredEdge
    event_id: UUID
    position: int
    """Send it as `min_position` to a read that has to see this."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "edge": DECLARED,
        "event_id": REGISTERED["event_id"],
        "position": 4713,
    }


class Imported(Answer, frozen=True):
    """A whole catalog is durable; it is served once the pipeline has reached `position`."""

    assets: tuple[RegisteredAsset, ...]
    edges: tuple[DeclaredEdge, ...]
    position: int
    """Send it as `min_position` to a read that has to see this."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "assets": [REGISTERED],
        "edges": [DECLARED],
        "position": 4713,
    }


class Removed(Answer, frozen=True):
    """The removal is an event; `position` can be waited for with `min_position`."""

    node: str
    event_id: UUID
    position: int

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "node": "dataset:ecommerce_warehouse/shopflow.sales.orders",
        "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",
        "position": 4712,
    }
