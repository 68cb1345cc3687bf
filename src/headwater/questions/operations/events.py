"""The log, event by event, as they came."""

from typing import Annotated
from uuid import UUID

import msgspec

from headwater.answers.operations import StoredEvent
from headwater.errors import EventNotFoundError
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import events

EventId = Annotated[
    UUID,
    Parameter("As answers give it as evidence.", examples=("0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",)),
]


@question("/events/{event_id}", topic="events")
def event(reading: Reading, event_id: EventId) -> StoredEvent:
    """One event as it came, by the id that answers give as evidence; readable at once."""
    found = events.find(reading.connection, event_id)
    if found is None:
        raise EventNotFoundError(str(event_id))
    return StoredEvent(
        event_id=found.event_id,
        position=found.position,
        kind=found.kind,
        event_time=found.event_time,
        received_at=found.received_at,
        run_id=found.run_id,
        # Byte for byte: numbers and spaces go out as they came in.
        event=msgspec.Raw(found.body.encode()),
    )
