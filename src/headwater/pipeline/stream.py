"""The stream: micro-batches from the log, each published in one transaction with its position.

Structured Streaming keeps the clock: it looks for new events and calls back. What a batch holds is read from
the log by its positions (`read.py`), in Spark's tasks only if it is large.
"""

import shutil
import time
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.streaming.query import StreamingQuery

from headwater.log.reader import position_after
from headwater.pipeline import retries
from headwater.pipeline.batch import LogPipeline
from headwater.pipeline.source import FORMAT
from headwater.settings import Settings
from headwater.store import fatal_events
from headwater.store.publish import Published

Observer = Callable[[Published, float], None]


def start_stream(
    spark: SparkSession, settings: Settings, database_url: str, pipeline: LogPipeline, observe: Observer
) -> StreamingQuery:
    """Resume after the published position. That stands in the database, in the same transaction as the
    rows, so Spark's own checkpoint is scratch: a new one each start."""
    events = (
        spark.readStream.format(FORMAT)
        .option("url", database_url)
        .option("after", published_position(pipeline))
        .option("max_events", settings.max_batch_events)
        .load()
    )
    return (
        events.writeStream.foreachBatch(_publish_with(pipeline, settings.max_batch_events, observe))
        .option("checkpointLocation", fresh_folder(settings.home / "spark" / "checkpoint"))
        .trigger(processingTime=f"{settings.poll_milliseconds} milliseconds")
        .queryName("publish")
        .start()
    )


def published_position(pipeline: LogPipeline) -> int:
    row = pipeline.connection.execute("select position from pipeline_state").fetchone()
    return int(row[0]) if row else 0


def publish_next(pipeline: LogPipeline, max_events: int) -> Published | None:
    """Publish what follows the published position; None where nothing does."""
    this = retries.next_try(pipeline.connection, max_events)
    upto = position_after(pipeline.connection, this.after, this.events or max_events)
    if upto <= this.after:
        return None
    if this.is_hopeless:
        fatal_events.remember(pipeline.connection, this.after, upto, this.reason)
        return pipeline.set_aside(this.after, upto, this.reason)
    retries.begin(pipeline.connection, this)
    try:
        return pipeline.process(this.after, upto)
    except Exception as error:
        retries.note_failure(pipeline.connection, error)
        raise


def _publish_with(
    pipeline: LogPipeline, max_events: int, observe: Observer
) -> Callable[[DataFrame, int], None]:
    def publish(_events: DataFrame, _batch_id: int) -> None:
        """All of Spark's batch, and what came since."""
        began = time.perf_counter()
        # Not from Spark's range: the call before may have published part of it already.
        published = publish_next(pipeline, max_events)
        if published is not None:
            observe(published, time.perf_counter() - began)

    return publish


def fresh_folder(folder: Path) -> str:
    """Its address: a cluster may have another file system for paths without a scheme."""
    folder = folder.absolute()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder.as_uri()
