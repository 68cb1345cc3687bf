"""Tasks on Spark: each gets what all share, does its part, and hands back Arrow."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

Shared = TypeVar("Shared")
TaskFunction = Callable[[Shared, int], Iterator[pa.RecordBatch]]

# Its own pool in the FAIR scheduler: the stream's tasks go in between, and do not wait for all of ours.
POOL = "analytics"


def use_background_pool(spark: SparkSession) -> None:
    """What this thread asks of Spark from now on leaves the stream its share of the cores."""
    spark.sparkContext.setLocalProperty("spark.scheduler.pool", POOL)


def task_frame(
    spark: SparkSession, shared: Shared, count: int, task: TaskFunction[Shared], schema: pa.Schema
) -> DataFrame:
    """`task(shared, n)` for every n below `count`, each in a Spark task of its own.

    What they share is broadcast: each Python worker reads it once, however many tasks it does.
    """
    use_background_pool(spark)
    box = spark.sparkContext.broadcast(shared)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from task(box.value, number)

    numbered = spark.range(0, count, 1, numPartitions=max(1, count))
    return numbered.mapInArrow(run, from_arrow_schema(schema))


def run_tasks(
    spark: SparkSession | None, shared: Shared, count: int, task: TaskFunction[Shared], schema: pa.Schema
) -> pa.Table:
    """The same, collected; without a session it is done in place, which is quicker where little is to do."""
    if spark is None:
        batches = [batch for number in range(count) for batch in task(shared, number)]
        return pa.Table.from_batches(batches, schema)
    return task_frame(spark, shared, count, task, schema).toArrow().cast(schema)
