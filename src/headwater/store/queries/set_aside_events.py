"""Which events somebody set aside."""

from datetime import datetime
from uuid import UUID

from headwater.store.queries.rows import Connection

IN_LOG = "select from events where event_id = %(event_id)s and stream = 'lineage'"
INSERT = """
insert into set_aside_event (event_id, at, by_name, why) values (%(event_id)s, %(at)s, %(by)s, %(why)s)
on conflict (event_id) do nothing
returning id
"""
DELETE = "delete from set_aside_event where event_id = %(event_id)s returning id"


def is_in_log(connection: Connection, event_id: UUID) -> bool:
    return connection.execute(IN_LOG, {"event_id": event_id}).fetchone() is not None


def insert(connection: Connection, event_id: UUID, *, at: datetime, by: str, why: str) -> int | None:
    """The number of the decision; None if it was set aside before."""
    row = connection.execute(INSERT, {"event_id": event_id, "at": at, "by": by, "why": why}).fetchone()
    return row[0] if row else None


def delete(connection: Connection, event_id: UUID) -> int | None:
    """The number of the decision that is gone; None if there was none."""
    row = connection.execute(DELETE, {"event_id": event_id}).fetchone()
    return row[0] if row else None
