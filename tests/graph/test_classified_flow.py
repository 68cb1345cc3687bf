"""Where a class goes: against every path tried out, one mark at a time."""

from hypothesis import given
from hypothesis import strategies as st

from headwater.graph.classified_flow import ClassifiedFlow, FlowPart, classified_flow
from headwater.model.classification import Effect, Level, Mark, passed_on

from .reference import COLUMN, COLUMN_INDIRECT, COLUMN_TO_DATASET, Row, World, brings_values
from .worlds import COLUMN_KINDS, COLUMNS, NOW, times, worlds

marks = st.builds(Mark, st.sampled_from(Level), st.booleans()).filter(lambda mark: mark.matters)
SECRET = Mark(Level.RESTRICTED, pii=True)


@st.composite
def marked_worlds(draw):
    """Column arcs, mostly direct, with effects."""
    world = draw(worlds((COLUMN, COLUMN, COLUMN, *COLUMN_KINDS), max_edges=40))
    edges = {row.edge for row in world.rows}
    effect = {edge: draw(st.sampled_from(Effect)) for edge in sorted(edges)}
    return World([row._replace(effect=int(effect[row.edge])) for row in world.rows], world.parent)


def height(mark: Mark) -> tuple[int, bool]:
    return mark.level, mark.pii


def arrivals(world: World, source: int, mark: Mark, at: int) -> dict[tuple[int, Mark], int]:
    """By column and mark: the fewest hops after which that mark arrives there."""
    rows = [row for row in world.alive(at) if brings_values(row)]
    found, frontier, hop = {(source, mark): 0}, {(source, mark)}, 0
    while frontier:
        hop += 1
        further = {
            (row.target, passed_on(carried, Effect(row.effect)))
            for row in rows
            for node, carried in frontier
            if node == row.source and carried.matters
        }
        frontier = further - found.keys()
        found |= dict.fromkeys(frontier, hop)
    return found


def expected(world: World, source: int, mark: Mark, at: int):
    found = {key: hops for key, hops in arrivals(world, source, mark, at).items() if key[0] != source}
    best: dict[int, tuple[tuple[int, bool], int]] = {}
    for (node, arrived), hops in found.items():
        best[node] = max(best.get(node, ((-1, False), 0)), (height(arrived), -hops))
    alive = {node for (node, arrived) in found if arrived.matters}
    carried = {node: (Mark(Level(level), pii), -hops) for node, ((level, pii), hops) in best.items()}
    near = {node: hops for (node, arrived), hops in sorted(found.items(), key=lambda one: -one[1])
            if arrived.matters} | {source: 0}  # fmt: skip
    uses: dict[int, int] = {}
    for row in world.alive(at):
        if not brings_values(row) and row.source in near and row.target not in alive | {source}:
            hops = near[row.source] + 1
            uses[row.target] = min(hops, uses.get(row.target, hops))
    return (
        {node: arrived for node, arrived in carried.items() if node in alive},
        {node: hops for node, (_, hops) in carried.items() if node not in alive},
        uses,
    )


def depths(part: FlowPart) -> dict[int, int]:
    return dict(zip(part.nodes.tolist(), part.depth.tolist(), strict=True))


def answer(found: ClassifiedFlow):
    carried = depths(found.carried).items()
    return (
        {node: (found.carried.mark(place), hops) for place, (node, hops) in enumerate(carried)},
        depths(found.ended),
        depths(found.indirect),
    )


@given(marked_worlds(), st.sampled_from(COLUMNS), marks, times)
def test_each_column_has_the_highest_mark_that_arrives_by_its_shortest_path(world, source, mark, at):
    found = classified_flow(world.graph(), source, mark, at=at)
    assert answer(found) == expected(world, source, mark, at)


@given(marked_worlds(), st.sampled_from(COLUMNS), marks)
def test_following_a_path_gives_the_mark_and_the_depth_that_are_given(world, source, mark):
    graph = world.graph()
    found = classified_flow(graph, source, mark, at=NOW)
    for part in (found.carried, found.ended):
        for place, node in enumerate(part.nodes.tolist()):
            arcs = found.path(int(part.entry[place]))
            carried, at = mark, source
            for arc in arcs:
                assert graph.arcs.source[arc] == at
                carried, at = passed_on(carried, Effect(graph.arcs.effect[arc])), graph.arcs.target[arc]
            assert (at, len(arcs), carried) == (node, part.depth[place], part.mark(place))


def test_masking_ends_a_class_and_aggregation_lowers_it():
    rows = [
        Row(1, 2, 9, 0, COLUMN), Row(1, 3, 9, 1, COLUMN, effect=Effect.LOWERS),
        Row(1, 4, 9, 2, COLUMN, effect=Effect.ENDS), Row(4, 5, 9, 3, COLUMN),
    ]  # fmt: skip
    found = classified_flow(World(rows, [-1, *[0] * 8, -1]).graph(), 1, SECRET, at=NOW)
    assert answer(found) == ({2: (SECRET, 1), 3: (Mark(Level.CONFIDENTIAL), 1)}, {4: 1}, {})


def test_an_indirect_use_is_kept_apart_and_not_walked_on_from():
    rows = [
        Row(1, 2, 9, 0, COLUMN_INDIRECT), Row(2, 3, 9, 1, COLUMN), Row(1, 0, 9, 2, COLUMN_TO_DATASET)
    ]  # fmt: skip
    found = classified_flow(World(rows, [-1, *[0] * 8, -1]).graph(), 1, SECRET, at=NOW)
    assert answer(found) == ({}, {}, {2: 1, 0: 1})


def test_values_that_get_into_a_dataset_as_a_whole_are_there():
    rows = [Row(1, 0, 9, 0, COLUMN_TO_DATASET, whole=True)]
    found = classified_flow(World(rows, [-1, 9, -1, *[-1] * 7]).graph(), 1, SECRET, at=NOW)
    assert answer(found) == ({0: (SECRET, 1)}, {}, {})


def test_a_longer_path_that_keeps_more_is_preferred():
    rows = [
        Row(1, 3, 9, 0, COLUMN, effect=Effect.HASHES), Row(1, 2, 9, 1, COLUMN), Row(2, 3, 9, 2, COLUMN)
    ]  # fmt: skip
    found = classified_flow(World(rows, [-1, *[0] * 8, -1]).graph(), 1, SECRET, at=NOW)
    assert answer(found)[0] == {2: (SECRET, 1), 3: (SECRET, 2)}


def test_what_is_public_flows_nowhere_of_interest():
    world = World([Row(1, 2, 9, 0, COLUMN)], [-1, *[0] * 8, -1])
    assert answer(classified_flow(world.graph(), 1, Mark(Level.PUBLIC), at=NOW)) == ({}, {}, {})
    assert answer(classified_flow(world.graph(), 700, SECRET, at=NOW)) == ({}, {}, {})
