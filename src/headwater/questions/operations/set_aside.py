"""Setting an event aside, such as one from a clock that ran years ahead: it stays, and counts no more."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from headwater.answers.operations import Work
from headwater.errors import ConflictError, EventNotFoundError
from headwater.questions.incidents.acts import Actor
from headwater.questions.operations.events import EventId
from headwater.questions.reading import Writing
from headwater.questions.record import record
from headwater.questions.registry import write
from headwater.store import work
from headwater.store.queries import set_aside_events


class SetAsideRequest(BaseModel):
    """Who sets it aside, and why."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
        json_schema_extra={"examples": [{"by": "dana.lead", "why": "the host's clock ran a year ahead"}]},
    )

    by: Actor = None
    why: Annotated[str, Field(min_length=1, max_length=500)]
    """Shown in the quarantine, where the event is listed from then on."""


@write("/events/{event_id}/set-aside", topic="quarantine", status=202)
def set_event_aside(writing: Writing, event_id: EventId, request: SetAsideRequest) -> Work:
    """Let an event count no more; it stays in the log, and what is served is rebuilt without it."""
    now, connection = writing.clock(), writing.connection
    with connection.transaction():
        if not set_aside_events.is_in_log(connection, event_id):
            raise EventNotFoundError(str(event_id))
        by = writing.actor(request.by)
        number = set_aside_events.insert(connection, event_id, at=now, by=by, why=request.why)
        if number is None:
            raise ConflictError(f"event {event_id} is set aside already")
        asked = work.request(connection, "rebuild", {})
        record(connection, {"set_aside_event": [number]}, now)
        return asked


@write("/events/{event_id}/set-aside", topic="quarantine", method="DELETE", status=202)
def take_event_back(writing: Writing, event_id: EventId) -> Work:
    """Let an event that was set aside count again; what is served is rebuilt."""
    now, connection = writing.clock(), writing.connection
    with connection.transaction():
        number = set_aside_events.delete(connection, event_id)
        if number is None:
            raise ConflictError(f"event {event_id} is not set aside")
        asked = work.request(connection, "rebuild", {})
        record(connection, {"set_aside_event": [number]}, now)
        return asked
