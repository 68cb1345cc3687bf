"""What a query yields: its select list over its sources, with everything that decides the rows."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlglot import exp

from headwater.sql.dependencies import (
    FILTER,
    GROUP_BY,
    INDIRECT,
    JOIN,
    SORT,
    TRANSFORMATION,
    Dependency,
    Usage,
    distinct,
    through,
)
from headwater.sql.expressions import dependencies_of
from headwater.sql.match_recognize import match_rows
from headwater.sql.output_names import output_name, string_alias
from headwater.sql.pivots import pivot_statement
from headwater.sql.row_sets import RowField, Rows, all_sources, intersect_or_except, union
from headwater.sql.scope import Aliases, Scope, Source
from headwater.sql.sources import add_source, add_sources, row_dependencies_of, star
from headwater.sql.stars import is_star, star_fields
from headwater.sql.tree_walks import set_operation_steps

# Where the columns of a query have names; as an array or in an expression it is one value.
WITH_COLUMNS = (type(None), exp.Create, exp.Insert, exp.CTE)
TAKING_APART = (exp.Explode, exp.Posexplode, exp.Inline)
MOST_ROUNDS = 6
SELF_REFERRING = {"tsql", "oracle", "snowflake", "fabric", "teradata"}

# The clauses after the select list, and how the names of its aliases count in each.
CLAUSES: tuple[tuple[str, str, Aliases], ...] = (
    ("where", FILTER, Aliases.LAST),
    ("prewhere", FILTER, Aliases.LAST),
    ("group", GROUP_BY, Aliases.BEFORE_UNKNOWN),
    ("having", FILTER, Aliases.BEFORE_UNKNOWN),
    ("qualify", FILTER, Aliases.BEFORE_UNKNOWN),
    ("order", SORT, Aliases.FIRST),
    ("sort", SORT, Aliases.FIRST),
    ("cluster", SORT, Aliases.FIRST),
)
# What neither changes a value nor decides about rows.
WITHOUT_EFFECT = ("distribute", "settings", "windows", "hint", "format", "sample", "locks")


def rows_of(node: exp.Expr, around: Scope) -> Rows:
    """Reads a query that stands in a scope; `around` gives the CTEs and the outer columns."""
    around.context.budget.check()
    if isinstance(node, exp.Subquery):
        return _parenthesised(node, around)
    # A query in an expression sees the columns around it; one in the from clause has nothing around it yet.
    scope = Scope(around.context, with_ctes(node, around), around if around.sources else around.parent)
    return _rows(node, scope)


def _rows(node: exp.Expr, scope: Scope) -> Rows:
    if isinstance(node, exp.SetOperation):
        return _ordered(node, _set_operation(node, scope), scope)
    if isinstance(node, exp.Select):
        return _select(node, scope)
    if isinstance(node, exp.Values):
        return _values(node, scope)
    if isinstance(node, exp.Table):  # `table t`
        return _select(exp.Select(expressions=[exp.Star()], from_=exp.From(this=node)), scope)
    if isinstance(node, exp.Pivot):
        return pivot_statement(node, add_source(node.this, scope), scope)
    return _changed(node, scope)


def _changed(node: exp.Expr, scope: Scope) -> Rows:
    """`delete … returning`, which moves rows when it stands in a CTE, reads like a select."""
    if isinstance(node, exp.Delete) and node.args.get("returning"):
        listed, start = node.args["returning"].expressions, exp.From(this=node.this)
        joins = [exp.Join(this=one) for one in node.args.get("using") or ()]
        rows = exp.Select(expressions=listed, from_=start, joins=joins, where=node.args.get("where"))
        return _select(rows, scope)
    if isinstance(node, exp.DML) and scope.context.change is not None:
        return scope.context.change(node, scope)
    scope.context.problem(f"a query of kind {node.key.upper()}")
    return Rows()


def _parenthesised(node: exp.Subquery, around: Scope) -> Rows:
    scope = Scope(around.context, with_ctes(node, around), around if around.sources else around.parent)
    rows = rows_of(node.this, scope)
    return _ordered(node, rows, scope)


def with_ctes(node: exp.Expr, around: Scope) -> Mapping[str, Rows]:
    """The CTEs seen inside `node`: each sees those before it, and hides tables of its name."""
    clause = node.args.get("with_")
    if clause is None:
        return around.ctes
    ctes = dict(around.ctes)
    for cte in clause.expressions:
        if cte.args.get("scalar"):
            continue  # a value with a name, see `_name_values`
        scope = Scope(around.context, ctes, around.parent)
        columns = [one.name for one in cte.args["alias"].args.get("columns") or ()]
        name = cte.alias.lower()
        # Where no word says that a CTE refers to itself, only a union can.
        recursive = clause.args.get("recursive") or around.context.dialect_name in SELF_REFERRING
        if recursive and isinstance(cte.this, exp.SetOperation):
            rows = _recursive(name, cte.this, columns, scope)
        else:
            rows = around.context.renamed(rows_of(cte.this, scope), columns)
        ctes = {**ctes, name: rows}
    return ctes


def _recursive(name: str, node: exp.SetOperation, columns: list[str], scope: Scope) -> Rows:
    """The first branch alone, then all with what is known of itself, until nothing is added."""
    first: exp.Expr = node
    while isinstance(first, exp.SetOperation):
        first = first.this
    rows = scope.context.renamed(rows_of(first, scope), columns)
    for _ in range(MOST_ROUNDS):
        inner = Scope(scope.context, {**scope.ctes, name: rows}, scope.parent)
        more = rows_of(node, inner).renamed(columns)
        # Two or three rounds are usual; a chain through n columns needs n.
        if more.fields == rows.fields and set(more.whole) == set(rows.whole):
            break
        rows = more
    else:
        scope.context.problem(f"{name} refers to itself in more than {MOST_ROUNDS} steps")
    return rows


def _set_operation(node: exp.SetOperation, scope: Scope) -> Rows:
    first, steps = set_operation_steps(node)
    rows = rows_of(first, scope)
    for step in steps:
        right = rows_of(step.expression, scope)
        _check_width(rows, right, step, scope)
        if isinstance(step, exp.Union):
            rows = union(rows, right, by_name=bool(step.args.get("by_name")))
            if step.args.get("distinct"):  # rows that both have are told apart by all their columns
                rows = replace(rows, whole=distinct((*rows.whole, *rows.deciding(GROUP_BY))))
        else:
            rows = intersect_or_except(rows, right)
    return rows


def _check_width(left: Rows, right: Rows, step: exp.SetOperation, scope: Scope) -> None:
    """A schema that is older than the text gives one side too few columns: positions then mean nothing."""
    known = not (left.open_relations or right.open_relations or left.anything or right.anything)
    if known and not step.args.get("by_name") and len(left.fields) != len(right.fields):
        sides = f"{len(left.fields)} and {len(right.fields)} columns"
        scope.context.problem(f"{step.key.upper()} of queries with {sides}")


def _ordered(node: exp.Expr, rows: Rows, scope: Scope) -> Rows:
    """An `order by` behind a union or parenthesis sees only the output columns."""
    _pass_over(node, scope)
    scope.context.visit(*(node.args.get("on") or ()))  # `union corresponding by (a, b)`
    order = node.args.get("order") or node.args.get("sort") or node.args.get("cluster")
    if order is None:
        return rows
    inner = Scope(
        scope.context, scope.ctes, None, [Source("", (), rows)], {}, dict(rows.index), Aliases.FIRST
    )
    deciding = [
        dependency
        for one in order.expressions
        for dependency in _place_or_flows(one, inner, rows.fields, SORT)
    ]
    return replace(rows, whole=distinct((*rows.whole, *deciding)))


def _values(node: exp.Values, scope: Scope) -> Rows:
    """One row after the other; most hold nothing but literals."""
    columns: dict[int, list[Dependency]] = {}
    for row in node.expressions:
        values = row.expressions if isinstance(row, exp.Tuple) else [row]
        for place, value in enumerate(values):
            found = columns.setdefault(place, [])
            if not isinstance(value, (exp.Literal, exp.Null, exp.Boolean)):
                found.extend(dependencies_of(value, scope))
    fields = [RowField(f"_col_{place}", distinct(found), False) for place, found in columns.items()]
    return Rows(fields, sources=scope.read).renamed(node.alias_column_names)


def _select(node: exp.Select, scope: Scope) -> Rows:
    scope.selects = True
    joined = add_sources(node, scope)
    _name_values(node, scope)
    pattern = node.args.get("match")
    if isinstance(pattern, exp.Expr):
        match_rows(pattern, scope)
    rows = projected(node, scope)
    if node.text("kind").upper() == "VALUE" and isinstance(node.parent, WITH_COLUMNS):
        scope.context.problem("select as value: the fields of the value are not known as columns")
    # What decides the rows of a source decides ours too.
    whole = [*joined, *row_dependencies_of(scope), *_taken_apart(node, scope)]
    for key, subtype, mode in CLAUSES:
        clause = node.args.get(key)
        if clause is not None:
            scope.mode = mode
            if mode is Aliases.FIRST:
                _see_output(scope, rows)
            whole.extend(_clause(clause, scope, rows.fields, subtype))
    whole.extend(_limits(node, scope))
    whole.extend(_distinct(node, rows, scope))
    whole.extend(_hierarchy(node, scope))
    _pass_over(node, scope)
    sources = {**all_sources(source.rows for source in scope.sources), **scope.read}
    return Rows(rows.fields, rows.open_relations, distinct(whole), sources)


def _name_values(node: exp.Select, scope: Scope) -> None:
    """ClickHouse's `with a * 2 as twice select twice from t`."""
    clause = node.args.get("with_")
    for one in clause.expressions if isinstance(clause, exp.Expr) else ():
        if one.args.get("scalar"):
            scope.aliases[one.alias.lower()] = RowField(one.alias, dependencies_of(one.this, scope))


