"""The stream of telemetry: apart from that of the lineage, so that neither waits for the other.

A batch is published when enough has come, or when the first of it has waited long enough.
"""

import logging
import time
from collections.abc import Callable
from itertools import chain

import psycopg
import pyarrow as pa
from psycopg import Connection
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from headwater.facts.telemetry.arrow import SCHEMA, read_entries, unusable
from headwater.log.telemetry import read_telemetry, telemetry_after
from headwater.pipeline.batch import is_of_an_event, reason_of
from headwater.pipeline.read import TASKS, frame_of_ranges, kept_connection, split
from headwater.pipeline.stream import fresh_folder
from headwater.settings import Settings
from headwater.store.lake.lake import Lake
from headwater.store.telemetry.publish import PublishedTelemetry, publish

# Longest range, in bytes, that is read in place: a Spark job takes some 80 ms to start.
MAX_IN_PLACE_BYTES = 1024 * 1024
MAX_REQUESTS = 5000
POLL_MILLISECONDS = 500

logger = logging.getLogger(__name__)

TelemetryObserver = Callable[[PublishedTelemetry, float], None]

POSITION = "select position from telemetry_state"
# How much waits, and for how long the first of it.
WAITING = """
select coalesce(sum(octet_length(body)), 0),
       coalesce(extract(epoch from clock_timestamp() - min(received_at)), 0)
from (select body, received_at from telemetry_log where position > %s order by position limit 5000) as waiting
"""
SIZE = "select coalesce(sum(octet_length(body)), 0) from telemetry_log where position > %s and position <= %s"
FORGET = """
truncate trace_spans, traces, metric_points, telemetry_series, telemetry_rollups, telemetry_problems;
update telemetry_state set position = 0, spans = 0, points = 0, late = 0, rejected = 0
"""
# Some was removed, or its beginning is not there.
INCOMPLETE = """
select exists (select from removed_rows where kind = 'telemetry')
    or coalesce((select min(position) from telemetry_log), 2) > 1
"""
MEASURED = "update telemetry_state set batch_seconds = %s"


class TelemetryReader:
    """Reads ranges of positions: in place if they are small, else in Spark's tasks."""

    def __init__(self, spark: SparkSession, database_url: str, tasks: int = TASKS) -> None:
        self._spark, self._url, self._tasks = spark, database_url, tasks

    def __call__(self, after: int, upto: int) -> pa.Table:
        size = kept_connection(self._url).execute(SIZE, [after, upto]).fetchone()
        return (
            self.in_tasks(after, upto)
            if size and size[0] > MAX_IN_PLACE_BYTES
            else self.in_place(after, upto)
        )

    def in_place(self, after: int, upto: int) -> pa.Table:
        return read_range_in_place(self._url, after, upto)

    def in_tasks(self, after: int, upto: int) -> pa.Table:
        ranges = split(after, upto, self._tasks)
        return (
            frame_of_ranges(self._spark, self._url, ranges, read_range_in_place, SCHEMA)
            .toArrow()
            .cast(SCHEMA)
        )


def read_range_in_place(url: str, after: int, upto: int) -> pa.Table:
    """Without Spark."""
    connection = kept_connection(url)
    try:
        return read_entries(chain.from_iterable(read_telemetry(connection, after, upto)))
    except psycopg.OperationalError:
        connection.close()  # the next call begins with a new one
        raise


ReadTelemetry = Callable[[int, int], pa.Table]


def published_telemetry(connection: Connection) -> int:
    row = connection.execute(POSITION).fetchone()
    return int(row[0]) if row else 0


def publish_next_telemetry(
    connection: Connection, read: ReadTelemetry, days: int
) -> PublishedTelemetry | None:
    """Publish what follows the published position; None where nothing does."""
    after = published_telemetry(connection)
    upto = telemetry_after(connection, after, MAX_REQUESTS)
    return _publish(connection, read, (after, upto), days) if upto > after else None


