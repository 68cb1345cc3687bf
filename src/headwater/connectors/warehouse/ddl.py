"""The tables and views of a DDL file: what `create table` and `create view` say."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from headwater.connectors.warehouse.tables import TableColumn, WarehouseSchema, WarehouseTable
from headwater.errors import BadInputError

MAX_BYTES = 50_000_000


def read_ddl_files(paths: Sequence[Path], namespace: str, dialect: str | None) -> WarehouseSchema:
    statements = [statement for path in paths for statement in _statements(path, dialect)]
    names = tuple(_name(create) for create in statements)
    tables = {
        name: _table(create, name, names, dialect) for name, create in zip(names, statements, strict=True)
    }
    if not tables:
        raise BadInputError("ddl", f"no `create table` or `create view` in {', '.join(map(str, paths))}")
    # Of two statements for one name, the last one stands.
    return WarehouseSchema(namespace, dialect, tuple(tables.values()))


def read_view(
    sql: str, dialect: str | None, name: str, names: Sequence[str]
) -> tuple[str | None, tuple[str, ...]]:
    """The SELECT of a view, and which of these names it reads."""
    try:
        statement = sqlglot.parse_one(sql, dialect=dialect)
    except SqlglotError:
        return sql, ()
    select = statement.expression if isinstance(statement, exp.Create) else statement
    if select is None:
        return None, ()
    return select.sql(dialect=dialect), tuple(dict.fromkeys(_read(select, name, names)))


def _statements(path: Path, dialect: str | None) -> Iterator[exp.Create]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadInputError("ddl", f"{path} is larger than {MAX_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise BadInputError("ddl", f"{path} can't be read: {error}") from error
    try:
        found = sqlglot.parse(text, dialect=dialect)
    except (SqlglotError, ValueError, RecursionError) as error:
        raise BadInputError("ddl", f"{path}: {str(error).splitlines()[0]}") from error
    for statement in found:
        if isinstance(statement, exp.Create) and statement.kind in ("TABLE", "VIEW"):
            yield statement


def _name(create: exp.Create) -> str:
    table = create.find(exp.Table)
    assert table is not None
    return _dotted(table)


def _dotted(table: exp.Table) -> str:
    return ".".join(part for part in (table.catalog, table.db, table.name) if part)


def _table(create: exp.Create, name: str, names: Sequence[str], dialect: str | None) -> WarehouseTable:
    columns = tuple(
        TableColumn(column.name, column.args["kind"].sql(dialect=dialect) if column.args.get("kind") else "")
        for column in create.find_all(exp.ColumnDef)
    )
    select = create.expression
    sql = select.sql(dialect=dialect) if select is not None else None
    reads = tuple(dict.fromkeys(_read(select, name, names))) if select is not None else ()
    return WarehouseTable(name, columns, create.kind == "VIEW", None, sql, reads)


def _read(select: Any, view: str, names: Sequence[str]) -> Iterator[str]:
    """A table that is named short is looked for beside the view."""
    inside = {cte.alias_or_name.lower() for cte in select.find_all(exp.CTE)}
    beside = view.lower().split(".")
    for table in select.find_all(exp.Table):
        dotted = _dotted(table).lower()
        parts = dotted.split(".")
        if dotted in inside:
            continue
        whole = ".".join([*beside[: max(len(beside) - len(parts), 0)], *parts])
        yield from (name for name in names if name.lower() in (whole, dotted) and name != view)
