"""How a walk came in: the arcs that lead into one page of its result, so that edges can be drawn."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike

from headwater.graph.arcs import ATTACHED, LANES, ArcKind, Ints
from headwater.graph.column_walk import column_rules
from headwater.graph.graph import ArcsAt, Direction, Graph, lane_table, view
from headwater.graph.reachability import Reach

_DATA, _HUB, _ROOT = 1, 2, 3  # the arc comes from a reached node, through a job, only from a root

_COMES_FROM: dict[Direction, dict[int, int]] = {
    "downstream": {
        ArcKind.READS: _DATA,
        ArcKind.FEEDS: _DATA,
        ArcKind.WRITES: _HUB,
        ArcKind.JOB_FEEDS: _HUB,
        ATTACHED: _ROOT,
    },
    "upstream": {
        ArcKind.WRITES: _DATA,
        ArcKind.FEEDS: _DATA,
        ArcKind.READS: _HUB,
        ArcKind.JOB_FEEDS: _HUB,
        ATTACHED: _DATA,
    },
}
_OPPOSITE: dict[Direction, Direction] = {"downstream": "upstream", "upstream": "downstream"}

_ROOT_RANK = 1

_Step = tuple[int, int, bool]  # an arc, the node it comes from, and whether that is a job to look behind


@dataclass(frozen=True, slots=True, eq=False)
class EnteringArcs:
    """Arc indexes in the order of the page; `cut` says that there are more than the limit."""

    arcs: Ints
    cut: bool


def arcs_into(graph: Graph, reach: Reach, page: ArrayLike, *, limit: int = 1000) -> EnteringArcs:
    """The alive arcs by which the walk enters these of its nodes or jobs.

    They come from roots and from reached nodes that are no deeper than the node they enter. Where
    data passes through a job, the arcs on both sides of the job are given.
    """
    tracer = _Tracer(graph, reach)
    found: dict[int, None] = {}
    for node in np.asarray(page, np.int32).tolist():
        # One arc more than the limit shows that there are more; a dict keeps the order of the page.
        found.update(dict.fromkeys(islice(tracer.entering(node), limit + 1)))
        if len(found) > limit:
            break
    arcs = np.fromiter(islice(found, limit), np.int32)
    return EnteringArcs(arcs, cut=len(found) > limit)


class _Tracer:
    """Follows a finished walk backwards from one node to where it could have come from."""

    def __init__(self, graph: Graph, reach: Reach) -> None:
        self._arcs_at = ArcsAt(graph, _OPPOSITE[reach.direction], reach.at)
        self._rank, self._lane = view(_ranks(graph, reach)), view(graph.lane)
        self._roles = _roles(reach)
        # Downstream, an arc into a dataset as a whole is how its columns were reached.
        self._spreads = reach.indirect and reach.direction == "downstream"
        self._cache: dict[tuple[int, bool], list[_Step]] = {}

    def entering(self, node: int) -> Iterator[int]:
        """The arcs that lead here, possibly through a chain of jobs."""
        bound, ends = self._rank[node], self._ends(node)
        known, entered = set(ends), set[int]()
        through: list[tuple[int, int, int]] = []
        for end in ends:
            for arc, near, is_hub in self._steps(end, passed=end not in (node, self._arcs_at.parent[node])):
                if is_hub:
                    through.append((arc, near, end))
                    if near not in known:
                        known.add(near)
                        ends.append(near)
                elif self._rank[near] <= bound:
                    entered.add(end)
                    yield arc
        yield from _entered_through(through, entered)

    def _ends(self, node: int) -> list[int]:
        dataset = self._arcs_at.parent[node]
        return [node, dataset] if self._spreads and dataset >= 0 else [node]

    def _steps(self, end: int, passed: bool) -> list[_Step]:
        """Arcs into `end` from what was reached; many nodes of a page share the job they came through."""
        key = (end, passed)
        if key not in self._cache:
            self._cache[key] = list(self._fresh_steps(end, passed))
        return self._cache[key]

    def _fresh_steps(self, end: int, passed: bool) -> Iterator[_Step]:
        lane, rank = self._lane, self._rank
        for arc, role, _, near in self._arcs_at.leaving_few([end], self._roles):
            if passed and lane[arc] == ATTACHED:
                continue
            # A job that is a root is where the walk began: nothing behind it was walked.
            if role == _HUB and rank[near] != _ROOT_RANK:
                yield arc, near, True
            elif rank[near] == _ROOT_RANK or (role == _DATA and rank[near]):
                yield arc, near, False


def _entered_through(through: list[tuple[int, int, int]], entered: set[int]) -> Iterator[int]:
    """Of the arcs out of jobs, those out of a job that the walk entered, directly or by other jobs."""
    before = -1
    while before != len(entered):
        before = len(entered)
        entered.update(end for _, job, end in through if job in entered)
    return (arc for arc, job, _ in through if job in entered)


def _roles(reach: Reach) -> bytes:
    roles = _COMES_FROM[reach.direction]
    if reach.level == "column":
        table = column_rules(reach.direction, reach.indirect).first
        roles = {lane: _DATA for lane in range(LANES) if table[lane]}
    return lane_table(roles)


def _ranks(graph: Graph, reach: Reach) -> Ints:
    """One more than the depth of each node and job; 0 for what was not reached."""
    rank = np.zeros(graph.size, np.int32)
    rank[reach.jobs] = reach.job_depth + 1
    if reach.level == "column" and reach.direction == "upstream" and reach.indirect:
        # A dataset as a whole is as near as its nearest column: written last, as nodes go by depth.
        for nodes, ranks in ((reach.nodes, reach.depth + 1), (reach.roots, np.full_like(reach.roots, 1))):
            datasets = graph.parent[nodes][::-1]
            rank[datasets[datasets >= 0]] = ranks[::-1][datasets >= 0]
    rank[reach.nodes] = reach.depth + 1
    rank[reach.roots] = _ROOT_RANK
    return rank
