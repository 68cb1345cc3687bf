"""The log of telemetry: a table of its own, so that neither appending nor reading makes lineage wait.

Requests are kept as the bytes that came, each in one row.
"""

from collections.abc import Iterator, Sequence

from psycopg import Connection
from psycopg.types.json import Jsonb

from headwater.log.postgres import LOCK, LogTable, TableLog
from headwater.model.telemetry import TelemetryEntry, TelemetryRequest

# "telemetr" in ASCII; any number will do that no other advisory lock uses.
APPEND_LOCK = 0x74656C656D657472
# What a batch holds at most: requests may have 64 MB each.
MAX_BATCH_BYTES = 64 * 1024 * 1024
CHUNK_ROWS = 100

INSERT = """
insert into telemetry_log (event_id, kind, encoding, team, received_at, body, teams, over_quota)
select event_id, kind, encoding, team, received_at, body,
       array(select jsonb_array_elements_text(teams)), over_quota
from unnest(%b::uuid[], %b::text[], %b::text[], %b::text[], %b::timestamptz[], %b::bytea[], %b::jsonb[],
            %b::boolean[])
  as sent (event_id, kind, encoding, team, received_at, body, teams, over_quota)
on conflict (event_id) do nothing
returning position
"""

NEWEST_OF = "select coalesce(max(position), 0) from telemetry_log where event_id = any(%b::uuid[])"
IDS = "select event_id from telemetry_log where position = any(%b::bigint[])"

# A request that is larger than all that is allowed comes alone.
NEXT = """
with following as (
    select position, octet_length(body) as bytes from telemetry_log
    where position > %(after)s order by position limit %(count)s
),
summed as (
    select position, sum(bytes) over (order by position) as bytes,
           row_number() over (order by position) as number
    from following
)
select coalesce(max(position), %(after)s) from summed where bytes <= %(bytes)s or number = 1
"""

# In the order of TelemetryEntry's fields.
RANGE = """
select position, kind, encoding, team, (extract(epoch from received_at) * 1000000)::bigint, body
from telemetry_log where position > %(after)s and position <= %(upto)s order by position
"""


class TelemetryLog(TableLog[TelemetryRequest]):
    def __init__(self, database_url: str, max_pending_bytes: int) -> None:
        table = LogTable(APPEND_LOCK, INSERT, IDS, NEWEST_OF, _columns)
        super().__init__(database_url, max_pending_bytes, table)


def _columns(requests: Sequence[TelemetryRequest]) -> list[object]:
    """What `INSERT` takes."""
    return [
        [request.event_id for request in requests],
        [str(request.kind) for request in requests],
        [str(request.encoding) for request in requests],
        [request.team for request in requests],
        [request.received_at for request in requests],
        [request.body for request in requests],
        [Jsonb(list(request.teams)) for request in requests],
        [request.over_quota for request in requests],
    ]


def append_telemetry_within(connection: Connection, requests: Sequence[TelemetryRequest]) -> None:
    """Append in the caller's transaction, to be committed right after: others wait for it."""
    with connection.pipeline():
        connection.execute(LOCK, [APPEND_LOCK])
        connection.execute(INSERT, _columns(requests))


def telemetry_after(connection: Connection, after: int, count: int) -> int:
    """The position of the last of the next `count` requests, or of as many as `MAX_BATCH_BYTES` hold."""
    values = {"after": after, "count": count, "bytes": MAX_BATCH_BYTES}
    row = connection.execute(NEXT, values).fetchone()
    return int(row[0]) if row else after


def read_telemetry(connection: Connection, after: int, upto: int) -> Iterator[list[TelemetryEntry]]:
    """The requests after `after` up to `upto`, in chunks."""
    with connection.transaction(), connection.cursor(name="telemetry_range") as cursor:
        cursor.itersize = CHUNK_ROWS
        cursor.execute(RANGE, {"after": after, "upto": upto})
        while rows := cursor.fetchmany(CHUNK_ROWS):
            yield [TelemetryEntry._make(row) for row in rows]
