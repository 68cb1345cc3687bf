"""Tables from JSON: a list of them, a mapping from table to columns, or the catalog that dbt writes."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from headwater.cli.offline.texts import read_file
from headwater.errors import BadInputError
from headwater.sql.schemas import ColumnSchema, TableSchema

MOST_NESTING = 30


class JsonTable(NamedTuple):
    """`sql` is the query of a view, whose columns follow from it."""

    schema: TableSchema
    sql: str | None
    tier: str | None


def read_json(path: Path) -> Iterator[JsonTable]:
    try:
        whole = msgspec.json.decode(read_file(path))
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInputError(str(path), f"is not JSON: {error}") from error
    for where, table in _tables(whole, str(path)):
        name, sql, tier = (table.get(key) for key in ("name", "sql", "tier"))
        if not isinstance(name, str) or not name.strip():
            raise BadInputError(f"{path}: {where}name", "must be a text")
        for key, value in (("sql", sql), ("tier", tier)):
            if not isinstance(value, str | None):
                raise BadInputError(f"{path}: {where}{key}", "must be a text")
        known = None if sql is not None else tuple(_columns(table.get("columns"), f"{path}: {where}columns"))
        yield JsonTable(TableSchema(name.strip().lower(), known), sql, tier)


def _tables(whole: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each with the way that leads to it, for an error."""
    if isinstance(whole, Mapping) and isinstance(whole.get("nodes"), Mapping):
        yield from _of_dbt(whole)
        return
    listed = whole.get("tables") if isinstance(whole, Mapping) and "tables" in whole else whole
    if isinstance(listed, Mapping):
        for name, columns in listed.items():
            yield f"{name}.", {"name": name, "columns": columns}
    elif isinstance(listed, list):
        for number, table in enumerate(listed):
            if not isinstance(table, Mapping):
                raise BadInputError(
                    f"{path}: tables[{number}]", "must be an object with `name` and `columns`"
                )
            yield f"tables[{number}].", table
    else:
        raise BadInputError(f"{path}: tables", "must be a list of tables, or an object from table to columns")


def _of_dbt(catalog: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for part in ("sources", "nodes"):
        listed = catalog.get(part)
        for key, node in listed.items() if isinstance(listed, Mapping) else ():
            data = node.get("metadata") if isinstance(node, Mapping) else None
            if isinstance(data, Mapping):
                words = (data.get(word) for word in ("database", "schema", "name"))
                name = ".".join(word for word in words if isinstance(word, str) and word)
                yield f"{part}.{key}.", {"name": name, "columns": node.get("columns")}


def _columns(
    columns: Any, where: str, inside: str = "", deeper: int = MOST_NESTING
) -> Iterator[ColumnSchema]:
    """A mapping from name to type or object, or a list of objects; nested fields follow their column."""
    for place, (name, one) in enumerate(_pairs(columns, where)):
        type_, nullable = one.get("type"), one.get("nullable")
        if not isinstance(name, str) or not isinstance(type_, str | None):
            raise BadInputError(f"{where}[{place}]", "must be a name with a type, both texts")
        whole = f"{inside}{name}"
        yield ColumnSchema(whole, type_, nullable if isinstance(nullable, bool) else None)
        if one.get("fields") and deeper:
            yield from _columns(one["fields"], f"{where}[{place}].fields", f"{whole}.", deeper - 1)


def _pairs(columns: Any, where: str) -> list[tuple[Any, Mapping[str, Any]]]:
    if isinstance(columns, Mapping):
        pairs = [(name, one if isinstance(one, Mapping) else {"type": one}) for name, one in columns.items()]
        return sorted(pairs, key=_index)
    if isinstance(columns, list):
        return [(one.get("name"), one) if isinstance(one, Mapping) else (one, {}) for one in columns]
    raise BadInputError(where, "must be a list of columns, or an object from name to type")


def _index(pair: tuple[Any, Mapping[str, Any]]) -> int:
    """dbt gives the place of a column beside it."""
    index = pair[1].get("index")
    return index if isinstance(index, int) else 0
