"""The log as a table: many requests share one commit, and positions come in commit order."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Generic
from uuid import UUID

from psycopg import AsyncConnection, Connection, DataError

from headwater.errors import BadEventError, OverloadedError, StoreUnavailableError
from headwater.log.protocol import Appended, Item
from headwater.model.events import LINEAGE, Event

logger = logging.getLogger(__name__)

# Serialises appends, so that a reader who has seen position n never finds a smaller one later.
APPEND_LOCK = 0x6865616477617465

LOCK = "select pg_advisory_xact_lock(%b)"

# The latest event stands, so one dated far ahead would stand for ever: it counts from when it was received.
# That is decided here, once, and kept: reading the log again finds the same.
# By its whole name: a caller that is bound to teams sees a part of the log, and writes to all of it.
INSERT = """
insert into public.events
    (event_id, stream, kind, event_time, claimed_time, received_at, run_id, body,
     namespace_key, job_key, producer_key, state, team_key, over_quota)
select event_id, stream, kind,
       case when event_time > clock.now + limits.ahead then clock.now else event_time end,
       case when event_time > clock.now + limits.ahead then event_time end,
       clock.now, run_id, body, namespace_key::uuid, job_key::uuid, producer_key::uuid, state,
       team_key::uuid, over_quota
from unnest(%b::uuid[], %b::text[], %b::text[], %b::timestamptz[], %b::uuid[], %b::text[],
            %b::text[], %b::text[], %b::text[], %b::text[], %b::text[], %b::boolean[])
  as sent (event_id, stream, kind, event_time, run_id, body, namespace_key, job_key, producer_key, state,
           team_key, over_quota)
cross join (select clock_timestamp()) as clock (now)
cross join (select %b::interval) as limits (ahead)
on conflict (event_id) do nothing
returning position
"""

# A duplicate was appended earlier: its position is known, and at most the newest.
NEWEST = "select coalesce(max(position), 0) from events where event_id = any(%b::uuid[])"

IDS = "select event_id from events where position = any(%b::bigint[])"

# A group holds the append lock until its commit: its size bounds how long everyone else waits.
MAX_GROUP_BYTES = 16 * 1024 * 1024
MAX_GROUP_EVENTS = 5000
CONNECT_SECONDS = 5
# Producers that were refused come back sooner than this, so a failure that lasts is seen again.
FAILURE_SECONDS = 60.0
STOPPING = "the server is stopping"
# Beyond every time zone that a producer can have mistaken for another.
MAX_AHEAD = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LogTable(Generic[Item]):
    """A table that is a log: how rows are inserted into it, and found there by their ids."""

    lock: int
    insert: str
    ids: str
    newest: str
    columns: Callable[[Sequence[Item]], list[object]]
    """What `insert` takes."""


@dataclass(slots=True)
class PendingAppend(Generic[Item]):
    """One request's events, and the future that is resolved once they are durable."""

    events: Sequence[Item]
    size: int
    done: asyncio.Future[Appended]


