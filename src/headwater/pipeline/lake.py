"""The lake: every event and every fact as Parquet, for questions that nobody has thought of yet.

A stream of its own, in large steps, so that what people wait for is never behind it. Each batch has a
folder that a replay of the batch overwrites.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.streaming.query import StreamingQuery

from headwater.facts.arrow import FACT_SCHEMA, to_arrow
from headwater.facts.fold import fold_events
from headwater.model.events import LogEntry
from headwater.pipeline.source import FORMAT, LogSource
from headwater.settings import Settings


def start_lake(spark: SparkSession, settings: Settings, database_url: str) -> StreamingQuery:
    """Resumes where it stopped: unlike what is served, the lake has no other memory of its position."""
    spark.dataSource.register(LogSource)
    lake = settings.home.absolute() / "lake"
    events = (
        spark.readStream.format(FORMAT)
        .option("url", database_url)
        .option("after", 0)
        .option("max_events", settings.lake_events)
        .load()
    )
    return (
        events.writeStream.foreachBatch(_write_to(lake))
        .option("checkpointLocation", str(lake / "checkpoint"))
        .trigger(processingTime=f"{settings.lake_seconds} seconds")
        .queryName("lake")
        .start()
    )


def _write_to(lake: Path) -> Callable[[DataFrame, int], None]:
    def write(events: DataFrame, batch_id: int) -> None:
        # Two writes follow; without this, each would read the log.
        events.persist()
        events.write.mode("overwrite").parquet(str(lake / "events" / f"batch={batch_id}"))
        facts = events.mapInArrow(_fold_batches, from_arrow_schema(FACT_SCHEMA))
        facts.write.mode("overwrite").parquet(str(lake / "facts" / f"batch={batch_id}"))
        events.unpersist()

    return write


def _fold_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        columns = (batch.column(name).to_pylist() for name in LogEntry._fields)
        yield to_arrow(fold_events(map(LogEntry._make, zip(*columns, strict=True))))
