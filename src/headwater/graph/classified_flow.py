"""Where the data of a classified column goes, and how much of its class is left there.

A walk along direct column arcs, hop by hop. Whatever arrives at a column is ranked; the column is walked
on from again only when something more sensitive arrives than before, at most once for each rank. As no
arc makes a lower rank end up higher than it makes a higher one, nothing that is left out could have mattered.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from headwater.graph.arcs import LANES, ArcKind, Flags, Ints
from headwater.graph.column_walk import alive_arcs
from headwater.graph.graph import Graph
from headwater.graph.trail import ROOT, Trail, first_of_each
from headwater.model.classification import NOTHING, Effect, Level, Mark, passed_on

# Of two marks on the way from one source, the one with personal data has the higher level as well.
MARKS: tuple[Mark, ...] = tuple(Mark(level, pii) for level in Level for pii in (False, True))
AFTER: Ints = np.array(
    [[MARKS.index(passed_on(mark, effect)) for mark in MARKS] for effect in Effect], np.int32
)
DIRECT: Flags = np.arange(LANES) == ArcKind.COLUMN
INDIRECT: Flags = np.isin(np.arange(LANES), (ArcKind.COLUMN_INDIRECT, ArcKind.COLUMN_TO_DATASET))


@dataclass(frozen=True, slots=True, eq=False)
class FlowPart:
    """Columns (or datasets as a whole) by depth, then id, each with the place of its mark and its entry."""

    nodes: Ints
    depth: Ints
    rank: Ints
    entry: Ints

    def __len__(self) -> int:
        return len(self.nodes)

    def mark(self, place: int) -> Mark:
        return MARKS[int(self.rank[place])]


@dataclass(frozen=True, slots=True, eq=False)
class ClassifiedFlow:
    """`carried` still has some of the class, `ended` has nothing left of it, `indirect` only depends on it.

    Each by the shortest path to the highest mark that arrives; the source itself is left out.
    """

    source: Mark
    carried: FlowPart
    ended: FlowPart
    indirect: FlowPart
    trail: Trail

    def path(self, entry: int, most: int | None = None) -> tuple[int, ...]:
        """The arcs from the source on, or the last of them."""
        return self.trail.path(entry, most)


def classified_flow(graph: Graph, column: int, mark: Mark, *, at: int) -> ClassifiedFlow:
    """Everywhere that the data of this column, with this mark, goes at this time."""
    walk = _ClassifiedWalk(graph, at)
    if mark.matters and 0 <= column < graph.size:
        walk.go(column, MARKS.index(mark))
    return walk.found(mark)


class _ClassifiedWalk:
    def __init__(self, graph: Graph, at: int) -> None:
        self._graph, self._at, self._trail = graph, at, Trail(graph.size)
        # By node: the highest rank that arrived so far, when, and how; when and how it ended; was used.
        self._rank, self._depth, self._entry = (np.zeros(graph.size, np.int32) for _ in range(3))
        self._ended, self._used = np.zeros(graph.size, np.int32), np.zeros(graph.size, np.int32)
        self._ends: list[tuple[Ints, int]] = []
        self._uses: list[tuple[Ints, int]] = []
        self._reached: list[Ints] = []
        self._scratch = np.zeros(graph.size, np.int32)

    def go(self, column: int, rank: int) -> None:
        source = np.array([column], np.int32)
        self._rank[source], self._entry[source] = rank, ROOT
        self._ended[source] = self._used[source] = ROOT
        hop, frontier, first = 0, source, source
        while len(frontier):
            hop += 1
            self._use(first, hop)
            frontier, first = self._carry(frontier, hop)
            self._reached.append(first)

    def _use(self, nodes: Ints, hop: int) -> None:
        """Indirect arcs lead one hop on, and no further."""
        arcs = alive_arcs(self._graph, self._graph.out.members(nodes), INDIRECT, self._at)
        self._uses.append((self._noted(self._used, arcs), hop))

    def _carry(self, nodes: Ints, hop: int) -> tuple[Ints, Ints]:
        """Columns at which something higher arrived than before, and those of them that are new."""
        arcs = alive_arcs(self._graph, self._graph.out.members(nodes), DIRECT, self._at)
        ends = self._graph.arcs.target[arcs]
        ranks = AFTER[self._graph.arcs.effect[arcs], self._rank[self._graph.arcs.source[arcs]]]
        nothing = ranks == 0
        self._ends.append((self._noted(self._ended, arcs[nothing]), hop))
        higher = np.flatnonzero(ranks > self._rank[ends])
        higher = higher[np.argsort(-ranks[higher], kind="stable")]
        higher = higher[first_of_each(ends[higher], self._scratch)]
        fresh, ranks, arcs = ends[higher], ranks[higher], arcs[higher]
        first = fresh[self._rank[fresh] == 0]
        before = self._entry[self._graph.arcs.source[arcs]]
        self._entry[fresh] = self._trail.add(arcs, before)
        self._rank[fresh], self._depth[fresh] = ranks, hop
        return fresh, first

    def _noted(self, state: Ints, arcs: Ints) -> Ints:
        """Ends of these arcs that are new to this state; now they have an entry."""
        arcs = arcs[state[self._graph.arcs.target[arcs]] == 0]
        arcs = arcs[first_of_each(self._graph.arcs.target[arcs], self._scratch)]
        ends = self._graph.arcs.target[arcs]
        state[ends] = self._trail.add(arcs, self._entry[self._graph.arcs.source[arcs]])
        return ends

    def found(self, source: Mark) -> ClassifiedFlow:
        nodes = np.concatenate([np.zeros(0, np.int32), *self._reached])
        carried = _part(nodes, self._depth[nodes], self._rank[nodes], self._entry)
        return ClassifiedFlow(
            source,
            carried,
            self._not_carried(self._ends, self._ended),
            self._not_carried(self._uses, self._used),
            self._trail,
        )

    def _not_carried(self, hops: list[tuple[Ints, int]], entry: Ints) -> FlowPart:
        """What arrived without its class, where nothing arrived with it."""
        blocks = list(_with_depth(hops))
        nodes = np.concatenate([np.zeros(0, np.int32), *(nodes for nodes, _ in blocks)])
        depth = np.concatenate([np.zeros(0, np.int32), *(depth for _, depth in blocks)])
        alone = self._rank[nodes] == 0
        nodes, depth = nodes[alone], depth[alone]
        return _part(nodes, depth, np.full(len(nodes), MARKS.index(NOTHING), np.int32), entry)


def _with_depth(hops: list[tuple[Ints, int]]) -> Iterator[tuple[Ints, Ints]]:
    return ((nodes, np.full(len(nodes), hop, np.int32)) for nodes, hop in hops)


def _part(nodes: Ints, depth: Ints, rank: Ints, entry: Ints) -> FlowPart:
    order = np.lexsort((nodes, depth))
    return FlowPart(nodes[order], depth[order], rank[order], entry[nodes[order]])
