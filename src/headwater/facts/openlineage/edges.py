"""Lineage an event states: job reads and writes, dataset feeds dataset, column feeds column.

Each edge carries its origin. Which of them count is decided later, over all events of a run:
the explicit lineage facet beats column lineage, which beats inputs × outputs.
"""

from functools import lru_cache

from headwater.facts.edge_facts import edge_facts
from headwater.facts.lineage_edge import LineageEdge
from headwater.facts.openlineage.column_lineage import column_facet_edges
from headwater.facts.openlineage.explicit_lineage import (
    dataset_lineage_edges,
    job_lineage_edges,
    lineage_targets,
)
from headwater.facts.openlineage.facets import ColumnLineageFacet, DatasetLineageFacet, JobLineageFacet
from headwater.facts.part import CACHED_FACETS, Part, cached_by_bytes, interpret
from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import DatasetId, JobId


@lru_cache(maxsize=CACHED_FACETS)
def reads(dataset: DatasetId, job: JobId, origin: Origin) -> Part:
    return edge_facts([LineageEdge(EdgeKind.READS, dataset, job, origin)], job.key)


@lru_cache(maxsize=CACHED_FACETS)
def writes(job: JobId, dataset: DatasetId, origin: Origin) -> Part:
    return edge_facts([LineageEdge(EdgeKind.WRITES, job, dataset, origin)], job.key)


@cached_by_bytes
def column_lineage(raw: bytes, target: DatasetId, owner: str, where: str) -> Part:
    return interpret(
        raw,
        ColumnLineageFacet,
        lambda facet: edge_facts(column_facet_edges(target, facet), owner),
        f"{where}.columnLineage",
    )


@cached_by_bytes
def dataset_lineage(raw: bytes, target: DatasetId, where: str) -> Part:
    return interpret(
        raw,
        DatasetLineageFacet,
        lambda facet: edge_facts(dataset_lineage_edges(target, facet), target.key),
        f"{where}.lineage",
    )


@cached_by_bytes
def job_lineage(raw: bytes, job: JobId) -> Part:
    def meaning(facet: JobLineageFacet) -> Part:
        part = edge_facts(job_lineage_edges(job, facet), job.key)
        return Part(part.facts, edges=part.edges, targets=frozenset(lineage_targets(facet)))

    return interpret(raw, JobLineageFacet, meaning, "job.facets.lineage")
