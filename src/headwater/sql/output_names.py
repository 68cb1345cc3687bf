"""What a query calls an output column that has no alias in the text."""

from sqlglot import exp

from headwater.sql.dependencies import Dependency
from headwater.sql.scope import Scope

NAMED_BY_FUNCTION = {"postgres", "redshift", "materialize", "risingwave"}
# Only where sqlglot's class stands for one function of PostgreSQL, under its own name.
FUNCTION_NAMES: dict[type[exp.Expr], str] = {
    exp.Abs: "abs",
    exp.Avg: "avg",
    exp.Coalesce: "coalesce",
    exp.Count: "count",
    exp.CumeDist: "cume_dist",
    exp.DenseRank: "dense_rank",
    exp.Exists: "exists",
    exp.FirstValue: "first_value",
    exp.Greatest: "greatest",
    exp.Lag: "lag",
    exp.LastValue: "last_value",
    exp.Lead: "lead",
    exp.Least: "least",
    exp.Lower: "lower",
    exp.Max: "max",
    exp.Min: "min",
    exp.Ntile: "ntile",
    exp.Nullif: "nullif",
    exp.Rank: "rank",
    exp.Round: "round",
    exp.RowNumber: "row_number",
    exp.Sum: "sum",
    exp.Upper: "upper",
}
# They yield several columns, or one under a name of their own.
MANY_COLUMNS = (exp.Explode, exp.Inline, exp.Posexplode, exp.QueryTransform, exp.Stack, exp.Anonymous)
NAMED = (exp.Alias, exp.Column, exp.Dot)


def output_name(
    node: exp.Expr, scope: Scope, place: int, dependencies: tuple[Dependency, ...]
) -> tuple[str, bool]:
    """The name, and whether it is sure; without one, by the place."""
    bare = _named_part(node, scope)
    name = bare.alias_or_name if isinstance(bare, NAMED) else ""
    if name:
        return _spelled(bare, name, dependencies), True
    dialect = scope.context.dialect_name
    if dialect in NAMED_BY_FUNCTION and (name := _function_name(bare)):
        return name, True
    if dialect == "hive" and not isinstance(bare, MANY_COLUMNS):
        return f"_c{place}", True
    # What a cast is called is a matter of the dialect.
    inner = bare.this.unnest() if isinstance(bare, exp.Cast) else None
    return (inner.name, False) if isinstance(inner, exp.Column) and not dialect else (f"_col_{place}", False)


def _named_part(node: exp.Expr, scope: Scope) -> exp.Expr:
    """`select distinct (a)` is no function; in PostgreSQL a cast keeps its column's name as well."""
    bare = node.unnest()
    while isinstance(bare, exp.Cast) and scope.context.dialect_name in NAMED_BY_FUNCTION:
        bare = bare.this.unnest()
    return bare


def _function_name(node: exp.Expr) -> str:
    while isinstance(node, (exp.Window, exp.Filter, exp.IgnoreNulls, exp.RespectNulls)):
        node = node.this
    if isinstance(node, exp.Anonymous) and isinstance(node.this, str):
        return node.this.lower()
    return FUNCTION_NAMES.get(type(node), "")


def string_alias(node: exp.Expr, scope: Scope) -> bool:
    """T-SQL's `select 'Total' = a`."""
    if not isinstance(node, exp.EQ) or scope.context.dialect_name not in ("tsql", "fabric"):
        return False
    return isinstance(node.this, exp.Literal) and node.this.is_string


def _spelled(node: exp.Expr, name: str, dependencies: tuple[Dependency, ...]) -> str:
    """A column without an alias keeps the spelling of its table."""
    plain = (
        isinstance(node, exp.Column)
        and len(dependencies) == 1
        and dependencies[0].column.lower() == name.lower()
    )
    return dependencies[0].column if plain else name
