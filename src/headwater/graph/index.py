"""An index from node to members (arcs or columns), as two arrays, that can change without a re-sort."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from headwater.graph.arcs import Ints


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """Which members each node has: `order[start[n]:start[n + 1]]`, ascending."""

    start: Ints
    order: Ints

    @classmethod
    def build(cls, group: Ints, size: int) -> Self:
        """`group[m]` is the node of member `m`, or -1.

        >>> index = Index.build(np.array([2, 0, -1, 2], np.int32), size=3)
        >>> index.members(np.array([2], np.int32)).tolist()
        [0, 3]
        """
        members = np.flatnonzero(group >= 0).astype(np.int32)
        grouped = group[members]
        return cls(starts(grouped, size), members[np.argsort(grouped, kind="stable")])

    def members(self, nodes: Ints) -> Ints:
        """The members of all these nodes, one node after the other."""
        first = self.start[nodes]
        count = self.start[nodes + 1] - first
        offset = np.cumsum(count, dtype=np.int32) - count
        slots = np.repeat(first - offset, count)
        slots += np.arange(len(slots), dtype=np.int32)
        return self.order[slots]

    def renumbered(self, moved: Ints, lost: Ints) -> Self:
        """Members under new, still ascending numbers; -1 goes, and `lost` has the node of each that goes."""
        order = moved[self.order]
        return type(self)(shifted(self.start, lost, -1), order[order >= 0])

    def grown(self, members: Ints, nodes: Ints, size: int) -> Self:
        """With more members, each of the node at the same place in `nodes`."""
        by_node = np.lexsort((members, nodes))
        members, nodes = members[by_node], nodes[by_node]
        # Made longer before anything moves, so that nodes which are new have an empty slice to search.
        start = shifted(self.start, nodes[:0], 0, size)
        places = _bisect(self.order, start[nodes], start[nodes + 1], members)
        return type(self)(shifted(start, nodes, 1), np.insert(self.order, places, members))


def starts(group: Ints, size: int) -> Ints:
    """Where each node's members start, when they lie grouped."""
    start = np.zeros(size + 1, np.int32)
    np.cumsum(np.bincount(group, minlength=size), out=start[1:])
    return start


def shifted(start: Ints, nodes: Ints, by: int, size: int | None = None) -> Ints:
    """The starts after each of `nodes` (with repeats) gained or lost a member."""
    before = len(start)
    change = np.zeros(before if size is None else size + 1, np.int32)
    # Not `change[nodes + 1] += by`, which counts a repeated node once.
    np.add.at(change, nodes + 1, by)
    new = np.cumsum(change, dtype=np.int32)
    new[:before] += start
    new[before:] += start[-1]
    return new


def _bisect(order: Ints, low: Ints, high: Ints, values: Ints) -> NDArray[np.int32]:
    """Where each value belongs within its own sorted slice `order[low:high]`."""
    # All slices are halved together, so a round costs as much as there are values, not members.
    while np.any(open_ := low < high):
        middle = (low + high) // 2
        below = open_.copy()
        below[open_] = order[middle[open_]] < values[open_]
        low = np.where(below, middle + 1, low)
        high = np.where(open_ & ~below, middle, high)
    return low
