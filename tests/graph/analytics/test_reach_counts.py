"""Counts of what lies downstream and upstream: exact in small components, close in large ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.graph.analytics import distinct_counts
from headwater.graph.analytics.flow_graph import FlowGraph
from headwater.graph.analytics.reach_counts import (
    KINDS,
    DatasetTraits,
    ReachProblem,
    count_by_visiting,
    count_kind,
    reach_problem,
)
from headwater.graph.arcs import Ints
from tests.graph.analytics.graphs import NODES, Arc, arcs, flow_of, reached

JOBS = {7, 8}
DATASETS = [node for node in range(NODES) if node not in JOBS]
NO_TRAITS = DatasetTraits(*(np.zeros(0, np.int32) for _ in range(4)))

owned = st.lists(st.tuples(st.sampled_from(DATASETS), st.integers(0, 2)), max_size=6, unique=True)
chosen = st.sets(st.sampled_from(DATASETS), max_size=3)


def traits_of(dashboards: set[int], critical: set[int], owned: list[tuple[int, int]]) -> DatasetTraits:
    pairs = np.array(sorted(owned), np.int32).reshape(-1, 2)
    return DatasetTraits(ints(dashboards), ints(critical), pairs[:, 0].copy(), pairs[:, 1].copy())


def ints(numbers: set[int] | list[int]) -> Ints:
    return np.array(sorted(numbers), np.int32)


def no_owner(flow: FlowGraph) -> Ints:
    return np.full(len(flow.source), -1, np.int32)


def expected(
    arcs: list[Arc], owner: list[int], traits: tuple[set[int], set[int], list[tuple[int, int]]], root: int
) -> dict[str, int]:
    dashboards, critical, owned = traits
    all_below = reached(arcs, root)
    below, above = all_below - {root}, reached([(t, s) for s, t in arcs], root) - {root}
    at = all_below | {root}
    met = {job for (source, _), job in zip(arcs, owner, strict=True) if job >= 0 and source in at}
    return {
        "downstream": len(below - JOBS),
        "upstream": len(above - JOBS),
        "downstream_jobs": len((below & JOBS) | met),
        "downstream_dashboards": len(below & dashboards),
        "downstream_critical": len(below & critical),
        "downstream_owners": len({owner for dataset, owner in owned if dataset in all_below}),
    }


@given(arcs, st.lists(st.sampled_from([-1, -1, 7, 8, 20]), min_size=20, max_size=20), chosen, chosen, owned)
def test_small_graphs_are_counted_exactly_and_by_visiting_alike(
    arcs: list[Arc], owner: list[int], dashboards: set[int], critical: set[int], owned: list[tuple[int, int]]
) -> None:
    traits, owner = (dashboards, critical, owned), owner[: len(arcs)]
    problem = reach_problem(flow_of(arcs, hubs=JOBS), np.array(owner, np.int32), traits_of(*traits))
    wanted = [expected(arcs, owner, traits, root) for root in DATASETS]
    for kind in KINDS:
        assert count_kind(problem, kind).tolist() == [row[kind] for row in wanted], kind
    visited = count_by_visiting(problem, problem.datasets)
    for kind in KINDS:
        assert visited[kind].tolist() == [row[kind] for row in wanted], kind


def test_counts_do_not_depend_on_how_many_passes_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    # A star of three thousand: one pass over bits or registers, or three and eight.
    exact, estimated = star(3000), star(3000, frozenset(KINDS))
    at_once = count_kind(estimated, "downstream").tolist()
    assert count_kind(exact, "downstream").tolist() == [3000.0] + [0.0] * 3000
    monkeypatch.setattr(distinct_counts, "PASS_BYTES", 0)
    assert count_kind(exact, "downstream").tolist() == [3000.0] + [0.0] * 3000
    assert count_kind(estimated, "downstream").tolist() == at_once
    assert exact.estimated == frozenset()


def star(size: int, estimated: frozenset[str] | None = None) -> ReachProblem:
    flow = flow_of(((0, n) for n in range(1, size + 1)), size=size + 1)
    return reach_problem(flow, no_owner(flow), NO_TRAITS, estimated)


@pytest.mark.parametrize("size", [10_000, 100_000])
def test_large_components_are_estimated_within_four_standard_errors(size: int) -> None:
    problem = star(size)
    assert problem.estimated == {"downstream", "upstream"}
    assert count_kind(problem, "downstream")[0] == pytest.approx(size, rel=4 * distinct_counts.ERROR)


@pytest.mark.parametrize("size", [1, 50, 300, 2000, 5000])
def test_estimates_have_no_bias_where_registers_are_half_empty(size: int) -> None:
    """The mean of forty independent estimates: plain HyperLogLog is off by several percent at 2,500."""
    groups = 40
    flow = flow_of(
        ((g, groups + g * size + n) for g in range(groups) for n in range(size)), size=groups * (size + 1)
    )
    problem = reach_problem(flow, no_owner(flow), NO_TRAITS, frozenset(KINDS))
    mean = count_kind(problem, "downstream")[:groups].mean()
    assert mean == pytest.approx(size, rel=4 * distinct_counts.ERROR / groups**0.5)


def test_an_estimate_does_not_depend_on_what_else_is_in_the_graph() -> None:
    arcs = [(n, n + 1) for n in range(500)]
    whole = flow_of([*arcs, (0, 600), (600, 601)], size=700)
    part = whole.subgraph(np.arange(700) < 501)
    every = frozenset(KINDS)
    alone = count_kind(reach_problem(part, no_owner(part), NO_TRAITS, every), "downstream")
    among = count_kind(reach_problem(whole, no_owner(whole), NO_TRAITS, every), "downstream")
    assert alone[1:501].tolist() == among[1:501].tolist()


def test_a_chain_of_twenty_thousand_datasets_is_counted() -> None:
    flow = flow_of(((n, n + 1) for n in range(20_000)), size=20_001)
    problem = reach_problem(flow, no_owner(flow), NO_TRAITS)
    counts = count_kind(problem, "downstream")
    assert counts[0] == pytest.approx(20_000, rel=4 * distinct_counts.ERROR)
    few = np.arange(19_900, 20_001, dtype=np.int32)
    assert count_by_visiting(problem, few)["downstream"].tolist() == list(range(100, -1, -1))
