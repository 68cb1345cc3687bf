"""The closure as files: every pair of ancestor and descendant, by id and by name."""

import shutil
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import csv, parquet
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812
from pyspark.sql.pandas.types import from_arrow_schema

from headwater.graph.analytics.closure_size import Format, ancestors
from headwater.graph.analytics.flow_graph import FlowGraph
from headwater.graph.analytics.pairs import all_pairs
from headwater.graph.analytics.record_batches import record_batch
from headwater.graph.arcs import Ints
from headwater.pipeline.analytics.tasks import task_frame

# How many pairs one task should put out, so that the stream's tasks get their turn between ours.
TASK_ROWS = 1_000_000
MOST_TASKS = 2_000
# How many of them a task hands over at once.
PIECE_ROWS = 100_000

PAIRS = pa.schema([("ancestor_id", pa.int32()), ("descendant_id", pa.int32()), ("depth", pa.int32())])
PIECES = pa.schema([("part", pa.int32()), ("bytes", pa.binary()), ("rows", pa.int64())])


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
    """Write it, replacing what an interrupted attempt left; return how many rows and bytes there are.

    Tasks make the files, and this process writes them: executors may have no folder in common with it.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pieces = closure.mapInArrow(partial(_encoded, format), from_arrow_schema(PIECES))
    rows = size = 0
    for part, bytes_, count in pieces.toLocalIterator(prefetchPartitions=True):
        with (folder / f"part-{part:05}.{format}").open("ab") as file:
            file.write(bytes_)
        rows, size = rows + count, size + len(bytes_)
    return rows, size


def _encoded(format: Format, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The file of one task, piece by piece."""
    context = TaskContext.get()
    part = context.partitionId() if context is not None else 0
    file, sent = BytesIO(), 0
    writer: Any = None
    for rows in _tables(batches):
        if writer is None:
            made = csv.CSVWriter if format == "csv" else parquet.ParquetWriter
            writer = made(pa.PythonFile(file, mode="w"), rows.schema)
        writer.write_table(rows)
        yield record_batch(PIECES, part=[part], bytes=[file.getvalue()[sent:]], rows=[rows.num_rows])
        sent = len(file.getvalue())
    if writer is not None:
        writer.close()
        yield record_batch(PIECES, part=[part], bytes=[file.getvalue()[sent:]], rows=[0])


def _tables(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    """Of at least `PIECE_ROWS` rows but the last: each becomes a group of rows in Parquet."""
    held: list[pa.RecordBatch] = []
    for batch in batches:
        held.append(batch)
        if sum(one.num_rows for one in held) >= PIECE_ROWS:
            yield pa.Table.from_batches(held)
            held = []
    if any(one.num_rows for one in held):
        yield pa.Table.from_batches(held)
