"""What growth costs: measured constants, a point they were not fitted to, and sizes far beyond one machine.

`python -m benchmarks.scale_model` builds graphs of column edges up to 10^7, fits memory, start and walk to
the smaller ones, and holds the fit against the largest. Times are of the processor, so that a busy machine
lengthens them little. What the pipeline takes is read from docs/benchmarks.md, which names its commands.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import numpy as np

from benchmarks.graph import NOW, column_graph
from headwater.graph import reach

FITTED = (300_000, 1_000_000, 3_000_000)
CHECKED = 10_000_000
SEED = 7
ROOTS = 12

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
# By section, the row and the column of what was published, in events a second on two cores, clients included.
INGEST = ("Durable ingest", "batches of 1000", 2)
PIPELINE = ("Through the pipeline", "200", 4)
# Of ADR 0019: messages a second from Kafka into PostgreSQL.
BRIDGE = 21_800.0
CORES = 2
EVENT_BYTES = 3_000
# Parquet with zstd in the lake, of the same events: a tenth.
LAKE_BYTES = 300
# One hop between two machines of one data centre, request and answer.
HOP_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class GraphCost:
    """Of one graph, or for one edge and one node: memory, time to build, time to walk."""

    megabytes: float
    build_seconds: float
    walk_seconds: float
    """For each node that is reached."""


@dataclass(frozen=True, slots=True)
class Estate:
    name: str
    events_a_day: float
    columns: float
    edges: float


ESTATES = (
    Estate("a team", 1e5, 1e4, 1e5),
    Estate("one node", 1e7, 1e6, 1e7),
    Estate("ten times that", 1e8, 1e7, 1e8),
    Estate("a thousand times the events", 1e9, 1e9, 1e10),
)


ESTATE_COLUMNS = (
    *("estate", "events a day", "columns", "cores of ingest", "cores of the pipeline"),
    *(
        "share of one PostgreSQL's appends",
        "lake TB a year",
        "graph GB",
        "parts",
        "a walk of 1,000 nodes, ms",
    ),
)


def measured(edges: int) -> GraphCost:
    rng = np.random.default_rng(SEED)
    began = process_time()
    graph = column_graph(edges, rng)
    build = process_time() - began
    roots = rng.choice(graph.arcs.source, ROOTS).tolist()
    began, reached = process_time(), 0
    for root in roots:
        reached += len(reach(graph, [root], "downstream", at=NOW, level="column").nodes)
    return GraphCost(bytes_of(graph) / 1e6, build, (process_time() - began) / max(reached, 1))


def bytes_of(graph: object, seen: set[int] | None = None) -> int:
    """Of all arrays that it holds, each once."""
    seen = set() if seen is None else seen
    if id(graph) in seen or isinstance(graph, str | int | float | bool | type(None)):
        return 0
    seen.add(id(graph))
    if isinstance(graph, np.ndarray):
        return bytes_of(graph.base, seen) if isinstance(graph.base, np.ndarray) else graph.nbytes
    if isinstance(graph, dict):
        return sum(bytes_of(one, seen) for one in graph.values())
    if isinstance(graph, list | tuple):
        return sum(bytes_of(one, seen) for one in graph)
    names = [*getattr(graph, "__dict__", ()), *getattr(type(graph), "__slots__", ())]
    return sum(bytes_of(getattr(graph, name, None), seen) for name in names)


def fitted(sizes: Sequence[int], costs: Sequence[GraphCost], size: int) -> GraphCost:
    """What a straight line through these says of another size; a walk costs as much a node at any size."""
    memory = np.polyfit(sizes, [one.megabytes for one in costs], 1)
    build = np.polyfit(sizes, [one.build_seconds for one in costs], 1)
    walk = float(np.median([one.walk_seconds for one in costs]))
    return GraphCost(float(np.polyval(memory, size)), float(np.polyval(build, size)), walk)


def published(page: str, figure: tuple[str, str, int]) -> float:
    """
    >>> published("## Speed\\n| a | 5 | 1,000 |\\n## Another\\n| a | 5 | 1 |", ("Speed", "a", 2))
    1000.0
    """
    title, row, column = figure
    section = page.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines()]
    [found] = [cells for cells in rows if cells[0] == row]
    return float(found[column].replace(",", ""))


def cores(events_a_day: float, a_second: float, peak: float = 3.0) -> float:
    """For an hour that has so many times the events of a mean one."""
    return events_a_day / 86_400 * peak / a_second * CORES


def graph_rows(costs: dict[int, GraphCost], predicted: GraphCost) -> list[str]:
    rows = [
        f"| {size:,} | {one.megabytes:,.0f} | {one.build_seconds:.1f} | {one.walk_seconds * 1e6:.2f} |"
        for size, one in costs.items()
    ]
    told = (
        f"| {predicted.megabytes:,.0f} | {predicted.build_seconds:.1f} | {predicted.walk_seconds * 1e6:.2f} |"
    )
    return [*rows, f"| {CHECKED:,}, as fitted to the others {told}"]


def estate_row(estate: Estate, edge_bytes: float, walk_seconds: float, memory_gigabytes: float = 48.0) -> str:
    graph = estate.edges * edge_bytes / 1e9
    parts = max(1, round(graph / memory_gigabytes + 0.5)) if graph > memory_gigabytes else 1
    # In parts, each of some ten layers of a walk asks others once.
    walk = 1000 * walk_seconds * 1e3 + (10 * HOP_SECONDS * 1e3 if parts > 1 else 0)
    kept = estate.events_a_day * 365 * LAKE_BYTES / 1e12
    bridges = estate.events_a_day / 86_400 * 3 / BRIDGE
    page = PAGE.read_text()
    taken, read = (cores(estate.events_a_day, published(page, figure)) for figure in (INGEST, PIPELINE))
    figures = (taken, read, bridges, kept, graph)
    told = " | ".join(f"{one:,.2f}" if one < 10 else f"{one:,.0f}" for one in figures)
    size = f"{estate.events_a_day:.0e} | {estate.columns:.0e}"
    return f"| {estate.name} | {size} | {told} | {parts} | {walk:.1f} |"


def run() -> str:
    costs = {size: measured(size) for size in (*FITTED, CHECKED)}
    predicted = fitted(FITTED, [costs[size] for size in FITTED], CHECKED)
    edge_bytes = costs[CHECKED].megabytes * 1e6 / CHECKED
    lines = ["| column edges | memory MB | build, CPU s | walk, µs a node |", "| --- | --- | --- | --- |"]
    lines += graph_rows(costs, predicted)
    lines += ["", f"| {' | '.join(ESTATE_COLUMNS)} |", "| --- " * len(ESTATE_COLUMNS) + "|"]
    lines += [estate_row(one, edge_bytes, predicted.walk_seconds) for one in ESTATES]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(run() + "\n")
