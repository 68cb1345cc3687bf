"""What a node reaches: against the slow reference, in both gaits, at every level and time."""

from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.graph import FOREVER, Arcs, Graph, Reach, frontier, reach
from headwater.graph.reachability import Level

from . import reference
from .reference import (
    COLUMN,
    COLUMN_INDIRECT,
    COLUMN_TO_DATASET,
    FEEDS,
    JOB_FEEDS,
    READS,
    WRITES,
    Row,
    World,
)
from .worlds import COLUMN_KINDS, COLUMNS, DATASET_KINDS, DATASETS, JOBS, NOW, PARENT, times, worlds

directions = st.sampled_from(["downstream", "upstream"])
# All in numpy, changing from leg to leg, all in plain Python.
gaits = st.sampled_from([-1, 2, 128])


def depths(found: Reach) -> tuple[dict[int, int], dict[int, int]]:
    return (
        dict(zip(found.nodes.tolist(), found.depth.tolist(), strict=True)),
        dict(zip(found.jobs.tolist(), found.job_depth.tolist(), strict=True)),
    )


def walk(world: World, root: int, direction="downstream", at=NOW, **options) -> Reach:
    return reach(world.graph(), [root], direction, at=at, **options)


def is_ordered(found: Reach) -> bool:
    """By depth, then id."""
    pairs = (found.depth, found.nodes), (found.job_depth, found.jobs)
    return all(np.array_equal(np.lexsort((ids, depth)), np.arange(len(ids))) for depth, ids in pairs)


def nodes(found: Reach) -> list[int]:
    return [int(node) for node in found.nodes]


@given(worlds(DATASET_KINDS), st.sampled_from([*DATASETS, *JOBS]), directions, times, gaits)
def test_datasets_and_jobs_reached_are_those_of_the_reference(world, root, direction, at, gait):
    with patch.object(frontier, "FEW", gait):
        found = walk(world, root, direction, at)
    assert depths(found) == reference.reach(world, root, direction == "downstream", at, "dataset")
    assert is_ordered(found)


@given(worlds(COLUMN_KINDS), st.sampled_from([*COLUMNS, *DATASETS]), directions, times, st.booleans(), gaits)
def test_columns_reached_are_those_of_the_reference(world, root, direction, at, indirect, gait):
    with patch.object(frontier, "FEW", gait):
        found = walk(world, root, direction, at, level="column", indirect=indirect)
    expected, jobs = reference.reach(world, root, direction == "downstream", at, "column", indirect)
    if direction == "upstream":  # a dataset as a whole is only ever a target
        assert not expected.keys() & set(DATASETS)
    assert depths(found) == (expected, jobs)
    assert is_ordered(found)


@given(worlds(), st.sampled_from(DATASETS), directions, times, st.integers(0, 4))
def test_max_depth_cuts_and_says_whether_it_did(world, root, direction, at, depth):
    whole, cut = walk(world, root, direction, at), walk(world, root, direction, at, max_depth=depth)
    near = [{n: d for n, d in part.items() if d <= depth} for part in depths(whole)]
    assert list(depths(cut)) == near
    assert cut.deeper == (tuple(near) != depths(whole))


@given(worlds(), times)
def test_upstream_and_downstream_are_inverse(world, at):
    graph = world.graph()
    levels: tuple[tuple[Level, range], ...] = (("dataset", DATASETS), ("column", COLUMNS))
    for level, members in levels:
        ways = {
            way: {
                (root, node, depth)
                for root in members
                for node, depth in depths(reach(graph, [root], way, at=at, level=level, indirect=True))[
                    0
                ].items()
                if node in members
            }
            for way in ("downstream", "upstream")
        }
        assert {(b, a, depth) for a, b, depth in ways["upstream"]} == ways["downstream"]


@given(worlds(), worlds(max_edges=1), st.sampled_from(range(len(PARENT))), times)
def test_adding_an_arc_never_shrinks_what_is_downstream(world, more, root, at):
    grown = World(world.rows + [row._replace(edge=99) for row in more.rows], PARENT)
    for level in ("dataset", "column"):
        before, after = (walk(w, root, at=at, level=level, indirect=True) for w in (world, grown))
        assert set(nodes(before)) <= set(nodes(after))


@given(worlds(), st.sampled_from(range(len(PARENT))), directions)
def test_as_of_now_equals_the_graph_of_open_arcs(world, root, direction):
    current = World([row for row in world.rows if row.until == FOREVER], PARENT)
    assert depths(walk(world, root, direction)) == depths(walk(current, root, direction))


@given(worlds(), st.sets(st.sampled_from(DATASETS), min_size=1), directions)
def test_several_roots_reach_what_each_reaches_but_not_each_other(world, roots, direction):
    graph = world.graph()
    single = [depths(reach(graph, [root], direction, at=NOW))[0] for root in roots]
    together = {n: min(d[n] for d in single if n in d) for n in set().union(*single) - roots}
    assert depths(reach(graph, sorted(roots), direction, at=NOW))[0] == together


