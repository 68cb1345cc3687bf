"""The closure holds each pair once, at its least depth, whatever diamonds and cycles there are."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from headwater.graph.analytics.pairs import Pairs, all_pairs
from tests.graph.analytics.graphs import NODES, Arc, arcs, flow_of, least_depths, nodes


def found(arcs: list[Arc], hubs: set[int], depth: int | None) -> dict[tuple[int, int], int]:
    ancestors = np.array([node for node in range(NODES) if node not in hubs], np.int32)
    # Two at a time, so that one block follows another.
    pairs = Pairs.joined(list(all_pairs(flow_of(arcs, hubs=hubs), ancestors, depth, most=2)))
    rows = list(zip(*(column.tolist() for column in pairs), strict=True))
    assert len(rows) == len({row[:2] for row in rows})
    return {(ancestor, descendant): at for ancestor, descendant, at in rows}


@given(arcs, st.sets(nodes, max_size=4), st.none() | st.integers(1, 3))
def test_each_pair_comes_once_at_its_least_depth(arcs: list[Arc], hubs: set[int], depth: int | None) -> None:
    expected = {
        (root, node): at
        for root in set(range(NODES)) - hubs
        for node, at in least_depths(arcs, hubs, root).items()
        if depth is None or at <= depth
    }
    assert found(arcs, hubs, depth) == expected


def test_a_walk_through_jobs_counts_datasets_only() -> None:
    # 0 -> job 1 -> job 2 -> 3
    assert found([(0, 1), (1, 2), (2, 3)], {1, 2}, None) == {(0, 3): 1}


def test_a_chain_of_twenty_thousand_costs_what_it_puts_out() -> None:
    flow = flow_of(((n, n + 1) for n in range(20_000)), size=20_001)
    everyone = np.arange(20_001, dtype=np.int32)
    assert sum(len(pairs.depth) for pairs in all_pairs(flow, everyone, 10)) == 20_000 * 10 - 45
