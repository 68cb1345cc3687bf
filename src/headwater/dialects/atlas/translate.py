"""From events of the log to Atlas's envelope, and its paging state to a place in the log."""

import base64
import binascii
from typing import Any
from uuid import UUID

import msgspec

from headwater.dialects.atlas import wire
from headwater.dialects.contract import Reply, RequestFailure
from headwater.errors import BadCursorError, BadParameterError, NotReadyError
from headwater.model.events import time_uuid
from headwater.model.times import from_micros, iso, to_micros
from headwater.questions.operations.run_events import EventPage, LoggedEvent, Place

HEALTHY = "OpenLineage event storage is healthy"
UNHEALTHY = "OpenLineage event storage is unhealthy"
UNREACHABLE = "the log can't be reached right now"
# What Atlas shows for an event without eventType.
NO_TYPE = "GENERIC_OL"


class Head(msgspec.Struct):
    """What Atlas shows beside the event itself."""

    # Any type: a field that a producer filled with something odd must not hide the event.
    producer: Any = None
    job: Any = None
    eventType: Any = None  # noqa: N815 (their word)


def from_domain(run_id: str, page: EventPage, page_size: int) -> wire.AtlasEnvelope:
    return wire.AtlasEnvelope(
        success=True,
        runId=run_id,
        eventCount=len(page.events),
        pageSize=page_size,
        nextPagingState=to_paging_state(page.next) if page.next else None,
        events=[_event(run_id, event) for event in page.events],
    )


def failed(failure: RequestFailure) -> Reply:
    """Errors come in the envelope too."""
    envelope = wire.AtlasEnvelope(success=False, error=_reason(failure), events=[], eventCount=0)
    headers = {**failure.headers, "content-type": "application/json"}
    return Reply(failure.status, envelope.model_dump_json().encode(), headers)


def _reason(failure: RequestFailure) -> str:
    """In Atlas's words, where it has some."""
    error = failure.error
    if isinstance(error, BadCursorError):
        return f"Invalid {error.field}"
    if isinstance(error, NotReadyError):
        return UNREACHABLE
    return error.reason if isinstance(error, BadParameterError) else failure.detail


def to_paging_state(place: Place) -> str:
    # Time and id together: several events may have the same time, and the log is paged by both.
    # Signed, since times before 1970 are negative.
    packed = to_micros(place.event_time).to_bytes(8, "big", signed=True) + place.event_id.bytes
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def to_place(paging_state: str) -> Place:
    try:
        # The padding was left off, so that the state needs no quoting in a URL.
        packed = base64.urlsafe_b64decode(paging_state + "=" * (-len(paging_state) % 4))
        if len(packed) != 24:
            raise ValueError
        moment = from_micros(int.from_bytes(packed[:8], "big", signed=True))
    except (ValueError, binascii.Error, OverflowError) as error:
        raise BadCursorError("pagingState") from error
    return Place(moment, UUID(bytes=packed[8:]))


def _event(run_id: str, event: LoggedEvent) -> wire.AtlasEvent:
    head = _head(event.body)
    job = head.job if isinstance(head.job, dict) else {}
    return wire.AtlasEvent(
        eventId=str(time_uuid(event.event_time, event.event_id)),
        source=_text(head.producer),
        jobName=_text(job.get("name")),
        runId=run_id,
        eventTime=iso(event.event_time),
        event=event.body,
        status=(_text(head.eventType) or NO_TYPE).upper(),
    )


def _head(body: str) -> Head:
    try:
        return msgspec.json.decode(body, type=Head)
    # One event that can't be decoded must not cost the whole page.
    except (msgspec.DecodeError, RecursionError):
        return Head()


def _text(value: Any) -> str | None:
    """Producers may write anything where nothing depends on it; the event itself is shown as it came."""
    return value if value is None or isinstance(value, str) else str(value)
