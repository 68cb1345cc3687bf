"""What changed between two times: the edges that appeared and the edges that vanished."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from headwater.graph.arcs import Arcs, Ints, Times
from headwater.graph.graph import Graph, within


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Edge ids, ascending, each with the arc that says when: its `since` or its `until`."""

    edges: Ints
    arcs: Ints


@dataclass(frozen=True, slots=True, eq=False)
class EdgeDiff:
    """`appeared`: alive later but not earlier, with the arc that opened it.

    `vanished`: alive earlier but not later, with the arc that closed it.
    """

    appeared: Changes
    vanished: Changes


def between(graph: Graph, earlier: int, later: int, *, nodes: ArrayLike | None = None) -> EdgeDiff:
    """Compare the graph at two times, in whole or only the edges that touch these nodes.

    Spans of one edge that follow on without a gap, as when its data stops flowing through the job,
    are one life of the edge.
    """
    places = np.arange(len(graph.arcs)) if nodes is None else _touching(graph, within(nodes, graph.size))
    arcs = graph.arcs
    before = places[arcs.alive(earlier, places)]
    after = places[arcs.alive(later, places)]
    return EdgeDiff(
        appeared=_changes(arcs, _opening(arcs, _only_in(arcs, after, before)), arcs.since),
        vanished=_changes(arcs, _closing(arcs, _only_in(arcs, before, after)), -arcs.until),
    )


def counterparts(graph: Graph, arcs: Ints, at: int) -> Ints:
    """For each arc, one alive at this time with the same ends, kind and owner; -1 where there is none.

    An edge that vanished, and one that appeared, are the same lineage if others say so at the other time.
    """
    sources = np.unique(graph.arcs.source[arcs])
    others = graph.out.members(sources)
    others = others[graph.arcs.alive(at, others)]
    places = np.concatenate([others, arcs]).astype(np.intp)
    lines = np.stack([column[places] for column in _line_columns(graph.arcs)], axis=1)
    _, line = np.unique(lines, axis=0, return_inverse=True)
    line = line.reshape(-1)
    found = np.full(len(places), -1, np.int32)
    # Written backwards, so that of several the first stays.
    found[line[: len(others)][::-1]] = others[::-1]
    return found[line[len(others) :]]


def _line_columns(arcs: Arcs) -> tuple[NDArray[np.integer], ...]:
    return arcs.source, arcs.target, arcs.owner, arcs.kind.astype(np.int32)


_Places = NDArray[np.intp]


def _touching(graph: Graph, nodes: Ints) -> _Places:
    return np.union1d(graph.out.members(nodes), graph.into.members(nodes)).astype(np.intp)


def _only_in(arcs: Arcs, places: _Places, others: _Places) -> _Places:
    """Those whose edge has no arc among the others."""
    # Most arcs live on from one time to the other: leave them out before the costly comparison.
    changed = np.setdiff1d(places, others, assume_unique=True)
    return changed[~np.isin(arcs.edge[changed], arcs.edge[others])]


def _opening(arcs: Arcs, places: _Places) -> _Places:
    """The first span of each arc's life: arcs lie by edge and time, so it is just before."""
    while np.any(joined := (places > 0) & _follows(arcs, places)):
        places = places - joined
    return places


def _closing(arcs: Arcs, places: _Places) -> _Places:
    last = len(arcs) - 1
    while np.any(joined := (places < last) & _follows(arcs, np.minimum(places + 1, last))):
        places = places + joined
    return places


def _follows(arcs: Arcs, places: _Places) -> NDArray[np.bool_]:
    """Whether each arc carries on the span of the arc before it."""
    follows: NDArray[np.bool_] = (arcs.edge[places] == arcs.edge[places - 1]) & (
        arcs.since[places] == arcs.until[places - 1]
    )
    return follows


def _changes(arcs: Arcs, places: _Places, rank: Times) -> Changes:
    """One arc per edge, the one that ranks lowest."""
    places = places[np.argsort(rank[places], kind="stable")]
    edges, first = np.unique(arcs.edge[places], return_index=True)
    return Changes(edges, places[first].astype(np.int32))
