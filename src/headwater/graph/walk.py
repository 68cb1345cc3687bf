"""Walking the graph: everything that a node reaches, how far away it is, and the jobs on the way.

At dataset level a hop leads from dataset to dataset, along a FEEDS arc or through a job that reads
the one and writes the other. At column level a hop is one column arc.
"""

from dataclasses import dataclass
from itertools import chain, groupby

import numpy as np
from numpy.typing import ArrayLike

from headwater.graph.arcs import Ints
from headwater.graph.graph import Direction, Graph, within
from headwater.graph.rules import Level, Rules, rules
from headwater.graph.steps import Nodes, Stepper


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """What a walk reached, ordered by depth, then id; roots are left out.

    `jobs` were met on the way: they read or write what was reached, or own an arc that was followed.
    `deeper` says that `max_depth` cut something off. The rest is the question that was asked.
    """

    nodes: Ints
    depth: Ints
    jobs: Ints
    job_depth: Ints
    deeper: bool
    roots: Ints
    direction: Direction
    at: int
    level: Level
    indirect: bool


def reach(
    graph: Graph,
    roots: ArrayLike,
    direction: Direction,
    *,
    at: int,
    max_depth: int | None = None,
    level: Level = "dataset",
    indirect: bool = False,
) -> Reach:
    """Everything downstream or upstream of the roots at this time.

    Roots are datasets or jobs at dataset level, and columns at column level, where a dataset stands
    for all its columns. A root that the graph does not know reaches nothing.
    """
    begin = _begin(graph, roots, level)
    trail = _Trail(Stepper(graph, direction, at, begin), rules(direction, level, indirect))
    deeper = trail.go(begin.tolist(), max_depth)
    (nodes, depth), (jobs, job_depth) = _with_depth(trail.nodes), _with_depth(trail.jobs)
    return Reach(nodes, depth, jobs, job_depth, deeper, begin, direction, at, level, indirect)


def _begin(graph: Graph, roots: ArrayLike, level: Level) -> Ints:
    """The nodes a walk begins from, ascending."""
    nodes = within(roots, graph.size)
    return graph.with_columns(nodes) if level == "column" else nodes


class _Trail:
    """A walk under way: what each hop so far has found."""

    def __init__(self, stepper: Stepper, table: Rules) -> None:
        self.nodes: list[Nodes] = []
        self.jobs: list[Nodes] = []
        self._stepper, self._rules = stepper, table

    def go(self, frontier: Nodes, max_depth: int | None) -> bool:
        """Walk to the end or to `max_depth`, and say whether there was more."""
        while len(frontier):
            nodes, jobs = self._hop(frontier)
            if len(self.nodes) == max_depth:
                return len(nodes) + len(jobs) > 0
            self.nodes.append(nodes)
            self.jobs.append(jobs)
            frontier = nodes
        return False

    def _hop(self, nodes: Nodes) -> tuple[Nodes, Nodes]:
        stepper, roles, then = self._stepper, self._rules.first, self._rules.then
        if self._rules.lifts:
            nodes = stepper.lifted(nodes)
        while len(nodes):
            nodes = stepper.leg(nodes, roles)
            roles = then
        return stepper.nodes.drain(), stepper.jobs.drain()


def _with_depth(hops: list[Nodes]) -> tuple[Ints, Ints]:
    """What the hops found as one array, and the depth of each."""
    blocks: list[Ints] = [np.zeros(0, np.int32)]
    for listed, parts in groupby(hops, key=lambda part: isinstance(part, list)):
        same = list(parts)
        # A chain has thousands of hops of one node each: an array for each would cost more than the walk.
        merged = [np.fromiter(chain.from_iterable(same), np.int32)] if listed else same
        blocks.extend(np.asarray(part, np.int32) for part in merged)
    depth = np.arange(1, len(hops) + 1, dtype=np.int32)
    return np.concatenate(blocks), np.repeat(depth, [len(part) for part in hops])
