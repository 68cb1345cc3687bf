"""One event of the log, as it came."""

from uuid import UUID

from psycopg_pool import ConnectionPool

from headwater.errors import EventNotFoundError
from headwater.store.queries import events
from headwater.store.queries.events import StoredEvent
from headwater.store.queries.rows import Connection


class Events:
    def __init__(self, pool: ConnectionPool[Connection]) -> None:
        self._pool = pool

    def one(self, event_id: UUID) -> StoredEvent:
        with self._pool.connection() as connection:
            found = events.one(connection, event_id)
        if found is None:
            raise EventNotFoundError(str(event_id))
        return found
