"""The closure as files: every pair of ancestor and descendant, by id and by name."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from headwater.graph.analytics.closure_size import Format, ancestors
from headwater.graph.analytics.flow_graph import FlowGraph
from headwater.graph.analytics.pairs import all_pairs
from headwater.graph.analytics.record_batches import record_batch
from headwater.graph.arcs import Ints
from headwater.pipeline.analytics.tasks import task_frame

# How many pairs one task should put out, so that the stream's tasks get their turn between ours.
TASK_ROWS = 1_000_000
MOST_TASKS = 2_000

PAIRS = pa.schema([("ancestor_id", pa.int32()), ("descendant_id", pa.int32()), ("depth", pa.int32())])


def pairs_frame(spark: SparkSession, flow: FlowGraph, depth: int | None, expected: int) -> DataFrame:
    """All pairs by id; each task walks from its own share of the ancestors."""
    # Shuffled, so that a task is no heavier because neighbours reach much.
    roots = np.random.default_rng(0).permutation(ancestors(flow))
    tasks = int(np.clip(expected // TASK_ROWS, 1, max(1, min(MOST_TASKS, len(roots)))))
    shared = (flow, np.array_split(roots, tasks), depth)
    return task_frame(spark, shared, tasks, _walk, PAIRS)


def _walk(shared: tuple[FlowGraph, list[Ints], int | None], number: int) -> Iterator[pa.RecordBatch]:
    flow, shares, depth = shared
    for pairs in all_pairs(flow, shares[number], depth):
        yield record_batch(
            PAIRS,
            ancestor_id=flow.ids[pairs.ancestor],
            descendant_id=flow.ids[pairs.descendant],
            depth=pairs.depth,
        )


def with_names(spark: SparkSession, pairs: DataFrame, names: pa.Table) -> DataFrame:
    """Ids and names of both ends; `names` has an id and the parts of a name."""
    parts = [part for part in names.column_names if part != "id"]
    known = spark.createDataFrame(names)

    def end(prefix: str) -> DataFrame:
        renamed = [F.col(part).alias(f"{prefix}_{part}") for part in ("id", *parts)]
        return F.broadcast(known.select(*renamed))

    both = pairs.join(end("ancestor"), "ancestor_id", how="inner")
    both = both.join(end("descendant"), "descendant_id", how="inner")
    columns = [f"{prefix}_{part}" for prefix in ("ancestor", "descendant") for part in ("id", *parts)]
    return both.select(*columns, "depth")


def write(closure: DataFrame, folder: Path, format: Format) -> tuple[int, int]:
    """Write it, replacing what an interrupted attempt left; return how many rows and bytes there are."""
    observed = Observation()
    writer = closure.observe(observed, F.count(F.lit(1)).alias("rows")).write.mode("overwrite")
    if format == "csv":
        writer.csv(str(folder), header=True)
    else:
        writer.parquet(str(folder))
    size = sum(file.stat().st_size for file in folder.glob("part-*"))
    return int(observed.get["rows"]), size
