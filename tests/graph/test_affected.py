"""What a change affects: against the slow reference, by columns where known and by tables where not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.graph import FOREVER, Arcs, Graph
from headwater.graph.affected import Affected, affected
from headwater.graph.graph import Direction

from . import affected_reference as reference
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
    reach,
)
from .worlds import DATASETS, LINKS, NOW, PARENT, WHOLE, times, worlds

directions = st.sampled_from(["downstream", "upstream"])
nodes = st.sampled_from(range(len(PARENT)))
some_roots = st.frozensets(nodes, min_size=1, max_size=3)

# One job that reads, writes and states columns, beside another that only states columns.
one_job = st.lists(
    st.one_of(
        [
            st.sampled_from([link for link in LINKS[kind] if link[2] == job])
            for kind, job in (
                *((READS, 5), (READS, 5), (WRITES, 5), (COLUMN, 5)),
                *((COLUMN, 6), (JOB_FEEDS, 6), (FEEDS, 5)),
            )
        ]
    ),
    min_size=4,
    max_size=24,
    unique=True,
).map(
    lambda links: World(
        [
            Row(s, t, o, edge, k, whole=k in WHOLE and edge % 3 == 0)
            for edge, (s, t, o, k) in enumerate(links)
        ],
        PARENT,
    )
)


def assets(found: Affected) -> dict[int, tuple[int, bool]]:
    each = zip(found.assets.nodes, found.assets.depth, found.assets.known, strict=True)
    return {int(node): (int(depth), bool(known)) for node, depth, known in each}


def answer(found: Affected) -> reference.Answer:
    columns = dict(zip(found.columns.tolist(), found.column_depth.tolist(), strict=True))
    return reference.Answer(columns, assets(found))


def ask(world: World, *roots: int, direction: Direction = "downstream", at: int = NOW, **more) -> Affected:
    return affected(world.graph(), roots, direction, at=at, **more)


def rows_of(world: World, arcs: tuple[int, ...]) -> list[Row]:
    graph = world.graph().arcs
    by_span = {(row.edge, row.since): row for row in world.rows}
    return [by_span[int(graph.edge[arc]), int(graph.since[arc])] for arc in arcs]


@given(worlds(), some_roots, directions, times, st.frozensets(st.sampled_from(DATASETS), max_size=1))
def test_what_is_affected_is_what_the_reference_says(world, roots, direction, at, touched):
    found = ask(world, *roots, direction=direction, at=at, touched=sorted(touched))
    question = reference.Question(world, roots, direction == "downstream", at, touched)
    assert answer(found) == reference.affected(question)


@given(worlds(max_edges=60), some_roots, directions)
def test_dense_worlds_agree_with_the_reference_as_well(world, roots, direction):
    question = reference.Question(world, roots, direction == "downstream", NOW)
    assert answer(ask(world, *roots, direction=direction)) == reference.affected(question)


@given(one_job, some_roots, directions)
def test_a_job_that_tells_columns_of_some_of_what_it_does_agrees_with_the_reference(world, roots, direction):
    question = reference.Question(world, roots, direction == "downstream", NOW)
    assert answer(ask(world, *roots, direction=direction)) == reference.affected(question)


@given(worlds(), nodes, directions, times, st.integers(0, 4))
def test_max_depth_cuts_and_says_whether_it_did(world, root, direction, at, depth):
    question = reference.Question(world, frozenset([root]), direction == "downstream", at)
    found = ask(world, root, direction=direction, at=at, max_depth=depth)
    assert answer(found) == reference.affected(question, depth)
    states = reference.distances(question)
    counted = ("known", "maybe", "job known", "job maybe")
    assert found.deeper == any(hops > depth for (kind, *_), hops in states.items() if kind in counted)


@given(worlds(), nodes, directions)
def test_each_path_is_a_real_one_of_that_depth(world, root, direction):
    found = ask(world, root, direction=direction)
    question = reference.Question(world, frozenset([root]), direction == "downstream", NOW)
    for node, depth, entry in zip(
        found.assets.nodes.tolist(), found.assets.depth, found.assets.entry.tolist(), strict=True
    ):
        ends = reference.lengths(question, rows_of(world, found.path(entry)))
        lasts = {question.dataset(state[-1]) for state, hops in ends.items() if hops == depth}
        assert node in lasts


@given(worlds(), nodes, directions, st.integers(1, 4))
def test_what_leads_further_is_shown_even_where_the_depth_is_cut(world, root, direction, depth):
    found = ask(world, root, direction=direction, max_depth=depth)
    question = reference.Question(world, frozenset([root]), direction == "downstream", NOW)
    reached = set(found.assets.nodes.tolist())
    assert set(np.flatnonzero(found.continues).tolist()) & reached == (
        reference.continues(question, depth) & reached
    )


@given(worlds(), nodes, directions, st.none() | st.integers(1, 3))
def test_values_alone_lead_to_what_is_called_direct(world, root, direction, depth):
    found = ask(world, root, direction=direction, max_depth=depth)
    reached = [part.items() for part in reach(world, root, direction == "downstream", NOW, "column")]
    columns, jobs = ({node for node, hops in part if hops <= (depth or hops)} for part in reached)
    expected = {PARENT[column] if PARENT[column] >= 0 else column for column in columns} | jobs
    assert set(found.assets.nodes[found.assets.direct].tolist()) == expected - {root}


def test_a_dataset_is_not_direct_by_columns_beyond_the_depth():
    rows = [Row(5, 7, 3, 0, COLUMN), Row(7, 9, 3, 1, COLUMN), Row(0, 2, 4, 2, FEEDS)]
    found = ask(World(rows, [*SMALL, 2]), 5, max_depth=1)
    assert assets(found) == {1: (1, True), 2: (1, False), 3: (1, True), 4: (1, False)}
    assert found.assets.nodes[found.assets.direct].tolist() == [1, 3]


@given(worlds(), st.integers(0, 23), nodes, directions)
def test_dropping_a_table_arc_never_adds_what_is_reached(world, dropped, root, direction):
    column_kinds = (COLUMN, COLUMN_INDIRECT, COLUMN_TO_DATASET)
    fewer = World([row for row in world.rows if row.edge != dropped or row.kind in column_kinds], PARENT)
    assert (
        assets(ask(fewer, root, direction=direction)).keys()
        <= assets(ask(world, root, direction=direction)).keys()
    )


@given(worlds(), some_roots, directions)
def test_the_order_is_by_depth_and_then_by_id(world, roots, direction):
    found = ask(world, *roots, direction=direction)
    for ids, depth in ((found.assets.nodes, found.assets.depth), (found.columns, found.column_depth)):
        assert np.array_equal(np.lexsort((ids, depth)), np.arange(len(ids)))


# Datasets 0, 1 and 2; jobs 3 and 4; columns 5 and 6 of dataset 0, 7 and 8 of dataset 1.
SMALL = [-1] * 5 + [0, 0, 1, 1]


def test_dropping_an_unused_column_affects_nothing():
    world = World([Row(0, 1, 3, 0, FEEDS), Row(5, 7, 3, 1, COLUMN), Row(0, 3, 3, 2, READS)], SMALL)
    assert answer(ask(world, 5)) == ({7: 1}, {1: (1, True), 3: (1, True)})
    assert answer(ask(world, 6)) == ({}, {})


def test_a_longer_way_to_a_job_that_hands_on_counts_as_cut_off():
    rows = [
        Row(13, 0, 0, 7, COLUMN_TO_DATASET),
        Row(10, 14, 8, 5, COLUMN),
        Row(14, 15, 7, 6, COLUMN),
        Row(0, 2, 8, 3, FEEDS),
        Row(0, 5, 5, 0, READS),
        Row(5, 4, 5, 2, WRITES),
        Row(4, 0, 0, 4, FEEDS),
        Row(2, 7, 7, 1, READS),
        Row(7, 5, 5, 8, JOB_FEEDS),
    ]
    # Job 7 is known at depth 3; by tables, as one that may be affected, it is five hops away.
    assert [ask(World(rows, PARENT), 13, max_depth=depth).deeper for depth in (4, 5)] == [True, False]


def test_where_no_columns_are_stated_the_dataset_may_be_affected():
    world = World([Row(0, 1, 3, 0, FEEDS), Row(1, 4, 4, 1, READS), Row(4, 2, 4, 2, WRITES)], SMALL)
    assert answer(ask(world, 5)) == ({}, {1: (1, False), 3: (1, False), 4: (2, False), 2: (2, False)})


def test_columns_that_another_owner_tells_do_not_speak_for_this_one():
    rows = [Row(0, 1, 3, 0, FEEDS), Row(0, 1, 4, 1, FEEDS), Row(6, 7, 3, 2, COLUMN)]
    assert assets(ask(World(rows, SMALL), 5)) == {1: (1, False), 4: (1, False)}


def test_a_dataset_reached_both_ways_is_known_with_its_least_depth():
    rows = [Row(5, 7, 3, 0, COLUMN), Row(1, 2, 4, 1, FEEDS), Row(0, 2, 4, 2, FEEDS), Row(7, 9, 3, 3, COLUMN)]
    found = ask(World(rows, [*SMALL, 2]), 5)
    assert assets(found)[2] == (1, True)
    place = found.assets.nodes.tolist().index(2)
    assert [row.edge for row in rows_of(World(rows, [*SMALL, 2]), found.path(found.assets.entry[place]))] == [
        2
    ]


def test_a_declared_edge_affects_no_job():
    assert assets(ask(World([Row(5, 7, 1, 0, COLUMN)], SMALL), 5)) == {1: (1, True)}


def test_a_reader_that_uses_other_columns_is_not_affected_and_a_silent_one_is():
    rows = [Row(0, 3, 3, 0, READS), Row(6, 7, 3, 1, COLUMN), Row(0, 4, 4, 2, READS)]
    assert assets(ask(World(rows, SMALL), 5)) == {4: (1, False)}


def test_a_job_that_tells_columns_of_one_input_still_hides_those_of_another():
    rows = [
        Row(0, 3, 3, 0, READS), Row(1, 3, 3, 1, READS), Row(3, 2, 3, 2, WRITES), Row(6, 9, 3, 3, COLUMN)
    ]  # fmt: skip
    assert assets(ask(World(rows, [*SMALL, 2]), 5)) == {}
    assert assets(ask(World(rows, [*SMALL, 2]), 5, 7)) == {2: (1, False), 3: (1, False)}


def test_of_two_silent_ways_through_a_job_the_shorter_counts():
    rows = [
        Row(5, 7, 4, 0, COLUMN), Row(1, 3, 3, 1, READS), Row(0, 3, 3, 2, READS), Row(3, 2, 3, 3, WRITES)
    ]  # fmt: skip
    assert assets(ask(World(rows, SMALL), 5))[2] == (1, False)


def test_a_job_hands_on_to_the_jobs_it_feeds_only_when_it_is_affected():
    rows = [
        Row(0, 3, 3, 0, READS), Row(6, 7, 3, 1, COLUMN), Row(3, 4, 4, 2, JOB_FEEDS), Row(4, 2, 4, 3, WRITES)
    ]  # fmt: skip
    assert assets(ask(World(rows, SMALL), 5)) == {}
    assert assets(ask(World(rows, SMALL), 6)) == {
        1: (1, True), 2: (1, False), 3: (1, True), 4: (1, False)
    }  # fmt: skip


def test_a_column_made_from_another_of_the_same_dataset_is_affected():
    assert answer(ask(World([Row(5, 6, 0, 0, COLUMN)], SMALL), 5)) == ({6: 1}, {0: (1, True)})


def test_a_root_job_may_affect_all_it_writes():
    world = World([Row(3, 1, 3, 0, WRITES, False), Row(7, 9, 4, 1, COLUMN)], [*SMALL, 2])
    assert assets(ask(world, 3)) == {1: (1, False)}


def chain(length: int, with_columns: bool) -> Graph:
    """Datasets with a column each, every one fed by the one before."""
    at, columns = np.arange(length), length + 1 + np.arange(length)
    source = np.concatenate([at, columns]) if with_columns else at
    count = len(source)
    arcs = Arcs.from_columns(
        source=source, target=source + 1, owner=np.tile(at + 1, 2)[:count], edge=np.arange(count),
        kind=np.repeat([FEEDS, COLUMN], length)[:count], flows=np.ones(count), since=np.zeros(count),
        until=np.full(count, FOREVER),
    )  # fmt: skip
    parent = np.concatenate([np.full(length + 1, -1), np.arange(length + 1)])
    return Graph.build(arcs, parent.astype(np.int32))


@pytest.mark.parametrize("with_columns", [True, False])
def test_a_chain_of_ten_thousand_hops_is_walked_to_its_end(with_columns):
    found = affected(chain(10_000, with_columns), [10_001], "downstream", at=NOW)
    assert found.assets.depth.tolist() == list(range(1, 10_001))
    assert found.assets.known.all() == with_columns
    assert len(found.path(int(found.assets.entry[-1]))) == 10_000
