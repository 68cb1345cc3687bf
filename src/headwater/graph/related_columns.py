"""Columns near a column: what their values are made from and go into, two hops around."""

import numpy as np
from numpy.typing import ArrayLike

from headwater.graph.arcs import ArcKind, Ints
from headwater.graph.column_walk import COLUMN_LANES, alive_arcs
from headwater.graph.graph import Direction, Graph, within

HOPS = 2
MAX_PAIRS = 100_000

Pairs = tuple[Ints, Ints]  # a column, and one that is related to it


def related_columns(graph: Graph, columns: ArrayLike, *, at: int) -> Pairs:
    """Pairs of a column and one that values lead to or come from in at most two hops, without repeats."""
    begin = within(columns, graph.size)
    found = [_hops(graph, begin, direction, at) for direction in ("downstream", "upstream")]
    own, related = (np.concatenate(side) for side in zip(*found, strict=True))
    pairs = np.unique((own.astype(np.int64) << 32) | related)
    own, related = (pairs >> 32).astype(np.int32), (pairs & 0xFFFFFFFF).astype(np.int32)
    others = own != related
    return own[others], related[others]


def use_counts(graph: Graph, columns: ArrayLike, *, at: int) -> dict[int, int]:
    """By column that feeds anything: how many columns and whole datasets it feeds directly."""
    arcs = graph.out.members(within(columns, graph.size))
    arcs = alive_arcs(graph, arcs, COLUMN_LANES, at)
    ends = np.unique((graph.arcs.source[arcs].astype(np.int64) << 32) | graph.arcs.target[arcs])
    nodes, counts = np.unique(ends >> 32, return_counts=True)
    return dict(zip(nodes.tolist(), counts.tolist(), strict=True))


def _hops(graph: Graph, begin: Ints, direction: Direction, at: int) -> Pairs:
    own, related = [begin], [begin]
    for _ in range(HOPS):
        roots, ends = _hop(graph, (own[-1], related[-1]), direction, at)
        own.append(roots)
        related.append(ends)
    return np.concatenate(own), np.concatenate(related)


def _hop(graph: Graph, pairs: Pairs, direction: Direction, at: int) -> Pairs:
    """The same columns with what is one hop further."""
    # Related columns are only a hint: a column with this many would say nothing by their names.
    own, near = (side[:MAX_PAIRS] for side in pairs)
    index, far = graph.arcs_of(direction)
    arcs, roots = index.members(near), np.repeat(own, index.start[near + 1] - index.start[near])
    direct = graph.lane[arcs] == ArcKind.COLUMN
    direct &= (graph.arcs.since[arcs] <= at) & (at < graph.arcs.until[arcs])
    return roots[direct], far[arcs[direct]]
