"""Classes to a fixed point: each column settles once, at its highest level, nearest to where it was declared.

Levels are settled from the highest down, and within a level by depth, so nothing that has settled is ever
looked at again: the cost is one visit for each arc, on a chain as on a bush. Whatever depth and level leave
open is decided by the smaller edge, so that the outcome does not depend on how the graph was cut into parts.
"""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headwater.graph.index import Index
from headwater.model.classification import LEVEL_AFTER, Effect, Level

Numbers = NDArray[np.int64]
Whole = NDArray[np.integer[Any]]
Table = tuple[tuple[int, ...], ...]

# By effect, what becomes of each level; the flag for personal data is a level of its own, 0 or 1.
LEVELS: Table = tuple(tuple(int(level) for level in LEVEL_AFTER[effect]) for effect in Effect)
PERSONAL: Table = tuple((0, int(effect is Effect.KEEPS)) for effect in Effect)
TOP = {LEVELS: int(Level.RESTRICTED), PERSONAL: 1}

# What lowered a class on its way, as bits.
LOWERING = tuple(1 << effect if effect in (Effect.LOWERS, Effect.HASHES) else 0 for effect in Effect)


@dataclass(frozen=True, slots=True, eq=False)
class ColumnLinks:
    """Column arcs between nodes numbered from 0, sorted by source; `ids` are the store's numbers of them."""

    ids: Numbers
    source: Numbers
    target: Numbers
    edge: Numbers
    effect: Numbers

    @property
    def size(self) -> int:
        return len(self.ids)

    @classmethod
    def build(cls, ids: Numbers, source: Whole, target: Whole, edge: Whole, effect: Whole) -> "ColumnLinks":
        order = np.argsort(source, kind="stable")
        return cls(ids, *(np.asarray(column, np.int64)[order] for column in (source, target, edge, effect)))


@dataclass(frozen=True, slots=True, eq=False)
class ClassState:
    """By node: its level, how far from its origin, the store's number of that, what lowered it on the way.

    As seeds: where levels are known from the start. A declared level is its own origin at depth 0; what is
    known from an earlier run keeps the depth and the origin it had.
    """

    level: Numbers
    depth: Numbers
    origin: Numbers
    lowered: Numbers

    @classmethod
    def declared(cls, level: Numbers, ids: Numbers) -> "ClassState":
        return cls(level, np.zeros(len(ids), np.int64), ids, np.zeros(len(ids), np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class Inherited:
    """By node: the best that comes in over an edge, declarations aside; level 0 when nothing does."""

    level: Numbers
    depth: Numbers
    origin: Numbers
    lowered: Numbers
    via: Numbers


def propagate(links: ColumnLinks, seeds: ClassState, after: Table) -> ClassState:
    """The effective level of every node, as far as these seeds and links decide it."""
    walk = _Walk(links, seeds, after)
    for level in range(TOP[after], 0, -1):
        walk.settle(level)
    return ClassState(*(np.array(column, np.int64) for column in walk.found))


class _Walk:
    """Arcs wait by the level and depth that they bring; a seed waits as the negative of its place."""

    def __init__(self, links: ColumnLinks, seeds: ClassState, after: Table) -> None:
        self._start = Index.build(links.source.astype(np.int32), links.size).start.tolist()
        self._source, self._target = links.source.tolist(), links.target.tolist()
        self._edge, self._effect = links.edge.tolist(), links.effect.tolist()
        self._seeds, self._after = seeds, after
        zero = [0] * links.size
        self.found = (zero, zero.copy(), zero.copy(), zero.copy())
        self._waiting: list[dict[int, list[int]]] = [{} for _ in range(TOP[after] + 1)]
        for node in np.flatnonzero(seeds.level).tolist():
            # One less than the negative, as node 0 would otherwise pass for arc 0.
            self._await(int(seeds.level[node]), int(seeds.depth[node]), -1 - node)

    def _await(self, level: int, depth: int, arc: int) -> None:
        self._waiting[level].setdefault(depth, []).append(arc)

    def settle(self, level: int) -> None:
        """All nodes whose highest level this is."""
        waiting = self._waiting[level]
        depths = list(waiting)
        heapify(depths)
        while depths:
            depth = heappop(depths)
            best = self._best(waiting.pop(depth))
            for node, arc in best.items():
                self._record(node, arc, level, depth)
            # What is passed on at this level waits at the next depth: a new one goes onto the heap, once.
            before = depth + 1 in waiting
            for node in best:
                self._pass_on(node, level, depth)
            if not before and depth + 1 in waiting:
                heappush(depths, depth + 1)

    def _best(self, arcs: list[int]) -> dict[int, int]:
        """For each node that is still open, the arc with the smallest edge; a seed comes before any arc."""
        level, target, edge = self.found[0], self._target, self._edge
        best: dict[int, int] = {}
        for arc in arcs:
            node = -1 - arc if arc < 0 else target[arc]
            if level[node]:
                continue
            known = best.get(node)
            if known is None or arc < 0 or (known >= 0 and edge[arc] < edge[known]):
                best[node] = arc
        return best

    def _record(self, node: int, arc: int, level: int, depth: int) -> None:
        levels, depths, origins, lowered = self.found
        levels[node], depths[node] = level, depth
        if arc < 0:
            origins[node], lowered[node] = int(self._seeds.origin[node]), int(self._seeds.lowered[node])
        else:
            before = self._source[arc]
            origins[node] = origins[before]
            lowered[node] = lowered[before] | LOWERING[self._effect[arc]]

    def _pass_on(self, node: int, level: int, depth: int) -> None:
        levels, target, effect, after = self.found[0], self._target, self._effect, self._after
        for arc in range(self._start[node], self._start[node + 1]):
            if (passed := after[effect[arc]][level]) and not levels[target[arc]]:
                self._await(passed, depth + 1, arc)


def inherit(links: ColumnLinks, state: ClassState, after: Table) -> Inherited:
    """What each node is handed, given the state of all nodes; a node inherits nothing from itself."""
    brought = np.array(after, np.int64)[links.effect, state.level[links.source]]
    arcs = np.flatnonzero((brought > 0) & (state.origin[links.source] != links.ids[links.target]))
    source, target = links.source[arcs], links.target[arcs]
    # The best arc of each target comes first: highest level, least depth, smallest edge.
    order = np.lexsort((links.edge[arcs], state.depth[source], -brought[arcs], target))
    _, first = np.unique(target[order], return_index=True)
    chosen = arcs[order[first]]
    result = Inherited(*(np.zeros(links.size, np.int64) for _ in range(5)))
    into, before = links.target[chosen], links.source[chosen]
    result.level[into], result.via[into] = brought[chosen], links.edge[chosen]
    result.depth[into], result.origin[into] = state.depth[before] + 1, state.origin[before]
    result.lowered[into] = state.lowered[before] | np.array(LOWERING)[links.effect[chosen]]
    return result
