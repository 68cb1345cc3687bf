"""Small random worlds for properties: few nodes, so that cycles and shared jobs are common."""

from typing import Any

from hypothesis import strategies as st

from headwater.graph import FOREVER, ArcKind

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
)

DATASETS = range(0, 5)
JOBS = range(5, 9)
COLUMNS = range(9, 17)
PARENT = [-1] * 9 + [0, 0, 1, 1, 2, 2, 3, 3]  # dataset 4 has no columns
TIMES = range(0, 12)
NOW = 100

ENDS = {
    READS: (DATASETS, JOBS),
    WRITES: (JOBS, DATASETS),
    FEEDS: (DATASETS, DATASETS),
    COLUMN: (COLUMNS, COLUMNS),
    COLUMN_INDIRECT: (COLUMNS, COLUMNS),
    COLUMN_TO_DATASET: (COLUMNS, DATASETS),
    JOB_FEEDS: (JOBS, JOBS),
}


# Spans of one edge, each with whether it flows: apart, touching, once or again, closed or open.
LIVES = [
    tuple((flows, since, until) for (since, until), flows in zip(spans, pattern, strict=False))
    for spans in (
        [(0, FOREVER)],
        [(0, FOREVER)],
        [(6, FOREVER)],
        [(2, 7)],
        [(0, 4), (4, FOREVER)],
        [(1, 3), (5, 9)],
        [(1, 5), (5, 8), (8, 11)],
        [(0, 2), (6, FOREVER)],
    )
    for pattern in ((True, False, True), (False, True, True))
]


def owners(kind: ArcKind, source: int, target: int) -> list[int]:
    """Who may own such an edge: its job, or any job, or the target dataset when declared."""
    if kind in ONE_JOB:
        return [(source, target)[ONE_JOB[kind]]]
    return [PARENT[target] if PARENT[target] >= 0 else target, *JOBS]


ONE_JOB = {READS: 1, WRITES: 0, JOB_FEEDS: 1}
LINKS = {
    kind: [(s, t, o, kind) for s in sources for t in targets for o in owners(kind, s, t)]
    for kind, (sources, targets) in ENDS.items()
}


def worlds(kinds: tuple[ArcKind, ...] = tuple(ArcKind), max_edges: int = 24) -> st.SearchStrategy[World]:
    link = st.one_of([st.sampled_from(LINKS[kind]) for kind in kinds])
    edge = st.tuples(link, st.sampled_from(LIVES))
    # Left to itself, a list strategy prefers short lists, in which little happens.
    return st.integers(0, max_edges).flatmap(lambda n: st.lists(edge, min_size=n, max_size=n)).map(_world)


def _world(edges: list[Any]) -> World:
    rows = [
        Row(source, target, owner, edge, kind, flows, since, until, whole=kind in WHOLE and edge % 3 == 0)
        for edge, ((source, target, owner, kind), life) in enumerate(edges)
        for flows, since, until in life
    ]
    return World(rows[::-1], PARENT)


WHOLE = (READS, FEEDS, COLUMN_TO_DATASET)
COLUMN_KINDS = (COLUMN, COLUMN_INDIRECT, COLUMN_TO_DATASET)
DATASET_KINDS = (READS, WRITES, FEEDS, JOB_FEEDS)
times = st.sampled_from(TIMES)
