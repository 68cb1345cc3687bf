"""Reading the log: ranges of positions, as plain rows or as Arrow."""

from collections.abc import Iterator, Sequence

import pyarrow as pa
from psycopg import Connection

SCHEMA = pa.schema(
    [
        ("position", pa.int64()),
        ("event_id", pa.string()),
        ("at", pa.int64()),
        ("body", pa.string()),
    ]
)
CHUNK_ROWS = 1000

RANGE = """
select position, replace(event_id::text, '-', ''), (extract(epoch from event_time) * 1000000)::bigint, body
from events
where position > %(after)s and position <= %(upto)s
order by position
"""

NEXT = """
select coalesce(max(position), %(after)s)
from (select position from events where position > %(after)s order by position limit %(count)s) as following
"""

CHOSEN = """
select position, replace(event_id::text, '-', ''), (extract(epoch from event_time) * 1000000)::bigint, body
from events
where event_id = any(%(event_ids)s)
order by position
"""


def newest_position(connection: Connection) -> int:
    """The last position; appends are serialised, so nothing before it is still to come."""
    row = connection.execute("select coalesce(max(position), 0) from events").fetchone()
    return int(row[0]) if row else 0


def position_after(connection: Connection, after: int, count: int) -> int:
    """The position of the last of the next `count` events; repeats leave gaps, so this is no addition."""
    row = connection.execute(NEXT, {"after": after, "count": count}).fetchone()
    return int(row[0]) if row else after


def read_range(connection: Connection, after: int, upto: int) -> Iterator[pa.RecordBatch]:
    with connection.transaction(), connection.cursor(name="log_range") as cursor:
        cursor.execute(RANGE, {"after": after, "upto": upto})
        while rows := cursor.fetchmany(CHUNK_ROWS):
            yield _arrow(rows)


def read_chosen(connection: Connection, event_ids: Sequence[str]) -> pa.Table:
    rows = connection.execute(CHOSEN, {"event_ids": list(event_ids)}).fetchall()
    return pa.Table.from_batches([_arrow(rows)] if rows else [], SCHEMA)


def _arrow(rows: list[tuple[object, ...]]) -> pa.RecordBatch:
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, SCHEMA, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=SCHEMA)
