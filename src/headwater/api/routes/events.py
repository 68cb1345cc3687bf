"""The log, event by event."""

from uuid import UUID

from fastapi import APIRouter
from starlette.responses import Response

from headwater.api.services import Services
from headwater.api.wire.operations import Event, event_body


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/events", tags=["events"])

    @router.get("/{event_id}", response_model=Event)
    def get_event(event_id: UUID) -> Response:
        """One event as it came, by the id that answers give as evidence; readable at once."""
        return Response(event_body(services.events.one(event_id)), media_type="application/json")

    return router
