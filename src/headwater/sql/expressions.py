"""What an expression depends on: which step each kind of node takes, listed in `STEPS`."""

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from headwater.sql import indirect
from headwater.sql.dependencies import (
    AGGREGATION,
    AS_IS,
    CONDITIONAL,
    FILTER,
    TRANSFORMATION,
    Dependencies,
    Usage,
)
from headwater.sql.expression_walk import ExpressionWalk, Step
from headwater.sql.functions import RANKS, aggregates, masks
from headwater.sql.row_sets import Rows
from headwater.sql.scope import Scope, Source
from headwater.sql.table_names import column_parts, dotted_words, parts_of, with_columns

# Arguments that look like columns to a parser and are none.
NO_VALUES = {"unit", "kind", "alias"}
TABLE_KEYS = ("catalog", "db", "this")
ABSOLUTE = {"postgres", "redshift", "materialize", "risingwave"}
DICTIONARY_FUNCTIONS = ("dictget", "dicthas", "joinget")
# Vertica's and PostgreSQL's, which change tables that stand in strings.
MOVING_FUNCTIONS = {
    "swap_partitions_between_tables",
    "move_partitions_to_table",
    "copy_partitions_to_table",
    "copy_table",
    "dblink_exec",
}


def dependencies_of(expression: exp.Expr, scope: Scope, usage: Usage = AS_IS) -> Dependencies:
    """Every dependency of a value, by the usage in which it is used."""
    walk = ExpressionWalk(scope, expression)
    walk.push(expression, usage)
    return walk.run(STEPS, _any)


