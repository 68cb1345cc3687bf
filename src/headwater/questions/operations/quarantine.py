"""What could not be read, and another try at it."""

from collections.abc import Sequence
from uuid import UUID

from psycopg_pool import ConnectionPool

from headwater.errors import BadParameterError, NotFoundError
from headwater.store import work
from headwater.store.queries import quarantine
from headwater.store.queries.paging import Page
from headwater.store.queries.quarantine import Quarantined
from headwater.store.queries.rows import Connection
from headwater.store.work import Work


class Quarantine:
    def __init__(self, pool: ConnectionPool[Connection]) -> None:
        self._pool = pool

    def listed(self, reason: str | None, limit: int, cursor: str | None) -> Page[Quarantined]:
        with self._pool.connection() as connection:
            return quarantine.listed(connection, reason, limit, cursor)

    def replay(self, event_ids: Sequence[UUID]) -> Work:
        """Ask the worker to read these events again; all of them have to be in quarantine."""
        with self._pool.connection() as connection:
            missing = set(event_ids) - quarantine.held(connection, event_ids)
            if missing:
                shown = ", ".join(sorted(map(str, missing))[:5])
                raise BadParameterError("event_ids", f"{len(missing)} not in quarantine: {shown}")
            return work.request(connection, "replay", {"event_ids": [str(event) for event in event_ids]})

    def replay_all(self) -> Work:
        with self._pool.connection() as connection:
            return work.request(connection, "replay", {"all": True})

    def work(self, work_id: int) -> Work:
        """How far a request is."""
        with self._pool.connection() as connection:
            found = work.find(connection, work_id)
        if found is None:
            raise NotFoundError(f"no work item `{work_id}`")
        return found
