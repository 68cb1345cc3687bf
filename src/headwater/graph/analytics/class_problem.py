"""The classes of columns as problems that tasks solve on their own: whole components, small ones together."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from scipy.sparse.csgraph import connected_components

from headwater.graph.analytics.class_propagation import (
    LEVELS,
    PERSONAL,
    ClassState,
    ColumnLinks,
    Inherited,
    Numbers,
    inherit,
    propagate,
)
from headwater.graph.analytics.flow_graph import adjacency
from headwater.graph.analytics.record_batches import record_batch

# About a second of work for one core, so that the stream never waits longer for a slot.
ARCS_PER_PROBLEM = 200_000

SOLVED = pa.schema(
    [
        *((name, pa.int64()) for name in ("column_id", "level", "inherited_level")),
        *((name, pa.int64()) for name in ("source_id", "via_edge", "depth", "lowered_by")),
        *(
            (name, pa.int64())
            for name in ("pii", "inherited_pii", "pii_source_id", "pii_via_edge", "pii_depth")
        ),
    ]
)


@dataclass(frozen=True, slots=True, eq=False)
class ClassProblem:
    """Columns, the arcs between them, and what is known of their level and of the flag from the start."""

    links: ColumnLinks
    levels: ClassState
    personal: ClassState


def split(problem: ClassProblem, arcs: int = ARCS_PER_PROBLEM) -> list[ClassProblem]:
    """Problems of about so many arcs, no component divided; without declarations there is nothing to do."""
    links = problem.links
    count, component = connected_components(
        adjacency(links.size, links.source, links.target), connection="weak"
    )
    # One more than its arcs, as a column without any still is work.
    weight = np.bincount(component[links.source], minlength=count) + 1
    seeded = np.zeros(count, np.bool_)
    seeded[component[(problem.levels.level > 0) | (problem.personal.level > 0)]] = True
    number = np.where(seeded, np.cumsum(weight * seeded) // arcs, -1)[component]
    return [_subproblem(problem, number == wanted) for wanted in np.unique(number[number >= 0]).tolist()]


def _subproblem(problem: ClassProblem, nodes: Numbers) -> ClassProblem:
    links, moved = problem.links, np.cumsum(nodes) - 1
    # Components are never divided, so the target of an arc is wherever its source is.
    chosen = nodes[links.source]
    ends = moved[links.source[chosen]], moved[links.target[chosen]]
    inner = ColumnLinks.build(links.ids[nodes], *ends, links.edge[chosen], links.effect[chosen])
    return ClassProblem(inner, _select(problem.levels, nodes), _select(problem.personal, nodes))


def _select(state: ClassState, nodes: Numbers) -> ClassState:
    return ClassState(state.level[nodes], state.depth[nodes], state.origin[nodes], state.lowered[nodes])


def solve(problems: list[ClassProblem], number: int) -> Iterator[pa.RecordBatch]:
    """The columns of one problem that matter: those with a class above public, or personal data."""
    problem = problems[number]
    levels = propagate(problem.links, problem.levels, LEVELS)
    personal = propagate(problem.links, problem.personal, PERSONAL)
    inherited, flag = inherit(problem.links, levels, LEVELS), inherit(problem.links, personal, PERSONAL)
    rows = np.flatnonzero((levels.level > 0) | (personal.level > 0))
    yield record_batch(
        SOLVED,
        column_id=problem.links.ids[rows],
        level=levels.level[rows],
        pii=personal.level[rows],
        **_inherited_columns(inherited, rows, "inherited_level", ""),
        lowered_by=inherited.lowered[rows],
        **_inherited_columns(flag, rows, "inherited_pii", "pii_"),
    )


def _inherited_columns(inherited: Inherited, rows: Numbers, level: str, prefix: str) -> dict[str, pa.Array]:
    nothing = inherited.level[rows] == 0
    return {
        level: inherited.level[rows],
        f"{prefix}source_id": pa.array(inherited.origin[rows], mask=nothing),
        f"{prefix}via_edge": pa.array(inherited.via[rows], mask=nothing),
        f"{prefix}depth": inherited.depth[rows],
    }
