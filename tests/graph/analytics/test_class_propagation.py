"""Classes settle at the fixed point, at the least depth, and say where they come from."""

from collections.abc import Mapping, Sequence

import numpy as np
from hypothesis import given

from headwater.graph.analytics.class_propagation import (
    LEVELS,
    PERSONAL,
    ClassState,
    ColumnLinks,
    inherit,
    propagate,
)
from headwater.model.classification import Effect, Level, Mark
from tests.graph.analytics.graphs import NODES, fixed_point, labels, links

Link = tuple[int, int, Effect]


def links_of(links: Sequence[Link], size: int = NODES) -> ColumnLinks:
    source, target, effect = np.array(links, np.int64).reshape(-1, 3).T
    return ColumnLinks.build(np.arange(size), source, target, np.arange(len(source)), effect)


def declared_levels(declared: Mapping[int, Mark], size: int = NODES) -> ClassState:
    levels = np.array([int(declared[n].level) if n in declared else 0 for n in range(size)])
    return ClassState.declared(levels, np.arange(size))


@given(links, labels)
def test_every_column_settles_at_the_fixed_point(links: list[Link], declared: dict[int, Mark]) -> None:
    expected = fixed_point(links, declared)
    given_, personal = (
        links_of(links),
        np.array([int(n in declared and declared[n].pii) for n in range(NODES)]),
    )
    level = propagate(given_, declared_levels(declared), LEVELS).level
    flag = propagate(given_, ClassState.declared(personal, np.arange(NODES)), PERSONAL).level
    assert {n: Mark(Level(level[n]), bool(flag[n])) for n in range(NODES)} == expected


@given(links, labels)
def test_a_class_can_be_followed_back_edge_by_edge_to_where_it_was_declared(
    links: list[Link], declared: dict[int, Mark]
) -> None:
    given_ = links_of(links)
    state = propagate(given_, declared_levels(declared), LEVELS)
    gained = inherit(given_, state, LEVELS)
    for node in np.flatnonzero(gained.level > state.level[np.arange(NODES)] - 1).tolist():
        if state.depth[node] == 0:
            continue
        steps, at = 0, node
        while state.depth[at]:
            source, target, _ = links[gained.via[at]]
            assert (target, gained.level[at]) == (at, state.level[at])
            steps, at = steps + 1, source
        assert (steps, at) == (state.depth[node], state.origin[node])
        assert at in declared


def test_level_decides_before_depth_and_depth_before_the_edge() -> None:
    declared = {0: Mark(Level.CONFIDENTIAL), 1: Mark(Level.RESTRICTED), 2: Mark(Level.RESTRICTED)}
    near, far, twin = (0, 3, Effect.KEEPS), (1, 4, Effect.KEEPS), (2, 4, Effect.KEEPS)
    given_ = links_of([near, twin, far, (4, 3, Effect.KEEPS)], size=5)
    state = propagate(given_, declared_levels(declared, 5), LEVELS)
    assert (state.level[3], state.depth[3], state.origin[3]) == (Level.RESTRICTED, 2, 2)


def test_what_lowered_a_class_is_remembered() -> None:
    declared = {0: Mark(Level.RESTRICTED)}
    given_ = links_of([(0, 1, Effect.LOWERS), (1, 2, Effect.KEEPS), (2, 3, Effect.HASHES)], size=4)
    state = propagate(given_, declared_levels(declared, 4), LEVELS)
    assert state.level.tolist() == [3, 2, 2, 1]
    assert state.lowered.tolist() == [0, 2, 2, 6]


def test_a_declared_column_still_tells_what_it_inherits() -> None:
    declared = {0: Mark(Level.CONFIDENTIAL), 1: Mark(Level.CONFIDENTIAL)}
    given_ = links_of([(0, 1, Effect.KEEPS)], size=2)
    gained = inherit(given_, propagate(given_, declared_levels(declared, 2), LEVELS), LEVELS)
    assert (gained.level.tolist(), gained.origin[1], gained.depth[1]) == ([0, 2], 0, 1)


def test_a_column_in_a_cycle_inherits_nothing_from_itself() -> None:
    given_ = links_of([(0, 1, Effect.KEEPS), (1, 0, Effect.KEEPS)], size=2)
    state = propagate(given_, declared_levels({0: Mark(Level.INTERNAL)}, 2), LEVELS)
    assert inherit(given_, state, LEVELS).level.tolist() == [0, 1]


def test_a_chain_of_twenty_thousand_columns_settles() -> None:
    chain = [(n, n + 1, Effect.KEEPS) for n in range(20_000)]
    # One below each link, so that as many depths wait for the next level.
    lowered = [(n, n + 20_001, Effect.LOWERS) for n in range(20_000)]
    given_ = links_of(chain + lowered, size=40_001)
    state = propagate(given_, declared_levels({0: Mark(Level.RESTRICTED)}, 40_001), LEVELS)
    assert (state.depth[20_000], state.level[20_000]) == (20_000, Level.RESTRICTED)
    assert (state.depth[40_000], state.level[40_000]) == (20_000, Level.CONFIDENTIAL)
