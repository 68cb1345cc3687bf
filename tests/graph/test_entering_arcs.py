"""The arcs that lead into a page of a walk's result."""

from hypothesis import given
from hypothesis import strategies as st

from headwater.graph import arcs_into, reach
from headwater.graph.graph import Direction

from . import reference
from .reference import COLUMN, COLUMN_INDIRECT, COLUMN_TO_DATASET, FEEDS, JOB_FEEDS, READS, WRITES, Row, World
from .worlds import COLUMN_KINDS, COLUMNS, DATASET_KINDS, DATASETS, JOBS, NOW, times, worlds


def entries(world: World, root: int, page: list[int], direction="downstream", limit=100, **options):
    """The edges into the page, and whether there were more."""
    graph = world.graph()
    found = arcs_into(graph, reach(graph, [root], direction, at=NOW, **options), page, limit=limit)
    return sorted(graph.arcs.edge[found.arcs].tolist()), found.cut


HUB = World(
    [
        Row(0, 5, 5, 0, READS),
        Row(1, 5, 5, 1, READS),
        Row(5, 2, 5, 2, WRITES),
        Row(2, 3, 5, 3, FEEDS),
        Row(0, 3, 3, 4, FEEDS),
        Row(3, 2, 2, 5, FEEDS, True, 0, 50),
    ],
    [-1] * 7,
)


def test_flow_through_a_job_shows_both_of_its_sides():
    assert entries(HUB, 0, [2]) == ([0, 2], False)


def test_arcs_from_the_root_and_from_siblings_are_shown_but_not_dead_ones():
    assert entries(HUB, 0, [3]) == ([3, 4], False)
    assert entries(HUB, 0, [2, 3]) == ([0, 2, 3, 4], False)


def test_upstream_is_the_mirror_image():
    assert entries(HUB, 2, [0, 1], "upstream") == ([0, 1, 2], False)


def test_a_limit_cuts_and_says_so():
    arcs, cut = entries(HUB, 0, [2, 3], limit=3)
    assert (len(arcs), cut) == (3, True)
    assert entries(HUB, 0, [2, 3], limit=2) == ([0, 2], True)
    assert entries(HUB, 0, [2, 3], limit=4) == ([0, 2, 3, 4], False)


def test_a_job_that_was_met_can_be_on_the_page():
    assert entries(HUB, 0, [5]) == ([0], False)


def test_a_job_between_jobs_is_shown_when_data_came_through_it():
    rows = [Row(0, 5, 5, 0, READS), Row(5, 6, 6, 1, JOB_FEEDS), Row(6, 1, 6, 2, WRITES)]
    idle = [Row(4, 5, 5, 3, READS), Row(4, 6, 6, 4, READS)]
    assert entries(World(rows + idle, [-1] * 7), 0, [1]) == ([0, 1, 2], False)


def test_a_job_that_reads_nothing_reached_is_left_out():
    other = [Row(4, 6, 6, 8, READS), Row(6, 2, 6, 9, WRITES)]
    assert entries(World(HUB.rows + other, HUB.parent), 0, [2]) == ([0, 2], False)


def test_upstream_data_does_not_come_back_by_a_write_that_does_not_flow():
    rows = [Row(0, 5, 5, 0, READS), Row(5, 1, 5, 1, WRITES), Row(2, 1, 1, 2, FEEDS)]
    attached = Row(5, 2, 5, 3, WRITES, flows=False)
    assert entries(World([*rows, attached], [-1] * 6), 1, [0], "upstream") == ([0, 1], False)


def test_indirect_arcs_are_shown_only_when_the_walk_follows_them():
    world = World([Row(2, 3, 1, 0, COLUMN), Row(2, 3, 1, 1, COLUMN_INDIRECT)], [-1, -1, 0, 1])
    assert entries(world, 2, [3], level="column") == ([0], False)
    assert entries(world, 2, [3], level="column", indirect=True) == ([0, 1], False)


def test_a_dataset_as_a_whole_is_as_near_as_its_nearest_column():
    rows = [Row(3, 5, 2, 0, COLUMN), Row(4, 3, 1, 1, COLUMN), Row(6, 5, 2, 2, COLUMN)]
    world = World([*rows, Row(6, 1, 1, 3, COLUMN_TO_DATASET)], [-1, -1, -1, 1, 1, 2, 0])
    assert entries(world, 5, [6], "upstream", level="column", indirect=True) == ([2, 3], False)


def test_a_root_job_enters_by_a_write_that_does_not_flow():
    world = World([Row(0, 5, 5, 0, READS), Row(5, 1, 5, 1, WRITES, flows=False)], [-1] * 6)
    assert entries(world, 5, [1]) == ([1], False)


def test_a_column_is_entered_by_the_arc_to_its_whole_dataset():
    world = World([Row(2, 1, 1, 0, COLUMN_TO_DATASET)], [-1, -1, 0, 1, 1])
    assert entries(world, 2, [4], level="column", indirect=True) == ([0], False)
    assert entries(world, 4, [2], "upstream", level="column", indirect=True) == ([0], False)


def test_upstream_of_values_a_dataset_as_a_whole_is_not_where_its_columns_are():
    """The walk from 4 came to 2 by its own arc, and not by the one from 2 into its dataset."""
    arcs = [Row(2, 4, 1, 0, COLUMN), Row(2, 0, 0, 1, COLUMN_TO_DATASET, whole=True)]
    world = World(arcs, [-1, -1, 0, 0, 1])
    assert entries(world, 4, [2], "upstream", level="column", indirect=False) == ([0], False)


@given(worlds(DATASET_KINDS, 40), st.sampled_from([*DATASETS, *JOBS]), st.booleans(), times)
def test_arcs_into_datasets_are_those_of_the_reference(world, root, downstream, at):
    graph = world.graph()
    found = reach(graph, [root], "downstream" if downstream else "upstream", at=at)
    depth, _ = reference.reach(world, root, downstream, at, "dataset")
    for node, bound in depth.items():
        within = {root} | {n for n, d in depth.items() if d <= bound}
        arcs = arcs_into(graph, found, [node]).arcs
        expected = reference.dataset_entries(world, at, root, within, node, downstream)
        assert set(graph.arcs.edge[arcs].tolist()) == expected


@given(worlds(COLUMN_KINDS), st.sampled_from(COLUMNS), st.booleans(), st.booleans(), times)
def test_arcs_into_columns_are_those_of_the_reference(world, root, downstream, indirect, at):
    graph = world.graph()
    direction: Direction = "downstream" if downstream else "upstream"
    found = reach(graph, [root], direction, at=at, level="column", indirect=indirect)
    depth, _ = reference.reach(world, root, downstream, at, "column", indirect)
    near = {root: 0} | depth
    for node, bound in depth.items():
        within = {n for n, d in near.items() if d <= bound}
        expected = {
            row.edge
            for row in world.alive(at)
            if reference.column_hop(world, [row], within, downstream, indirect)[0] & {node}
        }
        arcs = arcs_into(graph, found, [node]).arcs
        assert set(graph.arcs.edge[arcs].tolist()) == expected
