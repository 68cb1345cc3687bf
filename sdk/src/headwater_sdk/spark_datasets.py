"""Which datasets the nodes of a Spark plan stand for: what a relation reads, and what a command writes."""

from __future__ import annotations

import re
from typing import Any, Callable

from headwater_sdk.datasets import Dataset, from_text
from headwater_sdk.facets import facet
from headwater_sdk.jdbc import jdbc_table

# Objects of the JVM, by way of py4j.
Java = Any
Written = tuple[Dataset, Java, list[str]]
"""What a command writes, the plan of what it writes, and how its columns are called there."""
# How the sources and sinks of streams over files show themselves.
FOLDER = re.compile(r"File(?:StreamSource|Sink)\[(.+)\]")


def relation_dataset(node: Java) -> Dataset | None:
    """A table of the catalog, or files; None for what has no name, such as rows in memory."""
    table = node.catalogTable()
    if table.isDefined():
        return _table(table.get())
    relation = node.relation()
    if kind_of(relation) == "JDBCRelation":
        return _jdbc_dataset(relation.jdbcOptions())
    if kind_of(relation) != "HadoopFsRelation":
        return None
    paths = listed(relation.location().rootPaths())
    return _location(paths[0].toString()) if paths else None


def second_dataset(relation: Java) -> Dataset | None:
    """Of Spark's second interface: files, a table over JDBC, or one of a catalog such as Iceberg's."""
    table = relation.table()
    if _is_file_table(table):
        paths = listed(table.paths())
        return _location(str(paths[0])) if paths else None
    if not relation.identifier().isDefined():
        # Such as a generator of rows.
        return None
    catalog = relation.catalog()
    catalog = catalog.get() if catalog.isDefined() else None
    return _catalog_dataset(table, catalog, relation.identifier().get())


def _is_file_table(table: Java) -> bool:
    above = table.getClass().getSuperclass()
    return above is not None and str(above.getSimpleName()) == "FileTable"


def _catalog_dataset(table: Java, catalog: Java, identifier: Java) -> Dataset | None:
    """A table over JDBC by its database, any other by its catalog."""
    if kind_of(table) == "JDBCTable":
        return _jdbc_dataset(table.jdbcOptions())
    place = str(catalog.name()) if catalog is not None else "spark"
    return Dataset(place, ".".join([*identifier.namespace(), str(identifier.name())]))


def _jdbc_dataset(options: Java) -> Dataset | None:
    return jdbc_table(str(options.url()), str(options.tableOrQuery()))


def _table(table: Java) -> Dataset:
    """By its place, as Spark's OpenLineage listener names it, with its name in the catalog as an alias."""
    name = table.identifier().unquotedString()
    alias = {"namespace": "spark", "name": name, "type": "TABLE"}
    symlinks = facet("1-0-1/SymlinksDatasetFacet", identifiers=[alias])
    return _location(table.location().toString()).with_facets({"symlinks": symlinks})


def _location(uri: str) -> Dataset:
    return from_text(uri.rstrip("/"), "file")


def _names(query: Java) -> list[str]:
    return [str(one.name()) for one in listed(query.output())]


def _file_write(plan: Java, _: Java) -> Written | None:
    table = plan.catalogTable()
    target = _table(table.get()) if table.isDefined() else _location(plan.outputPath().toString())
    return target, plan.query(), [str(name) for name in listed(plan.outputColumnNames())]


def _table_write(plan: Java, execution: Java) -> Written | None:
    """`create table … as`: the table is in the catalog by now, with its place."""
    catalog = execution.sparkSession().sessionState().catalog()
    target = _table(catalog.getTableMetadata(plan.table().identifier()))
    return target, plan.query(), [str(name) for name in listed(plan.outputColumnNames())]


def _hive_write(plan: Java, _: Java) -> Written | None:
    return _table(plan.table()), plan.query(), [str(name) for name in listed(plan.outputColumnNames())]


def _source_write(plan: Java, _: Java) -> Written | None:
    """A write to a source that is no file: of these, those over JDBC can be named."""
    options = plan.options()
    url, table = options.get("url"), options.get("dbtable")
    if not (url.isDefined() and table.isDefined()):
        return None
    target = jdbc_table(str(url.get()), str(table.get()))
    return (target, plan.query(), _names(plan.query())) if target else None


def _second_write(plan: Java, _: Java) -> Written | None:
    """Into a table of a catalog, which has its columns in the order of the query's."""
    target = second_dataset(plan.table())
    return (target, plan.query(), _names(plan.table())) if target else None


def _second_create(plan: Java, _: Java) -> Written | None:
    """`create table … as` in a catalog: by now the table is there to be named."""
    name = plan.name()
    catalog, identifier = name.catalog(), name.identifier()
    target = _catalog_dataset(catalog.loadTable(identifier), catalog, identifier)
    return (target, plan.query(), _names(plan.query())) if target else None


def stream_folder(node: Java) -> Dataset | None:
    """The folder that a file source or sink of a stream names in brackets."""
    found = FOLDER.fullmatch(str(node.toString()))
    return _location(found[1]) if found else None


def _stream_write(plan: Java, _: Java) -> Written | None:
    """A stream into files, or into a table of the catalog."""
    table = plan.catalogTable()
    target = _table(table.get()) if table.isDefined() else stream_folder(plan.sink())
    return (target, plan.query(), _names(plan.query())) if target else None


WRITES: dict[str, Callable[[Java, Java], Written | None]] = {
    "InsertIntoHadoopFsRelationCommand": _file_write,
    "CreateDataSourceTableAsSelectCommand": _table_write,
    "InsertIntoHiveTable": _hive_write,
    "SaveIntoDataSourceCommand": _source_write,
    "AppendData": _second_write,
    "OverwriteByExpression": _second_write,
    "OverwritePartitionsDynamic": _second_write,
    "CreateTableAsSelect": _second_create,
    "ReplaceTableAsSelect": _second_create,
    "WriteToMicroBatchDataSourceV1": _stream_write,
}


def kind_of(thing: Java) -> str:
    return str(thing.getClass().getSimpleName())


def listed(found: Java) -> list[Java]:
    return [found.apply(place) for place in range(found.size())]
