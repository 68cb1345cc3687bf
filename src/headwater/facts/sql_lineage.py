"""Lineage read from SQL: a text is parsed once, and analysed once for each set of schemas."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from headwater.facts.edge_facts import LineageEdge
from headwater.model.edges import GUESSED_SQL, EdgeKind, Origin
from headwater.model.ids import ColumnId, DatasetId
from headwater.sql.dialects import dialect_of
from headwater.sql.lineage import Analysis, Dependency, Relation, Written, analyse

# Processor time for one text: the transaction that publishes its batch waits meanwhile.
SECONDS = 2.0
CACHED_TEXTS = 1024

encode = msgspec.json.encode


class BoundDataset(msgspec.Struct, frozen=True):
    """A dataset that a run names: the direction is the kind of its edge, reads or writes."""

    direction: EdgeKind
    namespace: str
    name: str
    names: list[str]
    columns: list[str] | None = None

    @property
    def dataset(self) -> DatasetId:
        return DatasetId(self.namespace, self.name)

    @property
    def is_read(self) -> bool:
        return self.direction is EdgeKind.READS

    def relations(self) -> Iterator[Relation]:
        known = tuple(self.columns) if self.columns else None
        return (Relation(name, known) for name in self.names)


class SqlLineage(NamedTuple):
    """What a text says: its edges, what could not be read, and which columns are unknown."""

    edges: list[LineageEdge]
    problems: tuple[str, ...]
    unknown: tuple[str, ...]


class StoredEdge(msgspec.Struct, array_like=True):
    """An edge as an analysis keeps it, without an owner."""

    kind: int
    source: tuple[str, str, str | None]
    target: tuple[str, str, str | None]
    subtype: str | None
    masking: bool | None
    description: str | None
    confidence: float | None


def encode_edges(edges: Sequence[LineageEdge]) -> str:
    """Edges as an analysis keeps them, to be read back by `decode_edges`."""
    return encode([_to_stored(edge) for edge in edges]).decode()


def decode_edges(stored: str) -> list[LineageEdge]:
    return [_from_stored(edge) for edge in msgspec.json.decode(stored, type=list[StoredEdge])]


@lru_cache(maxsize=CACHED_TEXTS)
def read_sql(text: str, dialect: str | None, binding: str) -> SqlLineage:
    """The edges that a text states between the datasets that its run names."""
    named = msgspec.json.decode(binding, type=list[BoundDataset])
    analysis = analyse(
        text,
        dialect=dialect_of(dialect, [bound.namespace for bound in named]),
        inputs=[relation for bound in named if bound.is_read for relation in bound.relations()],
        outputs=[relation for bound in named if not bound.is_read for relation in bound.relations()],
        seconds=SECONDS,
    )
    problems = (*analysis.problems, *_unreported_outputs(analysis, named))
    return SqlLineage(_edges(analysis, named), problems, analysis.unknown)


def _unreported_outputs(analysis: Analysis, named: list[BoundDataset]) -> Iterator[str]:
    outputs = {name for bound in named if not bound.is_read for name in bound.names}
    for written in analysis.written:
        if not written.reported or written.relation not in outputs:
            yield f"writes `{written.relation}`, which is not among the outputs that the run names"


def _edges(analysis: Analysis, named: list[BoundDataset]) -> list[LineageEdge]:
    """Of two that say the same, the more certain one stands."""
    outputs = {name: bound.dataset for bound in named if not bound.is_read for name in bound.names}
    # Reversed, so that of two datasets with one name the first that the run names stands.
    datasets = {name: bound.dataset for bound in reversed(named) for name in bound.names}
    best: dict[tuple[object, ...], LineageEdge] = {}
    for written in analysis.written:
        if not written.reported or written.relation not in outputs:
            continue
        for edge in _written_edges(written, outputs[written.relation], datasets):
            # The first six fields say which edge it is; description and confidence are not among them.
            known = best.setdefault(edge[:6], edge)
            if (edge.confidence or 1.0) > (known.confidence or 1.0):
                best[edge[:6]] = edge
    return list(best.values())


def _written_edges(
    written: Written, target: DatasetId, datasets: Mapping[str, DatasetId]
) -> Iterator[LineageEdge]:
    for name, reported in written.sources:
        # Between datasets that the run names, its inputs and outputs already say so.
        source = _dataset(name, reported, target, datasets)
        if not reported and source != target:
            yield LineageEdge(EdgeKind.FEEDS, source, target, Origin.SQL, confidence=GUESSED_SQL)
    for column, found in written.columns.items():
        yield from _column_edges(found, ColumnId(target, column), target, datasets)
    for dependency in written.whole:
        source_column = ColumnId(
            _dataset(dependency.relation, dependency.reported, target, datasets), dependency.column
        )
        yield _edge(dependency, EdgeKind.COLUMN_TO_DATASET, source_column, target)


def _column_edges(
    found: Iterable[Dependency], column: ColumnId, target: DatasetId, datasets: Mapping[str, DatasetId]
) -> Iterator[LineageEdge]:
    for dependency in found:
        source = ColumnId(
            _dataset(dependency.relation, dependency.reported, target, datasets), dependency.column
        )
        if source != column:
            kind = EdgeKind.COLUMN_INDIRECT if dependency.indirect else EdgeKind.COLUMN
            yield _edge(dependency, kind, source, column)


def _edge(
    dependency: Dependency, kind: EdgeKind, source: ColumnId, target: ColumnId | DatasetId
) -> LineageEdge:
    certain = dependency.reported and not dependency.guessed
    return LineageEdge(
        kind,
        source,
        target,
        Origin.SQL,
        dependency.subtype,
        True if dependency.masking else None,
        dependency.description,
        None if certain else GUESSED_SQL,
    )


def _dataset(name: str, reported: bool, target: DatasetId, datasets: Mapping[str, DatasetId]) -> DatasetId:
    """A table that the run does not name is looked for beside the one it writes."""
    if reported and name in datasets:
        return datasets[name]
    parts, near = name.split("."), target.name.split(".")
    # Beside `shop.sales.daily`, `orders` is `shop.sales.orders`.
    missing = len(near) - len(parts)
    return DatasetId(target.namespace, ".".join([*near[: max(missing, 0)], *parts]))


def _to_stored(edge: LineageEdge) -> StoredEdge:
    # The origin, the fourth field, is not kept: it is SQL for all of them.
    return StoredEdge(int(edge.kind), _name_parts(edge.source), _name_parts(edge.target), *edge[4:])


def _name_parts(node: object) -> tuple[str, str, str | None]:
    if isinstance(node, ColumnId):
        return node.dataset.namespace, node.dataset.name, node.field
    assert isinstance(node, DatasetId)
    return node.namespace, node.name, None


def _from_stored(edge: StoredEdge) -> LineageEdge:
    return LineageEdge(
        EdgeKind(edge.kind),
        _node(edge.source),
        _node(edge.target),
        Origin.SQL,
        edge.subtype,
        edge.masking,
        edge.description,
        edge.confidence,
    )


def _node(spelled: tuple[str, str, str | None]) -> DatasetId | ColumnId:
    namespace, name, field = spelled
    dataset = DatasetId(namespace, name)
    return dataset if field is None else ColumnId(dataset, field)
