"""Snapshots: the whole graph in memory with the position it shows, and what later batches changed in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from headwater.graph.graph import Graph
from headwater.store.queries import arcs, pipeline
from headwater.store.queries.arcs import NodeMap
from headwater.store.queries.rows import Connection


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A graph and the log position it shows; both belong to one moment of the store."""

    graph: Graph
    nodes: NodeMap
    position: int
    batch: int
    is_outdated: bool = False
    """Whether the store was made by older rules than today's."""


@contextmanager
def repeatable_read(connection: Connection) -> Iterator[None]:
    """All that is read here belongs to one moment of the store."""
    with connection.transaction():
        # Has to be the first statement: PostgreSQL refuses it after any query.
        connection.execute("set transaction isolation level repeatable read read only")
        yield


def loaded(connection: Connection, before: Snapshot | None) -> Snapshot:
    """The newest snapshot, within `repeatable_read`; reads only what changed since `before`, if known."""
    now = pipeline.published(connection)
    if before is not None and (before.position, before.batch) == (now.position, now.batch):
        return before
    # A batch below the one known means another database, or one restored from a backup.
    if before is None or not 0 <= now.batch - before.batch <= arcs.KEPT_BATCHES:
        return _full(connection, now)
    changed = arcs.changed_owners(connection, before.batch, now.batch)
    return _full(connection, now) if 0 in changed else _refreshed(connection, before, now, changed)


def _full(connection: Connection, now: pipeline.PublishedPosition) -> Snapshot:
    nodes = arcs.nodes(connection)
    graph = Graph.build(arcs.arcs(connection, nodes), nodes.parent)
    return Snapshot(graph, nodes, now.position, now.batch, now.is_outdated)


def _refreshed(
    connection: Connection, before: Snapshot, now: pipeline.PublishedPosition, changed: frozenset[int]
) -> Snapshot:
    nodes = arcs.nodes(connection, before.nodes)
    # New nodes without arcs count too: the graph has a place for every node.
    if not changed and nodes.size == before.nodes.size:
        return Snapshot(before.graph, before.nodes, now.position, now.batch, now.is_outdated)
    owners = np.unique(nodes.canonical[np.fromiter(changed, np.int32)])
    graph = before.graph.replace(owners, arcs.arcs(connection, nodes, owners.tolist()), nodes.parent)
    return Snapshot(graph, nodes, now.position, now.batch, now.is_outdated)
