"""How far each partition of Kafka's topics was read into the log, and who reads it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from psycopg import Connection as AnyConnection

from headwater.store.queries.rows import Connection, fetch, fetch_one

Partition = tuple[str, int]

# A row for each, so that there is something to lock.
KNOWN = """
insert into kafka_offsets (topic, partition, next_offset)
select topic, partition, 0 from unnest(%s::text[], %s::int[]) as read (topic, partition)
on conflict do nothing
"""
LOCKED = """
select offsets.topic, offsets.partition, offsets.next_offset
from kafka_offsets as offsets
join unnest(%s::text[], %s::int[]) as read (topic, partition) using (topic, partition)
order by 1, 2
for update of offsets
"""
WRITE = """
update kafka_offsets as offsets
set next_offset = greatest(offsets.next_offset, read.next_offset),
    end_offset = coalesce(read.end_offset, offsets.end_offset), read_at = clock_timestamp()
from unnest(%s::text[], %s::int[], %s::bigint[], %s::bigint[])
  as read (topic, partition, next_offset, end_offset)
where offsets.topic = read.topic and offsets.partition = read.partition
"""
ENDS = """
update kafka_offsets as offsets set end_offset = read.end_offset
from unnest(%s::text[], %s::int[], %s::bigint[]) as read (topic, partition, end_offset)
where offsets.topic = read.topic and offsets.partition = read.partition
  and offsets.end_offset is distinct from read.end_offset
"""
ALL = "select topic, partition, next_offset from kafka_offsets where topic = any(%s)"
PROBLEM = """
insert into kafka_offsets (topic, partition, next_offset, problem) values (%s, %s, %s, %s)
on conflict (topic, partition) do update
set next_offset = greatest(kafka_offsets.next_offset, excluded.next_offset), problem = excluded.problem
"""
BEAT = """
insert into kafka_bridges (name, seen_at, problem) values (%s, clock_timestamp(), %s)
on conflict (name) do update set seen_at = excluded.seen_at, problem = excluded.problem
"""
FORGET = "delete from kafka_bridges where seen_at < clock_timestamp() - interval '1 hour'"
LAG = """
select topic, partition, next_offset, end_offset, greatest(end_offset - next_offset, 0) as lag,
       read_at, problem
from kafka_offsets order by topic, partition
"""
SEEN = "select max(seen_at) as seen_at, max(problem) as problem from kafka_bridges where seen_at > %(since)s"


@dataclass(frozen=True, slots=True)
class PartitionLag:
    topic: str
    partition: int
    next_offset: int
    end_offset: int
    lag: int
    read_at: datetime | None
    problem: str | None


@dataclass(frozen=True, slots=True)
class BridgeSeen:
    seen_at: datetime | None
    problem: str | None


def lock_offsets(connection: AnyConnection, partitions: Sequence[Partition]) -> dict[Partition, int]:
    """The next offset of each; nobody else writes them until the transaction ends."""
    columns = [[topic for topic, _ in partitions], [number for _, number in partitions]]
    connection.execute(KNOWN, columns)
    return {(topic, number): offset for topic, number, offset in connection.execute(LOCKED, columns)}


def write_offsets(
    connection: AnyConnection, offsets: Mapping[Partition, int], ends: Mapping[Partition, int]
) -> None:
    keys = [*offsets]
    connection.execute(
        WRITE,
        [
            [topic for topic, _ in keys],
            [number for _, number in keys],
            [offsets[key] for key in keys],
            [ends.get(key) for key in keys],
        ],
    )


def write_ends(connection: AnyConnection, ends: Mapping[Partition, int]) -> None:
    """Where the partitions end now: what is not read yet shows up also while nothing can be read."""
    columns = [[topic for topic, _ in ends], [number for _, number in ends], list(ends.values())]
    connection.execute(ENDS, columns)


def read_offsets(connection: AnyConnection, topics: Sequence[str]) -> dict[Partition, int]:
    return {(topic, number): offset for topic, number, offset in connection.execute(ALL, [list(topics)])}


def note_problem(connection: AnyConnection, partition: Partition, offset: int, problem: str | None) -> None:
    """Reading begins at `offset`; `problem` says what stood before it and is lost."""
    connection.execute(PROBLEM, [*partition, offset, problem])


def beat(connection: AnyConnection, name: str, problem: str | None) -> None:
    """A bridge says that it lives, and what keeps it from reading."""
    connection.execute(BEAT, [name, problem])
    connection.execute(FORGET)


def lags(connection: Connection) -> tuple[PartitionLag, ...]:
    return tuple(fetch(connection, PartitionLag, LAG))


def last_seen(connection: Connection, since: datetime) -> BridgeSeen:
    """Of the bridges that lived since then."""
    found = fetch_one(connection, BridgeSeen, SEEN, since=since)
    return found or BridgeSeen(None, None)
