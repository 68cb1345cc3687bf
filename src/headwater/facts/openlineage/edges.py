"""Lineage an event states: job reads and writes, dataset feeds dataset, column feeds column.

Each edge carries its origin. Which of them count is decided later, over all events of a run:
the explicit lineage facet beats column lineage, which beats inputs × outputs.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from headwater.facts import kinds
from headwater.facts.budgets import EDGES, SCHEMA_FIELDS, within, within_stream
from headwater.facts.edge_facts import LineageEdge, edge_facts
from headwater.facts.openlineage.column_lineage import column_facet_edges
from headwater.facts.openlineage.explicit_lineage import (
    dataset_lineage_edges,
    job_lineage_edges,
    lineage_targets,
)
from headwater.facts.openlineage.facets import ColumnLineageFacet, DatasetLineageFacet, JobLineageFacet
from headwater.facts.part import CACHED_FACETS, EventPart, cached_by_bytes, interpret, join_parts
from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import ColumnId, DatasetId, JobId


@lru_cache(maxsize=CACHED_FACETS)
def reads(dataset: DatasetId, job: JobId, origin: Origin) -> EventPart:
    return edge_facts([LineageEdge(EdgeKind.READS, dataset, job, origin)], job.key)


@lru_cache(maxsize=CACHED_FACETS)
def writes(job: JobId, dataset: DatasetId, origin: Origin) -> EventPart:
    return edge_facts([LineageEdge(EdgeKind.WRITES, job, dataset, origin)], job.key)


@cached_by_bytes
def column_lineage(raw: bytes, target: DatasetId, owner: str, where: str) -> EventPart:
    def meaning(facet: ColumnLineageFacet) -> EventPart:
        found, problems = column_facet_edges(target, facet)
        return join_parts(
            edge_facts(found, owner), named_columns(target, facet.fields), EventPart(problems=problems)
        )

    return _declaring(interpret(raw, ColumnLineageFacet, meaning, f"{where}.columnLineage"))


@cached_by_bytes
def dataset_lineage(raw: bytes, target: DatasetId, where: str) -> EventPart:
    def meaning(facet: DatasetLineageFacet) -> EventPart:
        found, problems = within_stream(dataset_lineage_edges(target, facet), EDGES, "")
        columns = named_columns(target, facet.fields)
        return join_parts(edge_facts(found, target.key), columns, EventPart(problems=problems))

    return _declaring(interpret(raw, DatasetLineageFacet, meaning, f"{where}.lineage"))


@cached_by_bytes
def job_lineage(raw: bytes, job: JobId) -> EventPart:
    def meaning(facet: JobLineageFacet) -> EventPart:
        found, problems = within_stream(job_lineage_edges(job, facet), EDGES, ".entries")
        columns = (named_columns(target, fields) for target, fields in lineage_targets(facet))
        targets = frozenset(target for target, _ in lineage_targets(facet))
        stated = EventPart(problems=problems, targets=targets)
        return join_parts(edge_facts(found, job.key), *columns, stated)

    return _declaring(interpret(raw, JobLineageFacet, meaning, "job.facets.lineage"))


def _declaring(part: EventPart) -> EventPart:
    """A facet of which nothing can be used does not take back what was declared before."""
    return replace(part, declares=bool(part.edges) or not part.problems)


def named_columns(target: DatasetId, fields: Mapping[str, object] | None) -> EventPart:
    """A column that lineage names is one, also where no other column is said to feed it."""
    names, _ = within(list(fields or ()), SCHEMA_FIELDS, ".fields")
    return EventPart((kinds.node(target), *(kinds.node(ColumnId(target, name)) for name in names)))
