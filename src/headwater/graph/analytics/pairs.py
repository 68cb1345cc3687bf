"""Ancestor and descendant pairs with the least depth, a block of ancestors at a time.

All ancestors of a block walk breadth first together. What a block has seen is one flag for each pair, cleared
after it at the cost of what was found: time is in proportion to what is put out, and diamonds and cycles cost
nothing extra.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from headwater.graph.analytics.flow_graph import FlowGraph, sorted_unique
from headwater.graph.arcs import Ints
from headwater.graph.index import Index

Keys = NDArray[np.int64]

# So many flags a block may have: 64 MB.
FLAGS = 1 << 26
# And so many ancestors: more do not make a step any cheaper.
MOST = 4096


class Pairs(NamedTuple):
    """Places of one depth, or of several, side by side; an ancestor is not its own descendant."""

    ancestor: Ints
    descendant: Ints
    depth: Ints

    @classmethod
    def joined(cls, parts: list["Pairs"]) -> "Pairs":
        none = np.zeros(0, np.int32)
        columns = zip(cls(none, none, none), *parts, strict=True)
        return cls(*(np.concatenate(column) for column in columns))


class PairWalker:
    """Walks one flow; it keeps the flags between blocks, so it belongs to one thread."""

    def __init__(self, flow: FlowGraph, most: int = MOST) -> None:
        self._size, self._hub = flow.size, flow.hub
        self._index, self._target = Index.build(flow.source, flow.size), flow.target
        self.block = max(1, min(FLAGS // max(1, flow.size), most))
        self._seen = np.zeros(self.block * flow.size, np.bool_)

    def walk(self, ancestors: Ints, depth: int | None) -> Iterator[Pairs]:
        """The pairs of up to `block` ancestors, one depth after the other."""
        base = np.arange(len(ancestors), dtype=np.int64) * self._size
        frontier = base + ancestors
        self._seen[frontier] = True
        touched, hop = [frontier], 0
        while len(frontier) and hop != depth:
            hop += 1
            frontier = self._hop(frontier, touched)
            if len(frontier):
                row, node = np.divmod(frontier, self._size)
                depths = np.full(len(node), hop, np.int32)
                yield Pairs(ancestors[row], node.astype(np.int32), depths)
        for keys in touched:
            self._seen[keys] = False

    def _hop(self, frontier: Keys, touched: list[Keys]) -> Keys:
        """What lies one hop on: through as many hubs as it takes."""
        found: list[Keys] = []
        while len(frontier):
            frontier = self._fresh(self._next(frontier))
            touched.append(frontier)
            hub = self._hub[frontier % self._size]
            found.append(frontier[~hub])
            frontier = frontier[hub]
        return np.concatenate(found) if found else frontier

    def _next(self, keys: Keys) -> Keys:
        node = keys % self._size
        places = node.astype(np.int32)
        count = self._index.start[places + 1] - self._index.start[places]
        base: Keys = np.repeat(keys - node, count)
        return base + self._target[self._index.members(places)]

    def _fresh(self, keys: Keys) -> Keys:
        fresh = sorted_unique(keys[~self._seen[keys]])
        self._seen[fresh] = True
        return fresh


def all_pairs(flow: FlowGraph, ancestors: Ints, depth: int | None, most: int = MOST) -> Iterator[Pairs]:
    """Pairs of all these ancestors, at most so many of them at a time."""
    walker = PairWalker(flow, most)
    for begin in range(0, len(ancestors), walker.block):
        yield from walker.walk(ancestors[begin : begin + walker.block], depth)
