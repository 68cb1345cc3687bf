"""What a Spark query reads and writes, down to the column, from its analysed plan.

Spark gives every column of a plan a number that is unique in it. So lineage is a dictionary: a number is a
column of a dataset, or made from other numbers. Which node of the plan said so does not matter afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable

from headwater_sdk.datasets import Dataset
from headwater_sdk.facets import facet, schema
from headwater_sdk.spark_datasets import (
    WRITES,
    Java,
    kind_of,
    listed,
    relation_dataset,
    second_dataset,
    stream_folder,
)

Source = tuple[str, str, str, str]
"""A column and how it is used: namespace, name, field, how."""
# A plan that is larger is read without its columns: each costs some calls to the JVM.
MAX_NODES = 2_000


@dataclass(frozen=True)
class PlanLineage:
    """`output` is None for a query that only reads."""

    inputs: tuple[Dataset, ...]
    output: Dataset | None
    rows: int | None = None


@dataclass
class _Columns:
    """What is known of each numbered column, and of the columns that decide which rows there are."""

    datasets: dict[str, Dataset] = field(default_factory=dict)
    origins: dict[int, tuple[Dataset, str]] = field(default_factory=dict)
    made_from: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    indirect: list[tuple[int, str]] = field(default_factory=list)
    shared: dict[int, Java] = field(default_factory=dict)

    def made(self, number: int, sources: Sequence[int], how: str) -> None:
        known = self.made_from.setdefault(number, [])
        known.extend((source, how) for source in sources if source != number)

    def sources(self, number: int, how: str = "IDENTITY", seen: frozenset[int] = frozenset()) -> set[Source]:
        """The columns of datasets that it is made from."""
        found: set[Source] = set()
        if number in self.origins:
            dataset, column = self.origins[number]
            found.add((dataset.namespace, dataset.name, column, how))
        # A union has the numbers of its first part, which may be those of a dataset.
        for source, step in self.made_from.get(number, ()):
            if source not in seen:
                found |= self.sources(source, stronger(how, step), seen | {number})
        return found


def stronger(first: str, second: str) -> str:
    """Of two steps in a row, what both of them do.

    >>> stronger("IDENTITY", "AGGREGATION"), stronger("AGGREGATION", "TRANSFORMATION")
    ('AGGREGATION', 'AGGREGATION')
    """
    order = ("IDENTITY", "TRANSFORMATION", "AGGREGATION")
    return max(first, second, key=order.index)


def read_plan(execution: Java) -> PlanLineage:
    """What a query that ended has read, and what it has written, of all that has a name."""
    lineage = _lineage(execution.analyzed(), execution)
    return PlanLineage(lineage.inputs, lineage.output, _rows_written(execution))


def read_stream(query: Java) -> PlanLineage:
    """The same of a stream, once it has begun."""
    return _lineage(query.logicalPlan(), query)


def _lineage(plan: Java, execution: Java) -> PlanLineage:
    write = WRITES.get(kind_of(plan))
    target, query, names = (write(plan, execution) if write else None) or (None, plan, [])
    columns = _Columns()
    for node in _nodes(query):
        _read_node(node, columns)
    output = target and target.with_facets(_output_facets(query, names, columns))
    return PlanLineage(tuple(columns.datasets.values()), output)


def _nodes(plan: Java) -> Iterator[Java]:
    """All nodes of a plan, those of its subqueries as well."""
    waiting, count = [plan], 0
    while waiting and count < MAX_NODES:
        node = waiting.pop()
        count += 1
        yield node
        for below in (node.children(), node.subqueries()):
            waiting.extend(listed(below))


def _read_node(node: Java, columns: _Columns) -> None:
    kind = kind_of(node)
    for kinds, read in READERS:
        if kind in kinds:
            read(node, columns)


def _relation(node: Java, columns: _Columns) -> None:
    dataset = relation_dataset(node)
    if dataset is not None:
        _note_relation(node, dataset, columns)


def _note_relation(node: Java, dataset: Dataset, columns: _Columns) -> None:
    attributes = listed(node.output())
    types = {attribute.name(): attribute.dataType().simpleString() for attribute in attributes}
    columns.datasets[str(dataset)] = dataset.with_facets({"schema": schema(types)})
    for attribute in attributes:
        columns.origins[_number(attribute)] = (dataset, attribute.name())


def _second_relation(node: Java, columns: _Columns) -> None:
    """Of Spark's second interface."""
    dataset = second_dataset(node)
    if dataset is not None:
        _note_relation(node, dataset, columns)


def _stream_source(node: Java, columns: _Columns) -> None:
    dataset = stream_folder(node.source())
    if dataset is not None:
        _note_relation(node, dataset, columns)


def _project(node: Java, columns: _Columns) -> None:
    _aliases(node.projectList(), "TRANSFORMATION", columns)


