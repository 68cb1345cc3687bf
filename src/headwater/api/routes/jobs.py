"""Jobs: list, search, and all that is known of one."""

from typing import Annotated

from fastapi import APIRouter, Query

from headwater.api.parameters import Cursor, Limit, PathName, Search
from headwater.api.services import Services
from headwater.api.wire.catalog import JobDetail, JobPage
from headwater.store.queries.catalog import Filter
from headwater.store.queries.paging import DEFAULT_LIMIT


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/jobs", tags=["jobs"])

    @router.get("")
    def list_jobs(
        search: Search = None,
        namespace: Annotated[str | None, Query(examples=["shopflow_airflow"])] = None,
        owner: Annotated[str | None, Query(examples=["team:finance-data"])] = None,
        tag: Annotated[str | None, Query(examples=["nightly"])] = None,
        type: Annotated[str | None, Query(examples=["TASK"])] = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> JobPage:
        """Jobs by namespace and name."""
        wanted = Filter(search, namespace, owner, tag, type)
        return JobPage.model_validate(services.catalog.jobs(wanted, limit, cursor))

    @router.get("/{name:path}")
    def get_job(name: PathName) -> JobDetail:
        """Everything about one job: facets, SQL, inputs and outputs, who starts it, its latest runs."""
        return JobDetail.of(services.catalog.job(name))

    return router
