"""Paths between two nodes: all of them, each simple, shortest first, and never an explosion."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.graph import paths

from . import reference
from .reference import COLUMN, COLUMN_TO_DATASET, FEEDS, JOB_FEEDS, READS, WRITES, Row, World
from .worlds import COLUMN_KINDS, COLUMNS, DATASET_KINDS, DATASETS, JOBS, NOW, times, worlds


def found(world: World, source: int, target: int, **options) -> list[tuple[int, ...]]:
    answer = paths.between(world.graph(), source, target, **{"at": NOW, **options})
    return [path.nodes for path in answer.found]


def diamonds(count: int) -> World:
    """From 0 to 3 * count by two ways around each of `count` corners."""
    pairs = [
        p for i in range(0, 3 * count, 3) for p in ((i, i + 1), (i, i + 2), (i + 1, i + 3), (i + 2, i + 3))
    ]
    return World([Row(a, b, b, edge, FEEDS) for edge, (a, b) in enumerate(pairs)], [-1] * (3 * count + 1))


@given(
    worlds(DATASET_KINDS, 16), st.sampled_from([*DATASETS, *JOBS]), st.sampled_from([*DATASETS, *JOBS]), times
)
def test_paths_between_datasets_are_all_simple_paths_of_the_reference(world, source, target, at):
    answer = paths.between(world.graph(), source, target, at=at, limit=10_000, max_work=10**7)
    expected = reference.simple_paths(reference.steps(world, at, source, "dataset", False), source, target)
    assert answer.complete
    assert sorted(path.nodes for path in answer.found) == sorted(expected)


@given(worlds(COLUMN_KINDS, 16), st.sampled_from(COLUMNS), st.sampled_from(COLUMNS), times, st.booleans())
def test_paths_between_columns_are_all_simple_paths_of_the_reference(world, source, target, at, indirect):
    graph, options = world.graph(), {"at": at, "level": "column", "indirect": indirect}
    answer = paths.between(graph, source, target, limit=10_000, max_work=10**7, **options)
    steps = reference.steps(world, at, source, "column", indirect)
    expected = set(reference.simple_paths(steps, source, target))
    assert answer.complete
    assert sorted(path.nodes for path in answer.found) == sorted(expected)


@given(worlds(DATASET_KINDS), st.sampled_from(DATASETS), st.sampled_from(DATASETS))
def test_paths_come_shortest_first_and_their_arcs_join_their_nodes(world, source, target):
    graph = world.graph()
    answer = paths.between(graph, source, target, at=NOW)
    assert [(p.hops, p.nodes) for p in answer.found] == sorted((p.hops, p.nodes) for p in answer.found)
    for path in answer.found:
        assert path.hops == sum(node in DATASETS for node in path.nodes) - 1
        for arc, ends in zip(path.arcs, pairwise(path.nodes), strict=True):
            arcs = graph.arcs
            assert arcs.since[arc] <= NOW < arcs.until[arc]
            assert set(ends) <= {arcs.source[arc], arcs.target[arc], arcs.owner[arc]}


@given(worlds(DATASET_KINDS), st.sampled_from(DATASETS), st.sampled_from(DATASETS), st.integers(0, 4))
def test_a_limit_gives_the_first_paths_and_says_when_there_are_more(world, source, target, limit):
    every = found(world, source, target, limit=10_000)
    answer = paths.between(world.graph(), source, target, at=NOW, limit=limit)
    assert [path.nodes for path in answer.found] == every[:limit]
    assert answer.complete == (len(every) <= limit)


@given(worlds(DATASET_KINDS), st.sampled_from(DATASETS), st.sampled_from(DATASETS), times)
def test_nodes_on_the_way_are_downstream_of_one_and_upstream_of_the_other(world, source, target, at):
    down, _ = reference.reach(world, source, True, at, "dataset")
    up, _ = reference.reach(world, target, False, at, "dataset")
    between = ({source} | down.keys()) & ({target} | up.keys()) if target in down else set()
    assert set(paths.between(world.graph(), source, target, at=at).on_path.tolist()) == between


def test_a_job_stands_between_the_datasets_it_joins():
    world = World([Row(0, 5, 5, 0, READS), Row(5, 1, 5, 1, WRITES), Row(1, 2, 6, 2, FEEDS)], [-1] * 7)
    (path,) = paths.between(world.graph(), 0, 2, at=NOW).found
    assert path == paths.NodePath(nodes=(0, 5, 1, 6, 2), arcs=(0, 2, 1, 1), hops=2)


def test_one_job_may_make_two_edges_of_a_path():
    world = World([Row(0, 1, 5, 0, FEEDS), Row(1, 2, 5, 1, FEEDS)], [-1] * 6)
    assert found(world, 0, 2) == [(0, 5, 1, 5, 2)]


def test_a_job_may_make_one_edge_of_a_path_and_pass_data_in_the_next():
    rows = [Row(0, 1, 5, 0, FEEDS), Row(1, 5, 5, 1, READS), Row(5, 2, 5, 2, WRITES)]
    assert found(World(rows, [-1] * 6), 0, 2) == [(0, 5, 1, 5, 2)]


def test_no_path_leads_through_a_write_that_does_not_flow():
    rows = [Row(0, 5, 5, 0, READS), Row(5, 2, 5, 1, WRITES, flows=False), Row(0, 2, 6, 2, FEEDS)]
    # The job is on both sides of the question, as it passes data on to another dataset.
    other = [Row(5, 1, 5, 3, WRITES), Row(1, 2, 2, 4, FEEDS)]
    assert found(World(rows + other, [-1] * 7), 0, 2) == [(0, 6, 2), (0, 5, 1, 2)]


def test_data_passes_through_a_job_once():
    rows = [Row(0, 5, 5, 0, READS), Row(1, 5, 5, 1, READS), Row(5, 1, 5, 2, WRITES), Row(5, 2, 5, 3, WRITES)]
    assert found(World(rows, [-1] * 6), 0, 2) == [(0, 5, 2)]


def test_jobs_can_be_the_ends_of_a_path():
    rows = [Row(5, 0, 5, 0, WRITES, flows=False), Row(0, 6, 6, 1, READS), Row(6, 7, 7, 2, JOB_FEEDS)]
    (path,) = paths.between(World(rows, [-1] * 8).graph(), 5, 7, at=NOW).found
    assert (path.nodes, path.hops) == ((5, 0, 6, 7), 2)


def test_a_job_that_only_made_an_edge_is_not_where_a_path_starts():
    answer = paths.between(World([Row(0, 1, 5, 0, FEEDS)], [-1] * 6).graph(), 5, 1, at=NOW)
    assert (answer.found, len(answer.on_path)) == ((), 0)


def test_an_arc_to_a_whole_dataset_leads_to_its_columns():
    world = World([Row(2, 1, 1, 0, COLUMN_TO_DATASET), Row(4, 5, 0, 1, COLUMN)], [-1, -1, 0, 1, 1, 0])
    assert found(world, 2, 5, level="column", indirect=True) == [(2, 4, 5)]


def test_the_direct_arc_stands_for_all_between_the_same_columns():
    rows = [Row(2, 1, 1, 0, COLUMN_TO_DATASET), Row(2, 3, 1, 1, COLUMN)]
    graph = World(rows, [-1, -1, 0, 1]).graph()
    (path,) = paths.between(graph, 2, 3, at=NOW, level="column", indirect=True).found
    assert graph.arcs.kind[path.arcs[0]] == COLUMN


def test_a_dataset_stands_for_its_columns():
    world = World([Row(2, 4, 1, 0, COLUMN), Row(3, 5, 1, 1, COLUMN)], [-1, -1, 0, 0, 1, 1])
    assert found(world, 0, 1, level="column") == [(2, 4), (3, 5)]


def test_a_path_does_not_come_back_to_its_source():
    pairs = [(0, 1), (1, 0), (1, 2), (1, 3)]
    world = World([Row(a, b, b, edge, FEEDS) for edge, (a, b) in enumerate(pairs)], [-1] * 4)
    answer = paths.between(world.graph(), 0, 2, at=NOW)
    assert [path.nodes for path in answer.found] == [(0, 1, 2)]
    assert answer.on_path.tolist() == [0, 1, 2]


def test_there_is_no_path_from_a_node_to_itself():
    answer = paths.between(World([Row(0, 0, 0, 0, FEEDS)], [-1]).graph(), 0, 0, at=NOW)
    assert (answer.found, answer.complete, len(answer.on_path)) == ((), True, 0)


@pytest.mark.timeout(10)
def test_a_million_million_paths_do_not_explode():
    answer = paths.between(diamonds(40).graph(), 0, 120, at=NOW, limit=50)
    assert (len(answer.found), answer.complete, len(answer.on_path)) == (50, False, 121)


def test_work_bounds_how_many_paths_are_found():
    answer = paths.between(diamonds(40).graph(), 0, 120, at=NOW, limit=10_000, max_work=2_000)
    assert 0 < len(answer.found) < 1_000
    assert not answer.complete


def test_work_is_bounded_even_when_no_path_is_allowed_to_finish():
    answer = paths.between(diamonds(40).graph(), 0, 120, at=NOW, max_work=30)
    assert (answer.found, answer.complete) == ((), False)
