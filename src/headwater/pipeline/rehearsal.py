"""A rehearsal before the first event: one made-up batch through the whole pipeline, then rolled back.

It makes Spark compile its plans, start its Python workers and warm up, which the first real event would
otherwise wait for.
"""

import json

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from headwater.model.ids import digest
from headwater.pipeline.batch import Pipeline
from headwater.settings import Settings

LONGEST_SECONDS = 120

_COLUMN = {"namespace": "rehearsal", "name": "from", "field": "column"}
_SCHEMA = {"fields": [{"name": "column"}]}
_LINEAGE = {"columnLineage": {"fields": {"column": {"inputFields": [_COLUMN]}}}}
_EVENT = {
    "eventType": "COMPLETE",
    "run": {"runId": "rehearsal", "facets": {"rehearsal": {}}},
    "job": {"namespace": "rehearsal", "name": "job", "facets": {"sql": {"query": "select 1"}}},
    "inputs": [
        {"namespace": "rehearsal", "name": "from", "facets": {"schema": {"fields": [{"name": "column"}]}}}
    ],
    "outputs": [{"namespace": "rehearsal", "name": "to", "facets": _LINEAGE}],
}


def rehearse(spark: SparkSession, settings: Settings, pipeline: Pipeline) -> None:
    """Through a stream of Spark's own, so that nothing of it touches the log."""

    def play(events: DataFrame, _batch_id: int) -> None:
        with pipeline.connection.transaction(force_rollback=True):
            pipeline.process(events, advance=False)

    source = spark.readStream.format("rate-micro-batch").option("rowsPerBatch", 1).load()
    events = source.select(
        F.lit(0).cast("long").alias("position"),
        F.lit(digest("rehearsal")).alias("event_id"),
        F.lit(0).cast("long").alias("at"),
        F.lit(json.dumps(_EVENT)).alias("body"),
    )
    checkpoint = settings.home.absolute() / "spark" / "rehearsal"
    stream = events.writeStream.foreachBatch(play).option("checkpointLocation", str(checkpoint))
    query = stream.trigger(once=True).start()
    query.awaitTermination(LONGEST_SECONDS)
    query.stop()
