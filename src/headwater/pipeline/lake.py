"""The lake of events: every event and every fact, for questions that nobody has thought of yet.

A stream of its own, in large steps, so that what people wait for is never behind it. A batch is one commit of
each table, and a table that holds it already skips it.
"""

from collections.abc import Callable, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.streaming.query import StreamingQuery

from headwater.facts.arrow import FACT_SCHEMA, to_arrow
from headwater.facts.fold import fold_events
from headwater.model.events import LogEntry
from headwater.pipeline.read import read_in_place
from headwater.pipeline.source import FORMAT, LogSource
from headwater.pipeline.stream import fresh_folder
from headwater.settings import Settings
from headwater.store.lake.lake import Lake


def start_lake(spark: SparkSession, settings: Settings, database_url: str) -> StreamingQuery:
    """Resume where the tables end: the lake itself is the memory of its position."""
    spark.dataSource.register(LogSource)
    lake = Lake(settings.home)
    _complete(lake, database_url)
    events = (
        spark.readStream.format(FORMAT)
        .option("url", database_url)
        .option("after", lake.events.position())
        .option("max_events", settings.lake_events)
        .load()
    )
    return (
        events.writeStream.foreachBatch(_write_to(lake))
        .option("checkpointLocation", str(fresh_folder(settings.home / "spark" / "lake")))
        .trigger(processingTime=f"{settings.lake_seconds} seconds")
        .queryName("lake")
        .start()
    )


def _complete(lake: Lake, database_url: str) -> None:
    """Facts of a batch whose events were written just before a crash."""
    after, upto = lake.facts.position(), lake.events.position()
    if after < upto:
        lake.facts.write(read_in_place(database_url, after, upto), upto)


def _write_to(lake: Lake) -> Callable[[DataFrame, int], None]:
    def write(events: DataFrame, _batch_id: int) -> None:
        # Two writes follow; without this, each would read the log.
        events.persist()
        rows = events.toArrow()
        if rows.num_rows:
            upto = max(rows["position"].to_pylist())
            facts = events.mapInArrow(_fold_batches, from_arrow_schema(FACT_SCHEMA)).toArrow()
            lake.events.write(rows, upto, by_position="position")
            lake.facts.write(facts, upto)
        events.unpersist()
        lake.events.compact()
        lake.facts.compact()

    return write


def _fold_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        columns = (batch.column(name).to_pylist() for name in LogEntry._fields)
        yield to_arrow(fold_events(map(LogEntry._make, zip(*columns, strict=True))))
