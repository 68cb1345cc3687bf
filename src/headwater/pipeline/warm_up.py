"""A warm-up before the first event: one made-up event through the whole pipeline, then rolled back.

It makes Spark load what a stream needs and start its Python workers, and PostgreSQL plan its statements,
which the first real event would otherwise wait for.
"""

import json

from pyspark.sql import DataFrame, SparkSession

from headwater.facts.arrow import to_table
from headwater.facts.fold import fold_events
from headwater.model.events import EventKind, LogEntry
from headwater.model.ids import digest
from headwater.pipeline.batch import LogPipeline
from headwater.pipeline.read import RangeReader
from headwater.settings import Settings

LONGEST_SECONDS = 120

_COLUMN = {"namespace": "warm_up", "name": "from", "field": "column"}
_SCHEMA = {"fields": [{"name": "column"}]}
_LINEAGE = {"columnLineage": {"fields": {"column": {"inputFields": [_COLUMN]}}}}
_EVENT = {
    "eventType": "COMPLETE",
    "run": {"runId": "warm_up", "facets": {"warm_up": {}}},
    "job": {"namespace": "warm_up", "name": "job", "facets": {"sql": {"query": "select 1"}}},
    "inputs": [{"namespace": "warm_up", "name": "from", "facets": {"schema": _SCHEMA}}],
    "outputs": [{"namespace": "warm_up", "name": "to", "facets": _LINEAGE}],
}
ENTRY = LogEntry(0, digest("warm_up"), 0, EventKind.RUN, json.dumps(_EVENT))


def warm_up(spark: SparkSession, settings: Settings, pipeline: LogPipeline, read: RangeReader) -> None:
    """Through a stream of Spark's own, so that nothing of it touches the log."""

    def publish(_events: DataFrame, _batch_id: int) -> None:
        # Ranges without events, which still start Spark's Python workers.
        read.in_tasks(0, 0)
        with pipeline.connection.transaction(force_rollback=True):
            pipeline.publisher.publish(pipeline.connection, to_table(fold_events([ENTRY])), advance=False)

    source = spark.readStream.format("rate-micro-batch").option("rowsPerBatch", 1).load()
    checkpoint = settings.home.absolute() / "spark" / "warm_up"
    stream = source.writeStream.foreachBatch(publish).option("checkpointLocation", checkpoint.as_uri())
    query = stream.trigger(once=True).start()
    query.awaitTermination(LONGEST_SECONDS)
    query.stop()
