"""Where data comes from and goes to: everything that a dataset, column or job reaches, a page at a time."""

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Annotated, Any, NamedTuple

import numpy as np

from headwater.answers.lineage import Direction, Level, ReachedNode, Walk, WalkTotals
from headwater.errors import BadParameterError
from headwater.graph import Graph, Reach, arcs_into, reach
from headwater.graph.arcs import Ints
from headwater.model.ids import NodeKind
from headwater.questions import resolve
from headwater.questions.lineage import coverage, edges
from headwater.questions.lineage.edges import EdgeLine, NameLookup
from headwater.questions.parameters import (
    AsOf,
    Asset,
    Column,
    Cursor,
    Depth,
    Indirect,
    Jobs,
    Limit,
    WalkLevel,
)
from headwater.questions.reading import Reading, instant_known
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.store.queries import teams
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.paging import DEFAULT_LIMIT, Number, decode, encode
from headwater.store.queries.rows import Connection

TeamNodes = Annotated[
    str | None,
    Parameter(
        "List only what belongs to this team; the way there may lead through others.",
        examples=("finance-data",),
    ),
]
# Nodes that feed one another may have far more edges than there are nodes on a page.
MAX_EDGES = 5000


class WalkCursor(NamedTuple):
    depth: Number
    node: Number


@dataclass(frozen=True, slots=True)
class WalkRequest:
    """`level` follows from the name when unset: columns for a column, datasets for anything else."""

    asset: str
    direction: Direction
    column: str | None = None
    level: Level | None = None
    depth: int | None = None
    as_of: datetime | None = None
    jobs: bool = True
    indirect: bool = False
    limit: int = DEFAULT_LIMIT
    cursor: str | None = None
    team: str | None = None


