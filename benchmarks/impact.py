"""How fast the impact of a column is worked out, on a graph of a million column edges with their tables.

`python -m benchmarks.impact`. Each dataset of ten columns is filled by a job that tells which columns it
uses; one in twenty tells only the tables, and from there the walk goes on at dataset level.
"""

import numpy as np
from numpy.random import Generator

from benchmarks.graph import FAN_IN, NOW, SEED, arcs_of, links, timed
from benchmarks.table import percentiles, table
from headwater.graph import ArcKind, Graph
from headwater.graph.affected import affected

EDGES = 1_110_000  # of which some begin nowhere, or are not stated: a million remain
TARGETS = (1_000, 100_000)
QUESTIONS = 20
WIDTH = 10
SILENT = 20  # one dataset in so many is filled without a word on its columns


def column_graph(edges: int, rng: Generator) -> Graph:
    """Datasets that are each made from a few others, column by column, and the hops between the datasets."""
    datasets = edges // FAN_IN // WIDTH
    source, target = links(datasets, rng)
    told = np.flatnonzero(target % SILENT != 0)
    columns = 2 * datasets + np.arange(WIDTH)
    froms = (WIDTH * source[told, None] + rng.permuted(np.tile(columns, (len(told), 1)), axis=1)).ravel()
    intos = (WIDTH * target[told, None] + columns).ravel()
    parent = np.full(2 * datasets + WIDTH * datasets, -1, np.int32)
    parent[2 * datasets :] = np.repeat(np.arange(datasets), WIDTH)
    kinds = (ArcKind.COLUMN, ArcKind.FEEDS, ArcKind.READS)
    return Graph.build(
        arcs_of(
            np.concatenate([froms, source, source]),
            np.concatenate([intos, target, datasets + target]),
            datasets + np.concatenate([np.repeat(target[told], WIDTH), target, target]),
            np.repeat(kinds, [len(froms), len(source), len(source)]),
        ),
        parent,
    )


def _sampled(graph: Graph, rng: Generator) -> dict[int, int]:
    """How many nodes some random columns affect."""
    roots = rng.choice(np.flatnonzero(graph.parent >= 0), 60).tolist()
    found = ((root, affected(graph, [root], "downstream", at=NOW)) for root in roots)
    return {root: len(one.columns) + len(one.assets) for root, one in found}


def row(graph: Graph, root: int) -> tuple[str, ...]:
    found = affected(graph, [root], "downstream", at=NOW)
    times = [timed(lambda: affected(graph, [root], "downstream", at=NOW)) for _ in range(QUESTIONS)]
    p50, p95 = percentiles(times)
    arcs = int(np.count_nonzero(graph.lane == ArcKind.COLUMN))
    unsure = int(np.count_nonzero(~found.assets.known))
    counts = (arcs, len(found.columns), len(found.assets), unsure)
    return (*(f"{count:,}" for count in counts), f"{p50:.1f}", f"{p95:.1f}")


def run() -> str:
    rng = np.random.default_rng(SEED)
    graph = column_graph(EDGES, rng)
    sizes = _sampled(graph, rng)
    roots = [min(sizes, key=lambda root: abs(sizes[root] - target)) for target in TARGETS]
    head = ("column edges", "columns reached", "assets", "of them by tables only", "p50 ms", "p95 ms")
    return table(head, [row(graph, root) for root in roots])


if __name__ == "__main__":
    print(run())
