"""Parts of the column graph that a task solves on its own: whole components, small ones many to a part."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from scipy.sparse.csgraph import connected_components

from headwater.pipeline.analytics.classes import (
    LEVELS,
    PERSONAL,
    Inherited,
    Links,
    Numbers,
    Standing,
    inherited,
    settled,
)
from headwater.pipeline.analytics.flow import matrix
from headwater.pipeline.analytics.spread import batch_of

# About a second of work for one core, so that the stream never waits longer for a slot.
ARCS_A_PART = 200_000

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
class Part:
    """Columns, the arcs between them, and what is known of their level and of the flag from the start."""

    links: Links
    levels: Standing
    personal: Standing


def cut(part: Part, arcs: int = ARCS_A_PART) -> list[Part]:
    """Parts of about so many arcs, no component divided; where nothing is declared nothing is to do."""
    links = part.links
    count, component = connected_components(matrix(links.size, links.source, links.target), connection="weak")
    weight = np.bincount(component[links.source], minlength=count) + 1
    seeded = np.zeros(count, np.bool_)
    seeded[component[(part.levels.level > 0) | (part.personal.level > 0)]] = True
    number = np.where(seeded, np.cumsum(weight * seeded) // arcs, -1)[component]
    return [_taken(part, number == wanted) for wanted in np.unique(number[number >= 0]).tolist()]


def _taken(part: Part, nodes: Numbers) -> Part:
    links, moved = part.links, np.cumsum(nodes) - 1
    chosen = nodes[links.source]
    ends = moved[links.source[chosen]], moved[links.target[chosen]]
    inner = Links.of(links.ids[nodes], *ends, links.edge[chosen], links.effect[chosen])
    return Part(inner, _of(part.levels, nodes), _of(part.personal, nodes))


def _of(standing: Standing, nodes: Numbers) -> Standing:
    return Standing(
        standing.level[nodes], standing.depth[nodes], standing.origin[nodes], standing.lowered[nodes]
    )


def solve(parts: list[Part], number: int) -> Iterator[pa.RecordBatch]:
    """The columns of one part that matter: those with a class above public, or personal data."""
    part = parts[number]
    levels = settled(part.links, part.levels, LEVELS)
    personal = settled(part.links, part.personal, PERSONAL)
    handed, flag = inherited(part.links, levels, LEVELS), inherited(part.links, personal, PERSONAL)
    rows = np.flatnonzero((levels.level > 0) | (personal.level > 0))
    yield batch_of(
        SOLVED,
        column_id=part.links.ids[rows],
        level=levels.level[rows],
        pii=personal.level[rows],
        **_told(handed, rows, "inherited_level", ""),
        lowered_by=handed.lowered[rows],
        **_told(flag, rows, "inherited_pii", "pii_"),
    )


def _told(handed: Inherited, rows: Numbers, level: str, prefix: str) -> dict[str, pa.Array]:
    nothing = handed.level[rows] == 0
    return {
        level: handed.level[rows],
        f"{prefix}source_id": pa.array(handed.origin[rows], mask=nothing),
        f"{prefix}via_edge": pa.array(handed.via[rows], mask=nothing),
        f"{prefix}depth": handed.depth[rows],
    }
