"""A lens: the arcs leaving a node in one direction at one instant, read one by one in plain Python.

Reading a memoryview costs a third of reading a numpy scalar; for a handful of arcs it also beats
whole-array operations, which cost microseconds each however little they do.
"""

from collections.abc import Iterator
from typing import Any, Final

from numpy.typing import NDArray

from headwater.graph.arcs import Flags, Ints
from headwater.graph.graph import Direction, Graph


class ArcsAt:
    """Views of the graph's arrays, already turned in the direction of travel."""

    def __init__(self, graph: Graph, direction: Direction, at: int) -> None:
        index, far = graph.arcs_of(direction)
        arcs = graph.arcs
        self.at: Final = at
        self.start: Final = view(index.start)
        self.order: Final = view(index.order)
        self.far: Final = view(far)
        self.lane: Final = view(graph.lane)
        self.owner: Final = view(arcs.owner)
        self.target: Final = view(arcs.target)
        self.parent: Final = view(graph.parent)
        self.views: Final = (
            self.start,
            self.order,
            self.far,
            self.lane,
            view(arcs.since),
            view(arcs.until),
        )

    def degree(self, nodes: list[int]) -> int:
        """How many arcs leave these nodes, alive or not."""
        start = self.start
        if len(nodes) == 1:
            return start[nodes[0] + 1] - start[nodes[0]]
        return sum([start[node + 1] - start[node] for node in nodes])

    def arcs(self, node: int) -> Iterator[int]:
        """The alive arcs that leave this node, ascending."""
        start, order, _, _, since, until = self.views
        for arc in order[start[node] : start[node + 1]]:
            if since[arc] <= self.at < until[arc]:
                yield arc

    def job(self, arc: int) -> int | None:
        """The job that makes this arc's edge; None when it was declared without one."""
        owner, target = self.owner[arc], self.target[arc]
        return None if owner in (target, self.parent[target]) else owner


def view(numbers: NDArray[Any]) -> memoryview:
    """The same numbers, to be read one at a time as plain Python integers."""
    return numbers.data


def jobs_of(graph: Graph, arcs: Ints) -> Ints:
    """The jobs that make these arcs' edges, leaving out edges declared without a job."""
    owner, target = graph.arcs.owner[arcs], graph.arcs.target[arcs]
    has_job: Flags = (owner != target) & (owner != graph.parent[target])
    return owner[has_job]
