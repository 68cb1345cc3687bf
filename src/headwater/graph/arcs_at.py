"""Which arcs leave a node in one direction at one instant: the definition that every walk shares.

Many nodes are read at once, in numpy. A handful is read one by one through memoryviews: whole-array
operations cost microseconds each however little they do, and a memoryview costs a third of a numpy scalar.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from headwater.graph.arcs import LANES, Ints
from headwater.graph.graph import Direction, Graph


def lane_table(roles: Mapping[int, int]) -> bytes:
    """One byte for each lane of arcs: what the lane means to a walk, 0 where it is not followed."""
    return bytes(roles.get(lane, 0) for lane in range(LANES))


def lanes(*followed: int) -> bytes:
    """A table of the lanes that are followed, without further meaning."""
    return lane_table(dict.fromkeys(followed, 1))


class ArcsAt:
    """The graph as seen at one instant by a walk in one direction: arcs lead from `near` to `far`."""

    def __init__(self, graph: Graph, direction: Direction, at: int) -> None:
        arcs = graph.arcs
        self.graph: Final = graph
        self.direction: Final[Direction] = direction
        self.at: Final = at
        self.index: Final = graph.out if direction == "downstream" else graph.into
        self.near, self.far = (
            (arcs.source, arcs.target) if direction == "downstream" else (arcs.target, arcs.source)
        )
        self._start, self._order = view(self.index.start), view(self.index.order)
        self._far, self._lane = view(self.far), view(graph.lane)
        self._since, self._until = view(arcs.since), view(arcs.until)
        self._owner, self._target, self.parent = view(arcs.owner), view(arcs.target), view(graph.parent)

    def leaving(self, nodes: Ints, followed: bytes) -> Ints:
        """The alive arcs that leave these nodes in lanes that are followed, one node after the other."""
        arcs = self.index.members(nodes)
        # Lanes go first: a lane is one byte to read, a span of time sixteen.
        arcs = arcs[np.frombuffer(followed, np.uint8)[self.graph.lane[arcs]] != 0]
        alive: Ints = arcs[self.graph.arcs.alive(self.at, arcs)]
        return alive

    def leaving_few(self, nodes: list[int], followed: bytes) -> list[tuple[int, int, int, int]]:
        """The same one by one: each arc, the byte of its lane, and the nodes that it leads from and to."""
        start, order, lane, at = self._start, self._order, self._lane, self.at
        since, until, far = self._since, self._until, self._far
        return [
            (arc, role, node, far[arc])
            for node in nodes
            for arc in order[start[node] : start[node + 1]]
            if (role := followed[lane[arc]]) and since[arc] <= at < until[arc]
        ]

    def degree(self, nodes: list[int]) -> int:
        """How many arcs leave these nodes, alive or not."""
        start = self._start
        if len(nodes) == 1:
            return start[nodes[0] + 1] - start[nodes[0]]
        return sum([start[node + 1] - start[node] for node in nodes])

    def job(self, arc: int) -> int | None:
        """The job that owns this arc; None when it was declared without one."""
        owner, target = self._owner[arc], self._target[arc]
        # Without a job, the dataset that an arc ends in owns it; of a column arc, the dataset of that column.
        return None if owner in (target, self.parent[target]) else owner


def view(numbers: NDArray[Any]) -> memoryview:
    """The same numbers, to be read one at a time as plain Python integers."""
    return numbers.data
