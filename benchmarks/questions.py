"""How fast lineage questions are answered, names and all, on a graph of a million edges in the store.

`python -m benchmarks.questions`. The rows go into the tables directly: what is measured is reading.
"""

import time
from collections.abc import Iterator

import numpy as np
import psycopg

from benchmarks.graph import SEED, dataset_graph, sampled
from benchmarks.system import database
from benchmarks.table import percentiles, table
from headwater.api.process import Process, build_process
from headwater.graph import Graph
from headwater.model.ids import NodeKind, node_key
from headwater.questions.lineage.walk import graph_downstream

EDGES = 1_000_000
TARGETS = (10, 1_000, 100_000)
QUESTIONS = 40
COLUMNS = (
    "id, key, kind, owner_id, source_id, target_id, origin, first_seen, first_event, last_seen, last_event"
)


def fill(url: str, graph: Graph) -> None:
    """One node a row, one edge and one open span an arc."""
    jobs = {int(owner) for owner in np.unique(graph.arcs.owner)}
    with psycopg.connect(url) as connection:
        with connection.cursor().copy("copy nodes (id, key, kind, namespace, name) from stdin") as copy:
            for node in range(graph.size):
                kind = NodeKind.JOB if node in jobs else NodeKind.DATASET
                name = f"{kind}_{node}"
                copy.write_row((node + 1, node_key(kind, "bench", name), kind, "bench", name))
        with connection.cursor().copy(f"copy edges ({COLUMNS}) from stdin") as copy:
            for row in _edges(graph):
                copy.write_row(row)
        connection.execute(
            """
            insert into edge_spans (edge_id, owner_id, flows, alive_from, alive_to)
            select id, owner_id, true, first_seen, 'infinity' from edges
            """
        )
        connection.execute("analyze")


def _edges(graph: Graph) -> Iterator[tuple[object, ...]]:
    arcs, event, day = graph.arcs, f"{0:032x}", "2026-01-01"
    for edge in range(len(arcs)):
        ends = (int(arcs.owner[edge]) + 1, int(arcs.source[edge]) + 1, int(arcs.target[edge]) + 1)
        yield edge + 1, f"{edge:032x}", int(arcs.kind[edge]), *ends, "inputs_outputs", day, event, day, event


def ask(process: Process, node: int) -> tuple[float, int]:
    began = time.perf_counter()
    with process.reading() as reading:
        answer = graph_downstream(reading, f"bench/dataset_{node}")
    return time.perf_counter() - began, answer.total.datasets


def run() -> str:
    rng = np.random.default_rng(SEED)
    graph = dataset_graph(EDGES, rng)
    jobs = {int(owner) for owner in np.unique(graph.arcs.owner)}
    reaches = sampled(graph, "dataset", "downstream", rng)
    rows = []
    with database() as (_home, url):
        fill(url, graph)
        process = build_process(url)
        process.start()
        for target in TARGETS:
            node = min(reaches.keys() - jobs, key=lambda one: abs(reaches[one] - target))
            answers = [ask(process, node) for _ in range(QUESTIONS)]
            p50, p95 = percentiles([seconds for seconds, _reached in answers])
            rows.append((f"{len(graph.arcs):,}", f"{answers[0][1]:,}", f"{p50:.1f}", f"{p95:.1f}"))
        process.stop()
    return table(("edges", "datasets reached", "p50 ms", "p95 ms"), rows)


if __name__ == "__main__":
    print(run())
