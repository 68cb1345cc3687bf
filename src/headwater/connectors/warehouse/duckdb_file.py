"""The tables and views of a DuckDB file, opened only for reading."""

from pathlib import Path

import duckdb

from headwater.connectors.warehouse.ddl import read_view
from headwater.connectors.warehouse.tables import TableColumn, WarehouseSchema, WarehouseTable
from headwater.errors import BadInputError

TABLES = """
select database_name, schema_name, table_name, false, comment, null
from duckdb_tables() where not internal and not temporary
union all
select database_name, schema_name, view_name, true, comment, sql
from duckdb_views() where not internal and not temporary
order by 1, 2, 3
"""
COLUMNS = """
select database_name, schema_name, table_name, column_name, data_type, comment
from duckdb_columns() where not internal order by 1, 2, 3, column_index
"""


def read_duckdb(path: Path, shown: str) -> WarehouseSchema:
    if not path.is_file():
        raise BadInputError("duckdb", f"{shown}: no such file")
    try:
        with duckdb.connect(str(path), read_only=True) as connection:
            found = connection.execute(TABLES).fetchall()
            listed = connection.execute(COLUMNS).fetchall()
    except duckdb.Error as error:
        raise BadInputError("duckdb", f"{shown}: {str(error).splitlines()[0]}") from error
    columns: dict[str, list[TableColumn]] = {}
    for *name, column, kind, comment in listed:
        columns.setdefault(".".join(name), []).append(TableColumn(column, kind, comment))
    names = tuple(".".join(row[:3]) for row in found)
    return WarehouseSchema(
        f"duckdb://{shown}",
        "duckdb",
        tuple(
            WarehouseTable(
                name,
                tuple(columns.get(name, ())),
                is_view,
                comment,
                *(read_view(sql, "duckdb", name, names) if sql else (None, ())),
            )
            for name, (*_, is_view, comment, sql) in zip(names, found, strict=True)
        ),
    )
