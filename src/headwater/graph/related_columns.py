"""Columns near a column: what their values are made from and go into, two hops around."""

import numpy as np
from numpy.typing import ArrayLike

from headwater.graph.arcs import ArcKind, Ints
from headwater.graph.column_walk import COLUMN_LANES
from headwater.graph.graph import ArcsAt, Direction, Graph, within

HOPS = 2
MAX_PAIRS = 100_000
DIRECTIONS: tuple[Direction, ...] = ("downstream", "upstream")

Pairs = tuple[Ints, Ints]  # a column, and one that is related to it


def related_columns(graph: Graph, columns: ArrayLike, *, at: int) -> Pairs:
    """Pairs of a column and one that values lead to or come from in at most two hops, without repeats."""
    begin = within(columns, graph.size)
    found = [_hops(ArcsAt(graph, direction, at), begin) for direction in DIRECTIONS]
    own, related = (np.concatenate(side) for side in zip(*found, strict=True))
    pairs = np.unique((own.astype(np.int64) << 32) | related)
    own, related = (pairs >> 32).astype(np.int32), (pairs & 0xFFFFFFFF).astype(np.int32)
    others = own != related
    return own[others], related[others]


def use_counts(graph: Graph, columns: ArrayLike, *, at: int) -> dict[int, int]:
    """By column that feeds anything: how many columns and whole datasets it feeds directly."""
    arcs = ArcsAt(graph, "downstream", at).leaving(within(columns, graph.size), COLUMN_LANES)
    ends = np.unique((graph.arcs.source[arcs].astype(np.int64) << 32) | graph.arcs.target[arcs])
    nodes, counts = np.unique(ends >> 32, return_counts=True)
    return dict(zip(nodes.tolist(), counts.tolist(), strict=True))


def _hops(arcs_at: ArcsAt, begin: Ints) -> Pairs:
    own, related = [begin], [begin]
    for _ in range(HOPS):
        roots, ends = _hop(arcs_at, (own[-1], related[-1]))
        own.append(roots)
        related.append(ends)
    return np.concatenate(own), np.concatenate(related)


def _hop(arcs_at: ArcsAt, pairs: Pairs) -> Pairs:
    """The same columns with what is one hop further."""
    # Related columns are only a hint: a column with this many would say nothing by their names.
    own, near = (side[:MAX_PAIRS] for side in pairs)
    graph, index = arcs_at.graph, arcs_at.index
    arcs, roots = index.members(near), np.repeat(own, index.start[near + 1] - index.start[near])
    direct = (graph.lane[arcs] == ArcKind.COLUMN) & graph.arcs.alive(arcs_at.at, arcs)
    return roots[direct], arcs_at.far[arcs[direct]]
