"""All that happened to a dataset or job, or upstream of it, newest first."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from headwater.answers.base import Node
from headwater.answers.dataset_history import Happening, Timeline
from headwater.graph import reach
from headwater.graph.arcs import ArcKind
from headwater.questions import resolve
from headwater.questions.history.filters import Since, Until, named
from headwater.questions.history.judged_changes import answered, judged
from headwater.questions.parameters import Cursor, Limit
from headwater.questions.reading import PRESENT, Reading
from headwater.questions.registry import Parameter, question
from headwater.store.queries import schema_history, timeline
from headwater.store.queries.paging import DEFAULT_LIMIT
from headwater.store.queries.timeline import HappeningFilter, HappeningRow

# Of what lies upstream, the nearest.
MOST_NODES = 500

OfEntity = Annotated[
    str, Parameter("The dataset or job, any name of it.", examples=("sales.orders",), min_length=1)
]
WithUpstream = Annotated[bool, Parameter("What happened upstream of it as well. Default false.")]


@question("/timeline", topic="history", lists=("items",))
def entity_timeline(
    reading: Reading,
    entity: OfEntity,
    upstream: WithUpstream = False,
    since: Since = None,
    until: Until = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Timeline:
    """All that happened to a dataset and the jobs that write it: versions, runs, tests, signals, drops."""
    root = resolve.entity(reading.connection, entity, field="entity")
    nodes = _nodes(reading, root.id, upstream)
    chosen = nodes[:MOST_NODES]
    members = _members(reading, chosen)
    page = timeline.happened(reading.connection, HappeningFilter(members, since, until), limit, cursor)
    names = named(reading.connection, {_canonical(reading, row.node_id) for row in page.items})
    schemas = _schemas(reading, page.items)
    items = tuple(_item(reading, row, names, schemas) for row in page.items)
    return Timeline(root.answer, upstream, len(chosen), len(nodes) > MOST_NODES, items, page.next_cursor)


def _nodes(reading: Reading, root: int, upstream: bool) -> list[int]:
    """The entity, and the jobs that write it; or all that lies upstream, the nearest first."""
    graph = reading.graph
    if root >= graph.size:
        return [root]
    if upstream:
        walked = reach(graph, [root], "upstream", at=PRESENT)
        depth = np.concatenate([walked.depth, walked.job_depth])
        found = np.concatenate([walked.nodes, walked.jobs])[np.argsort(depth, kind="stable")]
        return list(dict.fromkeys([root, *found.tolist()]))
    arcs = graph.into.members(np.array([root], np.int32))
    writers = arcs[graph.arcs.kind[arcs] == ArcKind.WRITES]
    return list(dict.fromkeys([root, *graph.arcs.source[writers].tolist()]))


def _members(reading: Reading, nodes: Sequence[int]) -> list[int]:
    canonical = reading.snapshot.nodes.canonical
    found = np.flatnonzero(np.isin(canonical, np.asarray(nodes, np.int32)))
    return sorted({*found.tolist(), *nodes})


def _canonical(reading: Reading, number: int) -> int:
    canonical = reading.snapshot.nodes.canonical
    return int(canonical[number]) if number < len(canonical) else number


def _schemas(reading: Reading, rows: Sequence[HappeningRow]) -> dict[tuple[int, Any], dict[str, Any]]:
    """What the schema versions among these changed."""
    wanted = [(row.node_id, row.at) for row in rows if row.kind == "schema_version"]
    if not wanted:
        return {}
    found = judged(reading, schema_history.at_times(reading.connection, wanted))
    described = answered(reading, found)
    return {(one.row.version_id, one.row.at): fields for one, fields in zip(found, described, strict=True)}


def _item(
    reading: Reading,
    row: HappeningRow,
    names: dict[int | None, Node],
    schemas: dict[tuple[int, Any], dict[str, Any]],
) -> Happening:
    described = schemas.get((row.node_id, row.at), {}) if row.kind == "schema_version" else {}
    return Happening(
        at=row.at,
        kind=row.kind,  # type: ignore[arg-type]
        node=names[_canonical(reading, row.node_id)],
        column=row.field,
        says=described.get("summary") or row.says or row.kind.replace("_", " "),
        actor=row.actor,
        severity=described.get("verdict") or row.severity,
        run_id=row.run_id,
        event_id=row.event_id,
    )
