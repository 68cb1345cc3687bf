"""The graph's answers worked out the slow way, with sets and dicts, from rows that a reader can check."""

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from headwater.graph import FOREVER, ArcKind, Arcs, Graph

READS, WRITES, FEEDS, COLUMN, COLUMN_INDIRECT, COLUMN_TO_DATASET, JOB_FEEDS = ArcKind


class Row(NamedTuple):
    """One arc; the fields are those of `Arcs`."""

    source: int
    target: int
    owner: int
    edge: int
    kind: ArcKind
    flows: bool = True
    since: int = 0
    until: int = FOREVER
    effect: int = 0
    whole: bool = False


class World(NamedTuple):
    """Rows and the dataset of each column."""

    rows: list[Row]
    parent: list[int]

    def graph(self) -> Graph:
        return Graph.build(Arcs.from_rows(self.rows), np.array(self.parent, np.int32))

    def alive(self, at: int) -> list[Row]:
        return [row for row in self.rows if row.since <= at < row.until]

    def columns(self, dataset: int) -> set[int]:
        return {column for column, parent in enumerate(self.parent) if parent == dataset}


def flip(rows: list[Row]) -> list[Row]:
    """The same arcs seen against the stream: reading and writing change places."""
    swapped = {READS: WRITES, WRITES: READS}
    return [
        row._replace(source=row.target, target=row.source, kind=swapped.get(row.kind, row.kind))
        for row in rows
    ]


def owning_job(world: World, row: Row) -> set[int]:
    return {row.owner} - {row.target, world.parent[row.target]}


def dataset_hop(world: World, alive: list[Row], frontier: set[int], downstream: bool, roots: set[int]):
    """Datasets one hop on, and the jobs met, from a frontier of datasets (or of root jobs)."""
    turned = alive if downstream else flip(alive)
    into_job, out_of_job = READS, WRITES
    met = {r.target for r in turned if r.kind == into_job and r.source in frontier}
    flowing = {
        r.target for r in turned if r.kind == into_job and r.source in frontier and (downstream or r.flows)
    }
    hubs = flowing | (frontier & roots)
    while more := {r.target for r in turned if r.kind == JOB_FEEDS and r.source in hubs} - hubs:
        hubs |= more
    reached = {
        r.target
        for r in turned
        if r.kind == out_of_job and r.source in hubs and (not downstream or r.flows or r.source in roots)
    }
    fed = [(r, o) for r, o in zip(turned, alive, strict=True) if r.kind == FEEDS and r.source in frontier]
    owners = set().union(*(owning_job(world, original) for _, original in fed))
    return reached | {r.target for r, _ in fed}, met | (hubs - frontier) | owners


def brings_values(row: Row) -> bool:
    return row.kind == COLUMN or (row.kind == COLUMN_TO_DATASET and row.whole)


def is_followed(row: Row, indirect: bool) -> bool:
    """Whether a column walk follows it; values that get into a dataset as a whole go no further."""
    return brings_values(row) or (indirect and row.kind in {COLUMN_INDIRECT, COLUMN_TO_DATASET})


def column_hop(world: World, alive: list[Row], frontier: set[int], downstream: bool, indirect: bool):
    """Columns (and datasets as a whole) one hop on, and the owners of the arcs followed."""
    reached: set[int] = set()
    jobs: set[int] = set()
    for row in (r for r in alive if is_followed(r, indirect)):
        whole = world.columns(row.target) if indirect and row.kind == COLUMN_TO_DATASET else set()
        starts, ends = {row.source}, {row.target} | whole
        if not downstream:
            starts, ends = ends, starts
        if starts & frontier:
            reached |= ends
            jobs |= owning_job(world, row)
    return reached, jobs


def reach(world: World, root: int, downstream: bool, at: int, level: str, indirect: bool = False):
    """Depth by node and depth by job, roots left out."""
    alive = world.alive(at)
    roots = {root} | (world.columns(root) if level == "column" else set())
    depth, job_depth = dict.fromkeys(roots, 0), dict.fromkeys(roots, 0)
    frontier, hop = roots, 0
    while frontier:
        hop += 1
        if level == "column":
            nodes, jobs = column_hop(world, alive, frontier, downstream, indirect)
        else:
            nodes, jobs = dataset_hop(world, alive, frontier, downstream, roots)
        frontier = nodes - depth.keys()
        depth |= dict.fromkeys(frontier, hop)
        job_depth |= dict.fromkeys(jobs - job_depth.keys(), hop)
    return {n: d for n, d in depth.items() if d}, {j: d for j, d in job_depth.items() if d}


def dataset_entries(world: World, at: int, root: int, within: set[int], node: int, downstream: bool):
    """Edges by which data gets from `within` to this dataset in one hop, through jobs or not."""
    alive = world.alive(at)
    turned = alive if downstream else flip(alive)
    reads = [r for r in turned if r.kind == READS and (downstream or r.flows)]
    writes = [
        r
        for r in turned
        if r.kind == WRITES and r.target == node and (not downstream or r.flows or r.source == root)
    ]
    feeds = [r for r in turned if r.kind == JOB_FEEDS and r.target != root]
    behind = {r.source for r in writes}
    while more := {r.source for r in feeds if r.target in behind} - behind:
        behind |= more
    reads = [r for r in reads if r.source in within and r.target in behind - {root}]
    entered = {r.target for r in reads} | ({root} & behind)
    feeds = [r for r in feeds if r.target in behind]
    while more := {r.target for r in feeds if r.source in entered} - entered:
        entered |= more
    through = [r for r in feeds + writes if r.source in entered]
    direct = [r for r in turned if r.kind == FEEDS and r.target == node and r.source in within]
    return {row.edge for row in direct + reads + through}


def steps(world: World, at: int, source: int, level: str, indirect: bool):
    """From each node, the tuples of nodes that one arc appends to a path."""
    found: dict[int, set[tuple[int, ...]]] = defaultdict(set)
    for row in world.alive(at):
        if level == "column":
            if is_followed(row, indirect):
                whole = world.columns(row.target) if indirect and row.kind == COLUMN_TO_DATASET else set()
                found[row.source] |= {(end,) for end in {row.target} | whole}
        elif row.kind == FEEDS:
            found[row.source].add((*owning_job(world, row), row.target))
        elif row.kind in {READS, JOB_FEEDS} or (row.kind == WRITES and (row.flows or row.source == source)):
            found[row.source].add((row.target,))
    return found


def simple_paths(found, source: int, target: int) -> list[tuple[int, ...]]:
    """Every simple path, depth first; a job that only labels a FEEDS arc may come again."""
    result: list[tuple[int, ...]] = []
    stack: list[tuple[tuple[int, ...], frozenset[int]]] = [((source,), frozenset([source]))]
    while stack:
        nodes, walked = stack.pop()
        if nodes[-1] == target and len(nodes) > 1:
            result.append(nodes)
            continue
        for more in found[nodes[-1]]:
            if more[-1] not in walked:
                stack.append((nodes + more, walked | {more[-1]}))
    return result
