"""How data gets from one node to another: the simple paths between them, shortest first."""

from dataclasses import dataclass
from datetime import datetime

from psycopg_pool import ConnectionPool

from headwater.errors import BadParameterError
from headwater.graph import Graph, Level, Path, paths
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.lineage import edges as drawing
from headwater.questions.lineage.edges import Atlas, Edge, Line
from headwater.questions.lineage.walk import instant
from headwater.questions.live_graph import LiveGraph
from headwater.questions.resolve import Target
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection


@dataclass(frozen=True, slots=True)
class PathQuestion:
    source: str
    target: str
    source_column: str | None = None
    target_column: str | None = None
    as_of: datetime | None = None
    indirect: bool = False
    limit: int = 20


@dataclass(frozen=True, slots=True)
class DrawnPath:
    """`edges` join the nodes in their order; a hop from dataset to dataset can show the job between."""

    hops: int
    nodes: tuple[NodeName, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class PathAnswer:
    """`complete` is false when a bound cut the search; `on_path` counts the nodes on any way between."""

    source: NodeName
    target: NodeName
    level: Level
    as_of: datetime | None
    position: int
    paths: tuple[DrawnPath, ...]
    complete: bool
    on_path: int


class LineagePaths:
    def __init__(self, pool: ConnectionPool[Connection], live: LiveGraph) -> None:
        self._pool = pool
        self._live = live

    def between(self, question: PathQuestion) -> PathAnswer:
        with self._pool.connection() as connection:
            source = resolve.target(connection, question.source, question.source_column)
            target = resolve.target(connection, question.target, question.target_column)
            snapshot, level = self._live.snapshot, _level(source, target)
            found = paths.between(
                snapshot.graph,
                source.subject.id,
                target.subject.id,
                at=instant(question.as_of),
                level=level,
                indirect=question.indirect,
                limit=question.limit,
            )
            return PathAnswer(
                source=source.subject,
                target=target.subject,
                level=level,
                as_of=question.as_of,
                position=snapshot.position,
                paths=_drawn(connection, snapshot.graph, found.found),
                complete=found.complete,
                on_path=len(found.on_path),
            )


def _level(source: Target, target: Target) -> Level:
    """Columns as soon as one end is a column; a dataset at the other end stands for all its columns."""
    if source.column is None and target.column is None:
        return "dataset"
    if NodeKind.JOB in (source.node.kind, target.node.kind):
        raise BadParameterError("target", "there is no path between a column and a job")
    return "column"


def _drawn(connection: Connection, graph: Graph, found: tuple[Path, ...]) -> tuple[DrawnPath, ...]:
    lines = {path: _lines(graph, path) for path in found}
    atlas = Atlas(
        connection,
        {node for path in found for node in path.nodes},
        [line for path_lines in lines.values() for line in path_lines],
    )
    return tuple(
        DrawnPath(
            hops=path.hops,
            nodes=tuple(atlas.name(node) for node in path.nodes),
            edges=tuple(atlas.edge(line) for line in lines[path]),
        )
        for path in found
    )


def _lines(graph: Graph, path: Path) -> list[Line]:
    """Each arc once: one that shows its job between two datasets fills two places of the path."""
    return drawing.plain(graph, list(dict.fromkeys(path.arcs)))
