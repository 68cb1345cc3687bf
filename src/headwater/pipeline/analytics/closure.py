"""The closure as files: an honest estimate of its size first, then every pair, by id and by name."""

import io
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
from numpy.typing import NDArray
from pyarrow import parquet
from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F  # noqa: N812

from headwater.errors import HeadwaterError
from headwater.graph.arcs import Ints
from headwater.pipeline.analytics.flow import Flow
from headwater.pipeline.analytics.pairs import Pairs, Walker, all_pairs
from headwater.pipeline.analytics.spread import batch_of, spread

Format = Literal["parquet", "csv"]

MAX_ROWS = 50_000_000
SAMPLED = 512
SHOWN = 20_000
# Sampling ends early when the estimate is this good, or has cost as much as a small export.
GOOD_ENOUGH = 0.03
PATIENCE_ROWS = 5_000_000
# How many pairs one task should put out, so that the stream's tasks get their turn between ours.
TASK_ROWS = 1_000_000
MOST_TASKS = 2_000

PAIRS = pa.schema([("ancestor_id", pa.int32()), ("descendant_id", pa.int32()), ("depth", pa.int32())])


class ClosureTooLargeError(HeadwaterError):
    code = "closure-too-large"
    hint = "ask for a smaller depth, or raise max_rows"

    def __init__(self, estimate: "Estimate", max_rows: int) -> None:
        super().__init__(
            f"the closure would have about {estimate.rows:,} rows ({estimate.low:,} to {estimate.high:,}), "
            f"{estimate.bytes / 1e6:,.0f} MB; max_rows is {max_rows:,}: {self.hint}"
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """How many rows, within which bounds in 95 of 100 cases, and how many bytes on disk."""

    rows: int
    low: int
    high: int
    bytes: int
    exact: bool
    sampled: int
    ancestors: int

    def told(self) -> dict[str, object]:
        return asdict(self)


class Sample(NamedTuple):
    """How many descendants some ancestors have, of how many ancestors, and some of those pairs."""

    sizes: NDArray[np.int64]
    ancestors: int
    pairs: Pairs


def sample(flow: Flow, depth: int | None, seed: int = 7) -> Sample:
    """As many ancestors, drawn at random, as a good estimate takes; all of them if they are few."""
    roots = ancestors(flow)
    drawn = np.random.default_rng(seed).permutation(roots)[:SAMPLED]
    walker, sizes, shown = Walker(flow), np.zeros(0, np.int64), Pairs.joined([])
    step = min(walker.block, SAMPLED // 8)
    for begin in range(0, len(drawn), step):
        block = drawn[begin : begin + step]
        found = np.zeros(flow.size, np.int64)
        for pairs in walker.walk(block, depth):
            found += np.bincount(pairs.ancestor, minlength=flow.size)
            if len(shown.depth) < SHOWN:
                shown = Pairs.joined([shown, pairs])
        sizes = np.concatenate([sizes, found[block]])
        if _good_enough(sizes):
            break
    return Sample(sizes, len(roots), shown)


def _good_enough(sizes: NDArray[np.int64]) -> bool:
    if len(sizes) < SAMPLED // 4:
        return False
    return bool(_error(sizes) < GOOD_ENOUGH * sizes.mean() or sizes.sum() > PATIENCE_ROWS)


def _error(sizes: NDArray[np.int64]) -> float:
    """The standard error of their mean."""
    return float(sizes.std(ddof=1) / np.sqrt(len(sizes)))


def estimate(sampled: Sample, bytes_a_row: float) -> Estimate:
    """N times the mean, give or take two standard errors; what was counted is known, the rest is guessed."""
    sizes, count = sampled.sizes, sampled.ancestors
    total = int(sizes.sum())
    if len(sizes) == count:
        return Estimate(total, total, total, int(total * bytes_a_row), True, count, count)
    rows = round(count * float(sizes.mean()))
    either_way = round(1.96 * count * _error(sizes) * (1 - len(sizes) / count) ** 0.5)
    low, high = max(total, rows - either_way), rows + either_way
    return Estimate(rows, low, high, int(rows * bytes_a_row), False, len(sizes), count)


def bytes_a_row(closure: pa.Table, format: Format) -> float:
    """What a row of such a file takes, measured on these rows."""
    if not closure.num_rows:
        return 0.0
    buffer = io.BytesIO()
    if format == "csv":
        pacsv.write_csv(closure, buffer)
    else:
        parquet.write_table(closure, buffer)
    return float(buffer.tell() / closure.num_rows)


def ancestors(flow: Flow) -> Ints:
    """Nodes that lead somewhere; the others have no rows."""
    leading = np.zeros(flow.size, np.bool_)
    leading[flow.source] = True
    return np.flatnonzero(leading & ~flow.hub).astype(np.int32)


def pairs_frame(spark: SparkSession, flow: Flow, depth: int | None, expected: int) -> DataFrame:
    """All pairs by id; each task walks from its own share of the ancestors."""
    # Shuffled, so that a task is no heavier because neighbours reach much.
    roots = np.random.default_rng(0).permutation(ancestors(flow))
    tasks = int(np.clip(expected // TASK_ROWS, 1, max(1, min(MOST_TASKS, len(roots)))))
    shared = (flow, np.array_split(roots, tasks), depth)
    return spread(spark, shared, tasks, _walk, PAIRS)


def _walk(shared: tuple[Flow, list[Ints], int | None], number: int) -> Iterator[pa.RecordBatch]:
    flow, shares, depth = shared
    for pairs in all_pairs(flow, shares[number], depth):
        yield batch_of(
            PAIRS,
            ancestor_id=flow.ids[pairs.ancestor],
            descendant_id=flow.ids[pairs.descendant],
            depth=pairs.depth,
        )


def named(pairs: DataFrame, names: DataFrame) -> DataFrame:
    """Ids and names of both ends; `names` has an id and the parts of a name."""
    parts = [part for part in names.columns if part != "id"]

    def end(word: str) -> DataFrame:
        renamed = [F.col(part).alias(f"{word}_{part}") for part in ("id", *parts)]
        return F.broadcast(names.select(*renamed))

    both = pairs.join(end("ancestor"), "ancestor_id", how="inner")
    both = both.join(end("descendant"), "descendant_id", how="inner")
    told = [f"{word}_{part}" for word in ("ancestor", "descendant") for part in ("id", *parts)]
    return both.select(*told, "depth")


def write(closure: DataFrame, folder: Path, format: Format) -> tuple[int, int]:
    """Write it, replacing what an interrupted attempt left; return how many rows and bytes there are."""
    counted = Observation()
    writer = closure.observe(counted, F.count(F.lit(1)).alias("rows")).write.mode("overwrite")
    if format == "csv":
        writer.csv(str(folder), header=True)
    else:
        writer.parquet(str(folder))
    size = sum(file.stat().st_size for file in folder.glob("part-*"))
    return int(counted.get["rows"]), size


def refuse_if_too_large(guess: Estimate, max_rows: int) -> None:
    if guess.rows > max_rows:
        raise ClosureTooLargeError(guess, max_rows)
