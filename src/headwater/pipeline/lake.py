"""The lake of events: every event and every fact, for questions that nobody has thought of yet.

A stream of its own, in large steps, so that what people wait for is never behind it. A batch is one commit of
each table, and a table that holds it already skips it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.streaming.query import StreamingQuery

from headwater.facts.arrow import FACT_SCHEMA, to_arrow
from headwater.facts.fold import fold_events
from headwater.log.reader import position_after, read_range
from headwater.model.events import LogEntry
from headwater.pipeline.read import frame_of_ranges, kept_connection, read_in_place, split
from headwater.pipeline.source import FORMAT
from headwater.pipeline.stream import fresh_folder
from headwater.settings import Settings
from headwater.store.lake.lake import Lake

EVENT_SCHEMA = pa.schema(
    [
        *(("position", pa.int64()), ("event_id", pa.string()), ("at", pa.int64())),
        *(("kind", pa.string()), ("body", pa.string()), ("claimed", pa.int64())),
        ("set_aside", pa.string()),
    ]
)

FrameOf = Callable[[int, int], DataFrame]
"""The events after the first position up to the second."""


def start_lake(spark: SparkSession, settings: Settings, database_url: str) -> StreamingQuery:
    """Resume where the tables end: the lake itself is the memory of its position."""
    lake = Lake(settings.home, settings.lake_url)
    _complete(lake, database_url)

    def frame_of(after: int, upto: int) -> DataFrame:
        ranges = split(after, upto, settings.spark_tasks)
        return frame_of_ranges(spark, database_url, ranges, read_events, EVENT_SCHEMA)

    def write(_positions: DataFrame, _batch_id: int) -> None:
        after = lake.events.position()
        upto = position_after(kept_connection(database_url), after, settings.lake_events)
        _write(lake, frame_of, after, upto)

    positions = (
        spark.readStream.format(FORMAT)
        .option("url", database_url)
        .option("after", lake.events.position())
        .option("max_events", settings.lake_events)
        .load()
    )
    return (
        positions.writeStream.foreachBatch(write)
        .option("checkpointLocation", fresh_folder(settings.home / "spark" / "lake"))
        .trigger(processingTime=f"{settings.lake_seconds} seconds")
        .queryName("lake")
        .start()
    )


def read_events(url: str, after: int, upto: int) -> pa.Table:
    """The events of a range as they stand in the log."""
    return _to_arrow(list(chain.from_iterable(read_range(kept_connection(url), after, upto))))


def _to_arrow(entries: Sequence[LogEntry]) -> pa.Table:
    # What was decided of an event later is no part of it, and not in the lake.
    columns = zip(*(entry[: len(EVENT_SCHEMA)] for entry in entries), strict=True) if entries else ()
    arrays = [pa.array(column, field.type) for column, field in zip(columns, EVENT_SCHEMA, strict=False)]
    return pa.Table.from_arrays(arrays, schema=EVENT_SCHEMA) if entries else EVENT_SCHEMA.empty_table()


def _complete(lake: Lake, database_url: str) -> None:
    """Facts of a batch whose events were written just before a crash."""
    after, upto = lake.facts.position(), lake.events.position()
    if after < upto:
        lake.facts.write(read_in_place(database_url, after, upto), upto)


def _write(lake: Lake, frame_of: FrameOf, after: int, upto: int) -> None:
    if upto > after:
        events = frame_of(after, upto)
        # Two writes follow; without this, each would read the log.
        events.persist()
        rows = events.toArrow()
        facts = events.mapInArrow(_fold_batches, from_arrow_schema(FACT_SCHEMA)).toArrow()
        lake.events.write(rows, upto, by_position="position")
        lake.facts.write(facts, upto)
        events.unpersist()
    lake.events.compact()
    lake.facts.compact()


def _fold_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        columns = (batch.column(name).to_pylist() for name in LogEntry._fields)
        yield to_arrow(fold_events(map(LogEntry._make, zip(*columns, strict=True))))
