"""Lineage an event states: job reads and writes, dataset feeds dataset, column feeds column.

Each edge remembers who said so. Which of them count is decided later, over all events of a run:
the explicit lineage facet beats column lineage, which beats inputs × outputs.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import ColumnId, DatasetId, JobId, digest
from headwater.pipeline.facts.column_lineage import column_facet_edges
from headwater.pipeline.facts.explicit_lineage import (
    dataset_lineage_edges,
    job_lineage_edges,
    lineage_targets,
)
from headwater.pipeline.facts.facets import ColumnLineageFacet, DatasetLineageFacet, JobLineageFacet
from headwater.pipeline.facts.fact import Fact, column_node, dataset_node, job_node
from headwater.pipeline.facts.lineage_edge import LineageEdge, Node
from headwater.pipeline.facts.part import REMEMBERED, Part, interpreted, remembered

encode = msgspec.json.Encoder(order="sorted").encode


@lru_cache(maxsize=REMEMBERED)
def reads(dataset: DatasetId, job: JobId, origin: Origin) -> Part:
    return drawn([LineageEdge(EdgeKind.READS, dataset, job, origin)], job.key)


@lru_cache(maxsize=REMEMBERED)
def writes(job: JobId, dataset: DatasetId, origin: Origin) -> Part:
    return drawn([LineageEdge(EdgeKind.WRITES, job, dataset, origin)], job.key)


@remembered
def column_lineage(raw: bytes, target: DatasetId, owner: str, where: str) -> Part:
    return interpreted(
        raw,
        ColumnLineageFacet,
        lambda facet: drawn(column_facet_edges(target, facet), owner),
        f"{where}.columnLineage",
    )


@remembered
def dataset_lineage(raw: bytes, target: DatasetId, where: str) -> Part:
    return interpreted(
        raw,
        DatasetLineageFacet,
        lambda facet: drawn(dataset_lineage_edges(target, facet), target.key),
        f"{where}.lineage",
    )


@remembered
def job_lineage(raw: bytes, job: JobId) -> Part:
    def meaning(facet: JobLineageFacet) -> Part:
        part = drawn(job_lineage_edges(job, facet), job.key)
        return Part(part.facts, edges=part.edges, targets=frozenset(lineage_targets(facet)))

    return interpreted(raw, JobLineageFacet, meaning, "job.facets.lineage")


def drawn(edges: Iterable[LineageEdge], owner: str) -> Part:
    """The edges as facts, with the nodes at their ends."""
    facts: dict[Fact, None] = {}
    keys: list[str] = []
    for edge in edges:
        key = _key(edge, owner)
        keys.append(key)
        facts |= dict.fromkeys((*_nodes(edge.source), *_nodes(edge.target), _edge_fact(edge, key, owner)))
    return Part(tuple(facts), edges=tuple(keys))


def _edge_fact(edge: LineageEdge, key: str, owner: str) -> Fact:
    details: dict[str, object] = {"origin": edge.origin, "subtype": edge.subtype, "masking": edge.masking}
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


def _nodes(node: Node) -> Iterator[Fact]:
    match node:
        case DatasetId():
            yield dataset_node(node)
        case JobId():
            yield job_node(node)
        case ColumnId():
            yield dataset_node(node.dataset)
            yield column_node(node)
