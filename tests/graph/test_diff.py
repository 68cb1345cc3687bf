"""What appeared and vanished between two times."""

from hypothesis import given
from hypothesis import strategies as st

from headwater.graph import FOREVER, diff

from .reference import FEEDS, Row, World
from .worlds import PARENT, times, worlds


def alive_edges(world: World, at: int, touching: set[int]) -> set[int]:
    return {row.edge for row in world.alive(at) if touching & {row.source, row.target}}


@given(worlds(), times, times, st.none() | st.sets(st.sampled_from(range(len(PARENT)))))
def test_a_diff_is_the_difference_of_the_sets_of_alive_edges(world, earlier, later, nodes):
    touching = set(range(len(PARENT))) if nodes is None else nodes
    before, after = (alive_edges(world, at, touching) for at in (earlier, later))
    found = diff.between(world.graph(), earlier, later, nodes=None if nodes is None else sorted(nodes))
    assert found.appeared.edges.tolist() == sorted(after - before)
    assert found.vanished.edges.tolist() == sorted(before - after)


@given(worlds(), times, times)
def test_each_change_carries_the_arc_that_tells_when_it_happened(world, one, other):
    earlier, later = sorted((one, other))
    graph = world.graph()
    found = diff.between(graph, earlier, later)
    for edge, arc in zip(found.appeared.edges, found.appeared.arcs, strict=True):
        when = graph.arcs.since[arc]
        assert edge == graph.arcs.edge[arc]
        assert earlier < when <= later
        assert edge not in alive_edges(world, when - 1, set(range(17)))
        assert all(edge in alive_edges(world, at, set(range(17))) for at in range(when, later + 1))
    for edge, arc in zip(found.vanished.edges, found.vanished.arcs, strict=True):
        when = graph.arcs.until[arc]
        assert edge == graph.arcs.edge[arc]
        assert earlier < when <= later
        assert edge not in alive_edges(world, when, set(range(17)))
        assert all(edge in alive_edges(world, at, set(range(17))) for at in range(earlier, when))


def test_an_edge_that_stops_flowing_neither_appears_nor_vanishes():
    rows = [Row(0, 1, 1, 7, FEEDS, True, 0, 5), Row(0, 1, 1, 7, FEEDS, False, 5, FOREVER)]
    found = diff.between(World(rows, [-1, -1]).graph(), 3, 8)
    assert (len(found.appeared.edges), len(found.vanished.edges)) == (0, 0)


def test_an_edge_that_changed_on_the_way_appeared_when_it_first_did():
    rows = [Row(0, 1, 1, 7, FEEDS, True, 4, 5), Row(0, 1, 1, 7, FEEDS, False, 5, 9)]
    graph = World(rows, [-1, -1]).graph()
    appeared, vanished = diff.between(graph, 1, 8).appeared, diff.between(graph, 4, 10).vanished
    assert graph.arcs.since[appeared.arcs].tolist() == [4]
    assert graph.arcs.until[vanished.arcs].tolist() == [9]