def _see_output(scope: Scope, rows: Rows) -> None:
    """An output column is meant before one of the tables, also without an alias."""
    scope.mode = Aliases.FIRST
    scope.aliases = {**{one.name.lower(): one for one in rows.fields if one.named}, **scope.aliases}


def _pass_over(node: exp.Expr, scope: Scope) -> None:
    for key in WITHOUT_EFFECT:
        value = node.args.get(key)
        scope.context.visit(*(value if isinstance(value, list) else [value]))


def _taken_apart(node: exp.Select, scope: Scope) -> Iterator[Dependency]:
    """`select id, explode(items)`: a row for each element, of an empty list none."""
    for one in node.expressions:
        value = one.this if isinstance(one, (exp.Alias, exp.Aliases)) else one
        if isinstance(value, TAKING_APART):
            yield from dependencies_of(value.this, scope, INDIRECT[JOIN])


def _limits(node: exp.Select, scope: Scope) -> Iterator[Dependency]:
    """A limit that a query computes, and ClickHouse's `limit 1 by a`: so many rows of each group."""
    for key in ("limit", "offset"):
        clause = node.args.get(key)
        if not isinstance(clause, exp.Expr):
            continue
        count = clause.args.get("expression")
        if isinstance(count, exp.Expr) and not isinstance(count, exp.Literal):
            yield from dependencies_of(count, scope, INDIRECT[FILTER])
        for one in clause.args.get("expressions") or ():
            yield from dependencies_of(one, scope, INDIRECT[GROUP_BY])


