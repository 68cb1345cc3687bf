"""What one binding knows and finds: tables and dialect on one side, references and errors on the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect

from headwater.sql.binding.rows import BoundColumn, ColumnOrigin, RowSet, table_rows
from headwater.sql.binding.text import Fragment, Lines
from headwater.sql.context import WITHOUT_STRUCTS
from headwater.sql.limits import Budget
from headwater.sql.schemas import Catalog, Found
from headwater.sql.table_names import Parts

if TYPE_CHECKING:
    from headwater.sql.binding.scopes import BindScope
    from headwater.sql.binding.typing import Typing

MOST_REFERENCES = 20_000
MOST_PROBLEMS = 20


class Role(StrEnum):
    """What a text does with a column, by the clause in which it stands."""

    PROJECTED = "projected"
    FILTERED = "filtered"
    JOINED = "joined"
    GROUPED = "grouped"
    ORDERED = "ordered"
    WINDOWED = "windowed"
    WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class Reference:
    """One place at which a text names a table, or a column of one.

    `column` is None for the table as a whole: one that stands in a from clause, is written, or whose columns
    a star takes over. A name that several tables could supply has no `table` but `candidates`.
    """

    table: str | None
    column: str | None
    role: Role
    given: bool = True
    """Whether the table is among those that the caller named; otherwise `table` is as written."""
    star: bool = False
    positional: bool = False
    """An insert without a list of columns."""
    fragment: Fragment | None = None
    candidates: tuple[str, ...] = ()


class BindCode(StrEnum):
    """Why a database would refuse the text."""

    UNKNOWN_COLUMN = "unknown_column"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_SOURCE = "unknown_source"
    AMBIGUOUS_COLUMN = "ambiguous_column"
    COLUMN_COUNT = "column_count"


@dataclass(frozen=True, slots=True)
class BindError:
    code: BindCode
    message: str
    fragment: Fragment | None


@dataclass(frozen=True, slots=True)
class InsertedRows:
    """What an insert brings to which columns; `positional` where the text does not list them."""

    node: exp.Expr
    table: str
    columns: tuple[BoundColumn, ...]
    """The columns of the target that get a value, in the order of the values."""
    values: RowSet
    positional: bool
    by_name: bool


@dataclass(slots=True)
class Binding:
    """`query` binds a query inside an expression; it is a field, as expressions and queries nest."""

    text: str
    catalog: Catalog
    dialect: Dialect
    dialect_name: str
    budget: Budget
    query: "Callable[[exp.Expr, BindScope], RowSet]"
    statement: "Callable[[exp.Expr, BindScope], RowSet]"
    types: "Typing | None" = None
    references: list[Reference] = field(default_factory=list)
    errors: list[BindError] = field(default_factory=list)
    problems: dict[str, None] = field(default_factory=dict)
    columns: dict[int, BoundColumn] = field(default_factory=dict)
    """What each column node means, by the node's id."""
    outputs: dict[int, RowSet] = field(default_factory=dict)
    """What each query yields, by its node's id."""
    shared: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """The columns on which each natural join joins."""
    merged: list[tuple[exp.Expr, str, BoundColumn, BoundColumn]] = field(default_factory=list)
    """What `using` and `natural` bring together: join, name, and the columns of both sides."""
    whole: dict[int, tuple[exp.Expr, tuple[BoundColumn, ...]]] = field(default_factory=dict)
    """Columns that a node takes without naming them, as in `struct(*)` and `row_to_json(t)`, by its id."""
    made: dict[str, RowSet] = field(default_factory=dict)
    """Tables that the text itself makes."""
    variables: set[str] = field(default_factory=set)
    """Names that the text declares, which stand for a value where no column has them."""
    inserts: "list[InsertedRows]" = field(default_factory=list)
    kept: list[exp.Expr] = field(default_factory=list)
    """Nodes made on the way, kept so that no other node gets their id."""
    lines: Lines = field(init=False)
    _tables: dict[Parts, tuple[Found, RowSet]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lines = Lines(self.text)

    @property
    def has_structs(self) -> bool:
        return self.dialect_name not in WITHOUT_STRUCTS

    def problem(self, words: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems[words] = None

    def error(self, code: BindCode, message: str, node: exp.Expr) -> None:
        if len(self.errors) < MOST_PROBLEMS:
            fragment = self.lines.of_name(node) if isinstance(node, exp.Table) else self.lines.of_node(node)
            self.errors.append(BindError(code, message, fragment))

    def tie(self, node: exp.Expr, column: BoundColumn) -> None:
        self.columns[id(node)] = column
        if self.types is not None:
            node._type = column.type

    def value(self, node: exp.Expr) -> BoundColumn:
        """An expression as a column without a name."""
        type_, nullable = self.types.type_of(node) if self.types else (None, None)
        return BoundColumn(node.alias_or_name, None, type_, nullable, named=False, value=node)

    def refer(self, node: exp.Expr, column: BoundColumn, role: Role) -> None:
        """A column was named, which a table or a query has."""
        self.tie(node, column)
        if column.origin is not None and len(self.references) < MOST_REFERENCES:
            table, name = column.origin
            given = table in self.catalog.tables
            self.references.append(Reference(table, name, role, given, fragment=self.lines.of_node(node)))

    def refer_open(self, node: exp.Expr, name: str, tables: Sequence[str], role: Role) -> None:
        """A column that one of these tables must have, as nobody listed their columns."""
        names = tuple(dict.fromkeys(tables))
        self.columns[id(node)] = BoundColumn(name, ColumnOrigin(names[0], name) if len(names) == 1 else None)
        fragment = self.lines.of_node(node)
        if len(names) == 1:
            given = names[0] in self.catalog.tables
            self.references.append(Reference(names[0], name, role, given, fragment=fragment))
        else:
            self.problem(f"column {name} could be of {' or '.join(sorted(names))}")
            self.references.append(Reference(None, name, role, fragment=fragment, candidates=names))

    def refer_table(
        self, node: exp.Expr, found: Found, role: Role, *, star: bool = False, positional: bool = False
    ) -> None:
        fragment = self.lines.of_name(node) if isinstance(node, exp.Table) else self.lines.of_node(node)
        self.references.append(Reference(found.name, None, role, found.given, star, positional, fragment))

    def refer_star(self, node: exp.Expr, tables: Sequence[str]) -> None:
        fragment = self.lines.of_node(node) or self.lines.star(node)
        for table in tables:
            given = table in self.catalog.tables
            self.references.append(
                Reference(table, None, Role.PROJECTED, given, star=True, fragment=fragment)
            )

    def tables(self) -> list[tuple[Parts, Found]]:
        """The tables that were looked up, by the words of the text."""
        return [(parts, found) for parts, (found, _) in self._tables.items()]

    def table(self, parts: Parts) -> tuple[Found, RowSet]:
        known = self._tables.get(parts)
        if known is None:
            found = self.catalog.find(parts)
            doubt = self.catalog.doubts.get(parts)
            if doubt:
                self.problem(doubt)
            known = self._tables[parts] = (found, self._rows(found))
        return known

    def _rows(self, found: Found) -> RowSet:
        """The same for every text of a dialect, so that the catalog keeps them."""
        key = (found.name, self.dialect_name if self.types else None)
        rows = self.catalog.rows.get(key)
        if not isinstance(rows, RowSet):
            kinds = self.types.kinds(found.schema) if self.types and found.schema else {}
            rows = self.catalog.rows[key] = table_rows(found.name, found.schema, kinds)
        return rows
