"""Runs: list and filter, and what one of them did."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from headwater.api.parameters import Cursor, Limit, Moment
from headwater.api.services import Services
from headwater.api.wire.runs import RunDetail, RunPage
from headwater.model.ids import run_uuid
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.runs import RunFilter

JobName = Annotated[
    str | None,
    Query(min_length=1, description="The job's name, as for `/jobs`.", examples=["revenue_etl_pipeline"]),
]
Namespace = Annotated[str | None, Query(description="Of the job.", examples=["shopflow_airflow"])]
RunSearch = Annotated[
    str | None,
    Query(min_length=1, description="Part of the job's name or of the run's id.", examples=["revenue"]),
]
State = Annotated[
    str | None,
    Query(pattern="(?i)^(RUNNING|COMPLETE|FAIL|ABORT|OTHER|UNKNOWN)$", examples=["FAIL"]),
]
Since = Annotated[Moment | None, Query(description="Began at or after.", examples=["2026-04-20T00:00:00Z"])]
Until = Annotated[Moment | None, Query(description="Began before.", examples=["2026-04-21T00:00:00Z"])]
Parent = Annotated[str | None, Query(min_length=1, description="The id of the run that started them.")]
RunId = Annotated[
    str,
    Path(description="As the producer sent it.", examples=["0196503f-6f20-7c11-8d21-2c7a1de0a001"]),
]


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/runs", tags=["runs"])

    @router.get("")
    def list_runs(
        search: RunSearch = None,
        job: JobName = None,
        namespace: Namespace = None,
        state: State = None,
        since: Since = None,
        until: Until = None,
        parent: Parent = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> RunPage:
        """Runs, newest first."""
        parent_id = run_uuid(parent) if parent else None
        wanted = RunFilter(
            namespace=namespace, state=state, since=since, until=until, parent=parent_id, search=search
        )
        return RunPage.model_validate(services.runs.listed(wanted, job, limit, cursor))

    @router.get("/{run_id:path}")
    def get_run(run_id: RunId) -> RunDetail:
        """One run: how it ended, what it read and wrote, its facets, parent and children."""
        return RunDetail.of(services.runs.one(run_id))

    return router
