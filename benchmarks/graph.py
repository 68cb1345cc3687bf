"""How fast the in-memory graph answers: reach and replace, on seeded layered graphs up to a million arcs.

Run it with `python -m benchmarks.graph`; it prints a table in Markdown. Times are wall time.
"""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from headwater.graph import FOREVER, ArcKind, Arcs, Direction, Graph, Level, reach

Links = tuple[NDArray[np.int64], NDArray[np.int64]]  # from node, to node

SEED = 7
NOW = 1_000
LAYERS = 20
FAN_IN = 3
FAR = 0.02  # the share of links that ignore the neighbourhood, as to popular shared tables
SIZES = (10_000, 100_000, 1_000_000)
TARGETS = (10, 1_000, 100_000)
DIRECTIONS: tuple[Direction, ...] = ("downstream", "upstream")


class Row(NamedTuple):
    """One line of the table."""

    level: str
    arcs: int
    what: str
    reached: str
    times: list[float]

    def __str__(self) -> str:
        p50, p95 = np.percentile(self.times, [50, 95]) * 1000
        return f"| {self.level} | {self.arcs:,} | {self.what} | {self.reached} | {p50:.2f} | {p95:.2f} |"


def links(nodes: int, rng: Generator) -> Links:
    """Each node below the first layer is fed by a few neighbours in the layer above."""
    width = nodes // LAYERS
    targets = np.repeat(np.arange(width, LAYERS * width), FAN_IN)
    nearby = targets % width + rng.integers(-width // 200 - 1, width // 200 + 2, len(targets))
    anywhere = rng.integers(0, width, len(targets))
    place = np.where(rng.random(len(targets)) < FAR, anywhere, nearby) % width
    return (targets // width - 1) * width + place, targets


def arcs_of(
    source: NDArray[np.int64], target: NDArray[np.int64], owner: NDArray[np.int64], kind: NDArray[np.int64]
) -> Arcs:
    count = len(source)
    return Arcs.from_columns(
        source=source,
        target=target,
        owner=owner,
        edge=np.arange(count),
        kind=kind,
        flows=np.ones(count),
        since=np.zeros(count),
        until=np.full(count, FOREVER),
    )


def column_graph(size: int, rng: Generator) -> Graph:
    """Columns, ten to a dataset, each dataset filled by its own job."""
    columns = size // FAN_IN
    source, target = links(columns, rng)
    datasets = columns // 10 + 1
    parent = np.full(columns + 2 * datasets, -1, np.int32)
    parent[:columns] = columns + np.arange(columns) // 10
    owner = parent[target].astype(np.int64) + datasets
    return Graph.build(arcs_of(source, target, owner, np.full(len(source), ArcKind.COLUMN)), parent)


def dataset_graph(size: int, rng: Generator) -> Graph:
    """Datasets, each written by one job that reads a few others."""
    datasets = size // (FAN_IN + 1)
    source, target = links(datasets, rng)
    written = np.unique(target)
    jobs = np.concatenate([datasets + target, datasets + written])
    kind = np.repeat([ArcKind.READS, ArcKind.WRITES], [len(source), len(written)])
    sources = np.concatenate([source, datasets + written])
    targets = np.concatenate([datasets + target, written])
    return Graph.build(arcs_of(sources, targets, jobs, kind), np.full(2 * datasets, -1, np.int32))


def timed(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def sampled(graph: Graph, level: Level, direction: Direction, rng: Generator) -> dict[int, int]:
    """How many nodes some random roots reach."""
    nodes = graph.arcs.source if direction == "downstream" else graph.arcs.target
    roots = rng.choice(nodes, 120).tolist()
    return {root: len(reach(graph, [root], direction, at=NOW, level=level).nodes) for root in roots}


def reach_rows(graph: Graph, level: Level, direction: Direction, rng: Generator) -> Iterator[Row]:
    sizes = sampled(graph, level, direction, rng)
    for wanted in TARGETS:
        roots = sorted(sizes, key=lambda root: abs(sizes[root] - wanted))[:4]
        if sizes[roots[0]] < wanted / 2:
            continue
        times = [
            timed(lambda root=root: reach(graph, [root], direction, at=NOW, level=level))  # type: ignore[misc]
            for root in roots * 10
        ]
        reached = f"{min(sizes[r] for r in roots):,}–{max(sizes[r] for r in roots):,}"
        yield Row(level, len(graph.arcs), direction, reached, times)


def replace_row(graph: Graph, level: Level, rng: Generator) -> Row:
    """A refresh: a hundred jobs say anew what they read and write."""
    count, times = len(graph.arcs), []
    for _ in range(20):
        owners = rng.choice(np.unique(graph.arcs.owner), 100, replace=False)
        arcs = graph.arcs.take(np.isin(graph.arcs.owner, owners))
        start = perf_counter()
        graph = graph.replace(owners, arcs, graph.parent)
        times.append(perf_counter() - start)
    return Row(level, count, "replace 100 owners", "", times)


def chain_row(length: int) -> Row:
    """Dataset, job, dataset, job...: the worst case for whole-array steps."""
    nodes = np.arange(2 * length)
    kind = np.where(nodes % 2, ArcKind.WRITES, ArcKind.READS)
    arcs = arcs_of(nodes, nodes + 1, nodes // 2 * 2 + 1, kind)
    graph = Graph.build(arcs, np.full(2 * length + 1, -1, np.int32))
    times = [timed(lambda: reach(graph, [0], "downstream", at=NOW)) for _ in range(40)]
    return Row("dataset", len(arcs), "downstream, a chain", f"{length:,}", times)


def rows() -> Iterator[Row]:
    yield chain_row(1_000)
    builders: dict[Level, Callable[[int, Generator], Graph]] = {
        "column": column_graph,
        "dataset": dataset_graph,
    }
    for level, build in builders.items():
        for size in SIZES:
            rng = np.random.default_rng(SEED)
            graph = build(size, rng)
            for direction in DIRECTIONS:
                yield from reach_rows(graph, level, direction, rng)
            yield replace_row(graph, level, rng)


def run() -> str:
    head = ("| level | arcs | what | nodes reached | p50 ms | p95 ms |", "|---|---:|---|---:|---:|---:|")
    return "\n".join((*head, *(str(row) for row in rows())))


if __name__ == "__main__":
    print(run())
