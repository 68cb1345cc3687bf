"""SQL that runs carry: how much of it was read, and what could not be."""

from typing import Annotated

from fastapi import APIRouter, Query

from headwater.api.parameters import Cursor, Limit
from headwater.api.services import Services
from headwater.api.wire.sql import SqlProblems
from headwater.store.queries.paging import DEFAULT_LIMIT


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/sql", tags=["sql"])

    @router.get("/problems")
    def list_sql_problems(
        job: Annotated[
            str | None, Query(description="Of this job only.", examples=["airflow/load_orders"])
        ] = None,
        reason: Annotated[str | None, Query(description="Part of the reason, whatever the case.")] = None,
        limit: Limit = DEFAULT_LIMIT,
        cursor: Cursor = None,
    ) -> SqlProblems:
        """Texts that gave no lineage, or not for every statement, each with the reason."""
        return SqlProblems.of(services.sql.problems(job, reason, limit, cursor))

    return router
