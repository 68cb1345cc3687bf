"""What a node reaches: everything downstream or upstream of it, how far away it is, and the jobs on the way.

At dataset level a hop leads from dataset to dataset, along a FEEDS arc or through a job that reads
the one and writes the other. At column level a hop is one column arc.
"""

from dataclasses import dataclass
from typing import Literal

from numpy.typing import ArrayLike

from headwater.graph.arcs import Ints
from headwater.graph.column_walk import column_rules
from headwater.graph.frontier import Frontier, reached_nodes, walk
from headwater.graph.graph import ArcsAt, Direction, Graph, within
from headwater.graph.table_walk import TABLE_RULES

Level = Literal["dataset", "column"]


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
    begin = within(roots, graph.size)
    rules = TABLE_RULES[direction]
    if level == "column":
        begin, rules = graph.with_columns(begin), column_rules(direction, indirect)
    frontier = Frontier(ArcsAt(graph, direction, at))
    frontier.start(begin)
    # One hop more than asked for shows whether there is more.
    hops = list(walk(frontier, begin.tolist(), rules, None if max_depth is None else max_depth + 1))
    deeper = len(hops) - 1 == max_depth and any(len(found) for found in hops.pop()[1:])
    nodes = reached_nodes([(hop, found) for hop, found, _ in hops], frontier.reached.entry)
    jobs = reached_nodes([(hop, found) for hop, _, found in hops], frontier.met.entry)
    return Reach(
        nodes.nodes, nodes.depth, jobs.nodes, jobs.depth, deeper, begin, direction, at, level, indirect
    )
