"""Edges that a person declares in the catalog: each replaces only an earlier declaration of the same edge."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from headwater.facts import budgets, kinds
from headwater.facts.budgets import within
from headwater.facts.edge_facts import LineageEdge, edge_facts
from headwater.facts.openlineage.declared_masking import hides
from headwater.facts.openlineage.envelope import dataset_id
from headwater.facts.openlineage.facets import DeclaredEdgesFacet, DeclaredEnd, EdgeDeclaration
from headwater.facts.part import EventPart, KeyScope, PendingFact, join_parts
from headwater.facts.problem import PartProblem
from headwater.model.edges import EdgeKind, Origin
from headwater.model.ids import ColumnId, DatasetId, JobId, digest

DECLARED_EDGES = "headwater_edges"

# The catalog's words, and OpenLineage's for the same; it has none for a rename.
SUBTYPES = {
    "direct": "IDENTITY",
    "rename": "RENAME",
    "calculation": "TRANSFORMATION",
    "aggregation": "AGGREGATION",
    "filter": "FILTER",
    "join": "JOIN",
}
INDIRECT = frozenset({"filter", "join"})
# What the analysis of a text costs before its first character, as characters.
LEAST_SIZE = 100


def declared_edges(facet: DeclaredEdgesFacet) -> EventPart:
    edges, problems = within(facet.edges, budgets.DECLARED_EDGES, ".edges")
    judged = _judged(edges)
    parts = [_declared(edge, _masking(edge) if index < judged else None) for index, edge in enumerate(edges)]
    if judged < len(edges):
        reason = f"not looked through for hashes and masks, beyond {budgets.JUDGED_TEXT.limit:,} characters"
        problems = (*problems, PartProblem(f".edges[{judged}:].transformation", reason))
    return join_parts(*parts, EventPart(problems=problems))


def _judged(edges: Sequence[EdgeDeclaration]) -> int:
    """How many edges come before the texts of their transformations are too many to be analysed."""
    sizes = (max(len(edge.transformation), LEAST_SIZE) if edge.transformation else 0 for edge in edges)
    return sum(total <= budgets.JUDGED_TEXT.limit for total in accumulate(sizes))


def _declared(edge: EdgeDeclaration, masking: bool | None) -> EventPart:
    owner = _owner(edge)
    part = edge_facts(() if edge.removed else _edges(edge, masking), owner.key)
    edges = ",".join(sorted(set(part.edges)))
    edge_set = kinds.edge_set(edges)
    series = digest(*(_spelled(end) for end in (edge.source, edge.target)), owner.key)
    declaration = PendingFact(kinds.declared(series, owner.key, edge_set.key, series, edges), KeyScope.EVENT)
    # Also for an edge that is taken back: whether its owner is known must not depend on what came before.
    return EventPart((kinds.node(owner), *part.facts, edge_set), (declaration,))


def _owner(edge: EdgeDeclaration) -> DatasetId | JobId:
    """Who makes the edge: the pipeline that was named, a job at one of its ends, or else its target."""
    if edge.pipeline is not None:
        return JobId(edge.pipeline.namespace, edge.pipeline.name)
    source, target = _node(edge.source), _node(edge.target)
    return source if isinstance(source, JobId) and isinstance(target, DatasetId) else target


def _edges(edge: EdgeDeclaration, masking: bool | None) -> Iterator[LineageEdge]:
    source, target = _node(edge.source), _node(edge.target)
    match source, target:
        case DatasetId(), DatasetId():
            yield from _between_datasets(edge, source, target, masking)
        case DatasetId(), JobId():
            yield _edge(edge, EdgeKind.READS, source, target, _subtype(edge))
        case JobId(), DatasetId():
            yield _edge(edge, EdgeKind.WRITES, source, target)
        case JobId(), JobId():
            yield _edge(edge, EdgeKind.JOB_FEEDS, source, target)


def _between_datasets(
    edge: EdgeDeclaration, source: DatasetId, target: DatasetId, masking: bool | None
) -> Iterator[LineageEdge]:
    whole = edge.source.field is None
    yield _edge(edge, EdgeKind.FEEDS, source, target, _subtype(edge) if whole else None)
    # The job lies between the two, so that paths through jobs show the declaration as well.
    if edge.pipeline is not None:
        job = JobId(edge.pipeline.namespace, edge.pipeline.name)
        yield LineageEdge(EdgeKind.READS, source, job, Origin.DECLARED, confidence=edge.confidence)
        yield LineageEdge(EdgeKind.WRITES, job, target, Origin.DECLARED, confidence=edge.confidence)
    if edge.source.field is None:
        return
    column, subtype = ColumnId(source, edge.source.field), SUBTYPES.get(edge.transformation_type)
    if edge.target.field is None:
        yield _edge(edge, EdgeKind.COLUMN_TO_DATASET, column, target, subtype, masking)
        return
    kind = EdgeKind.COLUMN_INDIRECT if edge.transformation_type in INDIRECT else EdgeKind.COLUMN
    yield _edge(edge, kind, column, ColumnId(target, edge.target.field), subtype, masking)


def _subtype(edge: EdgeDeclaration) -> str:
    """A subtype is what says that a dataset, as a whole, feeds another or is read by a job."""
    return SUBTYPES.get(edge.transformation_type, "TRANSFORMATION")


def _edge(
    edge: EdgeDeclaration,
    kind: EdgeKind,
    source: DatasetId | JobId | ColumnId,
    target: DatasetId | JobId | ColumnId,
    subtype: str | None = None,
    masking: bool | None = None,
) -> LineageEdge:
    return LineageEdge(
        kind, source, target, Origin.DECLARED, subtype, masking, edge.transformation, edge.confidence
    )


def _masking(edge: EdgeDeclaration) -> bool | None:
    source = _node(edge.source)
    if not edge.transformation or edge.removed or edge.source.field is None or isinstance(source, JobId):
        return None
    return hides(edge.transformation, source.namespace, source.name, edge.source.field) or None


def _node(end: DeclaredEnd) -> DatasetId | JobId:
    if end.kind == "job":
        return JobId(end.namespace, end.name)
    return dataset_id(end.namespace, end.name)


def _spelled(end: DeclaredEnd) -> str:
    return f"{_node(end).key}#{end.field or ''}"
