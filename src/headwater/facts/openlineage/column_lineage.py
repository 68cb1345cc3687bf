"""Edges from a columnLineage facet, with repeated indirect dependencies factored back.

Spark repeats every filter or join column on each output column. A dependency that all output
columns share belongs to the dataset as a whole: stated once instead of once a column.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from headwater.facts.budgets import EDGES, INPUT_FIELDS, Problems, within_stream
from headwater.facts.edge_facts import LineageEdge, normal_subtype
from headwater.facts.openlineage.envelope import dataset_id
from headwater.facts.openlineage.facets import ColumnLineageFacet, InputField, OutputField, Transformation
from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import ColumnId, DatasetId

Identity = tuple[ColumnId, bool, str | None, bool | None]


class FieldDependency(NamedTuple):
    """On which column something depends, and how."""

    column: ColumnId
    indirect: bool
    subtype: str | None
    masking: bool | None
    description: str | None = None

    @property
    def identity(self) -> Identity:
        # Without the description, which may be worded anew for each column.
        return self[:4]


def column_facet_edges(target: DatasetId, facet: ColumnLineageFacet) -> tuple[list[LineageEdge], Problems]:
    uses, unread = within_stream(_uses(facet), INPUT_FIELDS, "")
    whole: list[FieldDependency] = []
    # A column without a use counts too: what all columns share, it shares as well.
    by_column: dict[str, list[FieldDependency]] = {name: [] for name in facet.fields or {}}
    for name, found in uses:
        (whole if name is None else by_column[name]).append(found)
    edges, left_out = within_stream(
        dependency_edges(target, by_column, whole, Origin.COLUMN_FACET), EDGES, ".fields"
    )
    return edges, unread + left_out


def _uses(facet: ColumnLineageFacet) -> Iterator[tuple[str | None, FieldDependency]]:
    """What the dataset as a whole depends on, under no name, then what each column does."""
    for field in facet.dataset or ():
        for found in _dependencies(field, OutputField()):
            yield None, found
    for name, output in (facet.fields or {}).items():
        for field in output.inputFields or ():
            for found in _dependencies(field, output):
                yield name, found


def dependency_edges(
    target: DatasetId,
    by_column: dict[str, list[FieldDependency]],
    whole: Sequence[FieldDependency],
    origin: Origin,
) -> Iterator[LineageEdge]:
    """Feeds between datasets, then what each column depends on, then the dataset as a whole."""
    shared = _shared(by_column)
    everything = [*whole, *(found for found_list in by_column.values() for found in found_list)]
    for source in sorted({found.column.dataset for found in everything}):
        yield LineageEdge(EdgeKind.FEEDS, source, target, origin)
    for name, found_list in by_column.items():
        for found in found_list:
            if found.identity not in shared:
                yield _column_edge(found, ColumnId(target, name), origin)
    of_all = frozenset(whole)
    for found in {found.identity: found for found in everything if _is_whole(found, of_all, shared)}.values():
        yield _dataset_edge(found, target, origin)


def to_dependencies(column: ColumnId, transformations: Sequence[Transformation]) -> Iterator[FieldDependency]:
    """One dependency for each way in which the column is used; unstated means direct."""
    for way in transformations or (Transformation(),):
        indirect = (way.type or "DIRECT").upper() == "INDIRECT"
        yield FieldDependency(column, indirect, normal_subtype(way.subtype), way.masking, way.description)


def _dependencies(field: InputField, output: OutputField) -> Iterator[FieldDependency]:
    column = ColumnId(dataset_id(field.namespace, field.name), field.field)
    return to_dependencies(column, field.transformations or _deprecated(output))


def _deprecated(output: OutputField) -> list[Transformation]:
    """Old producers state the transformation once for the output column, as IDENTITY or MASKED."""
    kind = (output.transformationType or "").upper()
    if not kind:
        return []
    masked = True if kind == "MASKED" else None
    subtype = "TRANSFORMATION" if masked else kind
    return [Transformation("DIRECT", subtype, output.transformationDescription, masked)]


def _shared(by_column: dict[str, list[FieldDependency]]) -> set[Identity]:
    # Direct dependencies stay with their column, even if all columns have the same one.
    sets = [{found.identity for found in found_list if found.indirect} for found_list in by_column.values()]
    return set.intersection(*sets) if sets else set()


def _is_whole(found: FieldDependency, whole: frozenset[FieldDependency], shared: set[Identity]) -> bool:
    return found.identity in shared or found in whole


def _column_edge(found: FieldDependency, target: ColumnId, origin: Origin) -> LineageEdge:
    kind = EdgeKind.COLUMN_INDIRECT if found.indirect else EdgeKind.COLUMN
    return LineageEdge(kind, found.column, target, origin, found.subtype, found.masking, found.description)


def _dataset_edge(found: FieldDependency, target: DatasetId, origin: Origin) -> LineageEdge:
    kind = EdgeKind.COLUMN_TO_DATASET
    return LineageEdge(kind, found.column, target, origin, found.subtype, found.masking, found.description)