def _aggregate(node: Java, columns: _Columns) -> None:
    _aliases(node.aggregateExpressions(), "AGGREGATION", columns)
    for expression in listed(node.groupingExpressions()):
        _indirect(expression, "GROUP_BY", columns)


def _window(node: Java, columns: _Columns) -> None:
    _aliases(node.windowExpressions(), "TRANSFORMATION", columns)
    for expression in (*listed(node.partitionSpec()), *listed(node.orderSpec())):
        _indirect(expression, "WINDOW", columns)


def _aliases(expressions: Java, how: str, columns: _Columns) -> None:
    for expression in listed(expressions):
        if kind_of(expression) == "Alias":
            same = kind_of(expression.child()) == "AttributeReference"
            columns.made(_number(expression), _references(expression), "IDENTITY" if same else how)


def _generate(node: Java, columns: _Columns) -> None:
    sources = _references(node.generator())
    for attribute in listed(node.generatorOutput()):
        columns.made(_number(attribute), sources, "TRANSFORMATION")


def _union(node: Java, columns: _Columns) -> None:
    output = listed(node.output())
    for child in listed(node.children()):
        for attribute, source in zip(output, listed(child.output())):
            columns.made(_number(attribute), [_number(source)], "IDENTITY")


def _shared_definition(node: Java, columns: _Columns) -> None:
    """A CTE: references to it have numbers of their own, in the same order."""
    columns.shared[node.id()] = node.child()


def _shared_reference(node: Java, columns: _Columns) -> None:
    definition = columns.shared.get(node.cteId())
    if definition is not None:
        for attribute, source in zip(listed(node.output()), listed(definition.output())):
            columns.made(_number(attribute), [_number(source)], "IDENTITY")


def _filter(node: Java, columns: _Columns) -> None:
    _indirect(node.condition(), "FILTER", columns)


def _join(node: Java, columns: _Columns) -> None:
    if node.condition().isDefined():
        _indirect(node.condition().get(), "JOIN", columns)


def _sort(node: Java, columns: _Columns) -> None:
    for expression in listed(node.order()):
        _indirect(expression, "SORT", columns)


def _indirect(expression: Java, how: str, columns: _Columns) -> None:
    columns.indirect.extend((number, how) for number in _references(expression))


READERS: tuple[tuple[frozenset[str], Callable[[Java, _Columns], None]], ...] = (
    (frozenset({"LogicalRelation", "HiveTableRelation"}), _relation),
    (frozenset({"DataSourceV2Relation"}), _second_relation),
    (frozenset({"StreamingExecutionRelation"}), _stream_source),
    (frozenset({"Project"}), _project),
    (frozenset({"Aggregate"}), _aggregate),
    (frozenset({"Window"}), _window),
    (frozenset({"Generate"}), _generate),
    (frozenset({"Union"}), _union),
    (frozenset({"CTERelationDef"}), _shared_definition),
    (frozenset({"CTERelationRef"}), _shared_reference),
    (frozenset({"Filter"}), _filter),
    (frozenset({"Join"}), _join),
    (frozenset({"Sort"}), _sort),
)


def _output_facets(query: Java, names: list[str], columns: _Columns) -> dict[str, Any]:
    attributes = list(zip(names, listed(query.output())))
    types = {name: attribute.dataType().simpleString() for name, attribute in attributes}
    fields = {}
    for name, attribute in attributes:
        sources = sorted(columns.sources(_number(attribute)))
        if sources:
            fields[name] = {"inputFields": [_input_field(*source, kind="DIRECT") for source in sources]}
    whole = {
        (namespace, name, column, how)
        for number, how in columns.indirect
        for namespace, name, column, _ in columns.sources(number)
    }
    lineage = {"fields": fields, "dataset": [_input_field(*one, kind="INDIRECT") for one in sorted(whole)]}
    facets: dict[str, Any] = {"schema": schema(types)}
    if fields:
        facets["columnLineage"] = facet("1-2-0/ColumnLineageDatasetFacet", **lineage)
    return facets


def _input_field(namespace: str, name: str, column: str, how: str, *, kind: str) -> dict[str, Any]:
    transformation = {"type": kind, "subtype": how}
    return {"namespace": namespace, "name": name, "field": column, "transformations": [transformation]}


def _rows_written(execution: Java) -> int | None:
    plan = execution.executedPlan()
    if kind_of(plan) != "DataWritingCommandExec":
        return None
    metric = plan.cmd().metrics().get("numOutputRows")
    return int(metric.get().value()) if metric.isDefined() else None


def _references(expression: Java) -> list[int]:
    return [_number(attribute) for attribute in listed(expression.references().toSeq())]


def _number(attribute: Java) -> int:
    return int(attribute.exprId().id())
