"""Quarantine: what could not be read, and another try at it."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from headwater.api.parameters import Cursor, Limit
from headwater.api.services import Services
from headwater.api.wire.operations import QuarantinePage, Replay, Work
from headwater.store.queries.paging import DEFAULT_LIMIT

Reason = Annotated[
    str | None, Query(description="Part of the reason, whatever the case.", examples=["columnLineage"])
]
WorkId = Annotated[int, Path(ge=1, le=2**63 - 1)]


def build_router(services: Services) -> APIRouter:
    router = APIRouter(tags=["quarantine"])

    @router.get("/quarantine")
    def list_quarantine(
        reason: Reason = None, limit: Limit = DEFAULT_LIMIT, cursor: Cursor = None
    ) -> QuarantinePage:
        """What could not be read, newest first."""
        return QuarantinePage.model_validate(services.quarantine.listed(reason, limit, cursor))

    @router.post("/quarantine/replay", status_code=202)
    def replay(wanted: Replay) -> Work:
        """Read events in quarantine again, after an upgrade that may understand them."""
        held = services.quarantine
        return Work.model_validate(held.replay_all() if wanted.all else held.replay(wanted.event_ids))

    @router.get("/work/{work_id}")
    def get_work(work_id: WorkId) -> Work:
        """How far a request to the worker is."""
        return Work.model_validate(services.quarantine.work(work_id))

    return router
