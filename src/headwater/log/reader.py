"""Reading the log: the events of one stream by ranges of positions, or chosen events by id."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from psycopg import Connection

from headwater.model.events import LINEAGE, LogEntry

CHUNK_ROWS = 1000
# What a batch holds at most: forty events of 50 MB each must not be in memory together.
MAX_BATCH_BYTES = 64 * 1024 * 1024

# In the order of LogEntry's fields.
ENTRY = """
position, replace(event_id::text, '-', ''), (extract(epoch from event_time) * 1000000)::bigint, kind, body,
(extract(epoch from claimed_time) * 1000000)::bigint,
(select 'by ' || aside.by_name || ': ' || aside.why
 from set_aside_event as aside where aside.event_id = events.event_id)
"""

RANGE = f"""
select {ENTRY}
from events
where stream = %(stream)s and position > %(after)s and position <= %(upto)s
order by position
"""

# An event that is larger than all that is allowed comes alone.
NEXT = """
with following as (
    select position, octet_length(body) as bytes from events
    where stream = %(stream)s and position > %(after)s
    order by position limit %(count)s
),
summed as (
    select position, sum(bytes) over (order by position) as bytes,
           row_number() over (order by position) as number
    from following
)
select coalesce(max(position), %(after)s) from summed where bytes <= %(bytes)s or number = 1
"""

COUNT = "select count(*) from events where stream = %s and position > %s and position <= %s"

NEWEST = "select coalesce(max(position), 0) from events where stream = %s"

POSITIONS = "select count(*), max(position) from events where event_id = any(%(event_ids)s)"

CHOSEN = f"""
select {ENTRY}
from events
where event_id = any(%(event_ids)s)
order by position
"""


def position_of_all(connection: Connection, event_ids: Sequence[UUID]) -> int | None:
    """The position of the last of these events; None while one of them is not in the log."""
    wanted = list(set(event_ids))
    row = connection.execute(POSITIONS, {"event_ids": wanted}).fetchone()
    return int(row[1]) if row and row[0] == len(wanted) else None


def last_position(connection: Connection) -> int:
    """The last position of all streams."""
    row = connection.execute("select coalesce(max(position), 0) from events").fetchone()
    return int(row[0]) if row else 0


def newest_position(connection: Connection, stream: str = LINEAGE) -> int:
    """The last position; appends are serialised, so nothing before it is still to come."""
    row = connection.execute(NEWEST, [stream]).fetchone()
    return int(row[0]) if row else 0


def position_after(connection: Connection, after: int, count: int, stream: str = LINEAGE) -> int:
    """The position of the last of the next `count` events, or of as many as `MAX_BATCH_BYTES` hold.

    No addition: repeats, and events of other streams, leave gaps.
    """
    values = {"after": after, "count": count, "stream": stream, "bytes": MAX_BATCH_BYTES}
    row = connection.execute(NEXT, values).fetchone()
    return int(row[0]) if row else after


def count_between(connection: Connection, after: int, upto: int, stream: str = LINEAGE) -> int:
    """How many events lie after the first position up to the second."""
    row = connection.execute(COUNT, [stream, after, upto]).fetchone()
    return int(row[0]) if row else 0


def read_range(
    connection: Connection, after: int, upto: int, stream: str = LINEAGE
) -> Iterator[list[LogEntry]]:
    """The events after `after` up to `upto`, in chunks."""
    # A cursor on the server's side: a range may be larger than memory. It lives only in a transaction.
    with connection.transaction(), connection.cursor(name="log_range") as cursor:
        cursor.execute(RANGE, {"after": after, "upto": upto, "stream": stream})
        while rows := cursor.fetchmany(CHUNK_ROWS):
            yield [LogEntry._make(row) for row in rows]


def read_chosen(connection: Connection, event_ids: Sequence[str]) -> list[LogEntry]:
    rows = connection.execute(CHOSEN, {"event_ids": list(event_ids)}).fetchall()
    return [LogEntry._make(row) for row in rows]
