"""How large the closure is, before it is written: counted where it is small, sampled where it is not."""

import io
from dataclasses import asdict, dataclass
from typing import Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv
from numpy.typing import NDArray
from pyarrow import parquet

from headwater.errors import HeadwaterError
from headwater.graph.analytics.flow_graph import FlowGraph
from headwater.graph.analytics.pairs import Pairs, PairWalker
from headwater.graph.arcs import Ints

Format = Literal["parquet", "csv"]

MAX_ROWS = 50_000_000
SAMPLED = 512
# About so many pairs are written to memory, to measure what a row takes on disk.
SHOWN = 20_000
# Sampling ends early when the estimate is this good, or has cost as much as a small export.
GOOD_ENOUGH = 0.03
PATIENCE_ROWS = 5_000_000


class ClosureTooLargeError(HeadwaterError):
    code = "closure-too-large"
    hint = "ask for a smaller depth, or raise max_rows"

    def __init__(self, estimate: "ClosureEstimate", max_rows: int) -> None:
        super().__init__(
            f"the closure would have about {estimate.rows:,} rows ({estimate.low:,} to {estimate.high:,}), "
            f"{estimate.bytes / 1e6:,.0f} MB; max_rows is {max_rows:,}: {self.hint}"
        )


@dataclass(frozen=True, slots=True)
class ClosureEstimate:
    """How many rows, within which bounds in 95 of 100 cases, and how many bytes on disk."""

    rows: int
    low: int
    high: int
    bytes: int
    exact: bool
    sampled: int
    ancestors: int

    def to_dict(self) -> dict[str, object]:
        return asdict(self)


class ClosureSample(NamedTuple):
    """How many descendants some ancestors have, of how many ancestors, and some of those pairs."""

    sizes: NDArray[np.int64]
    ancestors: int
    pairs: Pairs


def sample(flow: FlowGraph, depth: int | None, seed: int = 7) -> ClosureSample:
    """As many ancestors, chosen at random, as a good estimate takes; all of them if they are few."""
    roots = ancestors(flow)
    chosen = np.random.default_rng(seed).permutation(roots)[:SAMPLED]
    walker, sizes, shown = PairWalker(flow), np.zeros(0, np.int64), Pairs.joined([])
    step = min(walker.block, SAMPLED // 8)
    for begin in range(0, len(chosen), step):
        block = chosen[begin : begin + step]
        found = np.zeros(flow.size, np.int64)
        for pairs in walker.walk(block, depth):
            found += np.bincount(pairs.ancestor, minlength=flow.size)
            if len(shown.depth) < SHOWN:
                shown = Pairs.joined([shown, pairs])
        sizes = np.concatenate([sizes, found[block]])
        if _good_enough(sizes):
            break
    return ClosureSample(sizes, len(roots), shown)


def _good_enough(sizes: NDArray[np.int64]) -> bool:
    if len(sizes) < SAMPLED // 4:
        return False
    return bool(_error(sizes) < GOOD_ENOUGH * sizes.mean() or sizes.sum() > PATIENCE_ROWS)


def _error(sizes: NDArray[np.int64]) -> float:
    """The standard error of their mean."""
    return float(sizes.std(ddof=1) / np.sqrt(len(sizes)))


def estimate(sampled: ClosureSample, bytes_per_row: float) -> ClosureEstimate:
    """N times the mean, give or take two standard errors; what was counted is known, the rest is guessed."""
    sizes, count = sampled.sizes, sampled.ancestors
    total = int(sizes.sum())
    if len(sizes) == count:
        return ClosureEstimate(total, total, total, int(total * bytes_per_row), True, count, count)
    rows = round(count * float(sizes.mean()))
    # The last factor is for a sample without repeats: the nearer it is to all, the less is left to guess.
    either_way = round(1.96 * count * _error(sizes) * (1 - len(sizes) / count) ** 0.5)
    low, high = max(total, rows - either_way), rows + either_way
    return ClosureEstimate(rows, low, high, int(rows * bytes_per_row), False, len(sizes), count)


def bytes_per_row(closure: pa.Table, format: Format) -> float:
    """What a row of such a file takes, measured on these rows."""
    if not closure.num_rows:
        return 0.0
    buffer = io.BytesIO()
    if format == "csv":
        pacsv.write_csv(closure, buffer)
    else:
        parquet.write_table(closure, buffer)
    return float(buffer.tell() / closure.num_rows)


def ancestors(flow: FlowGraph) -> Ints:
    """Nodes that lead somewhere; the others have no rows."""
    leading = np.zeros(flow.size, np.bool_)
    leading[flow.source] = True
    return np.flatnonzero(leading & ~flow.hub).astype(np.int32)


def refuse_if_too_large(guess: ClosureEstimate, max_rows: int) -> None:
    if guess.rows > max_rows:
        raise ClosureTooLargeError(guess, max_rows)
