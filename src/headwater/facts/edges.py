"""Lineage an event states: job reads and writes, dataset feeds dataset, column feeds column.

Each edge remembers who said so. Which of them count is decided later, over all events of a run:
the explicit lineage facet beats column lineage, which beats inputs × outputs.
"""

from functools import lru_cache

from headwater.facts.column_lineage import column_facet_edges
from headwater.facts.drawn import drawn
from headwater.facts.explicit_lineage import (
    dataset_lineage_edges,
    job_lineage_edges,
    lineage_targets,
)
from headwater.facts.facets import ColumnLineageFacet, DatasetLineageFacet, JobLineageFacet
from headwater.facts.lineage_edge import LineageEdge
from headwater.facts.part import REMEMBERED, Part, interpreted, remembered
from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import DatasetId, JobId


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
