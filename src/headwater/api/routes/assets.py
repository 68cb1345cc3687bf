"""The catalog: list, search, and all that is known of one asset."""

from typing import Annotated

from fastapi import APIRouter, Query

from headwater.api.parameters import Cursor, Limit, PathName, Search
from headwater.api.services import Services
from headwater.api.wire.assets import Asset, AssetEntry, AssetPage, Classification
from headwater.model.assets import AssetType
from headwater.store.queries.assets import AssetFilter
from headwater.store.queries.paging import DEFAULT_LIMIT


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/assets", tags=["assets"])

    @router.get("")
    def list_assets(
        search: Search = None,
        type: Annotated[AssetType | None, Query()] = None,
        namespace: Annotated[str | None, Query(examples=["ecommerce_warehouse"])] = None,
        owner: Annotated[str | None, Query(examples=["team:sales-data"])] = None,
        tag: Annotated[str | None, Query(examples=["gold"])] = None,
        tier: Annotated[str | None, Query(examples=["1"])] = None,
        classification: Annotated[
            Classification | None, Query(description="With a column declared so.")
        ] = None,
        pii: Annotated[bool | None, Query(description="With, or without, a column declared as PII.")] = None,
        dropped: Annotated[bool, Query(description="Those that were deleted, too.")] = False,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> AssetPage:
        """Tables, views, pipelines, dashboards and the rest, by namespace and name."""
        wanted = AssetFilter(
            search, type.value if type else None, namespace, owner, tag, tier, classification, pii, dropped
        )
        page = services.assets.listed(wanted, limit, cursor)
        items = [AssetEntry.of(row) for row in page.items]
        return AssetPage(items=items, total=page.total, next_cursor=page.next_cursor)

    @router.get("/{name:path}")
    def get_asset(name: PathName) -> Asset:
        """One asset with its columns, as declared and as its producers show them."""
        return Asset.known(services.assets.one(name))

    return router