def test_a_job_passes_data_on_and_counts_as_met():
    world = World([Row(0, 2, 2, 0, READS), Row(2, 1, 2, 1, WRITES)], [-1] * 3)
    assert depths(walk(world, 0)) == ({1: 1}, {2: 1})
    assert depths(walk(world, 1, "upstream")) == ({0: 1}, {2: 1})


def test_a_consumer_without_outputs_is_met_though_it_leads_nowhere():
    world = World([Row(0, 1, 1, 0, READS)], [-1] * 2)
    assert depths(walk(world, 0)) == ({}, {1: 1})


def test_a_write_that_does_not_flow_attaches_the_job_but_passes_nothing():
    world = World([Row(0, 2, 2, 0, READS), Row(2, 1, 2, 1, WRITES, flows=False)], [-1] * 3)
    assert nodes(walk(world, 0)) == []
    assert depths(walk(world, 1, "upstream")) == ({}, {2: 1})
    assert nodes(walk(world, 2)) == [1]


def test_a_job_met_as_a_mere_writer_can_still_be_passed_through_later():
    rows = [Row(0, 5, 5, 0, READS), Row(5, 1, 5, 1, WRITES), Row(1, 2, 2, 2, FEEDS)]
    world = World([*rows, Row(5, 2, 5, 3, WRITES, flows=False)], [-1] * 6)
    assert depths(walk(world, 2, "upstream")) == ({1: 1, 0: 2}, {5: 1})


def test_precise_lineage_names_its_job_but_a_declared_edge_has_none():
    world = World([Row(0, 1, 9, 0, FEEDS), Row(1, 2, 2, 1, FEEDS)], [-1] * 10)
    assert depths(walk(world, 0)) == ({1: 1, 2: 2}, {9: 1})


def test_jobs_that_feed_jobs_carry_on_within_one_hop():
    world = World([Row(0, 5, 5, 0, READS), Row(5, 6, 6, 1, JOB_FEEDS), Row(6, 1, 6, 2, WRITES)], [-1] * 7)
    assert depths(walk(world, 0)) == ({1: 1}, {5: 1, 6: 1})
    assert depths(walk(world, 1, "upstream")) == ({0: 1}, {5: 1, 6: 1})


def test_a_filter_column_reaches_every_column_of_the_dataset():
    world = World([Row(2, 1, 1, 0, COLUMN_TO_DATASET)], [-1, -1, 0, 1, 1])
    assert nodes(walk(world, 2, level="column")) == []
    assert nodes(walk(world, 2, level="column", indirect=True)) == [1, 3, 4]
    assert nodes(walk(world, 4, "upstream", level="column", indirect=True)) == [2]


def test_indirect_arcs_are_followed_only_when_asked():
    world = World([Row(2, 3, 1, 0, COLUMN), Row(2, 4, 1, 1, COLUMN_INDIRECT)], [-1, -1, 0, 1, 1])
    assert nodes(walk(world, 2, level="column")) == [3]
    assert nodes(walk(world, 2, level="column", indirect=True)) == [3, 4]


@pytest.mark.parametrize("gait", [-1, 128])
def test_a_walk_sees_an_arc_from_since_until_just_before_until(gait):
    world = World([Row(0, 1, 1, 0, FEEDS, True, 5, 8)], [-1] * 2)
    with patch.object(frontier, "FEW", gait):
        assert [nodes(walk(world, 0, at=at)) for at in (4, 5, 7, 8)] == [[], [1], [1], []]


def test_a_root_the_graph_does_not_know_reaches_nothing():
    assert nodes(walk(World([Row(0, 1, 1, 0, FEEDS)], [-1] * 2), 12)) == []


def chain(length: int) -> Graph:
    ids = np.arange(length)
    arcs = Arcs.from_columns(
        source=ids, target=ids + 1, owner=ids + 1, edge=ids, kind=np.full(length, FEEDS),
        flows=np.ones(length), since=np.zeros(length), until=np.full(length, FOREVER),
    )  # fmt: skip
    return Graph.build(arcs, np.full(length + 1, -1, np.int32))


@pytest.mark.parametrize(("direction", "root"), [("downstream", 0), ("upstream", 2000)])
def test_a_deep_chain_is_walked_to_its_end(direction, root):
    found = reach(chain(2000), [root], direction, at=NOW)
    assert found.depth.tolist() == list(range(1, 2001))


def test_threads_do_not_disturb_each_other():
    graph = chain(500)
    with ThreadPoolExecutor(8) as pool:
        found = pool.map(lambda root: len(reach(graph, [root], "downstream", at=NOW).nodes), range(500))
    assert list(found) == [500 - root for root in range(500)]
