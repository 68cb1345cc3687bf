"""How a walk came to each node: entries that name an arc and the entry before, to be read backwards."""

import numpy as np

from headwater.graph.arcs import Flags, Ints

NONE, ROOT = 0, 1
"""The entry of what was not reached, and the one that all roots share."""


class Trail:
    """EnteringArcs are added a block at a time; the number of an entry is its place.

    `continues` says of datasets and jobs, by node id, whether the walk found any way on from there.
    """

    def __init__(self, nodes: int) -> None:
        self.continues: Flags = np.zeros(nodes, np.bool_)
        self._arcs: list[Ints] = [np.full(2, -1, np.int32)]
        self._before: list[Ints] = [np.zeros(2, np.int32)]
        self._size = 2

    def add(self, arcs: Ints, before: Ints) -> Ints:
        """New entries, each by an arc from what an entry before it reached; gives their numbers."""
        first = self._size
        self._size += len(arcs)
        self._arcs.append(arcs)
        self._before.append(before)
        return np.arange(first, self._size, dtype=np.int32)

    def path(self, entry: int, most: int | None = None) -> tuple[int, ...]:
        """The arcs from a root to this entry, in the order in which they were walked; or the last of them."""
        arcs, before = self._joined()
        found: list[int] = []
        while entry > ROOT and len(found) != most:
            found.append(int(arcs[entry]))
            entry = int(before[entry])
        return tuple(reversed(found))

    def _joined(self) -> tuple[Ints, Ints]:
        if len(self._arcs) > 1:
            self._arcs, self._before = [np.concatenate(self._arcs)], [np.concatenate(self._before)]
        return self._arcs[0], self._before[0]


def first_of_each(nodes: Ints, scratch: Ints) -> Ints:
    """The places where each node stands for the first time; `scratch`, by node, is written over."""
    # Of several writes to one place the last stays, so writing backwards leaves the first.
    places = np.arange(1, len(nodes) + 1, dtype=np.int32)
    scratch[nodes[::-1]] = places[::-1]
    return np.flatnonzero(scratch[nodes] == places).astype(np.int32)
