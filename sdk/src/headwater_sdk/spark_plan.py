"""What a Spark query reads and writes, down to the column, from its analysed plan.

Spark gives every column of a plan a number that is unique in it. So lineage is a dictionary: a number is a
column of a dataset, or made from other numbers. Which node of the plan said so does not matter afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable

from headwater_sdk.datasets import Dataset, from_text
from headwater_sdk.facets import facet, schema
from headwater_sdk.jdbc import jdbc_table

# Objects of the JVM, by way of py4j.
Java = Any
Source = tuple[str, str, str, str]
"""A column and how it is used: namespace, name, field, how."""
# A plan that is larger is read without its columns: each costs some calls to the JVM.
MAX_NODES = 2_000


@dataclass(frozen=True)
class PlanLineage:
    inputs: tuple[Dataset, ...]
    output: Dataset
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


def read_plan(execution: Java) -> PlanLineage | None:
    """The lineage of a query that writes something we can name; None for any other."""
    plan = execution.analyzed()
    write = WRITES.get(_kind(plan))
    written = write(plan, execution) if write else None
    if written is None:
        return None
    target, query, names = written
    columns = _Columns()
    for node in _nodes(query):
        _read_node(node, columns)
    output = target.with_facets(_output_facets(query, names, columns))
    inputs = {str(dataset): dataset for dataset in columns.datasets.values()}
    return PlanLineage(tuple(inputs.values()), output, _rows_written(execution))


def _nodes(plan: Java) -> Iterator[Java]:
    """All nodes of a plan, those of its subqueries as well."""
    waiting, count = [plan], 0
    while waiting and count < MAX_NODES:
        node = waiting.pop()
        count += 1
        yield node
        for below in (node.children(), node.subqueries()):
            waiting.extend(_list(below))


def _read_node(node: Java, columns: _Columns) -> None:
    kind = _kind(node)
    for kinds, read in READERS:
        if kind in kinds:
            read(node, columns)


def _relation(node: Java, columns: _Columns) -> None:
    dataset = _relation_dataset(node)
    if dataset is not None:
        _note_relation(node, dataset, columns)


def _note_relation(node: Java, dataset: Dataset, columns: _Columns) -> None:
    attributes = _list(node.output())
    types = {attribute.name(): attribute.dataType().simpleString() for attribute in attributes}
    columns.datasets[str(dataset)] = dataset.with_facets({"schema": schema(types)})
    for attribute in attributes:
        columns.origins[_number(attribute)] = (dataset, attribute.name())


def _relation_dataset(node: Java) -> Dataset | None:
    """A table of the catalog, or files; None for what has no name, such as rows in memory."""
    table = node.catalogTable()
    if table.isDefined():
        return _table(table.get())
    relation = node.relation()
    if _kind(relation) == "JDBCRelation":
        options = relation.jdbcOptions()
        return jdbc_table(str(options.url()), str(options.tableOrQuery()))
    if _kind(relation) != "HadoopFsRelation":
        return None
    paths = _list(relation.location().rootPaths())
    return _location(paths[0].toString()) if paths else None


def _second_relation(node: Java, columns: _Columns) -> None:
    """A source of Spark's second interface: files, or a table of a catalog such as Iceberg's."""
    table = node.table()
    if _is_file_table(table):
        paths = _list(table.paths())
        dataset = _location(str(paths[0])) if paths else None
    else:
        dataset = _catalog_table(node)
    if dataset is not None:
        _note_relation(node, dataset, columns)


def _is_file_table(table: Java) -> bool:
    above = table.getClass().getSuperclass()
    return above is not None and str(above.getSimpleName()) == "FileTable"


def _catalog_table(node: Java) -> Dataset | None:
    """Named by its catalog; a table without an identifier, such as a generator of rows, has no name."""
    if not node.identifier().isDefined():
        return None
    catalog = node.catalog()
    place = str(catalog.get().name()) if catalog.isDefined() else "spark"
    found = node.identifier().get()
    return Dataset(place, ".".join([*found.namespace(), str(found.name())]))


def _project(node: Java, columns: _Columns) -> None:
    _aliases(node.projectList(), "TRANSFORMATION", columns)


def _aggregate(node: Java, columns: _Columns) -> None:
    _aliases(node.aggregateExpressions(), "AGGREGATION", columns)
    for expression in _list(node.groupingExpressions()):
        _indirect(expression, "GROUP_BY", columns)


def _window(node: Java, columns: _Columns) -> None:
    _aliases(node.windowExpressions(), "TRANSFORMATION", columns)
    for expression in (*_list(node.partitionSpec()), *_list(node.orderSpec())):
        _indirect(expression, "WINDOW", columns)


def _aliases(expressions: Java, how: str, columns: _Columns) -> None:
    for expression in _list(expressions):
        if _kind(expression) == "Alias":
            same = _kind(expression.child()) == "AttributeReference"
            columns.made(_number(expression), _references(expression), "IDENTITY" if same else how)


def _generate(node: Java, columns: _Columns) -> None:
    sources = _references(node.generator())
    for attribute in _list(node.generatorOutput()):
        columns.made(_number(attribute), sources, "TRANSFORMATION")


def _union(node: Java, columns: _Columns) -> None:
    output = _list(node.output())
    for child in _list(node.children()):
        for attribute, source in zip(output, _list(child.output())):
            columns.made(_number(attribute), [_number(source)], "IDENTITY")


def _shared_definition(node: Java, columns: _Columns) -> None:
    """A CTE: references to it have numbers of their own, in the same order."""
    columns.shared[node.id()] = node.child()


def _shared_reference(node: Java, columns: _Columns) -> None:
    definition = columns.shared.get(node.cteId())
    if definition is not None:
        for attribute, source in zip(_list(node.output()), _list(definition.output())):
            columns.made(_number(attribute), [_number(source)], "IDENTITY")


def _filter(node: Java, columns: _Columns) -> None:
    _indirect(node.condition(), "FILTER", columns)


def _join(node: Java, columns: _Columns) -> None:
    if node.condition().isDefined():
        _indirect(node.condition().get(), "JOIN", columns)


def _sort(node: Java, columns: _Columns) -> None:
    for expression in _list(node.order()):
        _indirect(expression, "SORT", columns)


def _indirect(expression: Java, how: str, columns: _Columns) -> None:
    columns.indirect.extend((number, how) for number in _references(expression))


READERS: tuple[tuple[frozenset[str], Callable[[Java, _Columns], None]], ...] = (
    (frozenset({"LogicalRelation", "HiveTableRelation"}), _relation),
    (frozenset({"DataSourceV2Relation", "DataSourceV2ScanRelation"}), _second_relation),
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


def _file_write(plan: Java, _: Java) -> tuple[Dataset, Java, list[str]] | None:
    table = plan.catalogTable()
    target = _table(table.get()) if table.isDefined() else _location(plan.outputPath().toString())
    return target, plan.query(), [str(name) for name in _list(plan.outputColumnNames())]


def _table_write(plan: Java, execution: Java) -> tuple[Dataset, Java, list[str]] | None:
    """`create table … as`: the table is in the catalog by now, with its place."""
    catalog = execution.sparkSession().sessionState().catalog()
    target = _table(catalog.getTableMetadata(plan.table().identifier()))
    return target, plan.query(), [str(name) for name in _list(plan.outputColumnNames())]


def _source_write(plan: Java, _: Java) -> tuple[Dataset, Java, list[str]] | None:
    """A write to a source that is no file: of these, those over JDBC can be named."""
    options = plan.options()
    url, table = options.get("url"), options.get("dbtable")
    if not (url.isDefined() and table.isDefined()):
        return None
    target = jdbc_table(str(url.get()), str(table.get()))
    if target is None:
        return None
    return target, plan.query(), [str(one.name()) for one in _list(plan.query().output())]


WRITES: dict[str, Callable[[Java, Java], tuple[Dataset, Java, list[str]] | None]] = {
    "InsertIntoHadoopFsRelationCommand": _file_write,
    "CreateDataSourceTableAsSelectCommand": _table_write,
    "SaveIntoDataSourceCommand": _source_write,
}


def _output_facets(query: Java, names: list[str], columns: _Columns) -> dict[str, Any]:
    attributes = list(zip(names, _list(query.output())))
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


def _table(table: Java) -> Dataset:
    """By its place, as Spark's OpenLineage listener names it, with its name in the catalog as an alias."""
    name = table.identifier().unquotedString()
    alias = {"namespace": "spark", "name": name, "type": "TABLE"}
    symlinks = facet("1-0-1/SymlinksDatasetFacet", identifiers=[alias])
    return _location(table.location().toString()).with_facets({"symlinks": symlinks})


def _location(uri: str) -> Dataset:
    return from_text(uri.rstrip("/"), "file")


def _rows_written(execution: Java) -> int | None:
    plan = execution.executedPlan()
    if _kind(plan) != "DataWritingCommandExec":
        return None
    metric = plan.cmd().metrics().get("numOutputRows")
    return int(metric.get().value()) if metric.isDefined() else None


def _references(expression: Java) -> list[int]:
    return [_number(attribute) for attribute in _list(expression.references().toSeq())]


def _number(attribute: Java) -> int:
    return int(attribute.exprId().id())


def _kind(thing: Java) -> str:
    return str(thing.getClass().getSimpleName())


def _list(found: Java) -> list[Java]:
    return [found.apply(place) for place in range(found.size())]
