"""One event of the log by its id, as it came."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from headwater.store.queries.rows import Connection, fetch_one


@dataclass(frozen=True, slots=True)
class EventRow:
    event_id: UUID
    position: int
    kind: str
    event_time: datetime
    received_at: datetime
    run_id: UUID | None
    body: str


ONE = """
select event_id, position, kind, event_time, received_at, run_id, body
from events
where event_id = %(event_id)s
"""


def find(connection: Connection, event_id: UUID) -> EventRow | None:
    return fetch_one(connection, EventRow, ONE, event_id=event_id)
