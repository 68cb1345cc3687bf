"""The events of a run as they came, read from the log itself."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from headwater.errors import EventNotFoundError
from headwater.model.events import time_of, time_uuid
from headwater.model.ids import run_uuid

NEWEST_FIRST = """
select event_id, event_time, body
from events
where run_id = %(run_id)s
  and (%(at)s::timestamptz is null or (event_time, event_id) < (%(at)s, %(event_id)s))
order by event_time desc, event_id desc
limit %(limit)s
"""

AT_ONE_INSTANT = "select event_id, event_time, body from events where run_id = %s and event_time = %s"


@dataclass(frozen=True, slots=True)
class StoredEvent:
    event_id: UUID
    event_time: datetime
    body: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page ended."""

    event_time: datetime
    event_id: UUID


@dataclass(frozen=True, slots=True)
class Page:
    events: tuple[StoredEvent, ...]
    next: Place | None = None


class RunEvents:
    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool

    def page(self, run_id: str, size: int, after: Place | None = None) -> Page:
        """One event more than asked is read, to know whether there is another page."""
        values = {
            "run_id": run_uuid(run_id),
            "at": after.event_time if after else None,
            "event_id": after.event_id if after else None,
            "limit": size + 1,
        }
        with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(StoredEvent))
            found = cursor.execute(NEWEST_FIRST, values).fetchall()
        events = tuple(found[:size])
        last = Place(events[-1].event_time, events[-1].event_id) if len(found) > size else None
        return Page(events, last)

    def one(self, run_id: str, identifier: UUID) -> Page:
        """The event of that run whose time-based id this is."""
        if identifier.version != 1:
            raise EventNotFoundError(str(identifier))
        with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(StoredEvent))
            found = cursor.execute(AT_ONE_INSTANT, [run_uuid(run_id), _time(identifier)]).fetchall()
        for event in found:
            if time_uuid(event.event_time, event.event_id) == identifier:
                return Page((event,))
        raise EventNotFoundError(str(identifier))


def _time(identifier: UUID) -> datetime:
    try:
        return time_of(identifier)
    except OverflowError as error:
        raise EventNotFoundError(str(identifier)) from error