def projected(node: exp.Select, scope: Scope) -> Rows:
    """The select list, left to right, as later columns may use earlier aliases."""
    scope.mode = Aliases.BEFORE_UNKNOWN if scope.context.lateral_aliases else Aliases.LAST
    out = Rows()
    for projection in node.expressions:
        for one in _fields(projection, scope, len(out.fields), out):
            out.fields.append(one)
            if one.named and isinstance(projection, (exp.Alias, exp.Aliases)):
                scope.aliases[one.name.lower()] = one
    return out


def _fields(node: exp.Expr, scope: Scope, place: int, out: Rows) -> Iterator[RowField]:
    if is_star(node):
        stars = star_fields(node, scope, star)
        out.open_relations += stars.open_relations
        yield from stars.fields
    elif string_alias(node, scope):
        yield RowField(node.this.name, dependencies_of(node.expression, scope))
    elif isinstance(node, exp.Aliases):
        yield from _aliased_fields(node, scope)
    else:
        dependencies = dependencies_of(node, scope)
        name, named = output_name(node, scope, place, dependencies)
        yield RowField(name, dependencies, named)


def _aliased_fields(node: exp.Expr, scope: Scope) -> Iterator[RowField]:
    """Of a function that yields several columns; `stack(2, a, b, c, d)` fills them row by row."""
    names = [one.name for one in node.args.get("expressions") or ()]
    if isinstance(node.this, exp.Stack):
        values = node.this.expressions
        for place, name in enumerate(names):
            filled = [
                dependencies_of(one, scope, Usage(TRANSFORMATION)) for one in values[place :: len(names)]
            ]
            yield RowField(name, distinct(dependency for each in filled for dependency in each))
        return
    dependencies = dependencies_of(node.this, scope)
    yield from (RowField(name, dependencies) for name in names)


