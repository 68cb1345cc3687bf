"""The simple paths between two nodes, shortest first, found best-first so that few paths cost little.

The number of paths grows exponentially with depth, so the search is bounded twice, by paths found
and by arcs looked at, and says when a bound cut it. It only steps on nodes that are downstream of
the source and upstream of the target, and knows from those walks how far each is from the target.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice

import numpy as np

from headwater.graph.arcs import ATTACHED, ArcKind, Ints
from headwater.graph.column_walk import column_rules
from headwater.graph.frontier import NODE, SPREAD
from headwater.graph.graph import ArcsAt, Graph, view
from headwater.graph.reachability import Level, Reach, reach
from headwater.graph.table_walk import TABLE_RULES


@dataclass(frozen=True, slots=True)
class NodePath:
    """`arcs[i]` leads from `nodes[i]` to `nodes[i + 1]`.

    A FEEDS arc made by a job shows the job between its datasets, so it fills two places. An arc to
    a dataset as a whole leads to any column of that dataset.
    """

    nodes: tuple[int, ...]
    arcs: tuple[int, ...]
    hops: int


@dataclass(frozen=True, slots=True, eq=False)
class NodePaths:
    """Paths by hops, then node ids; `on_path` has all datasets or columns on any way between, ascending."""

    found: tuple[NodePath, ...]
    complete: bool
    on_path: Ints


def between(
    graph: Graph,
    source: int,
    target: int,
    *,
    at: int,
    level: Level = "dataset",
    indirect: bool = False,
    limit: int = 100,
    max_work: int = 100_000,
) -> NodePaths:
    """The simple paths by which data gets from `source` to `target` at this time.

    NodePaths differ in their nodes: of several arcs between the same two nodes, the most direct stands
    for all. No dataset, column or job that data passes through comes twice. There is no path from
    a node to itself.
    """
    down = reach(graph, [source], "downstream", at=at, level=level, indirect=indirect)
    up = reach(graph, [target], "upstream", at=at, level=level, indirect=indirect)
    on_path = _on_path(down, up)
    if not len(on_path):
        return NodePaths((), True, on_path)
    search = _Search(graph, down, up, max_work)
    found = tuple(islice(search.paths(), limit + 1))
    return NodePaths(found[:limit], len(found) <= limit and not search.exhausted, on_path)


def _on_path(down: Reach, up: Reach) -> Ints:
    # A walk leaves out its own roots, so each end is taken from the walk that comes from the other end.
    starts = np.intersect1d(down.roots, np.concatenate([up.nodes, up.jobs]))
    ends = np.intersect1d(up.roots, np.concatenate([down.nodes, down.jobs]))
    if not len(starts) or not len(ends):
        return starts[:0]
    inner = np.intersect1d(down.nodes, up.nodes)
    return np.unique(np.concatenate([starts, inner, ends]))


# A way under way: the hops it will take at least, its nodes and arcs, the hops so far, and what it
# may not step on again. Nodes and arcs are unique, so the heap never compares further.
_Way = tuple[int, tuple[int, ...], tuple[int, ...], int, frozenset[int]]
_Step = tuple[tuple[int, ...], tuple[int, ...], int]  # nodes and arcs to append, and the hops they take


class _Search:
    """Best-first over partial paths; the bound never exceeds the truth, so paths come out in order."""

    def __init__(self, graph: Graph, down: Reach, up: Reach, max_work: int) -> None:
        self.exhausted = False
        self._arcs_at = ArcsAt(graph, "downstream", down.at)
        self._columns, self._lane = graph.columns, view(graph.lane)
        self._roles = (
            TABLE_RULES["downstream"]
            if down.level == "dataset"
            else column_rules("downstream", down.indirect)
        ).first
        self._work = max_work
        self._sources, self._targets = frozenset(down.roots.tolist()), frozenset(up.roots.tolist())
        self._left = _hops_left(down, up)
        self._steps: dict[int, list[_Step]] = {}

    def paths(self) -> Iterator[NodePath]:
        """All paths, until the work is used up."""
        heap: list[_Way] = [(0, (source,), (), 0, self._sources) for source in sorted(self._sources)]
        while heap:
            way = heappop(heap)
            _, nodes, arcs, hops, _ = way
            # Source and target may share a column: to stand there is no path yet.
            if arcs and nodes[-1] in self._targets:
                yield NodePath(nodes, arcs, hops)
                continue
            if self._work <= 0:
                self.exhausted = True
                return
            for longer in self._longer(way):
                heappush(heap, longer)

    def _longer(self, way: _Way) -> Iterator[_Way]:
        least, nodes, arcs, hops, walked = way
        steps = self._steps_from(nodes[-1])
        self._work -= 1 + len(steps)
        for more, by, costs in steps:
            end = more[-1]
            if end not in walked:
                taken = hops + costs
                bound = max(least, taken + self._left[end])
                yield bound, nodes + more, arcs + by, taken, walked | {end}

    def _steps_from(self, node: int) -> list[_Step]:
        """The ways on from here that can end at the target; many partial paths share them."""
        if node not in self._steps:
            self._work -= self._arcs_at.degree([node])
            best: dict[tuple[int, ...], tuple[int, int]] = {}
            for more, lane, arc in self._arrivals(node):
                if more[-1] in self._left:
                    best[more] = min(best.get(more, (lane, arc)), (lane, arc))
            self._steps[node] = [self._step(more, *by) for more, by in best.items()]
        return self._steps[node]

    def _step(self, more: tuple[int, ...], lane: int, arc: int) -> _Step:
        # Entering a job is half a hop, counted on leaving it; the target may itself be a job.
        whole = self._roles[lane] & NODE or more[-1] in self._targets
        return more, (arc,) * len(more), 1 if whole else 0

    def _arrivals(self, node: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """What each arc adds to a path, with the arc's lane and index."""
        for arc, role, _, end in self._arcs_at.leaving_few([node], self._roles):
            lane = self._lane[arc]
            # A write that does not flow counts from a job that is the source; further on, no data passes it.
            if lane == ATTACHED and node not in self._sources:
                continue
            job = self._arcs_at.job(arc) if lane == ArcKind.FEEDS else None
            yield (end,) if job is None else (job, end), lane, arc
            if role & SPREAD:
                for column in self._columns.members(np.array([end], np.int32)).tolist():
                    yield (column,), lane, arc


def _hops_left(down: Reach, up: Reach) -> dict[int, int]:
    """At least how many hops each node and job on the way is from the target."""
    nodes, _, node_at = np.intersect1d(down.nodes, up.nodes, assume_unique=True, return_indices=True)
    jobs, _, job_at = np.intersect1d(down.jobs, up.jobs, assume_unique=True, return_indices=True)
    left = dict(zip(jobs.tolist(), up.job_depth[job_at].tolist(), strict=True))
    left.update(zip(nodes.tolist(), up.depth[node_at].tolist(), strict=True))
    return left | dict.fromkeys(up.roots.tolist(), 0)
