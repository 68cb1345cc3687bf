"""How much lies downstream and upstream of every dataset, and what of it is critical; each thing once."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from headwater.graph.arcs import Ints
from headwater.graph.index import Index
from headwater.pipeline.analytics.counting import (
    EXACT_ITEMS,
    Floats,
    Items,
    Numbers,
    below,
    distinct,
    largest,
)
from headwater.pipeline.analytics.flow import Flow
from headwater.pipeline.analytics.layers import Layers, layers
from headwater.pipeline.analytics.pairs import Pairs, all_pairs

Flags = NDArray[np.bool_]

UPSTREAM, OWNERS = "upstream", "downstream_owners"
DOWNSTREAM, JOBS = "downstream", "downstream_jobs"
KINDS = (DOWNSTREAM, UPSTREAM, JOBS, "downstream_dashboards", "downstream_critical", OWNERS)

# Where counts are estimated, a dataset that seems to reach no more than this is counted out.
SMALL = 200


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """Ids of the datasets that are dashboards, and of those that are critical; who owns which dataset."""

    dashboards: Ints
    critical: Ints
    owned: Ints
    owner: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """All that counting needs, whatever the kind: nodes are those of the flow, with a few more behind them.

    An edge between two datasets may be a job's: that job is met, though nothing flows through it. So it is
    one more node, at the end of the flow, with the job's identity.
    """

    flow: Flow
    down: Layers
    up: Layers
    held: dict[str, Items]
    """By kind, which node holds what."""
    component: Ints
    estimated: frozenset[str]

    @property
    def datasets(self) -> Ints:
        return np.flatnonzero(~self.flow.hub).astype(np.int32)


def survey(flow: Flow, owner: Ints, traits: Traits, estimated: frozenset[str] | None = None) -> Survey:
    """`owner` has the job that makes each arc of the flow, -1 if none does or it stands in the way anyhow."""
    wide = _with_owners(flow, owner)
    held = _held(wide, flow.size, traits)
    chosen = _too_large(wide, held) if estimated is None else estimated
    down = layers(wide.size, wide.source, wide.target)
    up = layers(wide.size, wide.target, wide.source)
    return Survey(wide, down, up, held, wide.components, chosen)


def estimated_kinds(flow: Flow, owner: Ints, traits: Traits) -> frozenset[str]:
    """The kinds of things of which some component holds too many to count them exactly."""
    wide = _with_owners(flow, owner)
    return _too_large(wide, _held(wide, flow.size, traits))


def _too_large(wide: Flow, held: dict[str, Items]) -> frozenset[str]:
    component = wide.components.astype(np.int64)
    return frozenset(kind for kind in KINDS if largest(held[kind], component) > EXACT_ITEMS)


def _with_owners(flow: Flow, owner: Ints) -> Flow:
    made = np.flatnonzero(owner >= 0)
    jobs, place = np.unique(owner[made], return_inverse=True)
    source = np.concatenate([flow.source, flow.source[made]])
    target = np.concatenate([flow.target, (flow.size + place).astype(np.int32)])
    ids, hub = np.concatenate([flow.ids, jobs]), np.concatenate([flow.hub, np.ones(len(jobs), np.bool_)])
    return Flow(ids.astype(np.int32), hub, source, target, np.concatenate([flow.arc, flow.arc[made]]))


def _held(wide: Flow, size: int, traits: Traits) -> dict[str, Items]:
    datasets, jobs = np.flatnonzero(~wide.hub), np.flatnonzero(wide.hub)
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


def _items(node: NDArray[np.integer], identity: Ints) -> Items:
    return Items(node.astype(np.int64), identity.astype(np.int64))


def counted(surveyed: Survey, kind: str) -> Floats:
    """By dataset, how many different things of this kind it reaches; whole numbers unless estimated."""
    drawn = surveyed.up if kind == UPSTREAM else surveyed.down
    held, nodes = surveyed.held[kind], surveyed.datasets
    component = np.zeros(drawn.size, np.int64)
    component[drawn.group] = surveyed.component
    items = Items(drawn.group[held.group].astype(np.int64), held.identity)
    count = below(drawn, items, component, estimated=kind in surveyed.estimated)[drawn.group[nodes]]
    # In a cycle everything reaches itself, but nothing is downstream of itself. An owner is another matter:
    # who owns a dataset in a cycle also owns something downstream of it.
    itself = drawn.cyclic[drawn.group[nodes]] & np.isin(nodes, held.group) & (kind != OWNERS)
    return np.maximum(count - itself, 0)


def small(surveyed: Survey, counts: dict[str, Floats]) -> Flags:
    """Which datasets are better counted out, where counts are estimated: that costs what they reach."""
    seem = counts[DOWNSTREAM] + counts[JOBS] + counts[UPSTREAM]
    return (seem <= SMALL) & bool(surveyed.estimated)


def counted_out(surveyed: Survey, nodes: Ints) -> dict[str, Numbers]:
    """The counts of these nodes of the flow, by visiting everything that they reach."""
    wide, none = surveyed.flow, np.zeros(surveyed.flow.size, np.bool_)
    down = Flow(wide.ids, none, wide.source, wide.target, wide.arc)
    up = Flow(wide.ids, none, wide.target, wide.source, wide.arc)
    pairs = {
        False: Pairs.joined(list(all_pairs(down, nodes, None))),
        True: Pairs.joined(list(all_pairs(up, nodes, None))),
    }
    return {kind: _distinct(surveyed, kind, nodes, pairs[kind == UPSTREAM]) for kind in KINDS}


def _distinct(surveyed: Survey, kind: str, nodes: Ints, pairs: Pairs) -> Numbers:
    held, ancestor, descendant = surveyed.held[kind], pairs.ancestor, pairs.descendant
    if kind == OWNERS:
        inside = nodes[surveyed.down.cyclic[surveyed.down.group[nodes]]]
        ancestor, descendant = np.concatenate([ancestor, inside]), np.concatenate([descendant, inside])
    index = Index.build(held.group.astype(np.int32), surveyed.flow.size)
    times = index.start[descendant + 1] - index.start[descendant]
    once = distinct(np.repeat(ancestor, times), held.identity[index.members(descendant)])
    return np.bincount(once, minlength=surveyed.flow.size)[nodes]


def in_blocks(nodes: Ints, size: int) -> Iterator[Ints]:
    for begin in range(0, len(nodes), size):
        yield nodes[begin : begin + size]
