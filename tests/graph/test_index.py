"""The index from node to members: changed in place of a re-sort, with the same outcome."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from headwater.graph.index import Index

SIZE = 3
groups = st.lists(st.integers(-1, SIZE - 1), max_size=40)


def index(group: list[int]) -> Index:
    return Index.build(np.array(group, np.int32), SIZE)


def same(one: Index, other: Index) -> bool:
    return np.array_equal(one.start, other.start) and np.array_equal(one.order, other.order)


@given(groups)
def test_members_of_a_node_are_its_places_in_ascending_order(group):
    for node in range(SIZE):
        expected = [member for member, owner in enumerate(group) if owner == node]
        assert index(group).members(np.array([node], np.int32)).tolist() == expected


@given(groups, st.randoms(use_true_random=False))
def test_growing_equals_building_with_all_members(group, random):
    late = [m for m, node in enumerate(group) if node >= 0 and random.random() < 0.4]
    random.shuffle(late)
    early = index([-1 if m in late else node for m, node in enumerate(group)])
    nodes = np.array([group[m] for m in late], np.int32)
    assert same(early.grown(np.array(late, np.int32), nodes, SIZE), index(group))


@given(groups, st.sets(st.integers(0, 39)))
def test_renumbering_closes_the_gaps_that_lost_members_leave(group, lost):
    group = [max(node, 0) for node in group]
    kept = [m for m in range(len(group)) if m not in lost]
    moved = np.full(len(group), -1, np.int32)
    moved[kept] = np.arange(len(kept))
    gone = np.array([node for m, node in enumerate(group) if m in lost], np.int32)
    assert same(index(group).renumbered(moved, gone), index([group[m] for m in kept]))


def test_a_grown_index_can_have_more_nodes():
    grown = index([0, 2]).grown(np.array([2], np.int32), np.array([4], np.int32), 5)
    assert grown.start.tolist() == [0, 1, 1, 2, 2, 3]
