"""What a range of the log says: its events read, parsed and folded, here or in Spark's tasks.

Both ways run the same functions. A Spark job takes some 80 ms to start, which is more than a few hundred
events take, so a short range is read in place.
"""

import gc
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise

import psycopg
import pyarrow as pa
from psycopg import Connection
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from headwater.facts.arrow import FACT_SCHEMA, fold_table, to_arrow
from headwater.facts.fold import fold_events
from headwater.log.reader import read_range

# Longest range that is read in place.
MAX_IN_PLACE = 500
# How many tasks share a longer one, unless the settings say more.
TASKS = 2

Range = tuple[int, int]
ReadRange = Callable[[int, int], pa.Table]
"""The folded facts of the events after the first position up to the second."""
ReadUrl = Callable[[str, int, int], pa.Table]
"""The same, by the address of a database."""


class RangeReader:
    """Reads ranges of positions: the events after the first position up to the second."""

    def __init__(self, spark: SparkSession, database_url: str, tasks: int = TASKS) -> None:
        self._spark = spark
        self._url = database_url
        self._tasks = tasks

    def __call__(self, after: int, upto: int) -> pa.Table:
        """The folded facts of a range, wherever it is quicker."""
        return self.in_place(after, upto) if upto - after <= MAX_IN_PLACE else self.in_tasks(after, upto)

    def in_place(self, after: int, upto: int) -> pa.Table:
        return read_in_place(self._url, after, upto)

    def in_tasks(self, after: int, upto: int) -> pa.Table:
        ranges = split(after, upto, self._tasks)
        found = frame_of_ranges(self._spark, self._url, ranges, read_in_place, FACT_SCHEMA).toArrow()
        with paused_collector():
            return fold_table(found.cast(FACT_SCHEMA))


def frame_of_ranges(
    spark: SparkSession, url: str, ranges: Sequence[Range], read: ReadUrl, schema: pa.Schema
) -> DataFrame:
    """What `read` finds in each range, in a task of its own."""

    def read_all(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from read(url, *ranges[number]).to_batches()

    numbered = spark.range(0, len(ranges), 1, numPartitions=len(ranges))
    return numbered.mapInArrow(read_all, from_arrow_schema(schema))


def read_in_place(url: str, after: int, upto: int) -> pa.Table:
    """Without Spark."""
    return pa.Table.from_batches([read_facts(url, after, upto)])


def read_facts(url: str, after: int, upto: int) -> pa.RecordBatch:
    """The folded facts of a range, read by this process."""
    connection = kept_connection(url)
    try:
        with paused_collector():
            return to_arrow(fold_events(chain.from_iterable(read_range(connection, after, upto))))
    except psycopg.OperationalError:
        connection.close()  # the next call begins with a new one
        raise


@contextmanager
def paused_collector() -> Iterator[None]:
    """Reading makes many objects that stay and no cycles: looking for some would take half of its time.

    A range is bounded in events and bytes, and so is what waits for the collector.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def split(after: int, upto: int, tasks: int) -> Sequence[Range]:
    """Ranges of about equal length that cover the positions after `after` up to `upto`.

    >>> split(0, 1001, 2)
    [(0, 500), (500, 1001)]
    """
    bounds = [after + (upto - after) * part // tasks for part in range(tasks + 1)]
    return list(pairwise(bounds))


_kept = threading.local()


def kept_connection(url: str) -> Connection:
    """The connection of this thread, kept from task to task: connecting takes longer than a small read."""
    known: tuple[str, Connection] | None = getattr(_kept, "connection", None)
    if known is not None and known[0] == url and not known[1].closed:
        return known[1]
    if known is not None:
        known[1].close()
    connection: Connection = psycopg.connect(url, autocommit=True)
    _kept.connection = (url, connection)
    return connection
