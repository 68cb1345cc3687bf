"""Where the data of a classified column goes, and how much of its class is left there.

A walk along direct column arcs, hop by hop; values that get into a dataset as a whole go no further. Whatever
arrives at a column is ranked; the column is walked on from again only when something more sensitive arrives
than before, at most once for each rank. As no arc makes a lower rank end up higher than it makes a higher
one, nothing that is left out could have mattered.
"""

from dataclasses import dataclass

import numpy as np

from headwater.graph.arcs import INTO_DATASET, ArcKind, Ints
from headwater.graph.frontier import ReachedNodes, reached_nodes
from headwater.graph.graph import ArcsAt, Graph, lanes
from headwater.graph.trail import ROOT, Trail, Visited, first_of_each
from headwater.model.classification import NOTHING, Effect, Level, Mark, passed_on

# Of two marks on the way from one source, the one with personal data has the higher level as well.
MARKS: tuple[Mark, ...] = tuple(Mark(level, pii) for level in Level for pii in (False, True))
AFTER: Ints = np.array(
    [[MARKS.index(passed_on(mark, effect)) for mark in MARKS] for effect in Effect], np.int32
)
DIRECT = lanes(ArcKind.COLUMN, INTO_DATASET)
INDIRECT = lanes(ArcKind.COLUMN_INDIRECT, ArcKind.COLUMN_TO_DATASET)


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
        walk.walk(column, MARKS.index(mark))
    return walk.found(mark)


class _ClassifiedWalk:
    def __init__(self, graph: Graph, at: int) -> None:
        self._graph, self._arcs_at, self._trail = graph, ArcsAt(graph, "downstream", at), Trail(graph.size)
        # By node: the highest rank that arrived so far, when, and how; how it ended; how it was used.
        self._rank, self._depth, self._entry = (np.zeros(graph.size, np.int32) for _ in range(3))
        self._ended, self._used = Visited(graph.size, self._trail), Visited(graph.size, self._trail)
        self._ends: list[tuple[int, Ints]] = []
        self._uses: list[tuple[int, Ints]] = []
        self._reached: list[Ints] = []
        self._scratch = np.zeros(graph.size, np.int32)

    def walk(self, column: int, rank: int) -> None:
        source = np.array([column], np.int32)
        self._rank[source], self._entry[source] = rank, ROOT
        self._ended.entry[source] = self._used.entry[source] = ROOT
        hop, frontier, first = 0, source, source
        while len(frontier):
            hop += 1
            # Indirect arcs lead one hop on, and no further.
            used = self._arcs_at.leaving(first, INDIRECT)
            self._uses.append((hop, self._arrived(self._used, used)))
            frontier, first = self._carry(frontier, hop)
            self._reached.append(first)

    def _carry(self, nodes: Ints, hop: int) -> tuple[Ints, Ints]:
        """Columns at which something higher arrived than before, and those of them that are new."""
        arcs = self._arcs_at.leaving(nodes, DIRECT)
        ends = self._graph.arcs.target[arcs]
        ranks = AFTER[self._graph.arcs.effect[arcs], self._rank[self._graph.arcs.source[arcs]]]
        self._ends.append((hop, self._arrived(self._ended, arcs[ranks == 0])))
        higher = np.flatnonzero(ranks > self._rank[ends])
        # Of all that arrives at a column in this hop, the highest is kept, and of equal ones the first arc.
        higher = higher[np.argsort(-ranks[higher], kind="stable")]
        higher = higher[first_of_each(ends[higher], self._scratch)]
        fresh, ranks, arcs = ends[higher], ranks[higher], arcs[higher]
        first = fresh[self._rank[fresh] == 0]
        before = self._entry[self._graph.arcs.source[arcs]]
        self._entry[fresh] = self._trail.add(arcs, before)
        self._rank[fresh], self._depth[fresh] = ranks, hop
        return fresh, first

    def _arrived(self, visited: Visited, arcs: Ints) -> Ints:
        return visited.arrive(arcs, self._arcs_at.far[arcs], self._entry[self._arcs_at.near[arcs]])

    def found(self, source: Mark) -> ClassifiedFlow:
        nodes = np.concatenate([np.zeros(0, np.int32), *self._reached])
        carried = ReachedNodes(nodes, self._depth[nodes], self._entry[nodes])
        return ClassifiedFlow(
            source,
            _part(carried, self._rank[nodes]),
            self._not_carried(reached_nodes(self._ends, self._ended.entry)),
            self._not_carried(reached_nodes(self._uses, self._used.entry)),
            self._trail,
        )

    def _not_carried(self, found: ReachedNodes) -> FlowPart:
        """What arrived without its class, where nothing arrived with it."""
        alone = self._rank[found.nodes] == 0
        found = ReachedNodes(found.nodes[alone], found.depth[alone], found.entry[alone])
        return _part(found, np.full(len(found.nodes), MARKS.index(NOTHING), np.int32))


def _part(found: ReachedNodes, rank: Ints) -> FlowPart:
    order = np.lexsort((found.nodes, found.depth))
    return FlowPart(found.nodes[order], found.depth[order], rank[order], found.entry[order])
