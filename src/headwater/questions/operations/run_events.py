"""The events of a run as they came, read from the log itself."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString
from uuid import UUID

from psycopg import OperationalError
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from headwater.errors import EventNotFoundError, NotReadyError
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

AT_ONE_INSTANT = """
select event_id, event_time, body from events where run_id = %(run_id)s and event_time = %(at)s
"""


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
        found = self._found(NEWEST_FIRST, values)
        events = tuple(found[:size])
        last = Place(events[-1].event_time, events[-1].event_id) if len(found) > size else None
        return Page(events, last)

    def one(self, run_id: str, identifier: UUID) -> Page:
        """The event of that run whose time-based id this is."""
        if identifier.version != 1:
            raise EventNotFoundError(str(identifier))
        values = {"run_id": run_uuid(run_id), "at": _time(identifier)}
        for event in self._found(AT_ONE_INSTANT, values):
            if time_uuid(event.event_time, event.event_id) == identifier:
                return Page((event,))
        raise EventNotFoundError(str(identifier))

    def _found(self, query: LiteralString, values: dict[str, Any]) -> list[StoredEvent]:
        try:
            with self._pool.connection() as connection:
                cursor = connection.cursor(row_factory=class_row(StoredEvent))
                return cursor.execute(query, values).fetchall()
        except OperationalError as error:
            raise NotReadyError("the log can't be reached right now") from error


def _time(identifier: UUID) -> datetime:
    try:
        return time_of(identifier)
    except OverflowError as error:
        raise EventNotFoundError(str(identifier)) from error
