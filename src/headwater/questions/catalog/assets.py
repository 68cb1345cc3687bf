"""Registering assets and the edges between them, and finding them again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from psycopg_pool import ConnectionPool

from headwater.errors import (
    AmbiguousNameError,
    BadInputError,
    EntityNotFoundError,
    HeadwaterError,
)
from headwater.log.reader import newest_position
from headwater.model.assets import NewAsset, NewEdge
from headwater.model.events import Event
from headwater.model.ids import NodeKind
from headwater.model.naming import normal_namespace
from headwater.questions import resolve
from headwater.questions.catalog.asset_events import PlacedEdge, asset_event, edges_event, kind_of
from headwater.questions.live_graph import LiveGraph
from headwater.questions.operations.ingest import Ingest
from headwater.store.queries import nodes
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection

DEFAULT_NAMESPACE = "catalog"
"""Where an asset lives whose namespace nobody told and that no event has named yet."""

UNSEEN = 0


@dataclass(frozen=True, slots=True)
class Registered:
    """An asset that was told of; `created` when nothing of that name was known before."""

    node: NodeName
    created: bool
    event_id: UUID


@dataclass(frozen=True, slots=True)
class Plan:
    """What a request amounts to: events, to be written all together or not at all."""

    assets: tuple[Registered, ...]
    edges: tuple[PlacedEdge, ...]
    events: tuple[Event, ...]


class Assets:
    def __init__(
        self,
        pool: ConnectionPool[Connection],
        live: LiveGraph,
        ingest: Ingest,
        now: Callable[[], datetime],
        wait_seconds: float,
    ) -> None:
        self._pool, self._live, self._ingest, self._now = pool, live, ingest, now
        self._wait_seconds = wait_seconds

    def plan(self, assets: Sequence[NewAsset], edges: Sequence[NewEdge]) -> Plan:
        """Find or make the names. What was written a moment ago is waited for before it counts as unknown."""
        try:
            return self._plan(assets, edges)
        except EntityNotFoundError:
            self._catch_up()
            return self._plan(assets, edges)

    async def write(self, plan: Plan) -> int:
        return await self._ingest.take(plan.events) or 0

    def _catch_up(self) -> None:
        with self._pool.connection() as connection:
            newest = newest_position(connection)
        # Still behind is an answer of its own: a name may be in what nobody has read yet.
        self._live.wait_for(newest, timeout=self._wait_seconds)

    def _plan(self, assets: Sequence[NewAsset], edges: Sequence[NewEdge]) -> Plan:
        now = self._now()
        with self._pool.connection() as connection:
            found = [_place(connection, asset, f"assets.{place}") for place, asset in enumerate(assets)]
            names = _Names(connection, [node for node, _ in found])
            placed = [names.placed(edge, f"lineage.{place}") for place, edge in enumerate(edges)]
        events = [asset_event(asset, node, now) for asset, (node, _) in zip(assets, found, strict=True)]
        registered = tuple(
            Registered(node, created, event.event_id)
            for (node, created), event in zip(found, events, strict=True)
        )
        return Plan(registered, tuple(placed), (*events, *_edge_events(placed, now)))


def _edge_events(placed: Sequence[PlacedEdge], now: datetime) -> list[Event]:
    """One event for each target, a little after the assets, so that an edge follows what it joins."""
    by_target: dict[NodeName, list[PlacedEdge]] = {}
    for edge in placed:
        by_target.setdefault(replace(edge.target, id=UNSEEN), []).append(edge)
    moment = now + timedelta(microseconds=1)
    return [edges_event(target, edges, moment) for target, edges in by_target.items()]


def _place(connection: Connection, asset: NewAsset, field: str) -> tuple[NodeName, bool]:
    """The node that an asset is, and whether it is a new one."""
    kind, name = kind_of(asset.type), asset.full_name
    if asset.namespace:
        namespace = normal_namespace(asset.namespace) if kind is NodeKind.DATASET else asset.namespace
        node = NodeName(UNSEEN, kind, namespace, name)
        known = resolve.exact(connection, node)
        return (known, False) if known else (node, True)
    alike = [
        node
        for node in nodes.by_suffix(connection, name, (kind,), resolve.MAX_CANDIDATES)
        if node.name.lower() == name.lower()
    ]
    if len(alike) > 1:
        raise AmbiguousNameError(f"{field}: {name}", [str(node) for node in alike])
    return (alike[0], False) if alike else (NodeName(UNSEEN, kind, DEFAULT_NAMESPACE, name), True)


class _Names:
    """Names of one request: those that it registers itself go first."""

    def __init__(self, connection: Connection, own: Sequence[NodeName]) -> None:
        self._connection, self._own = connection, own

    def placed(self, edge: NewEdge, field: str) -> PlacedEdge:
        source = self._node(edge.source_asset, resolve.ANY, f"{field}.source_asset")
        target = self._node(edge.target_asset, resolve.ANY, f"{field}.target_asset")
        pipeline = (
            self._node(edge.pipeline, resolve.JOB, f"{field}.pipeline", create=True)
            if edge.pipeline
            else None
        )
        for node, column, end in (
            (source, edge.source_column, "source_column"),
            (target, edge.target_column, "target_column"),
        ):
            if column and node.kind == NodeKind.JOB:
                raise BadInputError(f"{field}.{end}", f"`{node}` is a pipeline, which has no columns")
        if source == target and edge.source_column == edge.target_column:
            raise BadInputError(f"{field}.target_asset", "an edge leads from one asset or column to another")
        return PlacedEdge(edge, source, target, pipeline)

    def _node(self, name: str, kinds: resolve.Kinds, field: str, create: bool = False) -> NodeName:
        wanted = name.strip().lower()
        own = {node for node in self._own if node.kind in kinds and _answers_to(node, wanted)}
        if len(own) == 1:
            return own.pop()
        try:
            return resolve.entity(self._connection, name, kinds, field)
        except EntityNotFoundError as error:
            if create:
                return NodeName(UNSEEN, NodeKind.JOB, DEFAULT_NAMESPACE, name.strip())
            raise _at(error, field) from error


def _answers_to(node: NodeName, wanted: str) -> bool:
    full = f"{node.namespace}.{node.name}".lower()
    return wanted in (str(node).lower(), node.node_id.lower(), full) or full.endswith(f".{wanted}")


def _at(error: EntityNotFoundError, field: str) -> HeadwaterError:
    """The same error, naming the field it came in."""
    told = EntityNotFoundError("asset", error.name, error.nearest)
    told.args = (f"{field}: {told}",)
    return told
