"""From our answers to the tracker's assets, edges and flows."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from headwater.answers.assets import Asset, AssetColumn, AssetWritten, EdgeWritten
from headwater.answers.base import Node
from headwater.answers.change import AffectedAsset
from headwater.answers.compliance import FlowSource
from headwater.answers.lineage import Edge
from headwater.dialects.tracker import wire
from headwater.model.ids import digest
from headwater.model.times import iso
from headwater.questions.catalog.asset_requests import AssetRequest, ColumnRequest

# Subtypes of edges in the tracker's words; any other subtype counts as a calculation.
TRANSFORMATIONS = {
    "IDENTITY": "direct",
    "RENAME": "rename",
    "TRANSFORMATION": "calculation",
    "AGGREGATION": "aggregation",
    "FILTER": "filter",
    "JOIN": "join",
}
# 48 bits of the digest: short enough to read, and two edges of one answer hardly ever share them.
ID_LETTERS = 12


def registered(sent: AssetRequest, written: AssetWritten, now: datetime) -> wire.CreatedAsset:
    """The asset as it was sent, with what it got here."""
    return wire.CreatedAsset(
        id=written.asset.id,
        type=sent.type.value,
        name=sent.name,
        schema_name=sent.schema_name,
        database=sent.database,
        owner=sent.owner or "",
        columns=[_column(column) for column in sent.columns or ()],
        tags=list(sent.tags or ()),
        description=sent.description or "",
        updatedAt=iso(now),
        position=written.position,
    )


def asset_fields(asset: Asset) -> dict[str, Any]:
    """A `DataAsset`; the name is without what was declared as database and schema."""
    prefix = "".join(f"{part}." for part in (asset.database, asset.schema) if part)
    return {
        "id": asset.id,
        "type": asset.type,
        "name": asset.name.removeprefix(prefix) or asset.name,
        "schema_name": asset.schema,
        "database": asset.database,
        "owner": asset.owner or ", ".join(asset.owners),
        "columns": [_column(column) for column in asset.columns],
        "tags": list(asset.tags),
        "description": asset.description or "",
        "updatedAt": iso(asset.updated_at) if asset.updated_at else "",
    }


def _column(column: AssetColumn | ColumnRequest) -> wire.ColumnDef:
    return wire.ColumnDef(
        name=column.name,
        type=column.type or "",
        description=column.description or "",
        isPII=bool(column.is_pii),
        classification=column.classification,
    )


def added(written: EdgeWritten, now: datetime) -> wire.CreatedEdge:
    edge = written.edge
    source, target = _end_id(edge.source, edge.source_column), _end_id(edge.target, edge.target_column)
    return wire.CreatedEdge(
        id=edge_id(source, target, edge.pipeline),
        sourceAssetId=edge.source,
        sourceColumn=edge.source_column,
        targetAssetId=edge.target,
        targetColumn=edge.target_column,
        transformationType=edge.transformation_type,
        transformation=edge.transformation,
        pipelineId=edge.pipeline,
        confidence=1.0 if edge.confidence is None else edge.confidence,
        createdAt=iso(now),
        position=written.position,
    )


def edge(edge: Edge, names: "NodeNames") -> wire.TrackerEdge:
    source, source_column = names.end(edge.source)
    target, target_column = names.end(edge.target)
    return wire.TrackerEdge(
        id=id_of(edge),
        sourceAssetId=source,
        sourceColumn=source_column,
        targetAssetId=target,
        targetColumn=target_column,
        transformationType=_transformation(edge),
        transformation=edge.description,
        pipelineId=edge.job,
        confidence=edge.confidence,
        createdAt=iso(edge.first_seen),
    )


def id_of(edge: Edge) -> str:
    return edge_id(edge.source, edge.target, edge.job)


def edge_id(source: str, target: str, pipeline: str | None) -> str:
    """The same edge has the same id, from whichever call it comes."""
    return f"le-{digest(source, target, pipeline or '')[:ID_LETTERS]}"


def pii_flow(source: FlowSource) -> wire.PiiFlow:
    return wire.PiiFlow(
        asset=source.column.name,
        column=source.column.field or "",
        flowsTo=[
            wire.FlowTarget(
                asset=flow.column.name,
                column=flow.column.field or "",
                transformation=_transformation(flow.path[-1]) if flow.path else "direct",
            )
            for flow in source.flows.items
        ],
    )


def _transformation(edge: Edge) -> str:
    return TRANSFORMATIONS.get(edge.subtype or "IDENTITY", "calculation")


def _end_id(asset_id: str, column: str | None) -> str:
    # Written as in the graph's own ids, so that a created edge has the id that questions give it later.
    return f"column:{asset_id.partition(':')[2]}#{column}" if column else asset_id


class NodeNames:
    """Names of the assets in one answer by their ids; a column goes by its asset."""

    def __init__(self, nodes: Iterable[Node], root_id: str = "", root_name: str = "") -> None:
        self._names = {node.id: node.name for node in nodes} | ({root_id: root_name} if root_id else {})

    def end(self, node_id: str) -> tuple[str, str | None]:
        """The id of an edge's asset, and the column if it is one."""
        if not node_id.startswith("column:"):
            return node_id, None
        whole = f"dataset:{node_id.removeprefix('column:')}"
        places = [place for place, letter in enumerate(whole) if letter == "#"]
        # Names and columns may contain the mark: the asset is one that is known here.
        cut = next((place for place in places if whole[:place] in self._names), places[-1])
        return whole[:cut], whole[cut + 1 :]

    def path(self, affected: AffectedAsset) -> list[str]:
        """From the asset in question to this one, each once."""
        steps = affected.path
        ids = [self.end(step.source)[0] for step in steps[:1]] + [self.end(step.target)[0] for step in steps]
        if affected.node.id not in ids:
            # The last edge to a job may be one that the job makes.
            ids[-1:] = [affected.node.id]
        return [self._names.get(one, one.partition("/")[2]) for one in dict.fromkeys(ids)]
