"""Where a walk has been and how it came there: entries that name an arc and the entry before."""

import numpy as np

from headwater.graph.arcs import Flags, Ints

NONE, ROOT = 0, 1
"""The entry of what was not reached, and the one that all roots share."""


class Trail:
    """Entries are numbered in the order in which they are added, and read backwards.

    `continues` says of datasets and jobs, by node id, whether the walk found any way on from there.
    """

    def __init__(self, nodes: int) -> None:
        self.continues: Flags = np.zeros(nodes, np.bool_)
        self._blocks: list[tuple[Ints, Ints]] = [(np.full(2, -1, np.int32), np.zeros(2, np.int32))]
        self._arcs: list[int] = []
        self._before: list[int] = []
        self._size = 2

    def add(self, arcs: Ints, before: Ints) -> Ints:
        """New entries, each by an arc from what an entry before it reached; gives their numbers."""
        self._close_block()
        first = self._size
        self._size += len(arcs)
        self._blocks.append((arcs, before))
        return np.arange(first, self._size, dtype=np.int32)

    def add_one(self, arc: int, before: int) -> int:
        """The same for one arc."""
        self._arcs.append(arc)
        self._before.append(before)
        self._size += 1
        return self._size - 1

    def path(self, entry: int, most: int | None = None) -> tuple[int, ...]:
        """The arcs from a root to this entry, in the order in which they were walked; or the last of them."""
        arcs, before = self._joined()
        found: list[int] = []
        while entry > ROOT and len(found) != most:
            found.append(int(arcs[entry]))
            entry = int(before[entry])
        return tuple(reversed(found))

    def _close_block(self) -> None:
        if self._arcs:
            self._blocks.append((np.array(self._arcs, np.int32), np.array(self._before, np.int32)))
            self._arcs, self._before = [], []

    def _joined(self) -> tuple[Ints, Ints]:
        self._close_block()
        if len(self._blocks) > 1:
            arcs, before = zip(*self._blocks, strict=True)
            self._blocks = [(np.concatenate(arcs), np.concatenate(before))]
        return self._blocks[0]


class Visited:
    """By node: the entry by which a walk came there first, 0 where it has not been."""

    def __init__(self, nodes: int, trail: Trail | None) -> None:
        # Zeroed pages come from the system when first touched, so these cost what is reached. Without a trail
        # there is but one entry, for which a byte is enough.
        self.entry: Ints = np.zeros(nodes, np.int32 if trail is not None else np.uint8)
        self.view = self.entry.data
        self._scratch: Ints | None = None
        self._trail = trail

    def arrive(self, arcs: Ints, ends: Ints, before: Ints) -> Ints:
        """Those ends of arcs that are new here, once each; `before`: the entry each arc starts from."""
        new = self._new(ends)
        fresh = ends[new]
        self.entry[fresh] = ROOT if self._trail is None else self._trail.add(arcs[new], before[new])
        return fresh

    def settle(self, nodes: Ints, entries: Ints) -> Ints:
        """Those nodes that are new here, once each, with the entries that they bring along."""
        new = self._new(nodes)
        self.entry[nodes[new]] = entries[new]
        return nodes[new]

    def _new(self, nodes: Ints) -> Ints:
        if self._scratch is None:
            self._scratch = np.zeros(len(self.entry), np.int32)
        new = np.flatnonzero(self.entry[nodes] == NONE).astype(np.int32)
        return new[first_of_each(nodes[new], self._scratch)]


def first_of_each(nodes: Ints, scratch: Ints) -> Ints:
    """The places where each node stands for the first time; `scratch`, by node, is written over."""
    # Of several writes to one place the last stays, so writing backwards leaves the first.
    places = np.arange(1, len(nodes) + 1, dtype=np.int32)
    scratch[nodes[::-1]] = places[::-1]
    return np.flatnonzero(scratch[nodes] == places).astype(np.int32)
