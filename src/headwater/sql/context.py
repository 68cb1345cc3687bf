"""What holds for one whole text: the reported relations, tables made on the way, problems, the budget."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ErrorLevel

from headwater.sql.dependencies import Dependency
from headwater.sql.limits import Budget
from headwater.sql.row_sets import OpenRelation, RowField, Rows
from headwater.sql.table_names import Match, Names, Parts

if TYPE_CHECKING:
    from headwater.sql.scope import Scope

MOST_PROBLEMS = 20
LONGEST_DESCRIPTION = 300
# Generating the text of a larger expression costs more than its first words are worth.
MOST_DESCRIBED_NODES = 400
# Where a select may use its own earlier aliases as values.
LATERAL_ALIASES = {
    "snowflake",
    "redshift",
    "databricks",
    "spark",
    "spark2",
    "duckdb",
    "clickhouse",
    "teradata",
}
# Where `a.b` always means a column of a table, as a field of a structure is written in another way.
WITHOUT_STRUCTS = {
    "druid", "exasol", "fabric", "materialize", "mysql", "oracle", "postgres", "risingwave", "snowflake",
    "sqlite", "teradata", "tsql",
}  # fmt: skip


@dataclass(slots=True)
class Context:
    """`query` reads a query inside an expression; it is a field, as expressions and queries nest."""

    names: Names
    dialect: Dialect
    dialect_name: str
    budget: Budget
    query: "Callable[[exp.Expr, Scope], Rows]"
    # Makes a change that stands in a query; set by whoever gathers what is written.
    change: "Callable[[exp.Expr, Scope], Rows] | None" = None
    problems: dict[str, None] = field(default_factory=dict)
    unknown: dict[str, None] = field(default_factory=dict)
    temporary: dict[str, Rows] = field(default_factory=dict)
    columns_made: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tables: dict[str, Rows] = field(default_factory=dict)
    variables: set[str] = field(default_factory=set)  # names that `select … into` filled, in lower case
    records_read: dict[str, Rows] = field(default_factory=dict)  # of loops, by the statement at hand
    visited: set[int] = field(default_factory=set)  # ids of the columns and tables that a rule looked at

    def problem(self, words: str) -> None:
        # A broken text can have thousands, and nobody reads the twenty-first.
        if len(self.problems) < MOST_PROBLEMS:
            self.problems[words] = None

    def needs_schemas(self, relations: Iterable[str]) -> None:
        """Their schema was needed and is not known."""
        self.unknown.update(dict.fromkeys(relations))

    def renamed(self, rows: Rows, names: Sequence[str]) -> Rows:
        """With a list of column names: by position, so it takes the schema of what stands below."""
        if len(rows.fields) < len(names):
            self.needs_schemas(one.relation for one in rows.open_relations)
        return rows.renamed(names)

    def visit(self, *nodes: object) -> None:
        """Nothing below these nodes needs a further look, as names of columns that are written."""
        for node in nodes:
            if isinstance(node, exp.Expr):
                self.visited.update(map(id, node.find_all(exp.Column, exp.Table)))

    @property
    def lateral_aliases(self) -> bool:
        return self.dialect_name in LATERAL_ALIASES

    @property
    def has_structs(self) -> bool:
        return self.dialect_name not in WITHOUT_STRUCTS

    def described(self, expression: exp.Expr) -> str | None:
        for count, _ in enumerate(expression.walk()):
            if count > MOST_DESCRIBED_NODES:
                return None
        try:
            text = self.dialect.generate(expression, comments=False, unsupported_level=ErrorLevel.IGNORE)
        except (ValueError, RecursionError, AttributeError, TypeError):
            return None
        return str(text)[:LONGEST_DESCRIPTION]

    def table(self, parts: Parts) -> Rows:
        """What reading a table yields: a temporary one gives way to what it was made from."""
        temporary = self.temporary_key(parts)
        if temporary is not None:
            return self.temporary[temporary]
        key = ".".join(parts)
        # Snowflake's stages are marked as T-SQL's variables are.
        variable = parts[-1].startswith("@") and self.dialect_name == "tsql"
        if (parts[-1].startswith("#") or variable) and key not in self.tables:
            kind = "table variable" if variable else "temporary table"
            self.problem(f"{kind} {key} is not filled by this text")
        # The same table twice is the same rows: self-joins and many CTEs.
        if key not in self.tables:
            self.tables[key] = self.relation(self.names.read(parts))
        return self.tables[key]

    def temporary_key(self, parts: Parts) -> str | None:
        """A temporary table by its name or the end of it; a longer name means another table."""
        for key in self.temporary:
            if tuple(key.split("."))[-len(parts) :] == parts:
                return key
        return None

    def relation(self, match: Match) -> Rows:
        columns = match.columns or self.columns_made.get(match.name)
        sources = {(match.name, match.reported): None}
        if not columns:
            return Rows(open_relations=(OpenRelation(match.name, match.reported),), sources=sources)
        fields = [RowField(column, (Dependency(match.name, match.reported, column),)) for column in columns]
        return Rows(fields, sources=sources)
