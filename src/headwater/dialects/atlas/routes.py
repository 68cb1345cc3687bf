"""Atlas's calls: a run's events, newest first; one event; health. Read at once, straight from the log."""

from collections.abc import Callable
from uuid import UUID

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from headwater.dialects.atlas import translate, wire
from headwater.dialects.problem import status_of
from headwater.errors import BadCursorError, BadParameterError, EventNotFoundError, HeadwaterError
from headwater.questions.operations.run_events import RunEvents

MAX_PAGE = 1000


def build_router(run_events: RunEvents, healthy: Callable[[], bool]) -> APIRouter:
    router = APIRouter(prefix="/api/atlas/v2/openlineage", tags=["atlas"])

    # A run id may contain slashes, so the longer path is tried first.
    @router.get("/runs/{run_id:path}/events/{event_id}", response_model=wire.Envelope)
    def one_event(run_id: str, event_id: str) -> JSONResponse:
        """One event of a run, by its time-based id."""
        return _enveloped(lambda: translate.from_domain(run_id, run_events.one(run_id, _uuid(event_id)), 1))

    @router.get("/runs/{run_id:path}", response_model=wire.Envelope)
    def events_of_run(run_id: str, pageSize: str = "25", pagingState: str | None = None) -> JSONResponse:  # noqa: N803
        """The events of a run, newest first, a page at a time."""

        def answer() -> wire.Envelope:
            size = _page_size(pageSize)
            after = translate.to_place(pagingState) if pagingState else None
            return translate.from_domain(run_id, run_events.page(run_id, size, after), size)

        return _enveloped(answer)

    @router.get("/health", response_model=wire.Envelope)
    def health() -> JSONResponse:
        """Whether events can be read."""
        if healthy():
            return JSONResponse({"success": True, "message": translate.HEALTHY})
        return _reply(wire.Envelope(success=False, error=translate.UNHEALTHY), 503)

    return router


def _enveloped(answer: Callable[[], wire.Envelope]) -> JSONResponse:
    """Errors come in the envelope too, with the real status."""
    try:
        return _reply(answer(), 200)
    except HeadwaterError as error:
        return _reply(translate.failed(_told(error)), status_of(error))


def _told(error: HeadwaterError) -> str:
    """In Atlas's words, where it has some."""
    if isinstance(error, BadCursorError):
        return f"Invalid {error.field}"
    return error.reason if isinstance(error, BadParameterError) else str(error)


def _reply(envelope: wire.Envelope, status: int) -> JSONResponse:
    return JSONResponse(envelope.model_dump(), status)


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
        raise EventNotFoundError(text) from error
