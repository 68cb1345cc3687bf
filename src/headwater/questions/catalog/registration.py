"""Registering assets and the edges between them: what people declare becomes events in the log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from headwater.answers.assets import AssetWritten, DeclaredEdge, EdgeWritten, Imported, RegisteredAsset
from headwater.errors import (
    AmbiguousNameError,
    BadInputError,
    EntityNotFoundError,
    HeadwaterError,
)
from headwater.facts.budgets import DECLARED_EDGES
from headwater.model.assets import NewAsset, NewEdge
from headwater.model.events import Event
from headwater.model.ids import NodeKind, node_key, normal_namespace
from headwater.questions import resolve
from headwater.questions.catalog.asset_events import PlacedEdge, asset_event, edges_event, kind_of
from headwater.questions.catalog.asset_requests import AssetRequest, CatalogRequest, EdgeRequest
from headwater.questions.reading import Writing
from headwater.questions.registry import write
from headwater.store.queries import nodes, schemas
from headwater.store.queries.awaited import awaited_keys
from headwater.store.queries.nodes import NodeName
from headwater.store.queries.rows import Connection

DEFAULT_NAMESPACE = "catalog"
"""Where an asset lives that was declared without a namespace and that no event has named yet."""

# Numbers of nodes begin at 1.
UNSEEN = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a request amounts to: events, to be written all together or not at all."""

    assets: tuple[RegisteredAsset, ...]
    edges: tuple[PlacedEdge, ...]
    events: tuple[Event, ...]


@write("/assets", topic="assets", created=lambda answer: bool(answer.asset.created))
def register_asset(writing: Writing, asset: AssetRequest) -> AssetWritten:
    """Register an asset, or update it: each field that is sent replaces what was declared of it."""
    plan = _plan(writing, [asset.to_domain()], [])
    (registered,) = plan.assets
    return AssetWritten(registered, registered.event_id, writing.append(plan.events))


@write("/assets/lineage", topic="assets", status=201)
def declare_lineage(writing: Writing, edge: EdgeRequest) -> EdgeWritten:
    """Declare that one asset or column feeds another; the same edge again replaces the last word."""
    plan = _plan(writing, [], [edge.to_domain()])
    return EdgeWritten(_declared(plan.edges[0]), plan.events[0].event_id, writing.append(plan.events))


@write("/assets/import", topic="assets")
def import_catalog(writing: Writing, catalog: CatalogRequest) -> Imported:
    """A whole catalog at once, all or nothing; edges may name assets that stand beside them."""
    plan = _plan(
        writing,
        [asset.to_domain() for asset in catalog.assets],
        [edge.to_domain() for edge in catalog.lineage],
    )
    edges = tuple(_declared(edge) for edge in plan.edges)
    return Imported(plan.assets, edges, writing.append(plan.events))


def _plan(writing: Writing, assets: Sequence[NewAsset], edges: Sequence[NewEdge]) -> Plan:
    """Find or make the names. What was written a moment ago is waited for before it counts as unknown."""
    try:
        return _placed_now(writing, assets, edges)
    except EntityNotFoundError:
        # Still behind is an answer of its own: a name may be in what nobody has read yet.
        writing.catch_up()
        return _placed_now(writing, assets, edges)


def _placed_now(writing: Writing, assets: Sequence[NewAsset], edges: Sequence[NewEdge]) -> Plan:
    connection, now = writing.connection, writing.clock()
    found = [_place(connection, asset, f"assets.{place}") for place, asset in enumerate(assets)]
    names = _Names(connection, [node for node, _ in found])
    placed = [names.placed(edge, f"lineage.{place}") for place, edge in enumerate(edges)]
    made_up = [edge.pipeline for edge in placed if edge.pipeline and edge.pipeline.id == UNSEEN]
    for new in (*(node for node, created in found if created), *made_up):
        writing.check_new(new.namespace, new.name if new.kind == NodeKind.DATASET else None)
    shaped = schemas.with_schema(connection, [node.id for node, _ in found])
    events = [
        asset_event(asset, node, now, node.id in shaped)
        for asset, (node, _) in zip(assets, found, strict=True)
    ]
    # What was registered a moment ago may be known to the log alone.
    unseen = {node.namespace for node, created in found if created}
    awaited = awaited_keys(connection, unseen, writing.live.position) if unseen else frozenset()
    registered = tuple(
        RegisteredAsset(
            node.node_id, node.namespace, node.name, created and _key(node) not in awaited, event.event_id
        )
        for (node, created), event in zip(found, events, strict=True)
    )
    return Plan(registered, tuple(placed), (*events, *_edge_events(placed, now)))


def _key(node: NodeName) -> str:
    return node_key(NodeKind(node.kind), node.namespace, node.name)


def _declared(placed: PlacedEdge) -> DeclaredEdge:
    edge = placed.edge
    return DeclaredEdge(
        source=placed.source.node_id,
        source_column=edge.source_column,
        target=placed.target.node_id,
        target_column=edge.target_column,
        transformation_type=str(edge.transformation_type),
        transformation=edge.transformation,
        pipeline=placed.pipeline.node_id if placed.pipeline else None,
        confidence=edge.confidence,
        removed=edge.removed,
    )


def _edge_events(placed: Sequence[PlacedEdge], now: datetime) -> list[Event]:
    """One event for each target, a little after the assets, so that an edge follows what it joins."""
    by_target: dict[NodeName, list[PlacedEdge]] = {}
    for edge in placed:
        # By name alone: the same target may come with its number or, where it is new here, without.
        by_target.setdefault(replace(edge.target, id=UNSEEN), []).append(edge)
    moment = now + timedelta(microseconds=1)
    return [
        # Each edge replaces only an earlier word on itself, so several events say the same as one.
        edges_event(target, edges[start : start + DECLARED_EDGES.limit], moment)
        for target, edges in by_target.items()
        for start in range(0, len(edges), DECLARED_EDGES.limit)
    ]


def _place(connection: Connection, asset: NewAsset, field: str) -> tuple[NodeName, bool]:
    """The node that an asset is, and whether it is a new one."""
    kind, name = kind_of(asset.type), asset.full_name
    if asset.namespace:
        # As events are read: another spelling would have another key, and so be another dataset.
        namespace = normal_namespace(asset.namespace) if kind is NodeKind.DATASET else asset.namespace
        node = NodeName(UNSEEN, kind, namespace, name)
        known = resolve.exact(connection, node)
        return (known, False) if known else (node, True)
    # A suffix may begin inside a name (`orders` of `sales.orders`): here only the whole name counts.
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
        # Several of its own decide nothing: the store then does, or refuses the name.
        if len(own) == 1:
            return own.pop()
        try:
            return resolve.entity(self._connection, name, kinds, field)
        except EntityNotFoundError as error:
            # Only a pipeline may be new here: an edge between assets that nobody knows is most likely a slip.
            if create:
                return NodeName(UNSEEN, NodeKind.JOB, DEFAULT_NAMESPACE, name.strip())
            raise _at(error, field) from error


def _answers_to(node: NodeName, wanted: str) -> bool:
    full = f"{node.namespace}.{node.name}".lower()
    return wanted in (str(node).lower(), node.node_id.lower(), full) or full.endswith(f".{wanted}")


def _at(error: EntityNotFoundError, field: str) -> HeadwaterError:
    """The same error, naming the field it came in."""
    named = EntityNotFoundError("asset", error.name, error.nearest)
    # The constructor words the message itself, so that the field can only be put before it afterwards.
    named.args = (f"{field}: {named}",)
    return named
