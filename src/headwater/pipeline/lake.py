"""The lake: every event and every fact as Parquet, for questions that nobody has thought of yet.

A stream of its own, in large steps, so that what people wait for is never behind it. Each batch has a
folder that a replay of the batch overwrites.
"""

from collections.abc import Callable
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from headwater.pipeline.parse import parse
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
        events.persist()
        events.write.mode("overwrite").parquet(str(lake / "events" / f"batch={batch_id}"))
        parse(events).write.mode("overwrite").parquet(str(lake / "facts" / f"batch={batch_id}"))
        events.unpersist()

    return write
