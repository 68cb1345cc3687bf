"""The column walk: everything that column arcs lead to, columns and datasets as a whole."""

from dataclasses import dataclass

import numpy as np

from headwater.graph.arcs import INTO_DATASET, ArcKind, Ints
from headwater.graph.frontier import (
    NODE,
    OWNER,
    SPREAD,
    Frontier,
    ReachedNodes,
    Rules,
    reached_nodes,
    walk,
)
from headwater.graph.graph import ArcsAt, Direction, lane_table, lanes
from headwater.graph.trail import ROOT, Trail, first_of_each

COLUMN_LANES = lanes(ArcKind.COLUMN, ArcKind.COLUMN_INDIRECT, ArcKind.COLUMN_TO_DATASET, INTO_DATASET)
_NOTHING = lanes()


def column_rules(direction: Direction, indirect: bool) -> Rules:
    """Values only, or, with `indirect`, filters, joins and the like as well."""
    # Values that get into a dataset are in some column of it, but in which is not known: there they end.
    roles = {int(ArcKind.COLUMN): NODE | OWNER, INTO_DATASET: NODE | OWNER}
    if indirect:
        # Downstream, an arc into a dataset as a whole reaches its columns; upstream, columns lead to it.
        whole = NODE | OWNER | (SPREAD if direction == "downstream" else 0)
        roles |= dict.fromkeys((ArcKind.COLUMN_TO_DATASET, INTO_DATASET), whole)
        roles[ArcKind.COLUMN_INDIRECT] = NODE | OWNER
    return Rules(lane_table(roles), _NOTHING, lifts=indirect and direction == "upstream")


@dataclass(frozen=True, slots=True, eq=False)
class ColumnReach:
    """A column walk with its trail: `nodes` are columns and datasets as a whole, `jobs` own the arcs.

    `touched` are the datasets with a column among roots or nodes. By node id: `entry` on the trail, and
    `rank`, which is one more than the depth, 0 for what was not reached. `followed` are the column arcs.
    """

    nodes: ReachedNodes
    jobs: ReachedNodes
    touched: Ints
    followed: Ints
    entry: Ints
    rank: Ints


def column_reach(arcs_at: ArcsAt, roots: Ints, touched: Ints, limit: int | None, trail: Trail) -> ColumnReach:
    """All that column arcs lead to from these roots, where a dataset stands for all its columns.

    `touched` are datasets with a root column that the graph has no number for.
    """
    graph, frontier = arcs_at.graph, Frontier(arcs_at, trail)
    begin = graph.with_columns(roots)
    touched = np.union1d(graph.datasets_of(begin), touched)
    frontier.start(begin)
    frontier.reached.entry[touched] = ROOT
    rules = column_rules(arcs_at.direction, indirect=True)
    # Touched datasets are marked as visited, so no column would lift them: they set out beside the columns.
    hops = list(walk(frontier, np.union1d(begin, touched), rules, limit))
    nodes = reached_nodes([(hop, found) for hop, found, _ in hops], frontier.reached.entry)
    jobs = reached_nodes([(hop, found) for hop, _, found in hops], frontier.met.entry)
    followed, entry, rank = frontier.followed(), frontier.reached.entry, np.zeros(graph.size, np.int32)
    rank[nodes.nodes] = nodes.depth + 1
    trail.continues[graph.datasets_of(arcs_at.near[followed])] = True
    trail.continues[jobs.nodes] = True
    more = _touch(graph.parent, nodes, entry, rank)
    rank[begin] = rank[touched] = 1
    return ColumnReach(nodes, jobs, np.concatenate([touched, more]), followed, entry, rank)


def _touch(parent: Ints, found: ReachedNodes, entry: Ints, rank: Ints) -> Ints:
    """The datasets that nodes belong to, unless roots do: with entry and rank as they were first touched.

    Within a hop, being reached as a whole goes before being reached by a column.
    """
    is_column = parent[found.nodes] >= 0
    datasets = np.where(is_column, parent[found.nodes], found.nodes)
    order = np.lexsort((is_column, found.depth))
    order = order[entry[datasets[order]] != ROOT]
    first = order[first_of_each(datasets[order], np.zeros(len(parent), np.int32))]
    entry[datasets[first]], rank[datasets[first]] = found.entry[first], found.depth[first] + 1
    touched: Ints = datasets[first[np.lexsort((first, ~is_column[first], found.depth[first]))]]
    return touched
