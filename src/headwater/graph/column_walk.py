"""The column walk: everything that column arcs lead to, columns and datasets as a whole."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from headwater.graph.arcs import LANES, ArcKind, Flags, Ints
from headwater.graph.graph import Direction, Graph
from headwater.graph.trail import ROOT, Trail, first_of_each

COLUMN_LANES: Flags = np.isin(
    np.arange(LANES), (ArcKind.COLUMN, ArcKind.COLUMN_INDIRECT, ArcKind.COLUMN_TO_DATASET)
)


@dataclass(frozen=True, slots=True, eq=False)
class ColumnReach:
    """`nodes`, by depth, are columns and datasets as a whole; roots are left out.

    `touched` are the datasets with a column among roots or nodes. By node id: `entry` on the trail, and
    `rank`, which is one more than the depth, 0 for what was not reached. `followed` are the column arcs.
    """

    nodes: Ints
    touched: Ints
    followed: Ints
    entry: Ints
    rank: Ints


def alive_arcs(graph: Graph, arcs: Ints, lanes: Flags, at: int) -> Ints:
    """Those of the arcs that lie in these lanes and are alive."""
    arcs = arcs[lanes[graph.lane[arcs]]]
    return arcs[(graph.arcs.since[arcs] <= at) & (at < graph.arcs.until[arcs])]


def datasets_of(graph: Graph, nodes: Ints) -> Ints:
    """The dataset of each column; other nodes as they are."""
    parents = graph.parent[nodes]
    return np.where(parents >= 0, parents, nodes)


def walk_columns(
    graph: Graph, roots: Ints, touched: Ints, direction: Direction, at: int, limit: int | None, trail: Trail
) -> ColumnReach:
    """All that column arcs lead to from these roots, where a dataset stands for all its columns.

    `touched` are datasets with a root column that the graph has no number for.
    """
    return _ColumnWalk(graph, direction, at, trail).go(graph.with_columns(roots), touched, limit)


class _ColumnWalk:
    def __init__(self, graph: Graph, direction: Direction, at: int, trail: Trail) -> None:
        self._graph, self._at, self._trail = graph, at, trail
        self._down = direction == "downstream"
        self._index, self._far = graph.arcs_of(direction)
        self._near = graph.arcs.source if self._down else graph.arcs.target
        # Zeroed pages come from the system when first touched, so these cost what is reached.
        self._entry, self._rank = np.zeros(graph.size, np.int32), np.zeros(graph.size, np.int32)
        self._scratch = np.zeros(graph.size, np.int32)
        self._spread = np.zeros(graph.size, np.bool_)

    def go(self, begin: Ints, also_touched: Ints, limit: int | None) -> ColumnReach:
        parents = self._graph.parent[begin]
        touched = np.unique(np.concatenate([np.where(parents >= 0, parents, begin), also_touched]))
        frontier = np.union1d(begin, touched)
        self._entry[frontier], self._rank[frontier] = ROOT, 1
        nodes, touches, followed = [frontier[:0]], [touched], [frontier[:0]]
        for fresh, lifted, arcs in self._hops(frontier, limit):
            nodes.append(fresh)
            touches.append(lifted)
            followed.append(arcs)
        return ColumnReach(
            np.concatenate(nodes), np.concatenate(touches), np.concatenate(followed), self._entry, self._rank
        )

    def _hops(self, frontier: Ints, limit: int | None) -> Iterator[tuple[Ints, Ints, Ints]]:
        """What each hop reaches anew, the datasets it touches for the first time, and the arcs followed."""
        hop = 0
        while len(frontier) and hop != limit:
            hop += 1
            arcs = alive_arcs(self._graph, self._index.members(frontier), COLUMN_LANES, self._at)
            fresh = self._arrived(*self._spread_out(arcs, self._far[arcs]), hop)
            lifted = self._lifted(fresh, hop)
            self._trail.continues[datasets_of(self._graph, self._near[arcs])] = True
            yield fresh, np.concatenate([lifted, fresh[self._graph.parent[fresh] < 0]]), arcs
            # Only upstream do column arcs meet a dataset as a whole: downstream they start from columns.
            frontier = fresh if self._down else np.concatenate([fresh, lifted])

    def _spread_out(self, arcs: Ints, ends: Ints) -> tuple[Ints, Ints]:
        """Arcs and ends; one that reaches a dataset as a whole reaches each of its columns."""
        whole = self._graph.lane[arcs] == ArcKind.COLUMN_TO_DATASET
        if not self._down or not whole.any():
            return arcs, ends
        new = np.flatnonzero(whole & ~self._spread[ends])
        new = new[first_of_each(ends[new], self._scratch)]
        datasets, columns = ends[new], self._graph.columns
        self._spread[datasets] = True
        count = columns.start[datasets + 1] - columns.start[datasets]
        return (
            np.concatenate([arcs, np.repeat(arcs[new], count)]),
            np.concatenate([ends, columns.members(datasets)]),
        )

    def _arrived(self, arcs: Ints, ends: Ints, hop: int) -> Ints:
        new = self._entry[ends] == 0
        arcs, ends = arcs[new], ends[new]
        once = first_of_each(ends, self._scratch)
        arcs, ends = arcs[once], ends[once]
        self._entry[ends] = self._trail.add(arcs, self._entry[self._near[arcs]])
        self._rank[ends] = hop + 1
        return ends

    def _lifted(self, fresh: Ints, hop: int) -> Ints:
        """The datasets of these columns that were not touched before; they share the column's entry."""
        parents = self._graph.parent[fresh]
        places = np.flatnonzero((parents >= 0) & (self._entry[parents] == 0))
        places = places[first_of_each(parents[places], self._scratch)]
        datasets = parents[places]
        self._entry[datasets] = self._entry[fresh[places]]
        self._rank[datasets] = hop + 1
        return datasets
