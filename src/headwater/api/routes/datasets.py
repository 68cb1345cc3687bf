"""Datasets: list, search, and all that is known of one."""

from typing import Annotated

from fastapi import APIRouter, Query

from headwater.api.parameters import Cursor, Limit, PathName, Search
from headwater.api.services import Services
from headwater.api.wire.catalog import DatasetDetail, DatasetPage
from headwater.store.queries.catalog import Filter
from headwater.store.queries.paging import DEFAULT_LIMIT


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/datasets", tags=["datasets"])

    @router.get("")
    def list_datasets(
        search: Search = None,
        namespace: Annotated[str | None, Query(examples=["ecommerce_warehouse"])] = None,
        owner: Annotated[str | None, Query(examples=["team:sales-data"])] = None,
        tag: Annotated[str | None, Query(examples=["tier:1"])] = None,
        type: Annotated[str | None, Query(examples=["TABLE"])] = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> DatasetPage:
        """Datasets by namespace and name; one that has several names is listed once."""
        wanted = Filter(search, namespace, owner, tag, type)
        return DatasetPage.model_validate(services.catalog.datasets(wanted, limit, cursor))

    @router.get("/{name:path}")
    def get_dataset(name: PathName) -> DatasetDetail:
        """All about one dataset: facets, columns, schema history, tests, statistics, jobs around it."""
        return DatasetDetail.of(services.catalog.dataset(name))

    return router
