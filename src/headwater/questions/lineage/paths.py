"""How data gets from one node to another: the simple paths between them, shortest first."""

from typing import Annotated

from headwater.answers.lineage import Level, Path, Paths
from headwater.errors import BadParameterError
from headwater.graph import Graph
from headwater.graph import paths as graph_paths
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.lineage import edges
from headwater.questions.lineage.edges import EdgeLine, NameLookup
from headwater.questions.parameters import AsOf, Column, EndOfPath, Indirect
from headwater.questions.reading import Reading, instant_known
from headwater.questions.registry import Parameter, question
from headwater.questions.resolve import ResolvedName

# The number of simple paths can grow exponentially with the graph.
DEFAULT_PATHS, MAX_PATHS = 20, 100

PathLimit = Annotated[
    int, Parameter(f"Maximum number of paths. Default {DEFAULT_PATHS}.", minimum=1, maximum=MAX_PATHS)
]


@question("/graph/paths", topic="graph")
def paths(
    reading: Reading,
    source: EndOfPath,
    target: EndOfPath,
    source_column: Column = None,
    target_column: Column = None,
    as_of: AsOf = None,
    indirect: Indirect = False,
    limit: PathLimit = DEFAULT_PATHS,
) -> Paths:
    """How data gets from one node to another: the simple paths between them, shortest first."""
    begin = resolve.target(reading.connection, source, source_column)
    end = resolve.target(reading.connection, target, target_column)
    level = _level(begin, end)
    found = graph_paths.between(
        reading.graph,
        begin.subject.id,
        end.subject.id,
        at=instant_known(reading.graph, as_of),
        level=level,
        indirect=indirect,
        limit=limit,
    )
    return Paths(
        source=begin.subject.answer,
        target=end.subject.answer,
        level=level,
        as_of=as_of,
        position=reading.position,
        paths=_named(reading, found.found),
        complete=found.complete,
        on_path=len(found.on_path),
    )


def _level(source: ResolvedName, target: ResolvedName) -> Level:
    """Columns as soon as one end is a column; a dataset at the other end stands for all its columns."""
    if source.column is None and target.column is None:
        return "dataset"
    if NodeKind.JOB in (source.node.kind, target.node.kind):
        raise BadParameterError("target", "there is no path between a column and a job")
    return "column"


def _named(reading: Reading, found: tuple[graph_paths.NodePath, ...]) -> tuple[Path, ...]:
    lines = {path: _lines(reading.graph, path) for path in found}
    # One lookup for all paths, as they share many of their nodes.
    lookup = NameLookup(
        reading.labels,
        {node for path in found for node in path.nodes},
        [line for path_lines in lines.values() for line in path_lines],
    )
    return tuple(
        Path(
            hops=path.hops,
            nodes=tuple(lookup.node(node) for node in path.nodes),
            edges=tuple(lookup.edge(line) for line in lines[path]),
        )
        for path in found
    )


def _lines(graph: Graph, path: graph_paths.NodePath) -> list[EdgeLine]:
    """Each arc once: one that shows its job between two datasets fills two places of the path."""
    return edges.plain(graph, list(dict.fromkeys(path.arcs)))
