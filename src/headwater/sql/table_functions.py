"""Functions in the from clause: what they yield comes from what they are given."""

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from headwater.sql.dependencies import (
    FILTER,
    INDIRECT,
    JOIN,
    TRANSFORMATION,
    Dependencies,
    Usage,
    distinct,
    through,
)
from headwater.sql.expressions import dependencies_of
from headwater.sql.row_sets import RowField, Rows
from headwater.sql.scope import Scope, Source
from headwater.sql.table_names import parts_of

MADE = Usage(TRANSFORMATION)
# They make rows of nothing but their arguments; any other that is given no column may read a table or file.
GENERATORS = {
    "range", "generator", "numbers", "numbers_mt", "zeros", "string_split", "split_to_table", "openjson",
    "json_each", "jsonb_each", "json_array_elements", "jsonb_array_elements", "json_table", "flatten",
    "explode", "posexplode", "inline", "stack", "sequence", "generate_subscripts", "regexp_split_to_table",
    "string_to_table", "generaterandom", "values", "unnest", "generate_series", "table", "rows",
}  # fmt: skip
KNOWN: tuple[type[exp.Expr], ...] = (
    exp.Unnest, exp.Explode, exp.ExplodingGenerateSeries, exp.GenerateSeries, exp.GenerateDateArray,
    exp.GenerateTimestampArray, exp.Inline, exp.JSONTable, exp.XMLTable, exp.OpenJSON, exp.Values, exp.Array,
)  # fmt: skip


def function_rows(node: exp.Expr, scope: Scope, alias: object = None) -> Rows:
    """Each column of what a function yields comes from all that it is given."""
    arguments = [value for value in node.args.values() if isinstance(value, exp.Expr)]
    arguments += [one for value in node.args.values() if isinstance(value, list) for one in value]
    values = [one for one in arguments if isinstance(one, exp.Expr) and not isinstance(one, exp.TableAlias)]
    if isinstance(node, exp.Dot):
        values = [node]  # T-SQL's `t.document.nodes('/a')`
    dependencies = [dependency for one in values for dependency in dependencies_of(one, scope, MADE)]
    if not dependencies:
        _tell_unknown(node, scope)
    rows = made_rows(distinct(dependencies))
    offset = node.args.get("offset")
    if isinstance(node, exp.Unnest) and isinstance(offset, exp.Expr):
        rows.fields.append(RowField(offset.name, ()))
    if isinstance(node, exp.Unnest):
        return _unnested(node, scope, rows, alias or node.args.get("alias"))
    rows.fields += [RowField(name, rows.rest) for name in _declared_columns(node)]
    return replace(rows, anything=not rows.fields)


def side_by_side(functions: Sequence[exp.Expr], scope: Scope) -> Rows:
    """PostgreSQL's `rows from (unnest(a), unnest(b)) as f (x, y)`: a column of each, one beside the other."""
    made = [function_rows(one.this if isinstance(one, exp.Table) else one, scope) for one in functions]
    scope.context.visited.update(map(id, functions))
    fields = [RowField(f"_col_{place}", one.rest, False) for place, one in enumerate(made)]
    return Rows(fields, whole=distinct(dependency for one in made for dependency in one.whole))


def object_rows(node: exp.Expr, scope: Scope) -> Rows:
    """Redshift's `from t, unpivot t.payload as value at key`: both come from the whole object."""
    key = node.expression if isinstance(node, exp.AtIndex) else None
    named = node.this if isinstance(node, exp.AtIndex) else node
    made = dependencies_of(named.unalias(), scope, MADE)
    names = [one.name for one in (named.args.get("alias"), key) if isinstance(one, exp.Expr)]
    return replace(made_rows(made), fields=[RowField(name, made) for name in names], rest=(), anything=False)


def _tell_unknown(node: exp.Expr, scope: Scope) -> None:
    """A function that the database knows and the text does not explain: it may read any table."""
    inner = node.this if isinstance(node, exp.TableFromRows) else node
    if isinstance(inner, exp.Anonymous) and str(inner.this).lower() == "table" and inner.expressions:
        inner = inner.expressions[0]
    while isinstance(inner, (exp.Dot, exp.Paren)):
        inner = inner.expression if isinstance(inner, exp.Dot) else inner.this
    name = str(inner.this) if isinstance(inner, exp.Anonymous) else inner.key
    if not isinstance(inner, KNOWN) and name.lower() not in GENERATORS and isinstance(inner, exp.Func):
        scope.context.problem(f"function {name[:60]}: where its rows come from is not known")


def _declared_columns(node: exp.Expr) -> list[str]:
    """`xmltable(… columns a …)`, `json_table(… columns (a …))`, `openjson(…) with (a …)`."""
    if isinstance(node, (exp.XMLTable, exp.JSONTable, exp.OpenJSON)):
        kinds = (exp.ColumnDef, exp.JSONColumnDef, exp.OpenJSONColumnDef)
        return [one.name for one in node.find_all(*kinds) if one.name]
    return []


def _unnested(node: exp.Unnest, scope: Scope, rows: Rows, alias: object) -> Rows:
    """`unnest(a, b) as u(x, y)`: each column from its own array."""
    columns = alias.args.get("columns") or () if isinstance(alias, exp.Expr) else ()
    if len(node.expressions) < 2 or len(columns) < len(node.expressions):
        ordinals = rows.fields
        return replace(rows, fields=[RowField(one.name, rows.rest) for one in columns[:1]] + ordinals)
    fields = [
        RowField(name.name, dependencies_of(value, scope, MADE))
        for name, value in zip(columns, node.expressions, strict=False)
    ]
    return replace(rows, fields=[*fields, *rows.fields])


def made_rows(dependencies: Dependencies) -> Rows:
    """What is given decides how many rows there are: of an empty list none."""
    whole = distinct(through(dependency, INDIRECT[JOIN], None) for dependency in dependencies)
    return replace(yields(dependencies), whole=whole)


def yields(dependencies: Dependencies) -> Rows:
    return Rows(rest=tuple(through(dependency, MADE, None) for dependency in dependencies), anything=True)


def semantic_view_rows(node: exp.SemanticView, scope: Scope) -> Rows:
    """Snowflake's `semantic_view(v metrics m dimensions d)`: columns of the view, by their last names."""
    view = scope.context.table(parts_of(node.this))
    scope.context.visited.update(map(id, node.find_all(exp.Table, exp.Column)))
    inner = Scope(scope.context, {}, None, [Source("", (), view)])
    fields = []
    for key in ("dimensions", "facts", "metrics"):
        for column in node.args.get(key) or ():
            fields.append(_view_column(column, inner))
    where = node.args.get("where")
    filters = [
        dependency
        for column in (where.find_all(exp.Column) if isinstance(where, exp.Expr) else ())
        for dependency in inner.column([column.name])[0]
    ]
    whole = [through(dependency, INDIRECT[FILTER], None) for dependency in filters]
    return Rows(fields, whole=distinct(whole), sources=view.sources)


def _view_column(node: exp.Expr, scope: Scope) -> RowField:
    """Its columns are named by entities of the view: `orders.revenue` is `revenue` here."""
    found = [one for column in node.find_all(exp.Column) for one in scope.column([column.name])[0]]
    plain = isinstance(node.unalias(), exp.Column)
    return RowField(
        node.alias_or_name, tuple(found if plain else (through(one, MADE, None) for one in found))
    )