def _clause(clause: exp.Expr, scope: Scope, fields: list[RowField], subtype: str) -> Iterator[Dependency]:
    if subtype == FILTER:
        yield from dependencies_of(clause.this, scope, INDIRECT[FILTER])
        return
    # DuckDB, Snowflake and Databricks.
    if isinstance(clause, exp.Group) and clause.args.get("all"):
        yield from _group_by_all(clause.parent, fields)
        return
    listed = list(clause.args.get("expressions") or ())
    for key in ("grouping_sets", "cube", "rollup"):
        more = clause.args.get(key)
        listed += [one for one in more if isinstance(one, exp.Expr)] if isinstance(more, list) else []
    for one in listed:
        yield from _place_or_flows(one, scope, fields, subtype)


def _group_by_all(select: exp.Expr | None, fields: list[RowField]) -> Iterator[Dependency]:
    """Every output column that aggregates nothing."""
    listed = select.expressions if select is not None else []
    # By name, as a star stands for several columns.
    aggregated = {node.alias_or_name.lower() for node in listed if node.find(exp.AggFunc)}
    for place, one in enumerate(fields):
        same = len(listed) == len(fields)
        if not (listed[place].find(exp.AggFunc) if same else one.name.lower() in aggregated):
            yield from (through(dependency, INDIRECT[GROUP_BY], None) for dependency in one.dependencies)


def _place_or_flows(
    node: exp.Expr, scope: Scope, fields: list[RowField], subtype: str
) -> Iterator[Dependency]:
    """`order by 2`: the second output column."""
    bare = node.this if isinstance(node, exp.Ordered) else node
    if isinstance(bare, exp.Literal) and not bare.is_string and bare.name.isdigit():
        place = int(bare.name) - 1
        dependencies = fields[place].dependencies if 0 <= place < len(fields) else ()
        yield from (through(dependency, INDIRECT[subtype], None) for dependency in dependencies)
    elif subtype == SORT and _is_all(bare, fields):
        scope.context.visit(bare)
        yield from Rows(fields).deciding(SORT)
    else:
        yield from dependencies_of(bare, scope, INDIRECT[subtype])


def _is_all(node: exp.Expr, fields: list[RowField]) -> bool:
    """`order by all`: every output column."""
    word = isinstance(node, exp.Var) or (isinstance(node, exp.Column) and not node.table)
    return word and node.name.lower() == "all" and not any(one.name.lower() == "all" for one in fields)


def _hierarchy(node: exp.Select, scope: Scope) -> Iterator[Dependency]:
    """Oracle's `start with … connect by …`: a filter and a join with itself."""
    clause = node.args.get("connect")
    for key, subtype in (("start", FILTER), ("connect", JOIN)):
        condition = clause.args.get(key) if isinstance(clause, exp.Expr) else None
        if isinstance(condition, exp.Expr):
            yield from dependencies_of(condition, scope, INDIRECT[subtype])


def _distinct(node: exp.Select, rows: Rows, scope: Scope) -> Iterator[Dependency]:
    """`select distinct a` is `select a … group by a`; `distinct on` reads names as `order by` does."""
    clause = node.args.get("distinct")
    if not isinstance(clause, exp.Expr):
        return
    on = clause.args.get("on")
    if isinstance(on, exp.Expr):
        _see_output(scope, rows)
        yield from dependencies_of(on, scope, INDIRECT[GROUP_BY])
    else:
        yield from rows.deciding(GROUP_BY)
