"""The tables and views of a PostgreSQL database, in one transaction that only reads."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import conninfo

from headwater.connectors.warehouse.tables import TableColumn, WarehouseSchema, WarehouseTable
from headwater.errors import BadInputError

CONNECT_SECONDS = 10
STATEMENT_MILLISECONDS = 60_000

# Not information_schema alone: it lacks materialised views, comments and partitioned tables' kinds.
TABLES = """
select tables.oid, namespaces.nspname, tables.relname, tables.relkind in ('v', 'm'),
       obj_description(tables.oid, 'pg_class'),
       case when tables.relkind in ('v', 'm') then pg_get_viewdef(tables.oid) end
from pg_class as tables
join pg_namespace as namespaces on namespaces.oid = tables.relnamespace
where tables.relkind in ('r', 'p', 'v', 'm', 'f') and not tables.relispartition
  and namespaces.nspname <> 'information_schema' and namespaces.nspname not like 'pg\\_%'
order by namespaces.nspname, tables.relname
"""
COLUMNS = """
select attrelid, attname, format_type(atttypid, atttypmod), col_description(attrelid, attnum)
from pg_attribute
where attrelid = any(%s) and attnum > 0 and not attisdropped
order by attrelid, attnum
"""
READS = """
select distinct rewritten.ev_class, depends.refobjid
from pg_rewrite as rewritten
join pg_depend as depends on depends.objid = rewritten.oid and depends.classid = 'pg_rewrite'::regclass
where rewritten.ev_class = any(%s) and depends.refclassid = 'pg_class'::regclass
  and depends.refobjid <> rewritten.ev_class
order by 1, 2
"""


def read_postgresql(url: str) -> WarehouseSchema:
    host, port, database = address(url)
    try:
        with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as connection:
            connection.read_only = True
            connection.execute(f"set statement_timeout = {STATEMENT_MILLISECONDS}")
            tables = _tables(connection, database or connection.info.dbname)
    except psycopg.Error as error:
        # Never the URL itself: it holds the password.
        raise BadInputError("url", f"{host}:{port}: {str(error).strip().splitlines()[0]}") from error
    return WarehouseSchema(f"postgres://{host}:{port}", "postgres", tables)


def address(url: str) -> tuple[str, str, str]:
    """Host, port and database that a URL or a list of settings names."""
    try:
        given = conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise BadInputError(
            "url", "is no address of a PostgreSQL such as postgresql://user@host/db"
        ) from error
    host = str(given.get("host") or urlsplit(url).hostname or "localhost")
    return host, str(given.get("port") or 5432), str(given.get("dbname") or "")


def _tables(connection: psycopg.Connection[Any], database: str) -> tuple[WarehouseTable, ...]:
    found = connection.execute(TABLES).fetchall()
    names = {oid: f"{database}.{schema}.{table}" for oid, schema, table, *_ in found}
    columns: dict[int, list[TableColumn]] = {}
    for oid, name, kind, comment in connection.execute(COLUMNS, [list(names)]).fetchall():
        columns.setdefault(oid, []).append(TableColumn(name, kind, comment))
    reads = _reads(connection, names)
    return tuple(
        WarehouseTable(
            names[oid],
            tuple(columns.get(oid, ())),
            is_view,
            comment,
            sql.strip().removesuffix(";") if sql else None,
            reads.get(oid, ()),
        )
        for oid, _schema, _table, is_view, comment, sql in found
    )


def _reads(connection: psycopg.Connection[Any], names: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for view, read in connection.execute(READS, [list(names)]).fetchall():
        if read in names:
            found[view] = (*found.get(view, ()), names[read])
    return found