def _any(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    if isinstance(node, exp.Query):
        _subquery(walk, node, usage)
        return
    inner = usage.at_least(AGGREGATION if aggregates(node) else TRANSFORMATION)
    if masks(node):
        inner = inner.masked()
    for key, value in node.args.items():
        if key in NO_VALUES and not isinstance(value, exp.Query):
            continue
        if isinstance(value, list):
            walk.push_all(value, inner)
        else:
            walk.push(value, inner)


def _nothing(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """No column can stand below."""


def _same(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    walk.push(node.this, usage)
    walk.push_all(node.args.get("expressions"), usage)


def _star_value(walk: ExpressionWalk, words: list[str], usage: Usage) -> None:
    """`struct(t.*)`: all columns of a table, or all fields of a structure."""
    scope, inner = walk.scope, usage.at_least(TRANSFORMATION)
    source = scope.source(words)
    if source is not None:
        walk.take(scope.row(source), inner)
    elif scope.context.has_structs and words and scope.has_column(words[0]):
        walk.take(scope.column(words[:1])[0], inner)
    else:
        scope.context.problem(f"{'.'.join(words)}.* is no table of the query")


def _column(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    walk.scope.context.visited.add(id(node))
    words = [part.name for part in node.args.values() if isinstance(part, exp.Identifier)]
    if isinstance(node.this, exp.Star):
        _star_value(walk, words, usage)
        return
    if isinstance(node.this, exp.Parameter):
        source = walk.scope.source(words)
        number = node.this.name
        walk.take(_at_place(walk, [source], int(number)) if source and number.isdigit() else (), usage)
        return
    parts = column_parts(node)
    if parts:
        dependencies, inside = walk.scope.column(parts)
        walk.take(dependencies, usage.at_least(TRANSFORMATION) if inside else usage)


def _dot(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """`(t).a`, where `t` is a table of the query, is its column; else a field of what is before the dot."""
    if isinstance(node.this, exp.Parameter) and walk.scope.context.dialect_name in ABSOLUTE:
        words = [node.this.name, node.expression.name]  # `@t.a`
        walk.take(walk.scope.column(words)[0], usage.at_least(TRANSFORMATION))
        return
    if isinstance(node.expression, exp.Func):
        _method(walk, node, usage)
        return
    row = node.this.unnest()
    words = column_parts(row) if isinstance(row, exp.Column) and isinstance(node.this, exp.Paren) else []
    is_row = bool(words) and walk.scope.source(words) is not None and not walk.scope.has_column(words[-1])
    if not is_row or not isinstance(node.expression, exp.Identifier):
        _any(walk, node, usage)
        return
    walk.scope.context.visited.add(id(row))
    dependencies, _ = walk.scope.column([*words, node.expression.name])
    walk.take(dependencies, usage)


def _method(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """T-SQL's `t.document.value('/a', 'int')` is made of the column; `shop.tax(a)` of its arguments alone."""
    words = dotted_words(node.this)
    of_source = len(words) > 1 and walk.scope.source(words[:-1]) is not None
    if of_source or (len(words) == 1 and walk.scope.has_column(words[0])):
        walk.take(walk.scope.column(words)[0], usage.at_least(TRANSFORMATION))
    if node.this.find(exp.Func):
        walk.scope.context.visit(node)
        node = with_columns(node)
    _any(walk, node, usage)


def _star(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    for source in walk.scope.sources:
        walk.take(walk.scope.row(source), usage.at_least(TRANSFORMATION))


def _count(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """`count(*)` counts rows and looks at no column."""
    inner = usage.at_least(AGGREGATION).masked()
    walk.scope.context.visited.add(id(node.this))  # `count(t.*)`
    arguments = [node.this, *node.args.get("expressions", ())]
    walk.push_all([one for one in arguments if not _is_star(one)], inner)


def _is_star(node: object) -> bool:
    return isinstance(node, exp.Star) or (isinstance(node, exp.Column) and isinstance(node.this, exp.Star))


def _subquery(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """Its value, and what decides its rows."""
    rows = walk.scope.context.query(node, walk.scope)
    walk.scope.read.update(rows.sources)
    walk.take(walk.scope.row(Source("a query", (), rows)), usage)
    # Its filters decide about this value only, not about the rows of the query around.
    walk.take(rows.whole, usage if usage.indirect else AS_IS)


def _exists(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """Whether rows are there: what they hold does not matter."""
    if not isinstance(node.this, exp.Query):  # `exists(array, x -> …)`
        _any(walk, node, usage)
        return
    rows = walk.scope.context.query(node.this, walk.scope)
    walk.scope.read.update(rows.sources)
    walk.take(rows.whole, usage.indirectly(FILTER))


def _in(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    walk.push(node.this, usage.at_least(TRANSFORMATION))
    walk.push_all(node.args.get("expressions"), usage.at_least(TRANSFORMATION))
    walk.push(node.args.get("unnest"), usage.at_least(TRANSFORMATION))
    _in_field(walk, node.args.get("field"), usage)
    # Values of the table are compared and never taken over.
    walk.push(node.args.get("query"), usage.indirectly(CONDITIONAL))


def _in_field(walk: ExpressionWalk, field: object, usage: Usage) -> None:
    """`a in names`: a CTE, or in ClickHouse a table; elsewhere an array."""
    words = column_parts(field) if isinstance(field, exp.Column) else []
    named = tuple(word.lower() for word in words)
    reads = len(named) == 1 and named[0] in walk.scope.ctes
    if named and walk.scope.context.dialect_name == "clickhouse" and not walk.scope.has(named):
        reads = True
    if not reads:
        walk.push(field, usage.at_least(TRANSFORMATION))
        return
    walk.scope.context.visit(field)
    table = exp.Table(
        **{key: exp.to_identifier(word) for key, word in zip(TABLE_KEYS[-len(words) :], words, strict=True)}
    )
    walk.push(exp.Select(expressions=[exp.Star()], from_=exp.From(this=table)), usage.indirectly(CONDITIONAL))


def _parameter(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """`@x`, `$1`: a parameter, except where `@` is an operator for the absolute value, as in PostgreSQL."""
    if walk.scope.context.dialect_name not in ABSOLUTE or isinstance(node.this, exp.Literal):
        _by_place(walk, node, usage)
    elif isinstance(node.this, exp.Var):
        walk.take(walk.scope.column([node.name])[0], usage.at_least(TRANSFORMATION))
    else:
        walk.push(node.this, usage.at_least(TRANSFORMATION))


def _by_place(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """Snowflake's `$1`: a column by its place; elsewhere a parameter, which a query may have filled."""
    if node.name.lower() in walk.scope.context.variables:
        walk.scope.context.problem(f"variable {node.name}: where its value comes from is not followed")
    number = node.this.name if isinstance(node.this, exp.Literal) else ""
    if not number.isdigit() or walk.scope.context.dialect_name != "snowflake" or not walk.scope.sources:
        return
    walk.take(_at_place(walk, walk.scope.sources, int(number)), usage)


def _at_place(walk: ExpressionWalk, sources: Sequence[Source], number: int) -> Dependencies:
    rows = sources[0].rows
    if len(sources) == 1 and rows.anything:
        return rows.rest
    if len(sources) == 1 and not rows.open_relations and 0 < number <= len(rows.fields):
        return rows.fields[number - 1].dependencies
    walk.scope.context.needs_schemas(one.relation for one in rows.open_relations)
    walk.scope.context.problem(f"column ${number} of {sources[0].alias}: which stands there is not known")
    return ()


def _whole_table(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """A table as an argument: BigQuery's `gap_fill(table t, …)`."""
    walk.scope.context.visited.add(id(node))
    rows = walk.scope.context.table(parts_of(node))
    walk.scope.read.update(rows.sources)
    if rows.open_relations:
        walk.scope.context.needs_schemas(one.relation for one in rows.open_relations)
        walk.scope.context.problem(f"table {node.sql()[:60]} as an argument: its columns are not known")
    walk.take(rows.all_dependencies(), usage.at_least(TRANSFORMATION))


def _comprehension(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """DuckDB's `[x + c for x in xs if x > a]`: `x` is an element of `xs`, not a column."""
    inner = usage.at_least(TRANSFORMATION)
    elements = dependencies_of(node.args["iterator"], walk.scope, inner)
    element = Source(node.expression.name.lower(), (), Rows(rest=elements, anything=True), counts=False)
    scope = replace(walk.scope, sources=[*walk.scope.sources, element])
    walk.found.extend((*elements, *dependencies_of(node.this, scope, inner)))
    condition = node.args.get("condition")
    if condition is not None:
        walk.found.extend(dependencies_of(condition, scope, usage.indirectly(FILTER)))


def _value_of_pair(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """`name => value` and a struct's `name: value`: the name is no column, unless it is computed."""
    if isinstance(node, exp.PropertyEQ) and isinstance(node.this, exp.Column):
        walk.push(node.this, usage.at_least(TRANSFORMATION))
    walk.push(node.args.get("expression"), usage.at_least(TRANSFORMATION))


def _matching(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """DuckDB's `columns('pattern')`: which columns these are only DuckDB can tell."""
    walk.scope.context.problem("columns picked by a pattern")


def _named_function(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """A function that sqlglot has no class for; ClickHouse's `dictGet(db.dict, …)` reads a table."""
    arguments = node.args.get("expressions") or []
    name = str(node.this).lower()
    if name in MOVING_FUNCTIONS:
        walk.scope.context.problem(f"{name} moves rows")
    if arguments and name.startswith(DICTIONARY_FUNCTIONS):
        walk.scope.context.visited.add(id(arguments[0]))
        words = arguments[0].name if isinstance(arguments[0], exp.Literal) else arguments[0].sql()
        walk.scope.read.update(walk.scope.context.table(tuple(words.lower().split("."))).sources)
        walk.push_all(arguments[1:], usage.at_least(TRANSFORMATION))
        return
    # PostgreSQL's `my_count(*)` is an aggregate without arguments; elsewhere a star stands for all columns.
    if walk.scope.context.dialect_name in ABSOLUTE and len(arguments) == 1:
        arguments = [one for one in arguments if not isinstance(one, exp.Star)]
        if not arguments:
            return
    _any(walk, node, usage)


STEPS: dict[type[exp.Expr], Step] = {
    exp.Column: _column,
    exp.Dot: _dot,
    exp.Star: _star,
    exp.Table: _whole_table,
    exp.Literal: _nothing,
    exp.Identifier: _nothing,
    exp.Var: _nothing,
    exp.DataType: _nothing,
    exp.Parameter: _parameter,
    exp.Alias: _same,
    exp.Aliases: lambda walk, node, usage: walk.push(node.this, usage),
    exp.Paren: _same,
    exp.Distinct: _same,
    exp.Ordered: lambda walk, node, usage: walk.push(node.this, usage),
    exp.Count: _count,
    exp.Case: indirect.case,
    exp.If: indirect.if_else,
    exp.Nvl2: indirect.if_else,
    exp.DecodeCase: indirect.decode,
    exp.Nullif: indirect.nullif,
    exp.ArgMax: indirect.max_by,
    exp.ArgMin: indirect.max_by,
    exp.Filter: indirect.filtered_aggregate,
    exp.Order: indirect.ordered_aggregate,
    exp.WithinGroup: indirect.within_group,
    exp.Window: indirect.window,
    exp.Exists: _exists,
    exp.In: _in,
    exp.Columns: _matching,
    exp.Comprehension: _comprehension,
    exp.Kwarg: _value_of_pair,
    exp.PropertyEQ: _value_of_pair,
    exp.CombinedAggFunc: indirect.combined_aggregate,
    exp.Grouping: indirect.grouping,
    exp.GroupingId: indirect.grouping,
    exp.Anonymous: _named_function,
    **dict.fromkeys(RANKS, indirect.rank),
}