def _publish(
    connection: Connection, read: ReadTelemetry, positions: tuple[int, int], days: int
) -> PublishedTelemetry:
    """A request that can't be published is set aside with the reason, and those around it go on."""
    after, upto = positions
    try:
        return publish(connection, read(after, upto), upto, days)
    except psycopg.Error as error:
        if not is_of_an_event(error):
            raise
        failed: Exception = error
    except (pa.ArrowInvalid, ArithmeticError, ValueError) as error:
        failed = error
    if upto - after == 1:
        logger.error("the telemetry at position %d is set aside: %s", upto, failed)
        return publish(connection, unusable(upto, 0, reason_of(failed)), upto, days)
    logger.warning("telemetry after %d up to %d can't be published, halving it: %s", after, upto, failed)
    middle = (after + upto) // 2
    done = [_publish(connection, read, half, days) for half in ((after, middle), (middle, upto))]
    spans, points, items, late, rejected = (
        sum(getattr(one, name) for one in done) for name in ("spans", "points", "items", "late", "rejected")
    )
    return PublishedTelemetry(upto, items, spans, points, late, rejected)


def is_due(connection: Connection, after: int, settings: Settings) -> bool:
    """Whether enough has come, or the first of it has waited long enough."""
    waiting, seconds = connection.execute(WAITING, [after]).fetchone() or (0, 0)
    return bool(waiting) and bool(
        waiting >= settings.telemetry_flush_bytes or seconds >= settings.telemetry_flush_seconds
    )


def publish_due_telemetry(
    connection: Connection,
    read: ReadTelemetry,
    settings: Settings,
    observe: TelemetryObserver = lambda _published, _seconds: None,
) -> None:
    """All that is due, batch after batch."""
    while is_due(connection, published_telemetry(connection), settings):
        began = time.perf_counter()
        done = publish_next_telemetry(connection, read, settings.telemetry_days)
        seconds = time.perf_counter() - began
        connection.execute(MEASURED, [seconds])
        if done is not None:
            observe(done, seconds)


def start_telemetry(
    spark: SparkSession,
    settings: Settings,
    database_url: str,
    connection: Connection,
    observe: TelemetryObserver,
) -> StreamingQuery:
    """Resume after the published position, which stands in the database with the rows.

    Spark keeps the clock by a source of its own: one in Python would need a process that a busy machine may
    not bring up in time.
    """
    read = TelemetryReader(spark, database_url, settings.spark_tasks)

    def publish_batch(_ticks: DataFrame, _batch_id: int) -> None:
        publish_due_telemetry(connection, read, settings, observe)

    ticks = spark.readStream.format("rate").option("rowsPerSecond", 1).option("numPartitions", 1).load()
    return (
        ticks.writeStream.foreachBatch(publish_batch)
        .option("checkpointLocation", fresh_folder(settings.home / "spark" / "telemetry"))
        .trigger(processingTime=f"{POLL_MILLISECONDS} milliseconds")
        .queryName("telemetry")
        .start()
    )


def rebuild_telemetry(connection: Connection, read: ReadTelemetry, days: int) -> int | None:
    """Make everything anew that is served of telemetry, in one transaction; returns how far the log was read.

    None where the log no longer holds all that came: its rollups could not be had again.
    """
    if connection.execute(INCOMPLETE).fetchone() != (False,):
        return None
    with connection.transaction():
        connection.execute("select from telemetry_state for update")
        connection.execute(FORGET)
        while publish_next_telemetry(connection, read, days) is not None:
            pass
        return published_telemetry(connection)


def fill_telemetry_lake(connection: Connection, lake: Lake, read: ReadTelemetry) -> int:
    """All spans, points and log records that are not in the lake yet; returns how many were written.

    Each table knows itself what it holds, and skips it; the noted position saves the look.
    """
    row = connection.execute("select lake from telemetry_state").fetchone()
    after, written = int(row[0]) if row else 0, 0
    while (upto := telemetry_after(connection, after, MAX_REQUESTS)) > after:
        written += lake.write_telemetry(read(after, upto), upto)
        connection.execute("update telemetry_state set lake = %s", [upto])
        after = upto
    for table in lake.telemetry.values():
        table.compact()
    return written
