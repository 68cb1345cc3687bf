"""Where a name in a query is looked up: its sources, its aliases, then the query around."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from sqlglot import exp

from headwater.sql.binding.binding import BindCode, Binding, Role
from headwater.sql.binding.rows import BoundColumn, ColumnOrigin, RowSet
from headwater.sql.scope import PSEUDO, SEQUENCE_VALUES
from headwater.sql.table_names import Parts

# Words that stand for a value without brackets in some dialect, and units that a parser takes for columns.
NO_COLUMNS = PSEUDO | {
    "epoch", "dow", "doy", "millisecond", "microsecond", "decade", "century", "excluded", "rownumber",
    "_partitiontime", "_partitiondate", "_table_suffix", "oid", "tableoid", "xmin", "xmax", "cmin", "cmax",
    "localtime", "current_catalog", "current_schema", "current_role", "sqlcode", "timestamp", "date", "time",
    "$action", "__index_level_0__", "rowversion", "_file", "_metadata", "input_file_name",
    "grouping__id",
}  # fmt: skip
# Columns that every table of some database has, also behind its alias.
SYSTEM_COLUMNS = {
    "rowid", "ctid", "oid", "tableoid", "xmin", "xmax", "cmin", "cmax", "_metadata", "metadata", "rowversion",
    "_partitiontime", "_partitiondate", "_table_suffix", "_file", "rownum", "level",
}  # fmt: skip
# Where an alias of the select list can stand in its own where clause.
ALIASES_EVERYWHERE = {"snowflake", "duckdb", "clickhouse", "teradata", "redshift"}
# Texts are left out: in some databases they may hold JSON.
WITHOUT_FIELDS = exp.DataType.NUMERIC_TYPES | exp.DataType.TEMPORAL_TYPES | {exp.DType.BOOLEAN}
LATERAL = ALIASES_EVERYWHERE | {"databricks", "spark", "spark2"}


class AliasUse(Enum):
    NEVER = "never"
    LAST = "if no source has the column"
    FIRST = "before the sources"


@dataclass(slots=True)
class BindSource:
    """One thing in a from clause."""

    alias: str
    parts: Parts
    rows: RowSet
    value: bool = False
    """Its alias also stands for a value, as after `unnest`."""
    hidden: bool = False
    merged: set[str] = field(default_factory=set)


@dataclass(slots=True)
class BindScope:
    binding: Binding
    ctes: Mapping[str, RowSet]
    parent: "BindScope | None" = None
    sources: list[BindSource] = field(default_factory=list)
    merged: dict[str, BoundColumn] = field(default_factory=dict)
    aliases: dict[str, BoundColumn] = field(default_factory=dict)
    use: AliasUse = AliasUse.NEVER

    def may_have(self, words: Sequence[str]) -> bool:
        """Whether one of the sources here, and not of a query around, can be meant."""
        small = tuple(word.lower() for word in words)
        if len(small) > 1:
            wanted = small[:-1]
            return any((one.alias,) == wanted or one.parts[-len(wanted) :] == wanted for one in self.sources)
        return small[0] in self.merged or any(
            small[0] in one.rows.index or not one.rows.complete for one in self.sources
        )

    def source(self, words: Parts) -> BindSource | None:
        """The innermost source of that alias or table name."""
        scope: BindScope | None = self
        while scope is not None:
            for one in scope.sources:
                if (one.alias,) == words or (one.parts and one.parts[-len(words) :] == words):
                    return one
            scope = scope.parent
        if len(words) > 1:
            # `shop.orders.id` where the text says `from orders`.
            last = self.source(words[-1:])
            return last if last is not None and last.parts == words[-1:] else None
        return None

    def bind(self, node: exp.Column, role: Role, path: Sequence[str] = ()) -> None:
        """Ties a column, or the field of a structure that `path` leads to, to what it means."""
        words = [
            part.name
            for key in ("catalog", "db", "table", "this")
            if (part := node.args.get(key)) and part.name
        ]
        if not words:
            return
        if len(words) == 1:
            self._unqualified(node, words[0], role, path)
        else:
            self._qualified(node, words, role, path)

    def _qualified(self, node: exp.Column, words: list[str], role: Role, path: Sequence[str]) -> None:
        small = tuple(word.lower() for word in words)
        source = self.source(small[:-1])
        if source is not None:
            self._column_of(source, node, words[-1], role, path)
            return
        if self._inside(node, [*words, *path], role):
            return
        if small[-1] not in SEQUENCE_VALUES:
            qualifier = ".".join(words[:-1])
            if self.binding.has_structs:
                words_ = f"the query has no table and no column {qualifier}"
                self.binding.error(BindCode.UNKNOWN_COLUMN, words_, node)
            else:
                self.binding.error(BindCode.UNKNOWN_SOURCE, f"the query has no table {qualifier}", node)

    def _inside(self, node: exp.Column, words: list[str], role: Role) -> bool:
        """`t.payload.id`, `payload.id`: a field of a structure."""
        small = tuple(word.lower() for word in words)
        for length in range(len(words) - 2, 0, -1):
            source = self.source(small[:length])
            if source is not None:
                self._column_of(source, node, words[length], role, words[length + 1 :])
                return True
        whole = next(
            (found for one in self.sources for found in one.rows.index.get(".".join(small), ())), None
        )
        if whole is not None:  # a producer lists fields of structures, ClickHouse has nested columns
            self.binding.refer(node, whole, role)
            return True
        if not self.binding.has_structs:
            return False
        holder = self._holder(small[0])
        if holder is None:
            return False
        self._refer(node, holder, role, words[1:])
        return True

    def _holder(self, key: str) -> BoundColumn | None:
        scope: BindScope | None = self
        while scope is not None:
            for one in scope.sources:
                found = one.rows.index.get(key)
                if found:
                    return found[0]
                if one.value and one.alias == key:
                    return BoundColumn(key)
                if not one.rows.complete:
                    tables = one.rows.open_tables
                    return BoundColumn(key, ColumnOrigin(tables[0], key) if len(tables) == 1 else None)
            if key in scope.aliases:
                return scope.aliases[key]
            scope = scope.parent
        return None

    def _refer(self, node: exp.Expr, column: BoundColumn, role: Role, path: Sequence[str]) -> None:
        """A column, or a field inside it: the schema's list of fields tells whether it is there."""
        if not path:
            self.binding.refer(node, column, role)
            return
        wanted = ".".join([column.name.lower(), *(word.lower() for word in path)])
        if column.inside and not any(one == wanted or wanted.startswith(f"{one}.") for one in column.inside):
            self.binding.error(BindCode.UNKNOWN_FIELD, f"{column.name} has no field {'.'.join(path)}", node)
            return
        if column.type is not None and column.type.is_type(*WITHOUT_FIELDS):
            self.binding.error(BindCode.UNKNOWN_FIELD, f"{column.name} is no structure with fields", node)
            return
        field_origin = (
            column.origin._replace(column=wanted) if column.origin and column.inside else column.origin
        )
        type_ = self.binding.types.inside(column, wanted) if self.binding.types else None
        self.binding.refer(node, replace(column, origin=field_origin, type=type_), role)

    def _column_of(
        self, source: BindSource, node: exp.Expr, name: str, role: Role, path: Sequence[str] = ()
    ) -> None:
        rows, key = source.rows, name.lower()
        found = rows.index.get(key)
        if found:
            if len(found) > 1 and not _same(found):
                self.binding.error(BindCode.AMBIGUOUS_COLUMN, f"{source.alias} has {name} twice", node)
            self._refer(node, found[0], role, path)
        elif rows.open_tables:
            self.binding.refer_open(node, name, rows.open_tables, role)
        elif not rows.anything and key not in SYSTEM_COLUMNS:
            words = f"{'.'.join(source.parts) or source.alias} has no column {name}"
            self.binding.error(BindCode.UNKNOWN_COLUMN, words, node)

    def _unqualified(self, node: exp.Column, name: str, role: Role, path: Sequence[str]) -> None:
        key = name.lower()
        scope: BindScope | None = self
        while scope is not None:
            if scope._bound_here(node, name, role, path):
                return
            scope = scope.parent
        if self._as_row(node, key) or key in NO_COLUMNS or self._is_string(node):
            return
        if key in self.binding.variables:
            return
        open_tables = [table for one in self._all_sources() for table in one.rows.open_tables]
        if open_tables:
            self.binding.refer_open(node, name, open_tables, role)
        elif not any(one.rows.anything for one in self._all_sources()):
            self.binding.error(BindCode.UNKNOWN_COLUMN, f"no table of the query has a column {name}", node)

    def _is_string(self, node: exp.Column) -> bool:
        """`"text"` is a string where no column has that name, in SQLite and MySQL's older texts."""
        return bool(node.this.args.get("quoted")) and self.binding.dialect_name == "sqlite"

    def _as_row(self, node: exp.Column, key: str) -> bool:
        """A source's alias as a value: its whole row, or what an unnest yields."""
        source = self.source((key,))
        if source is not None:
            take_row(node, self, source)
        return source is not None

    def _bound_here(self, node: exp.Column, name: str, role: Role, path: Sequence[str]) -> bool:
        key = name.lower()
        if self.use is AliasUse.FIRST and key in self.aliases:
            self.binding.tie(node, self.aliases[key])
            return True
        if self._in_sources(node, name, role, path):
            return True
        if self.use is not AliasUse.NEVER and key in self.aliases:
            self.binding.tie(node, self.aliases[key])
            return True
        return self._in_only_open(node, name, role)

    def _in_sources(self, node: exp.Column, name: str, role: Role, path: Sequence[str]) -> bool:
        key = name.lower()
        if key in self.merged:
            self._refer(node, self.merged[key], role, path)
            return True
        holders = [one for one in self.sources if key in one.rows.index and not one.hidden]
        if not holders:
            value = next((one for one in self.sources if one.value and one.alias == key), None)
            if value is not None:
                self.binding.tie(node, BoundColumn(name))
            return value is not None
        if len(holders) > 1:
            names = " and ".join(one.alias or ".".join(one.parts) for one in holders)
            self.binding.error(BindCode.AMBIGUOUS_COLUMN, f"{name} is a column of {names}", node)
        self._column_of(holders[0], node, name, role, path)
        return True

    def _in_only_open(self, node: exp.Column, name: str, role: Role) -> bool:
        """One source of unknown columns, nothing around: it has the column."""
        holders = [one for one in self.sources if one.rows.open_tables]
        if len(holders) != 1 or (self.parent is not None and self.parent.has_sources()):
            return False
        self.binding.refer_open(node, name, holders[0].rows.open_tables, role)
        return True

    def has_sources(self) -> bool:
        return any(True for _ in self._all_sources())

    def _all_sources(self) -> Iterator[BindSource]:
        scope: BindScope | None = self
        while scope is not None:
            yield from scope.sources
            scope = scope.parent


def _same(columns: list[BoundColumn]) -> bool:
    return len({one.origin for one in columns}) == 1 and columns[0].origin is not None


def take_row(node: exp.Expr, scope: BindScope, only: BindSource | None, names: str = "") -> None:
    """A value made of all columns of a source, or of those whose names fit a pattern."""
    refer_star(node, scope, only)
    sources = [only] if only else [one for one in scope.sources if not one.hidden]
    columns = [one for source in sources for one in source.rows.columns]
    scope.binding.whole[id(node)] = (node, tuple(one for one in columns if _fits(names, one.name)))


def _fits(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name, re.IGNORECASE) is not None
    except re.error:
        return True


def refer_star(node: exp.Expr, scope: BindScope, only: BindSource | None) -> None:
    tables: dict[str, None] = {}
    for source in [only] if only else scope.sources:
        origins = [one.origin.table for one in source.rows.columns if one.origin]
        tables.update(dict.fromkeys([*origins, *source.rows.open_tables]))
    scope.binding.refer_star(node, list(tables))
