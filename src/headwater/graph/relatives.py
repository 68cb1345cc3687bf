"""The nearest kin of columns: what their values are made from and go into, two hops around."""

import numpy as np
from numpy.typing import ArrayLike

from headwater.graph.arcs import ArcKind, Ints
from headwater.graph.graph import Direction, Graph, within
from headwater.graph.known import COLUMN_LANES, alive_arcs

HOPS = 2
MAX_PAIRS = 100_000

Pairs = tuple[Ints, Ints]  # a column, and another that is kin to it


def relatives(graph: Graph, columns: ArrayLike, *, at: int) -> Pairs:
    """Pairs of a column and one that values lead to or come from in at most two hops, without repeats."""
    begin = within(columns, graph.size)
    found = [_hops(graph, begin, direction, at) for direction in ("downstream", "upstream")]
    own, kin = (np.concatenate(side) for side in zip(*found, strict=True))
    pairs = np.unique((own.astype(np.int64) << 32) | kin)
    own, kin = (pairs >> 32).astype(np.int32), (pairs & 0xFFFFFFFF).astype(np.int32)
    others = own != kin
    return own[others], kin[others]


def uses(graph: Graph, columns: ArrayLike, *, at: int) -> dict[int, int]:
    """By column that feeds anything: how many columns and whole datasets it feeds directly."""
    arcs = graph.out.of(within(columns, graph.size))
    arcs = alive_arcs(graph, arcs, COLUMN_LANES, at)
    ends = np.unique((graph.arcs.source[arcs].astype(np.int64) << 32) | graph.arcs.target[arcs])
    nodes, counts = np.unique(ends >> 32, return_counts=True)
    return dict(zip(nodes.tolist(), counts.tolist(), strict=True))


def _hops(graph: Graph, begin: Ints, direction: Direction, at: int) -> Pairs:
    own, kin = [begin], [begin]
    for _ in range(HOPS):
        roots, ends = _hop(graph, (own[-1], kin[-1]), direction, at)
        own.append(roots)
        kin.append(ends)
    return np.concatenate(own), np.concatenate(kin)


def _hop(graph: Graph, pairs: Pairs, direction: Direction, at: int) -> Pairs:
    """The same columns with what is one hop further."""
    # Kin are only a hint: a column with this many would tell nothing by their names.
    own, near = (side[:MAX_PAIRS] for side in pairs)
    index, far = graph.arcs_of(direction)
    arcs, roots = index.of(near), np.repeat(own, index.start[near + 1] - index.start[near])
    direct = graph.lane[arcs] == ArcKind.COLUMN
    direct &= (graph.arcs.since[arcs] <= at) & (at < graph.arcs.until[arcs])
    return roots[direct], far[arcs[direct]]