@question("/graph/upstream", topic="graph", lists=("nodes", "edges"))
def graph_upstream(
    reading: Reading,
    asset: Asset,
    column: Column = None,
    level: WalkLevel = None,
    depth: Depth = None,
    as_of: AsOf = None,
    jobs: Jobs = True,
    indirect: Indirect = False,
    team: TeamNodes = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Walk:
    """Everything that a dataset, column or job is made from."""
    return walk(
        reading,
        WalkRequest(asset, "upstream", column, level, depth, as_of, jobs, indirect, limit, cursor, team),
    )


@question("/graph/downstream", topic="graph", lists=("nodes", "edges"))
def graph_downstream(
    reading: Reading,
    asset: Asset,
    column: Column = None,
    level: WalkLevel = None,
    depth: Depth = None,
    as_of: AsOf = None,
    jobs: Jobs = True,
    indirect: Indirect = False,
    team: TeamNodes = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Walk:
    """Everything that is made from a dataset, column or job."""
    return walk(
        reading,
        WalkRequest(asset, "downstream", column, level, depth, as_of, jobs, indirect, limit, cursor, team),
    )


def walk(reading: Reading, request: WalkRequest) -> Walk:
    after = decode(request.cursor, WalkCursor)
    root = _root(reading.connection, request)
    level = request.level or ("column" if root.kind == NodeKind.COLUMN else "dataset")
    walked = _walked(reading.graph, root, request, level)
    shows_jobs = request.jobs and level == "dataset"
    listed = _of_team(reading, walked, request.team)
    page = _Page.cut(listed, shows_jobs, after, request.limit)
    return _answer(reading, request, root, walked, listed, page)


def _of_team(reading: Reading, walked: Reach, name: str | None) -> Reach:
    """What of it belongs to a team; a column belongs where its dataset does."""
    team = known_team(reading.connection, name)
    if team is None:
        return walked
    own = np.array(teams.owned_nodes(reading.connection, team), np.int32)
    parent = reading.graph.parent[walked.nodes]
    nodes = np.isin(np.where(parent >= 0, parent, walked.nodes), own)
    jobs = np.isin(walked.jobs, own)
    return replace(
        walked,
        nodes=walked.nodes[nodes],
        depth=walked.depth[nodes],
        jobs=walked.jobs[jobs],
        job_depth=walked.job_depth[jobs],
    )


def _root(connection: Connection, request: WalkRequest) -> NodeName:
    root = resolve.target(connection, request.asset, request.column, field="asset").subject
    if root.kind == NodeKind.JOB and request.level == "column":
        raise BadParameterError("level", "a job has no columns: ask for a dataset or a column")
    if root.kind == NodeKind.COLUMN and request.level == "dataset":
        raise BadParameterError("level", "a column can't be walked at dataset level: leave out the column")
    return root


def _walked(graph: Graph, root: NodeName, request: WalkRequest, level: Level) -> Reach:
    return reach(
        graph,
        [root.id],
        request.direction,
        at=instant_known(graph, request.as_of),
        max_depth=request.depth,
        level=level,
        indirect=request.indirect,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Page:
    """One slice of what was reached, in the order of depth, then id.

    Between columns the job is named on the edge: it has no place of its own there.
    """

    nodes: Ints
    depth: Ints
    shows_jobs: bool
    next_cursor: str | None

    @classmethod
    def cut(cls, walked: Reach, shows_jobs: bool, after: WalkCursor | None, limit: int) -> "_Page":
        keys = _keys(walked.nodes, walked.depth)
        if shows_jobs:
            keys = np.sort(np.concatenate([keys, _keys(walked.jobs, walked.job_depth)]))
        first = 0 if after is None else int(np.searchsorted(keys, sort_key(*after), side="right"))
        shown = keys[first : first + limit]
        nodes, depth = (shown & 0xFFFFFFFF).astype(np.int32), (shown >> 32).astype(np.int32)
        more = first + limit < len(keys)
        cursor = encode(int(depth[-1]), int(nodes[-1])) if more and len(shown) else None
        return cls(nodes, depth, shows_jobs, cursor)


def _keys(nodes: Ints, depth: Ints) -> Any:
    # Depth and node in one number: a single sort and a single search serve for both.
    return (depth.astype(np.int64) << 32) | nodes


def sort_key(depth: int, node: int) -> int:
    """A cursor is anyone's to write: numbers that no page could hold are brought into range."""
    return (min(max(depth, 0), 2**31 - 1) << 32) | min(max(node, 0), 2**31 - 1)


def _answer(
    reading: Reading, request: WalkRequest, root: NodeName, walked: Reach, listed: Reach, page: _Page
) -> Walk:
    """`listed` is the part of what was walked that was asked for; the way there may lead through the rest."""
    lines, cut = _lines(reading.graph, walked, page)
    gaps = coverage.datasets(reading.graph, walked) if walked.level == "column" else None
    also_named = () if gaps is None else gaps[: coverage.SHOWN].tolist()
    lookup = NameLookup(reading.labels, [*page.nodes.tolist(), *also_named], lines)
    return Walk(
        root=root.answer,
        direction=walked.direction,
        level=walked.level,
        as_of=request.as_of,
        position=reading.position,
        total=_totals(reading.graph, listed, page.shows_jobs),
        nodes=tuple(
            ReachedNode(lookup.node(node), depth)
            for node, depth in zip(page.nodes.tolist(), page.depth.tolist(), strict=True)
        ),
        edges=tuple(lookup.edge(line) for line in lines),
        edges_truncated=cut,
        truncated_by_depth=walked.deeper,
        next_cursor=page.next_cursor,
        unknown=None if gaps is None else coverage.unknown(lookup, gaps),
    )


def _lines(graph: Graph, walked: Reach, page: _Page) -> tuple[list[EdgeLine], bool]:
    """The edges by which the walk enters this page."""
    entries = arcs_into(graph, walked, page.nodes, limit=MAX_EDGES)
    arcs = entries.arcs.tolist()
    if page.shows_jobs or walked.level == "column":
        return edges.plain(graph, arcs), entries.cut
    # Folding multiplies what a job reads by what it writes. One more than is shown tells of the rest.
    lines = list(islice(edges.folded(graph, arcs, frozenset(walked.roots.tolist())), MAX_EDGES + 1))
    return lines[:MAX_EDGES], entries.cut or len(lines) > MAX_EDGES


def _totals(graph: Graph, walked: Reach, shows_jobs: bool) -> WalkTotals:
    # Only columns have a parent; a walk by columns may reach datasets as a whole, too.
    columns, reached = int(np.count_nonzero(graph.parent[walked.nodes] >= 0)), len(walked.nodes)
    listed = reached + len(walked.jobs) if shows_jobs else reached
    return WalkTotals(listed, reached - columns, columns, len(walked.jobs))
