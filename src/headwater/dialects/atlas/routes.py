"""Atlas's calls: a run's events, newest first; one event; health. Read at once, straight from the log."""

from collections.abc import Callable
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse

from headwater.dialects.atlas import translate, wire
from headwater.dialects.contract import OpenReading
from headwater.errors import BadParameterError, EventNotFoundError
from headwater.questions.operations import run_events

PREFIX = "/api/atlas/v2/openlineage"
# A larger pageSize is lowered to this rather than refused: the client pages on with the state it gets.
MAX_PAGE = 1000

RunId = Annotated[str, Path(description="Id of the run.")]
EventId = Annotated[str, Path(description="Time-based id of the event.")]
PageSize = Annotated[str, Query(description=f"Maximum number of events, up to {MAX_PAGE}. Default 25.")]
PagingState = Annotated[str | None, Query(description="`pagingState` of the previous page.")]


def build_router(open_reading: OpenReading, healthy: Callable[[], bool]) -> APIRouter:
    router = APIRouter(prefix=PREFIX, tags=["atlas"])

    # A run id may contain slashes, so the longer path is tried first.
    @router.get("/runs/{run_id:path}/events/{event_id}")
    def get_event(run_id: RunId, event_id: EventId) -> wire.AtlasEnvelope:
        """One event of a run, by its time-based id."""
        with open_reading() as reading:
            page = run_events.run_event(reading, run_id, _uuid(event_id))
        return translate.from_domain(run_id, page, 1)

    @router.get("/runs/{run_id:path}")
    def list_events(
        run_id: RunId,
        pageSize: PageSize = "25",  # noqa: N803
        pagingState: PagingState = None,  # noqa: N803
    ) -> wire.AtlasEnvelope:
        """The events of a run, newest first, a page at a time."""
        # Taken as text above, so that a refusal is worded here and not by the framework.
        size = _page_size(pageSize)
        after = translate.to_place(pagingState) if pagingState else None
        with open_reading() as reading:
            page = run_events.run_events(reading, run_id, size, after)
        return translate.from_domain(run_id, page, size)

    @router.get("/health", response_model=wire.AtlasEnvelope)
    def health() -> JSONResponse:
        """Whether events can be read."""
        if healthy():
            return JSONResponse({"success": True, "message": translate.HEALTHY})
        return JSONResponse(wire.AtlasEnvelope(success=False, error=translate.UNHEALTHY).model_dump(), 503)

    return router


def _page_size(text: str) -> int:
    try:
        size = int(text)
    except ValueError as error:
        raise BadParameterError("pageSize", "pageSize must be a whole number") from error
    if size < 1:
        raise BadParameterError("pageSize", "pageSize must be greater than 0")
    return min(size, MAX_PAGE)


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError as error:
        # No event can have such an id, so it is missing like any other unknown one.
        raise EventNotFoundError(text) from error