class TableLog(Generic[Item]):
    """Group commit: while one commit is under way, the next group gathers.

    All of a group get its last position, so a log takes the events of one stream.
    """

    def __init__(self, database_url: str, max_pending_bytes: int, table: LogTable[Item]) -> None:
        self._database_url = database_url
        self._table = table
        self._max_pending_bytes = max_pending_bytes
        self._pending_bytes = 0
        self._waiting: list[PendingAppend[Item]] = []
        self._wake = asyncio.Event()
        self._connection: AsyncConnection | None = None
        self._writer: asyncio.Task[None] | None = None
        self._stopped = False
        self._failed_at: float | None = None

    @property
    def failing(self) -> bool:
        """Whether the last write failed, and not so long ago that it says nothing about now."""
        return self._failed_at is not None and time.monotonic() - self._failed_at < FAILURE_SECONDS

    @property
    def waiting_bytes(self) -> int:
        """Size of the events that are taken and not durable yet."""
        return self._pending_bytes

    @property
    def waiting_requests(self) -> int:
        return len(self._waiting)

    async def start(self) -> None:
        self._stopped = False
        self._writer = asyncio.create_task(self._write_forever(), name="log-writer")

    async def stop(self) -> None:
        """Requests that still wait are refused with `overloaded`: none is left without an answer."""
        self._stopped = True
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        self._fail(self._waiting, OverloadedError(STOPPING))
        self._waiting = []
        self._pending_bytes = 0
        await self._disconnect()

    async def append(self, events: Sequence[Item]) -> Appended:
        if self._stopped:
            raise OverloadedError(STOPPING)
        size = sum(event.size for event in events)
        # While nothing waits any request is taken: one above the limit could otherwise never be.
        if self._waiting and self._pending_bytes + size > self._max_pending_bytes:
            raise OverloadedError("the log is behind; nothing of this request was taken")
        waiting = PendingAppend(events, size, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._pending_bytes += size
        self._wake.set()
        return await waiting.done

    async def _write_forever(self) -> None:
        while True:
            await self._wake.wait()
            group = self._next_group()
            if group:
                await self._commit(group)

    def _next_group(self) -> list[PendingAppend[Item]]:
        size = count = 0
        for taken, waiting in enumerate(self._waiting):
            size += waiting.size
            count += len(waiting.events)
            if taken and (size > MAX_GROUP_BYTES or count > MAX_GROUP_EVENTS):
                # `_wake` stays set, so that the writer comes back for the rest at once.
                group, self._waiting = self._waiting[:taken], self._waiting[taken:]
                return group
        group, self._waiting = self._waiting, []
        self._wake.clear()
        return group

    async def _commit(self, group: list[PendingAppend[Item]]) -> None:
        try:
            await self._settle(group)
        except asyncio.CancelledError:
            self._fail(group, OverloadedError(STOPPING))
            raise
        except Exception as error:  # the writer must outlive whatever one group runs into
            logger.warning("the log could not be written", exc_info=error)
            await self._disconnect()
            self._failed_at = time.monotonic()
            self._fail(group, StoreUnavailableError(f"the log can't be written: {type(error).__name__}"))
        finally:
            self._pending_bytes -= sum(waiting.size for waiting in group)

    async def _settle(self, group: list[PendingAppend[Item]]) -> None:
        """One request that PostgreSQL can't store must not sink those that share its commit."""
        try:
            position, new = await self._insert([event for waiting in group for event in waiting.events])
        except DataError as error:
            if len(group) == 1:
                self._fail(group, BadEventError("", f"can't be stored: {error.diag.message_primary}"))
            else:
                for waiting in group:
                    await self._settle([waiting])
            return
        self._failed_at = None
        for waiting in group:
            duplicates = 0 if new is None else _duplicates(waiting.events, new)
            if not waiting.done.done():
                waiting.done.set_result(Appended(position, duplicates))

    def _fail(self, group: list[PendingAppend[Item]], error: Exception) -> None:
        for waiting in group:
            if not waiting.done.done():
                waiting.done.set_exception(error)

    async def _insert(self, events: Sequence[Item]) -> tuple[int, set[UUID] | None]:
        """The position of the last, and which of them are new; None means all."""
        connection = await self._connected()
        async with connection.transaction():
            await connection.execute(LOCK, [self._table.lock])
            cursor = await connection.execute(self._table.insert, self._table.columns(events))
            rows = await cursor.fetchall()
            new = None
            if len(rows) < len(events):
                # Asked only now: most groups have no duplicate, and reading every id back costs time.
                cursor = await connection.execute(self._table.ids, [[row[0] for row in rows]])
                new = {row[0] for row in await cursor.fetchall()}
                cursor = await connection.execute(self._table.newest, [[event.event_id for event in events]])
                rows += await cursor.fetchall()
        return max((int(row[0]) for row in rows), default=0), new

    async def _connected(self) -> AsyncConnection:
        if self._connection is None or self._connection.closed:
            self._connection = await AsyncConnection.connect(
                self._database_url, autocommit=True, connect_timeout=CONNECT_SECONDS
            )
        return self._connection

    async def _disconnect(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


def _duplicates(events: Sequence[Item], new: set[UUID]) -> int:
    """How many are not new. Who sent a new event first is who sent it: it is taken out of `new`."""
    found = 0
    for event in events:
        if event.event_id in new:
            new.remove(event.event_id)
        else:
            found += 1
    return found


class PostgresLog(TableLog[Event]):
    """The log of events."""

    def __init__(self, database_url: str, max_pending_bytes: int, max_ahead: timedelta = MAX_AHEAD) -> None:
        columns = partial(_columns, max_ahead=max_ahead)
        super().__init__(database_url, max_pending_bytes, LogTable(APPEND_LOCK, INSERT, IDS, NEWEST, columns))


def append_within(
    connection: Connection[Any], events: Sequence[Event], max_ahead: timedelta = MAX_AHEAD
) -> int:
    """Append in the caller's transaction, to be committed right after: everyone else's appends wait for it.

    Returns a position at or before which each of the events stands. Rows that the transaction locks must
    be locked before this, never after, so that no two transactions wait for each other.
    """
    # One round trip for both: nobody else can append between them.
    with connection.pipeline():
        connection.execute(LOCK, [APPEND_LOCK])
        inserted = connection.execute(INSERT, _columns(events, max_ahead))
    rows = inserted.fetchall()
    if len(rows) < len(events):
        # Some were there before. A reader waits for those of the lineage, whatever was appended beside them.
        awaited = [event for event in events if event.kind.stream == LINEAGE] or events
        rows = connection.execute(NEWEST, [[event.event_id for event in awaited]]).fetchall()
    return max((int(row[0]) for row in rows), default=0)


def _columns(events: Sequence[Event], max_ahead: timedelta = MAX_AHEAD) -> list[object]:
    """What `INSERT` takes."""
    return [
        [event.event_id for event in events],
        [event.kind.stream for event in events],
        [str(event.kind) for event in events],
        [event.event_time for event in events],
        [event.run_id for event in events],
        [event.body for event in events],
        [event.keys.namespace for event in events],
        [event.keys.job for event in events],
        [event.keys.producer for event in events],
        [event.keys.state for event in events],
        [event.keys.team for event in events],
        [event.over_quota for event in events],
        max_ahead,
    ]
