"""Edges from the explicit `lineage` facets; behind their own file because the facet is still young."""

from collections.abc import Iterator

from headwater.facts.edge_facts import LineageEdge
from headwater.facts.openlineage.column_lineage import FieldDependency, dependency_edges, to_dependencies
from headwater.facts.openlineage.envelope import dataset_id
from headwater.facts.openlineage.facets import (
    DatasetLineageFacet,
    JobLineageFacet,
    LineageEntry,
    LineageField,
    LineageInput,
)
from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import ColumnId, DatasetId, JobId

ORIGIN = Origin.LINEAGE_FACET


def job_lineage_edges(job: JobId, facet: JobLineageFacet) -> Iterator[LineageEdge]:
    for entry in facet.entries or ():
        if entry.type.upper() == "JOB":
            yield from _into_job(_job(entry, job), job, entry)
        elif entry.namespace and entry.name:
            yield from _into_dataset(dataset_id(entry.namespace, entry.name), job, entry)


def dataset_lineage_edges(target: DatasetId, facet: DatasetLineageFacet) -> Iterator[LineageEdge]:
    """A view's derivation, stated by a static event: there is no job."""
    yield from _flow(target, facet.inputs, facet.fields)


def lineage_targets(facet: JobLineageFacet) -> list[tuple[DatasetId, dict[str, LineageField] | None]]:
    """The datasets that it tells of, each with the columns that it names."""
    return [
        (dataset_id(entry.namespace, entry.name), entry.fields)
        for entry in facet.entries or ()
        if entry.type.upper() != "JOB" and entry.namespace and entry.name
    ]


def _into_dataset(target: DatasetId, job: JobId, entry: LineageEntry) -> Iterator[LineageEdge]:
    # Also for `inputs: []`, which says that nothing feeds the target: the job writes it all the same.
    yield LineageEdge(EdgeKind.WRITES, job, target, ORIGIN)
    for given in entry.inputs or ():
        if given.type.upper() == "JOB":
            yield LineageEdge(EdgeKind.WRITES, _job(given, job), target, ORIGIN)
    yield from _flow(target, entry.inputs, entry.fields)


def _into_job(target: JobId, own: JobId, entry: LineageEntry) -> Iterator[LineageEdge]:
    for given in entry.inputs or ():
        if given.type.upper() == "JOB":
            yield LineageEdge(EdgeKind.JOB_FEEDS, _job(given, own), target, ORIGIN)
        elif given.namespace and given.name:
            source = dataset_id(given.namespace, given.name)
            yield LineageEdge(EdgeKind.READS, source, target, ORIGIN)


def _flow(
    target: DatasetId, inputs: list[LineageInput] | None, fields: dict[str, LineageField] | None
) -> Iterator[LineageEdge]:
    """Inputs without a field feed the dataset; those with one are dependencies of all of it."""
    named = [given for given in inputs or () if _is_dataset(given)]
    for source in sorted({_dataset(given) for given in named if not given.field}):
        yield LineageEdge(EdgeKind.FEEDS, source, target, ORIGIN)
    by_column = {name: _dependencies(field.inputs or []) for name, field in (fields or {}).items()}
    yield from dependency_edges(target, by_column, _dependencies(named), ORIGIN)


def _dependencies(inputs: list[LineageInput]) -> list[FieldDependency]:
    return [
        found
        for given in inputs
        if _is_dataset(given) and given.field
        for found in to_dependencies(ColumnId(_dataset(given), given.field), given.transformations or ())
    ]


def _is_dataset(given: LineageInput) -> bool:
    return given.type.upper() != "JOB" and bool(given.namespace) and bool(given.name)


def _dataset(given: LineageInput) -> DatasetId:
    return dataset_id(given.namespace or "", given.name or "")


def _job(reference: LineageEntry | LineageInput, own: JobId) -> JobId:
    if reference.namespace and reference.name:
        return JobId(reference.namespace, reference.name)
    return own
