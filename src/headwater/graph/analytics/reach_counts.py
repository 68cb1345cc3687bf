"""How much lies downstream and upstream of every dataset, and what of it is critical; each thing once."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from headwater.graph.analytics.distinct_counts import (
    EXACT_ITEMS,
    Floats,
    HeldItems,
    Numbers,
    count_below,
    distinct,
    largest_component,
)
from headwater.graph.analytics.flow_graph import FlowGraph
from headwater.graph.analytics.layers import Layers, layers
from headwater.graph.analytics.pairs import Pairs, all_pairs
from headwater.graph.arcs import Ints
from headwater.graph.index import Index

Flags = NDArray[np.bool_]

UPSTREAM, OWNERS = "upstream", "downstream_owners"
DOWNSTREAM, JOBS = "downstream", "downstream_jobs"
KINDS = (DOWNSTREAM, UPSTREAM, JOBS, "downstream_dashboards", "downstream_critical", OWNERS)

# Where counts are estimated, what seems to reach no more than this is counted by visiting all of it.
SMALL = 200


@dataclass(frozen=True, slots=True, eq=False)
class DatasetTraits:
    """Ids of the datasets that are dashboards, and of those that are critical; who owns which dataset."""

    dashboards: Ints
    critical: Ints
    owned: Ints
    owner: Ints


@dataclass(frozen=True, slots=True, eq=False)
class ReachProblem:
    """What counting needs for all kinds of things: nodes are those of the flow, with a few more behind them.

    An edge between two datasets may be a job's: that job is met, though nothing flows through it. So it is
    one more node, at the end of the flow, with the job's identity.
    """

    flow: FlowGraph
    down: Layers
    up: Layers
    held: dict[str, HeldItems]
    """By kind, which node holds what."""
    component: Ints
    estimated: frozenset[str]

    @property
    def datasets(self) -> Ints:
        return np.flatnonzero(~self.flow.hub).astype(np.int32)


def reach_problem(
    flow: FlowGraph, owner: Ints, traits: DatasetTraits, estimated: frozenset[str] | None = None
) -> ReachProblem:
    """`owner` has the job that makes each arc of the flow, -1 if none does or it is a node of the flow."""
    wide = _with_owners(flow, owner)
    held = _held(wide, flow.size, traits)
    chosen = _too_large(wide, held) if estimated is None else estimated
    down = layers(wide.size, wide.source, wide.target)
    up = layers(wide.size, wide.target, wide.source)
    return ReachProblem(wide, down, up, held, wide.components, chosen)


def estimated_kinds(flow: FlowGraph, owner: Ints, traits: DatasetTraits) -> frozenset[str]:
    """The kinds of things of which some component holds too many to count them exactly."""
    wide = _with_owners(flow, owner)
    return _too_large(wide, _held(wide, flow.size, traits))


def _too_large(wide: FlowGraph, held: dict[str, HeldItems]) -> frozenset[str]:
    component = wide.components.astype(np.int64)
    return frozenset(kind for kind in KINDS if largest_component(held[kind], component) > EXACT_ITEMS)


def _with_owners(flow: FlowGraph, owner: Ints) -> FlowGraph:
    made = np.flatnonzero(owner >= 0)
    jobs, place = np.unique(owner[made], return_inverse=True)
    source = np.concatenate([flow.source, flow.source[made]])
    target = np.concatenate([flow.target, (flow.size + place).astype(np.int32)])
    ids, hub = np.concatenate([flow.ids, jobs]), np.concatenate([flow.hub, np.ones(len(jobs), np.bool_)])
    return FlowGraph(ids.astype(np.int32), hub, source, target, np.concatenate([flow.arc, flow.arc[made]]))


def _held(wide: FlowGraph, size: int, traits: DatasetTraits) -> dict[str, HeldItems]:
    datasets, jobs = np.flatnonzero(~wide.hub), np.flatnonzero(wide.hub)
    # Ids ascend only up to here: the nodes for owning jobs lie behind those of the flow.
    known = wide.ids[:size]
    place = np.searchsorted(known, traits.owned)
    inside = place < size
    inside[inside] = known[place[inside]] == traits.owned[inside]
    chosen = {
        DOWNSTREAM: datasets,
        UPSTREAM: datasets,
        JOBS: jobs,
        "downstream_dashboards": datasets[np.isin(wide.ids[datasets], traits.dashboards)],
        "downstream_critical": datasets[np.isin(wide.ids[datasets], traits.critical)],
    }
    held = {kind: _items(nodes, wide.ids[nodes]) for kind, nodes in chosen.items()}
    return held | {OWNERS: _items(place[inside], traits.owner[inside])}


def _items(node: NDArray[np.integer], identity: Ints) -> HeldItems:
    return HeldItems(node.astype(np.int64), identity.astype(np.int64))


def count_kind(problem: ReachProblem, kind: str) -> Floats:
    """By dataset, how many different things of this kind it reaches; whole numbers unless estimated."""
    layered = problem.up if kind == UPSTREAM else problem.down
    held, nodes = problem.held[kind], problem.datasets
    component = np.zeros(layered.size, np.int64)
    component[layered.group] = problem.component
    items = HeldItems(layered.group[held.group].astype(np.int64), held.identity)
    count = count_below(layered, items, component, estimated=kind in problem.estimated)[layered.group[nodes]]
    # In a cycle everything reaches itself, but nothing is downstream of itself. An owner is another matter:
    # who owns a dataset in a cycle also owns something downstream of it.
    itself = layered.cyclic[layered.group[nodes]] & np.isin(nodes, held.group) & (kind != OWNERS)
    return np.maximum(count - itself, 0)


def worth_visiting(problem: ReachProblem, counts: dict[str, Floats]) -> Flags:
    """Which datasets are better counted by visiting, where counts are estimated: it costs what they reach."""
    seem = counts[DOWNSTREAM] + counts[JOBS] + counts[UPSTREAM]
    return (seem <= SMALL) & bool(problem.estimated)


def count_by_visiting(problem: ReachProblem, nodes: Ints) -> dict[str, Numbers]:
    """The counts of these nodes of the flow, by visiting everything that they reach."""
    wide, none = problem.flow, np.zeros(problem.flow.size, np.bool_)
    down = FlowGraph(wide.ids, none, wide.source, wide.target, wide.arc)
    up = FlowGraph(wide.ids, none, wide.target, wide.source, wide.arc)
    pairs = {
        False: Pairs.joined(list(all_pairs(down, nodes, None))),
        True: Pairs.joined(list(all_pairs(up, nodes, None))),
    }
    return {kind: _distinct(problem, kind, nodes, pairs[kind == UPSTREAM]) for kind in KINDS}


def _distinct(problem: ReachProblem, kind: str, nodes: Ints, pairs: Pairs) -> Numbers:
    held, ancestor, descendant = problem.held[kind], pairs.ancestor, pairs.descendant
    if kind == OWNERS:
        # Pairs leave out a node as its own descendant; for owners in a cycle it counts, as in `count_kind`.
        inside = nodes[problem.down.cyclic[problem.down.group[nodes]]]
        ancestor, descendant = np.concatenate([ancestor, inside]), np.concatenate([descendant, inside])
    index = Index.build(held.group.astype(np.int32), problem.flow.size)
    times = index.start[descendant + 1] - index.start[descendant]
    found = distinct(np.repeat(ancestor, times), held.identity[index.members(descendant)])
    return np.bincount(found, minlength=problem.flow.size)[nodes]


def blocks(nodes: Ints, size: int) -> Iterator[Ints]:
    for begin in range(0, len(nodes), size):
        yield nodes[begin : begin + size]
