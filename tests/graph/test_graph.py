"""The graph's arrays: building from any order, and replacing what some owners say."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.graph import FOREVER, Arcs, Graph

from .reference import FEEDS, READS, Row, World
from .worlds import JOBS, PARENT, worlds


def contents(graph: Graph) -> dict[str, list[Any]]:
    """Everything a graph holds, as plain lists."""
    parts = {**graph.arcs.columns(), "lane": graph.lane, "parent": graph.parent}
    for name in ("out", "into", "columns"):
        index = getattr(graph, name)
        parts |= {f"{name}.start": index.start, f"{name}.order": index.order}
    return {name: part.tolist() for name, part in parts.items()}


def rows_of(graph: Graph, places) -> list[tuple[Any, ...]]:
    return sorted(
        zip(*(column.tolist() for column in graph.arcs.take(places).columns().values()), strict=True)
    )


@given(worlds())
def test_each_node_knows_its_arcs_on_both_sides(world: World):
    graph = world.graph()
    for node in range(graph.size):
        one = np.array([node], np.int32)
        assert rows_of(graph, graph.out.members(one)) == sorted(r for r in world.rows if r.source == node)
        assert rows_of(graph, graph.into.members(one)) == sorted(r for r in world.rows if r.target == node)
        assert set(graph.columns.members(one).tolist()) == world.columns(node)


@given(worlds(), worlds(), st.sets(st.sampled_from(range(9))), st.integers(0, 3))
def test_replacing_owners_equals_building_from_scratch(before, after, owners, grown):
    # Nodes 12 and 13 are not yet known as columns, those from 14 not at all, before the refresh.
    unknown = World([r for r in before.rows if max(r.source, r.target) < 12], [*PARENT[:12], -1, -1])
    parent = PARENT + [2] * grown
    kept = [r for r in unknown.rows if r.owner not in owners]
    news = [r._replace(edge=r.edge + 100) for r in after.rows if r.owner in owners]
    replaced = unknown.graph().replace(sorted(owners), Arcs.from_rows(news), np.array(parent, np.int32))
    assert contents(replaced) == contents(World(kept + news, parent).graph())


@given(worlds())
def test_replacing_leaves_the_old_graph_as_it_was(world: World):
    graph = world.graph()
    before = contents(graph)
    graph.replace(list(JOBS), Arcs.from_rows([]), np.array(PARENT, np.int32))
    assert contents(graph) == before


def test_a_dataset_whose_columns_move_is_indexed_anew():
    before = World([Row(0, 1, 1, 0, FEEDS)], [-1, -1, 0]).graph()
    graph = before.replace([], Arcs.from_rows([]), np.array([-1, -1, 1], np.int32))
    assert graph.columns.members(np.array([0, 1], np.int32)).tolist() == [2]
    assert graph.columns.start.tolist() == [0, 0, 1, 1]


def test_an_arc_of_an_owner_that_is_not_replaced_is_refused():
    graph = World([], [-1, -1, -1]).graph()
    arcs = Arcs.from_rows([Row(0, 1, 1, 0, READS)])
    with pytest.raises(ValueError, match="not being replaced"):
        graph.replace([2], arcs, graph.parent)


def test_nodes_outside_the_graph_are_refused():
    with pytest.raises(ValueError, match=r"arcs\.target"):
        World([Row(0, 7, 0, 0, FEEDS)], [-1, -1]).graph()


def test_owners_that_the_graph_does_not_know_are_passed_over():
    graph = World([Row(0, 1, 1, 0, FEEDS)], [-1, -1]).graph()
    assert len(graph.replace([-1, 0, 9], Arcs.from_rows([]), graph.parent).arcs) == 1


def test_a_graph_never_loses_nodes():
    with pytest.raises(ValueError, match="shrank"):
        World([], [-1, -1]).graph().replace([], Arcs.from_rows([]), np.array([-1], np.int32))


def test_arrays_of_other_types_are_refused():
    good = Arcs.from_rows([Row(0, 1, 1, 0, READS)])
    with pytest.raises(ValueError, match=r"arcs\.kind must be int8"):
        Arcs(**{**good.columns(), "kind": good.edge})


def test_an_arc_is_alive_from_since_until_just_before_until():
    arcs = Arcs.from_rows([Row(0, 1, 1, 0, READS, True, 5, 8), Row(0, 1, 1, 1, READS, True, 8, FOREVER)])
    assert [arcs.alive(at).tolist() for at in (4, 5, 7, 8)] == [
        [False, False],
        [True, False],
        [True, False],
        [False, True],
    ]
