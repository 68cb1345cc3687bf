"""The catalog's words as OpenLineage static events, so that what people declare is history like the rest."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

import msgspec

from headwater.model.assets import AssetType, NewAsset, NewColumn, NewEdge
from headwater.model.events import Event, EventKind, content_id, event_keys
from headwater.model.ids import NodeKind
from headwater.model.times import iso
from headwater.store.queries.nodes import NodeName

PRODUCER = "https://headwater.dev/api"
SPEC = "https://openlineage.io/spec"
OWN = "https://headwater.dev/spec"

Facets = dict[str, Any]


def asset_event(asset: NewAsset, node: NodeName, now: datetime, has_schema: bool = False) -> Event:
    """What is declared goes into a facet of our own: a standard one would replace what a producer said in it.

    Only columns stand in `schema` too, because they are a version of the schema like any other. Without a
    single type they describe the schema that the dataset has, and are no version of it.
    """
    facets = {"headwater_asset": _facet(f"{OWN}/AssetFacet", **_declared(asset))}
    describes = has_schema and all(column.type is None for column in asset.columns or ())
    if asset.columns and not describes:
        fields = _fields(asset.columns)
        facets["schema"] = _facet(f"{SPEC}/facets/1-2-0/SchemaDatasetFacet.json", fields=fields)
    return _event(node, facets, now)


def columns_event(node: NodeName, columns: Sequence[dict[str, Any]], now: datetime) -> Event:
    """What is declared of the columns of a dataset, all of them, and nothing else of it."""
    return _event(node, {"headwater_asset": _facet(f"{OWN}/AssetFacet", columns=list(columns))}, now)


def edges_event(node: NodeName, edges: Sequence["PlacedEdge"], now: datetime) -> Event:
    """Edges into one asset."""
    facet = _facet(f"{OWN}/DeclaredEdgesFacet", edges=[edge.document() for edge in edges])
    return _event(node, {"headwater_edges": facet}, now)


def symlinks_event(node: NodeName, aliases: Sequence[NodeName], now: datetime) -> Event:
    """Other names of a dataset, in the facet that producers say it with."""
    identifiers = [{"namespace": one.namespace, "name": one.name, "type": "TABLE"} for one in aliases]
    url = f"{SPEC}/facets/1-0-1/SymlinksDatasetFacet.json"
    return _event(node, {"symlinks": _facet(url, identifiers=identifiers)}, now)


class PlacedEdge(msgspec.Struct, frozen=True):
    """An edge whose names were found."""

    edge: NewEdge
    source: NodeName
    target: NodeName
    pipeline: NodeName | None

    def document(self) -> dict[str, Any]:
        edge = self.edge
        declared: dict[str, Any] = {
            "source": _end(self.source, edge.source_column),
            "target": _end(self.target, edge.target_column),
            "transformation_type": str(edge.transformation_type),
            "transformation": edge.transformation,
            "confidence": edge.confidence,
        }
        if self.pipeline is not None:
            declared["pipeline"] = {"namespace": self.pipeline.namespace, "name": self.pipeline.name}
        return declared | ({"removed": True} if edge.removed else {})


def _end(node: NodeName, column: str | None) -> dict[str, str | None]:
    return {"namespace": node.namespace, "name": node.name, "kind": node.kind, "field": column}


def _declared(asset: NewAsset) -> dict[str, Any]:
    declared = {name: value for name, value in asdict(asset).items() if value is not None}
    if asset.columns is not None:
        declared["columns"] = [_without_nulls(column) for column in declared["columns"]]
    if asset.schema or asset.database:
        # Two parts of one name: who gives one of them says that there is no other.
        declared |= {"schema": asset.schema or "", "database": asset.database or ""}
    return declared


def _without_nulls(column: dict[str, Any]) -> dict[str, Any]:
    # No tags is the default of a column, and not something that was said of it.
    return {name: value for name, value in column.items() if value not in (None, ())}


def _fields(columns: Sequence[NewColumn]) -> list[dict[str, Any]]:
    return [
        {"name": column.name}
        | ({"type": column.type} if column.type else {})
        | ({"description": column.description} if column.description else {})
        for column in columns
    ]


def _facet(schema_url: str, /, **body: Any) -> dict[str, Any]:
    return {"_producer": PRODUCER, "_schemaURL": schema_url, **body}


def _event(node: NodeName, facets: Facets, now: datetime) -> Event:
    is_job = node.kind == NodeKind.JOB
    document: dict[str, Any] = {
        "eventTime": iso(now),
        "producer": PRODUCER,
        "schemaURL": f"{SPEC}/2-0-2/OpenLineage.json#/$defs/{'Job' if is_job else 'Dataset'}Event",
        "job" if is_job else "dataset": {"namespace": node.namespace, "name": node.name, "facets": facets},
    }
    kind = EventKind.JOB if is_job else EventKind.DATASET
    body = msgspec.json.encode(document).decode()
    # The time is part of the content: the same words said again later are an event of their own.
    return Event(content_id(document), kind, now, None, body, event_keys(document))


def kind_of(asset_type: AssetType) -> NodeKind:
    return NodeKind.JOB if asset_type is AssetType.PIPELINE else NodeKind.DATASET
