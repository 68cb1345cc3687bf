"""Small random graphs for properties, and the answers worked out the slow way, with sets."""

from collections.abc import Iterable, Mapping

import numpy as np
from hypothesis import strategies as st

from headwater.graph.analytics.flow_graph import FlowGraph
from headwater.model.classification import NOTHING, Effect, Level, Mark, passed_on

NODES = 9
Arc = tuple[int, int]

nodes = st.integers(0, NODES - 1)
# Left to itself, a list strategy prefers short lists, in which little happens.
arcs = st.integers(0, 20).flatmap(lambda n: st.lists(st.tuples(nodes, nodes), min_size=n, max_size=n))
marks = st.builds(Mark, st.sampled_from(Level), st.booleans())
labels = st.dictionaries(nodes, marks, max_size=4)
links = st.integers(0, 18).flatmap(
    lambda n: st.lists(st.tuples(nodes, nodes, st.sampled_from(Effect)), min_size=n, max_size=n)
)


def flow_of(arcs: Iterable[Arc], size: int = NODES, hubs: Iterable[int] = ()) -> FlowGraph:
    hub = np.zeros(size, np.bool_)
    hub[list(hubs)] = True
    pairs = np.array(list(arcs), np.int32).reshape(-1, 2)
    ids = np.arange(size, dtype=np.int32)
    return FlowGraph(ids, hub, pairs[:, 0].copy(), pairs[:, 1].copy(), np.arange(len(pairs), dtype=np.int32))


def reached(arcs: Iterable[Arc], root: int) -> set[int]:
    """Everything that one or more arcs lead to from here, the root itself only through a cycle."""
    found: set[int] = set()
    frontier = {root}
    while frontier := {target for source, target in arcs if source in frontier} - found:
        found |= frontier
    return found


def least_depths(arcs: Iterable[Arc], hubs: set[int], root: int) -> dict[int, int]:
    """By node that is no hub, in how many hops it is reached; going through hubs costs nothing."""
    known, frontier, depth = {root: 0}, {root}, 0
    through: set[int] = set()
    while frontier:
        depth += 1
        found: set[int] = set()
        while frontier:
            ends = {target for source, target in arcs if source in frontier}
            frontier = (ends & hubs) - through
            through |= frontier
            found |= ends - hubs
        frontier = found - known.keys()
        known |= dict.fromkeys(frontier, depth)
    return {node: at for node, at in known.items() if at}


def fixed_point(links: Iterable[tuple[int, int, Effect]], declared: Mapping[int, Mark]) -> dict[int, Mark]:
    """Pass on and join until nothing changes."""
    marks = {node: declared.get(node, NOTHING) for node in range(NODES)}
    while True:
        before = dict(marks)
        for source, target, effect in links:
            marks[target] = marks[target].joined(passed_on(marks[source], effect))
        if marks == before:
            return marks
