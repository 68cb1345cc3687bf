"""The events of a run as they came, read from the log itself."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from psycopg.rows import class_row

from headwater.errors import EventNotFoundError
from headwater.model.events import time_of, time_uuid
from headwater.model.ids import run_uuid
from headwater.questions.reading import Reading

# Event times repeat, so the id breaks ties. The cast is needed as a null has no type of its own.
NEWEST_FIRST = """
select event_id, event_time, body
from events
where run_id = %(run_id)s
  and (%(at)s::timestamptz is null or (event_time, event_id) < (%(at)s, %(event_id)s))
order by event_time desc, event_id desc
limit %(limit)s
"""

AT_ONE_INSTANT = """
select event_id, event_time, body from events where run_id = %(run_id)s and event_time = %(at)s
"""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    event_id: UUID
    event_time: datetime
    body: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page ended."""

    event_time: datetime
    event_id: UUID


@dataclass(frozen=True, slots=True)
class EventPage:
    events: tuple[LoggedEvent, ...]
    next: Place | None = None


def run_events(reading: Reading, run_id: str, size: int, after: Place | None = None) -> EventPage:
    """One event more than asked is read, to know whether there is another page."""
    values = {
        "run_id": run_uuid(run_id),
        "at": after.event_time if after else None,
        "event_id": after.event_id if after else None,
        "limit": size + 1,
    }
    found = _found(reading, NEWEST_FIRST, values)
    events = tuple(found[:size])
    last = Place(events[-1].event_time, events[-1].event_id) if len(found) > size else None
    return EventPage(events, last)


def run_event(reading: Reading, run_id: str, identifier: UUID) -> EventPage:
    """The event of that run whose time-based id this is."""
    # Other versions hold no time, and there is nothing else to look the event up by.
    if identifier.version != 1:
        raise EventNotFoundError(str(identifier))
    values = {"run_id": run_uuid(run_id), "at": _time(identifier)}
    for event in _found(reading, AT_ONE_INSTANT, values):
        if time_uuid(event.event_time, event.event_id) == identifier:
            return EventPage((event,))
    raise EventNotFoundError(str(identifier))


def _found(reading: Reading, query: LiteralString, values: dict[str, Any]) -> list[LoggedEvent]:
    with reading.connection.cursor(row_factory=class_row(LoggedEvent)) as cursor:
        return cursor.execute(query, values).fetchall()


def _time(identifier: UUID) -> datetime:
    try:
        return time_of(identifier)
    except OverflowError as error:
        raise EventNotFoundError(str(identifier)) from error
