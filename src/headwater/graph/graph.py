"""The graph: immutable arrays that give the arcs out of and into any node without searching.

Arcs lie sorted by source, edge and since, so the arcs out of a node are one slice and the spans of
an edge are neighbours. A second order, by target, gives the arcs into a node. There is no overlay
for recent arcs: `Graph.replace` merges them into new arrays in one linear pass, which takes about
30 ms for a million arcs (`python -m benchmarks.graph`), and readers keep the old graph meanwhile.

`ArcsAt` says which arcs leave a node in one direction at one instant: the definition that every walk shares.
Many nodes are read at once, in numpy. A handful is read one by one through memoryviews: whole-array
operations cost microseconds each however little they do, and a memoryview costs a third of a numpy scalar.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.graph.arcs import LANES, Arcs, Bytes, Flags, Ints, Times
from headwater.graph.index import Index, shifted, starts

Places = NDArray[np.intp]
Direction = Literal["downstream", "upstream"]


def within(nodes: ArrayLike, size: int) -> Ints:
    """Those ids that a graph of this size can hold, ascending: others may have come after it was loaded."""
    ids = np.unique(np.atleast_1d(np.asarray(nodes, np.int64)))
    return ids[(ids >= 0) & (ids < size)].astype(np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """A lineage graph with its whole history; build it with `Graph.build`.

    An arc's place in `arcs` is its arc index, which holds for this graph only.
    """

    arcs: Arcs
    parent: Ints
    """The dataset of each column node, -1 for other nodes."""
    lane: Bytes
    out: Index
    into: Index
    columns: Index

    @property
    def size(self) -> int:
        """One more than the highest node id."""
        return len(self.parent)

    @classmethod
    def build(cls, arcs: Arcs, parent: Ints) -> Self:
        """A graph from arcs in any order and the dataset of each column."""
        size = len(parent)
        _check(arcs, size)
        arcs = _sorted(arcs)
        out = _slices(starts(arcs.source, size), arcs)
        into, columns = Index.build(arcs.target, size), Index.build(parent, size)
        return cls(arcs, parent, arcs.lanes(), out, into, columns)

    def replace(self, owners: ArrayLike, arcs: Arcs, parent: Ints) -> Self:
        """The graph in which `arcs` are all the arcs of these owners."""
        replaced = np.zeros(len(parent), np.bool_)
        replaced[within(owners, len(parent))] = True
        _check(arcs, len(parent))
        _check_replacement(replaced, arcs, self.size)
        return self._merged(replaced[self.arcs.owner], _sorted(arcs), parent)

    def with_columns(self, nodes: Ints) -> Ints:
        """These nodes and the columns of those that are datasets, ascending."""
        return np.union1d(nodes, self.columns.members(nodes))

    def datasets_of(self, nodes: Ints) -> Ints:
        """The dataset of each column; other nodes as they are."""
        parents = self.parent[nodes]
        return np.where(parents >= 0, parents, nodes)

    def made_by_jobs(self, arcs: Ints) -> Flags:
        """Which of these arcs a job owns; the others were declared without one."""
        owner, target = self.arcs.owner[arcs], self.arcs.target[arcs]
        made: Flags = (owner != target) & (owner != self.parent[target])
        return made

    def _merged(self, gone: Flags, added: Arcs, parent: Ints) -> Self:
        """Added arcs find their places among the kept ones, which keep their order."""
        old, kept = self.arcs, np.flatnonzero(~gone)
        if not len(kept):
            return self.build(added, parent)
        # An edge has one owner, so its spans are all kept or all added: `since` need not be compared.
        places = np.searchsorted(_by_edge(old)[kept], _by_edge(added))
        at = places + np.arange(len(added))
        # What an added arc takes from the old arrays does not matter: it is overwritten.
        origin = np.insert(kept, places, 0)
        arcs, lane = _spliced(old, added, at, origin), self.lane[origin]
        lane[at] = added.lanes()
        lost = np.flatnonzero(gone)
        start = shifted(shifted(self.out.start, old.source[lost], -1), added.source, 1, len(parent))
        into = self.into.renumbered(_moved(kept, at, len(old)), old.target[lost])
        into = into.grown(at.astype(np.int32), added.target, len(parent))
        return type(self)(arcs, parent, lane, _slices(start, arcs), into, self._columns_with(parent))

    def _columns_with(self, parent: Ints) -> Index:
        """The columns of each dataset; new ones are merged in, as a column keeps its dataset."""
        changed = np.flatnonzero(parent[: self.size] != self.parent)
        # Growing only adds: a column that changed its dataset would stay under the old one as well.
        if np.any(self.parent[changed] >= 0):
            return Index.build(parent, len(parent))
        tail = self.size + np.flatnonzero(parent[self.size :] >= 0)
        new = np.concatenate([changed, tail]).astype(np.int32)
        return self.columns.grown(new, parent[new], len(parent))


def _slices(start: Ints, arcs: Arcs) -> Index:
    return Index(start, np.arange(len(arcs), dtype=np.int32))


def _by_edge(arcs: Arcs) -> Times:
    """The order of arcs as one number: the source decides, then the edge."""
    key = arcs.source.astype(np.int64)
    key <<= 32
    key |= arcs.edge
    return key


def _sorted(arcs: Arcs) -> Arcs:
    return arcs.take(np.lexsort((arcs.since, _by_edge(arcs))))


def _spliced(old: Arcs, added: Arcs, at: Places, origin: Places) -> Arcs:
    # Clipping skips a bounds check that costs a third of the time.
    columns = {name: column.take(origin, mode="clip") for name, column in old.columns().items()}
    for name, column in added.columns().items():
        columns[name][at] = column
    return Arcs(**columns)


def _moved(kept: Places, at: Places, before: int) -> Ints:
    """The new index of each old arc, -1 for those that go; `at` is taken by added arcs."""
    free = np.ones(len(kept) + len(at), np.bool_)
    free[at] = False
    moved = np.full(before, -1, np.int32)
    moved[kept] = np.flatnonzero(free)
    return moved


def _check(arcs: Arcs, size: int) -> None:
    for name in ("source", "target", "owner"):
        nodes = getattr(arcs, name)
        if len(nodes) and not 0 <= nodes.min() <= nodes.max() < size:
            raise ValueError(f"arcs.{name} has a node id outside the {size} nodes of `parent`")
    # In the key of `_by_edge` a negative id would overwrite the source.
    if len(arcs) and arcs.edge.min() < 0:
        raise ValueError("arcs.edge has a negative id")


def _check_replacement(replaced: Flags, arcs: Arcs, before: int) -> None:
    if len(replaced) < before:
        raise ValueError(f"`parent` shrank from {before} nodes to {len(replaced)}")
    if not replaced[arcs.owner].all():
        raise ValueError("a replacing arc has an owner that is not being replaced")


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
