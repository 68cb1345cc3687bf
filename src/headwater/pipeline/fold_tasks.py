"""Tasks on Spark whose rows are folded by keys: sums are added up, and of what differs the latest stays."""

from collections.abc import Sequence
from typing import TypeVar

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812

from headwater.pipeline.analytics.tasks import TaskFunction, task_frame

Shared = TypeVar("Shared")


def fold_tasks(
    spark: SparkSession,
    shared: Shared,
    count: int,
    task: TaskFunction[Shared],
    schema: pa.Schema,
    keys: Sequence[str],
    latest: Sequence[str],
    sums: Sequence[str],
) -> pa.Table:
    """`latest` are columns that are compared in this order, and stay together."""
    folded = (
        task_frame(spark, shared, count, task, schema)
        .groupBy(*keys)
        .agg(F.max(F.struct(*latest)).alias("latest"), *(F.sum(name).alias(name) for name in sums))
        .select(*keys, *(F.col(f"latest.{name}").alias(name) for name in latest), *sums)
    )
    return folded.toArrow().cast(schema)
