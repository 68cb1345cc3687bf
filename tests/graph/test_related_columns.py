"""Kin of columns and how many read them: against the walk itself."""

from hypothesis import given
from hypothesis import strategies as st

from headwater.graph.related_columns import related_columns, use_counts

from .reference import COLUMN, COLUMN_TO_DATASET, Row, World, reach
from .worlds import COLUMN_KINDS, COLUMNS, NOW, times, worlds


@given(worlds(COLUMN_KINDS), st.sets(st.sampled_from(COLUMNS)), times)
def test_kin_are_what_values_reach_in_two_hops_either_way(world, columns, at):
    own, related = related_columns(world.graph(), sorted(columns), at=at)
    expected = {
        (column, other)
        for column in columns
        for downstream in (True, False)
        for other, depth in reach(world, column, downstream, at, "column")[0].items()
        if depth <= 2 and other in COLUMNS
    }
    assert sorted(zip(own.tolist(), related.tolist(), strict=True)) == sorted(expected)


def test_uses_count_columns_and_whole_datasets_once_each():
    rows = [Row(1, 2, 9, 0, COLUMN), Row(1, 2, 8, 1, COLUMN), Row(1, 0, 9, 2, COLUMN_TO_DATASET)]
    graph = World([*rows, Row(2, 3, 9, 3, COLUMN, True, 0, 5)], [-1, 0, 0, 0, *[-1] * 6]).graph()
    assert use_counts(graph, [1, 2, 3, 999], at=NOW) == {1: 2}
