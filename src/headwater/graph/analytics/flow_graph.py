"""The flow of data at one instant: numbered nodes, the arcs between them, and which nodes lie only between.

Between datasets lie jobs: they are passed through and cost no hop, as in `graph/reachability.py`. Between
columns lies nothing. All searches here are linear and run in C, however long a chain is.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

from headwater.graph.arcs import ArcKind, Arcs, Ints
from headwater.graph.graph import Graph

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class FlowGraph:
    """`ids[n]` is the store's number of node `n`, ascending; `hub[n]` says that it is passed through.

    `source` and `target` are places in `ids`; `arc` says which arc of the graph each of them was.
    """

    ids: Ints
    hub: Flags
    source: Ints
    target: Ints
    arc: Ints

    @property
    def size(self) -> int:
        return len(self.ids)

    def places(self, ids: NDArray[np.integer]) -> Ints:
        """The places of these ids, without those that are not in the flow."""
        at = np.searchsorted(self.ids, ids)
        inside = at < self.size
        at, wanted = at[inside], ids[inside]
        return np.unique(at[self.ids[at] == wanted]).astype(np.int32)

    @cached_property
    def components(self) -> Ints:
        """For each node the number of the weakly connected component that it is in."""
        _, labels = connected_components(adjacency(self.size, self.source, self.target), connection="weak")
        return np.asarray(labels, np.int32)

    def reached(self, roots: Ints, *, backwards: bool = False) -> Flags:
        """These places and everything that they lead to, or that leads to them."""
        if not len(roots):
            return np.zeros(self.size, np.bool_)
        source, target = (self.target, self.source) if backwards else (self.source, self.target)
        found = np.zeros(self.size + 1, np.bool_)
        # One more node leads to all roots, so that one search serves them all.
        start = np.full(len(roots), self.size, np.int32)
        whole = adjacency(self.size + 1, np.concatenate([source, start]), np.concatenate([target, roots]))
        found[breadth_first_order(whole, self.size, return_predecessors=False)] = True
        return found[: self.size]

    def subgraph(self, kept: Flags) -> "FlowGraph":
        """The part of it between these nodes."""
        moved = np.cumsum(kept, dtype=np.int32) - 1
        arcs = kept[self.source] & kept[self.target]
        source, target = moved[self.source[arcs]], moved[self.target[arcs]]
        return FlowGraph(self.ids[kept], self.hub[kept], source, target, self.arc[arcs])


def adjacency(size: int, source: NDArray[np.integer], target: NDArray[np.integer]) -> csr_array:
    ones = np.ones(len(source), np.int8)
    # Summed duplicates could overflow into a zero that is no arc any more.
    found = csr_array((ones, (source, target)), shape=(size, size))
    found.data[:] = 1
    return found


def dataset_flow(graph: Graph, datasets: Ints, at: int) -> FlowGraph:
    """How data gets from dataset to dataset: FEEDS, and through jobs wherever what they write flows."""
    kind = graph.arcs.kind
    between = (kind == ArcKind.READS) | (kind == ArcKind.FEEDS) | (kind == ArcKind.JOB_FEEDS)
    writes = (kind == ArcKind.WRITES) & graph.arcs.flows
    return _flow(graph.arcs, (between | writes) & graph.arcs.alive(at), datasets, hubs=True)


def column_flow(graph: Graph, columns: Ints, at: int) -> FlowGraph:
    """Direct use of one column's value in another."""
    return _flow(graph.arcs, (graph.arcs.kind == ArcKind.COLUMN) & graph.arcs.alive(at), columns, hubs=False)


def _flow(arcs: Arcs, chosen: Flags, nodes: Ints, *, hubs: bool) -> FlowGraph:
    taken = np.flatnonzero(chosen).astype(np.int32)
    source, target = arcs.source[taken], arcs.target[taken]
    ids = np.unique(np.concatenate([nodes, source, target]))
    hub = ~np.isin(ids, nodes) if hubs else np.zeros(len(ids), np.bool_)
    first, last = (np.searchsorted(ids, ends).astype(np.int32) for ends in (source, target))
    return FlowGraph(ids, hub, first, last, taken)


def sorted_unique(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each key once, ascending: sorting beats np.unique, which hashes."""
    ordered = np.sort(keys)
    fresh = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=fresh[1:])
    return ordered[fresh]
