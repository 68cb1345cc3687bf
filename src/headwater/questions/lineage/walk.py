"""Where data comes from and goes to: everything that a dataset, column or job reaches, a page at a time."""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from psycopg_pool import ConnectionPool

from headwater.errors import BadParameterError
from headwater.graph import FOREVER, Direction, Graph, Level, Reach, arcs_into, reach
from headwater.graph.arcs import Ints
from headwater.model.ids import NodeKind
from headwater.model.times import to_micros
from headwater.questions import resolve
from headwater.questions.lineage import coverage
from headwater.questions.lineage import edges as drawing
from headwater.questions.lineage.coverage import Unknown
from headwater.questions.lineage.edges import Atlas, Edge, Line
from headwater.questions.live_graph import LiveGraph
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import DEFAULT_LIMIT, Number, decode, encode
from headwater.store.queries.rows import Connection


class Key(NamedTuple):
    depth: Number
    node: Number


# An arc that is still open is alive at any time, so the last instant of all asks for the present.
PRESENT = FOREVER - 1
MAX_EDGES = 5000


@dataclass(frozen=True, slots=True)
class Question:
    """`level` follows from the name when unset: columns for a column, datasets for anything else."""

    name: str
    direction: Direction
    column: str | None = None
    level: Level | None = None
    depth: int | None = None
    as_of: datetime | None = None
    jobs: bool = True
    indirect: bool = False
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Reached:
    node: NodeName
    depth: int


@dataclass(frozen=True, slots=True)
class Totals:
    """Over the whole walk, whatever the page shows."""

    nodes: int
    datasets: int
    columns: int
    jobs: int


@dataclass(frozen=True, slots=True)
class Answer:
    root: NodeName
    direction: Direction
    level: Level
    as_of: datetime | None
    position: int
    total: Totals
    nodes: tuple[Reached, ...]
    edges: tuple[Edge, ...]
    edges_truncated: bool
    truncated_by_depth: bool
    next_cursor: str | None
    unknown: Unknown | None


def instant(moment: datetime | None) -> int:
    return PRESENT if moment is None else to_micros(moment)


class Lineage:
    def __init__(self, pool: ConnectionPool[Connection], live: LiveGraph) -> None:
        self._pool = pool
        self._live = live

    def walk(self, question: Question) -> Answer:
        after = decode(question.cursor, Key)
        with self._pool.connection() as connection:
            root = _root(connection, question)
            # Taken after the name was resolved: whoever has a number is in this graph or a later one.
            snapshot = self._live.snapshot
            level = question.level or ("column" if root.kind == NodeKind.COLUMN else "dataset")
            walked = _walked(snapshot.graph, root, question, level)
            page = _Page.of(walked, _shows_jobs(question, level), after, question.limit)
            return _answer(connection, snapshot.graph, question, root, walked, page, snapshot.position)


def _root(connection: Connection, question: Question) -> NodeName:
    root = resolve.target(connection, question.name, question.column).subject
    if root.kind == NodeKind.JOB and question.level == "column":
        raise BadParameterError("level", "a job has no columns: ask for a dataset or a column")
    if root.kind == NodeKind.COLUMN and question.level == "dataset":
        raise BadParameterError("level", "a column can't be walked at dataset level: leave out the column")
    return root


def _walked(graph: Graph, root: NodeName, question: Question, level: Level) -> Reach:
    return reach(
        graph,
        [root.id],
        question.direction,
        at=instant(question.as_of),
        max_depth=question.depth,
        level=level,
        indirect=question.indirect,
    )


def _shows_jobs(question: Question, level: Level) -> bool:
    """Between columns the job is named on the edge: it has no place of its own there."""
    return question.jobs and level == "dataset"


@dataclass(frozen=True, slots=True, eq=False)
class _Page:
    """One slice of what was reached, in the order of depth, then id."""

    nodes: Ints
    depth: Ints
    shows_jobs: bool
    next_cursor: str | None

    @classmethod
    def of(cls, walked: Reach, shows_jobs: bool, after: Key | None, limit: int) -> "_Page":
        keys = _keys(walked.nodes, walked.depth)
        if shows_jobs:
            keys = np.sort(np.concatenate([keys, _keys(walked.jobs, walked.job_depth)]))
        first = 0 if after is None else int(np.searchsorted(keys, _key(*after), side="right"))
        shown = keys[first : first + limit]
        nodes, depth = (shown & 0xFFFFFFFF).astype(np.int32), (shown >> 32).astype(np.int32)
        more = first + limit < len(keys)
        cursor = encode(int(depth[-1]), int(nodes[-1])) if more and len(shown) else None
        return cls(nodes, depth, shows_jobs, cursor)


def _keys(nodes: Ints, depth: Ints) -> Any:
    return (depth.astype(np.int64) << 32) | nodes


def _key(depth: int, node: int) -> int:
    """A cursor is anyone's to write: numbers that no page could hold are brought into range."""
    return (min(max(depth, 0), 2**31 - 1) << 32) | min(max(node, 0), 2**31 - 1)


def _answer(
    connection: Connection,
    graph: Graph,
    question: Question,
    root: NodeName,
    walked: Reach,
    page: _Page,
    position: int,
) -> Answer:
    lines, cut = _lines(graph, walked, page)
    spots = coverage.datasets(graph, walked) if walked.level == "column" else None
    named = [*page.nodes.tolist(), *(spots[: coverage.SHOWN].tolist() if spots is not None else ())]
    atlas = Atlas(connection, named, lines)
    return Answer(
        root=root,
        direction=walked.direction,
        level=walked.level,
        as_of=question.as_of,
        position=position,
        total=_totals(graph, walked),
        nodes=tuple(
            Reached(atlas.name(node), depth)
            for node, depth in zip(page.nodes.tolist(), page.depth.tolist(), strict=True)
        ),
        edges=tuple(atlas.edge(line) for line in lines),
        edges_truncated=cut,
        truncated_by_depth=walked.deeper,
        next_cursor=page.next_cursor,
        unknown=None if spots is None else _unknown(atlas, spots),
    )


def _lines(graph: Graph, walked: Reach, page: _Page) -> tuple[list[Line], bool]:
    """The edges by which the walk enters this page."""
    entries = arcs_into(graph, walked, page.nodes, limit=MAX_EDGES)
    arcs = entries.arcs.tolist()
    if page.shows_jobs or walked.level == "column":
        return drawing.plain(graph, arcs), entries.cut
    lines = list(islice(drawing.folded(graph, arcs, frozenset(walked.roots.tolist())), MAX_EDGES + 1))
    return lines[:MAX_EDGES], entries.cut or len(lines) > MAX_EDGES


def _totals(graph: Graph, walked: Reach) -> Totals:
    columns = int(np.count_nonzero(graph.parent[walked.nodes] >= 0))
    return Totals(len(walked.nodes), len(walked.nodes) - columns, columns, len(walked.jobs))


def _unknown(atlas: Atlas, spots: Ints) -> Unknown:
    return Unknown(len(spots), tuple(atlas.name(node) for node in spots[: coverage.SHOWN].tolist()))
