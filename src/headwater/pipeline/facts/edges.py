"""Lineage an event states: job reads and writes, dataset feeds dataset, column feeds column.

Each edge remembers who said so. Which of them count is decided later, over all events of a run:
the explicit lineage facet beats column lineage, which beats inputs × outputs.
"""

from collections.abc import Iterator

import msgspec

from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import ColumnId, DatasetId, JobId, digest
from headwater.pipeline.facts.changes import lifecycle_of
from headwater.pipeline.facts.column_lineage import column_facet_edges
from headwater.pipeline.facts.explicit_lineage import (
    dataset_lineage_edges,
    job_lineage_edges,
    lineage_targets,
)
from headwater.pipeline.facts.facets import ColumnLineageFacet, DatasetLineageFacet, JobLineageFacet
from headwater.pipeline.facts.fact import Fact, column_node, dataset_node, job_node
from headwater.pipeline.facts.lineage_edge import LineageEdge, Node
from headwater.pipeline.facts.reading import DatasetPart, Reading

encode = msgspec.json.Encoder(order="sorted").encode


def edge_facts(reading: Reading) -> Iterator[Fact]:
    owner = reading.job or _static_dataset(reading)
    edges = list(_stated(reading))
    keys: list[str] = []
    for edge in edges:
        key = _key(edge, owner.key)
        keys.append(key)
        yield from _nodes(edge)
        yield _edge_fact(edge, key, owner.key)
    yield from _shown(reading, owner.key, sorted(set(keys)))


def _shown(reading: Reading, owner: str, keys: list[str]) -> Iterator[Fact]:
    """Which edges this event shows, for the run's account, or as a declaration that replaces the last."""
    listed = ",".join(keys)
    if reading.run is not None and keys:
        yield Fact("shown", digest(reading.run, listed), run=reading.run, value=listed)
    elif reading.is_static and _declares(reading):
        yield Fact("declared", reading.event_id, owner=owner, value=listed)


def _declares(reading: Reading) -> bool:
    """A static event without inputs, outputs or lineage says nothing of edges, so it erases none."""
    if reading.is_dataset_event:
        facets = (reading.document["dataset"].get("facets") or {}).keys()
        return bool(facets & {"lineage", "columnLineage"})
    document = reading.document
    stated = (document.get("inputs"), document.get("outputs"), reading.job_facets.get("lineage"))
    return any(part is not None for part in stated)


def _stated(reading: Reading) -> Iterator[LineageEdge]:
    job = reading.job
    if job is None:
        yield from _dataset_event_edges(reading)
        return
    facet = reading.facet(reading.job_facets, "lineage", JobLineageFacet, "job.facets")
    if facet is not None:
        yield from job_lineage_edges(job, facet)
    explicit = lineage_targets(facet)
    for part in reading.datasets():
        yield from _job_dataset_edges(reading, job, part)
        if part.direction == "output" and part.dataset not in explicit:
            yield from _column_edges(reading, part)


def _job_dataset_edges(reading: Reading, job: JobId, part: DatasetPart) -> Iterator[LineageEdge]:
    origin = Origin.DECLARED if reading.is_static else Origin.INPUTS_OUTPUTS
    if part.direction == "input":
        yield LineageEdge(EdgeKind.READS, part.dataset, job, origin)
    elif not _is_drop(reading, part):
        yield LineageEdge(EdgeKind.WRITES, job, part.dataset, origin)


def _is_drop(reading: Reading, part: DatasetPart) -> bool:
    lifecycle = lifecycle_of(reading, part) if "lifecycleStateChange" in part.facets else None
    return lifecycle is not None and lifecycle.lifecycleStateChange.upper() == "DROP"


def _column_edges(reading: Reading, part: DatasetPart) -> Iterator[LineageEdge]:
    facet = reading.facet(part.facets, "columnLineage", ColumnLineageFacet, f"{part.where}.facets")
    if facet is not None:
        yield from column_facet_edges(part.dataset, facet)


def _dataset_event_edges(reading: Reading) -> Iterator[LineageEdge]:
    for part in reading.datasets():
        facet = reading.facet(part.facets, "lineage", DatasetLineageFacet, f"{part.where}.facets")
        if facet is not None:
            yield from dataset_lineage_edges(part.dataset, facet)
        else:
            yield from _column_edges(reading, part)


def _static_dataset(reading: Reading) -> DatasetId:
    return next(reading.datasets()).dataset


def _edge_fact(edge: LineageEdge, key: str, owner: str) -> Fact:
    details = {"origin": edge.origin, "subtype": edge.subtype, "masking": edge.masking}
    if edge.description:
        details["description"] = edge.description
    return Fact(
        "edge",
        key,
        source=edge.source.key,
        target=edge.target.key,
        owner=owner,
        label=str(int(edge.kind)),
        value=encode(details).decode(),
    )


def _key(edge: LineageEdge, owner: str) -> str:
    how = f"{int(edge.kind)}{edge.origin}{edge.subtype}{edge.masking}"
    return digest(owner, edge.source.key, edge.target.key, how)


def _nodes(edge: LineageEdge) -> Iterator[Fact]:
    yield from _node(edge.source)
    yield from _node(edge.target)


def _node(node: Node) -> Iterator[Fact]:
    match node:
        case DatasetId():
            yield dataset_node(node)
        case JobId():
            yield job_node(node)
        case ColumnId():
            yield dataset_node(node.dataset)
            yield column_node(node)
