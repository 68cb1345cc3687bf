"""What a query yields: its select list over its sources, every clause bound on the way."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sqlglot import exp

from headwater.sql.binding.binding import BindCode, Role
from headwater.sql.binding.expressions import bind, bind_all
from headwater.sql.binding.pivot_statements import pivot_rows
from headwater.sql.binding.rows import BoundColumn, RowSet
from headwater.sql.binding.scopes import (
    ALIASES_EVERYWHERE,
    LATERAL,
    AliasUse,
    BindScope,
    BindSource,
    refer_star,
)
from headwater.sql.binding.sources import add_sources, named_rows, star_rows
from headwater.sql.limits import MOST_COLUMNS, TooMuchError
from headwater.sql.output_names import NAMED_BY_FUNCTION
from headwater.sql.queries import SELF_REFERRING
from headwater.sql.stars import is_star
from headwater.sql.tree_walks import listed, set_operation_steps

# The clauses after the select list: in which role columns stand there, and whether aliases count.
CLAUSES: tuple[tuple[str, Role, AliasUse], ...] = (
    ("where", Role.FILTERED, AliasUse.NEVER),
    ("prewhere", Role.FILTERED, AliasUse.NEVER),
    ("connect", Role.JOINED, AliasUse.NEVER),
    ("group", Role.GROUPED, AliasUse.LAST),
    ("having", Role.FILTERED, AliasUse.LAST),
    ("windows", Role.WINDOWED, AliasUse.LAST),
    ("qualify", Role.FILTERED, AliasUse.LAST),
    ("order", Role.ORDERED, AliasUse.FIRST),
    ("sort", Role.ORDERED, AliasUse.FIRST),
    ("cluster", Role.ORDERED, AliasUse.FIRST),
    ("distribute", Role.ORDERED, AliasUse.FIRST),
    ("limit", Role.FILTERED, AliasUse.LAST),
    ("offset", Role.FILTERED, AliasUse.LAST),
)
NAMELESS = "_col_"
ORDER_BY_ALL = {"duckdb", "snowflake", "spark", "databricks"}
# Where a name that two columns of `*` have means the first.
FIRST_OF_DOUBLED = {"sqlite", "clickhouse"}


def rows_of(node: exp.Expr, around: BindScope) -> RowSet:
    """Binds a query that stands in a scope; `around` gives the CTEs and the outer columns."""
    around.binding.budget.check()
    rows = _rows_of(node, around)
    around.binding.outputs[id(node)] = rows
    return rows


def _rows_of(node: exp.Expr, around: BindScope) -> RowSet:
    scope = BindScope(around.binding, with_ctes(node, around), around if around.sources else around.parent)
    if isinstance(node, exp.Subquery):
        return _ordered(node, rows_of(node.this, scope), scope)
    if isinstance(node, exp.SetOperation):
        return _ordered(node, _set_operation(node, scope), scope)
    if isinstance(node, exp.Select):
        return _select(node, scope)
    if isinstance(node, exp.Values):
        return _values(node, scope)
    if isinstance(node, exp.Pivot):
        return pivot_rows(node, scope)
    if isinstance(node, exp.Table):
        return _select(exp.Select(expressions=[exp.Star()], from_=exp.From(this=node)), scope)
    around.binding.problem(f"a query of kind {node.key.upper()}")
    return RowSet(anything=True)


def with_ctes(node: exp.Expr, around: BindScope) -> Mapping[str, RowSet]:
    """The CTEs seen inside `node`: each sees those before it, and hides tables of its name."""
    clause = node.args.get("with_")
    if clause is None:
        return around.ctes
    ctes = dict(around.ctes)
    for cte in clause.expressions:
        scope = BindScope(around.binding, ctes, around.parent)
        alias = cte.args["alias"]
        name = cte.alias.lower()
        recursive = clause.args.get("recursive") or around.binding.dialect_name in SELF_REFERRING
        if recursive and isinstance(cte.this, exp.SetOperation):
            first: exp.Expr = cte.this
            while isinstance(first, exp.SetOperation):
                first = first.this
            # What the first branch yields is what the others see of the CTE itself.
            seen = named_rows(rows_of(first, scope), alias, scope)
            scope = BindScope(around.binding, {**ctes, name: seen}, scope.parent)
            rows = _typed_by_first(named_rows(_cte_rows(cte.this, scope), alias, scope), seen)
        else:
            rows = named_rows(_cte_rows(cte.this, scope), alias, scope)
        ctes = {**ctes, name: rows}
    return ctes


def _typed_by_first(rows: RowSet, first: RowSet) -> RowSet:
    """A query that refers to itself yields the types of its first branch, whatever the others bring."""
    if len(rows.columns) != len(first.columns):
        return rows
    pairs = zip(rows.columns, first.columns, strict=True)
    columns = [replace(one, type=start.type, branches=(start,)) for one, start in pairs]
    return replace(rows, columns=columns, _index=None)


def _cte_rows(node: exp.Expr, scope: BindScope) -> RowSet:
    if isinstance(node, exp.DML) and scope.binding.statement is not None:
        return scope.binding.statement(node, scope)
    return rows_of(node, scope)


def _set_operation(node: exp.SetOperation, scope: BindScope) -> RowSet:
    first, steps = set_operation_steps(node)
    rows = rows_of(first, scope)
    for step in steps:
        right = rows_of(step.expression, scope)
        rows = _combined(step, rows, right, scope)
        scope.binding.outputs[id(step)] = rows
    return rows


def _combined(step: exp.SetOperation, left: RowSet, right: RowSet, scope: BindScope) -> RowSet:
    if not (left.complete and right.complete):
        return replace(left, open_tables=(*left.open_tables, *right.open_tables), _index=None)
    if step.args.get("by_name"):
        there = [(one, right.index.get(one.name.lower())) for one in left.columns]
        extra = [one for one in right.columns if one.name.lower() not in left.index]
        return RowSet(
            [*(_united(step, one, found[0], scope) if found else one for one, found in there), *extra]
        )
    if len(left.columns) != len(right.columns):
        sides = f"{len(left.columns)} and {len(right.columns)} columns"
        scope.binding.error(BindCode.COLUMN_COUNT, f"{step.key} of queries with {sides}", step)
    pairs = zip(left.columns, right.columns, strict=False)
    return RowSet([_united(step, one, other, scope) for one, other in pairs])


def _united(step: exp.SetOperation, one: BoundColumn, other: BoundColumn, scope: BindScope) -> BoundColumn:
    """A column of a union stands for the columns of all its branches."""
    types = scope.binding.types
    return replace(
        one,
        origin=None,
        type=types.united(one, other) if types else None,
        nullable=_nullable(step, one, other),
        value=None,
        branches=(one, other),
    )


def _nullable(step: exp.SetOperation, one: BoundColumn, other: BoundColumn) -> bool | None:
    """Of a union if either is, of an intersection if both are, of a difference if the left one is."""
    if isinstance(step, exp.Except):
        return one.nullable
    both = (one.nullable, other.nullable)
    deciding = not isinstance(step, exp.Intersect)
    if deciding in both:
        return deciding
    return None if None in both else not deciding


def _ordered(node: exp.Expr, rows: RowSet, scope: BindScope) -> RowSet:
    """An `order by` behind a union or parenthesis sees only the output columns."""
    inner = BindScope(scope.binding, scope.ctes, scope.parent, [BindSource("", (), rows)])
    for key in ("order", "sort", "cluster", "limit", "offset"):
        clause = node.args.get(key)
        if isinstance(clause, exp.Expr):
            bind(clause, inner, Role.ORDERED)
    return rows


def _values(node: exp.Values, scope: BindScope) -> RowSet:
    rows = [row.expressions if isinstance(row, exp.Tuple) else [row] for row in node.expressions]
    for row in rows:
        bind_all(row, scope, Role.PROJECTED)
    types = scope.binding.types
    columns = []
    for place in range(max(map(len, rows), default=0)):
        type_, nullable = types.of_values(rows, place) if types else (None, None)
        value = rows[0][place] if len(rows) == 1 and place < len(rows[0]) else None
        columns.append(BoundColumn(f"{NAMELESS}{place}", None, type_, nullable, named=False, value=value))
    names = node.alias_column_names
    found = RowSet(columns).renamed(list(names))
    # Each database has names of its own for these columns.
    return found if names else RowSet(found.columns, anything=True)


def _select(node: exp.Select, scope: BindScope) -> RowSet:
    add_sources(node, scope)
    row = _as_value(node, scope)
    if row is not None:
        return row
    if node.args.get("match"):
        scope.binding.problem("a pattern of rows")
    name = scope.binding.dialect_name
    scope.use = AliasUse.LAST if name in LATERAL else AliasUse.NEVER
    early = name in ALIASES_EVERYWHERE
    rows = projected(node, scope)
    for key, role, use in CLAUSES:
        clause = node.args.get(key)
        if clause:
            scope.use = AliasUse.LAST if early and use is AliasUse.NEVER else use
            _bind_clause(clause, scope, role, rows)
    distinct = node.args.get("distinct")
    if isinstance(distinct, exp.Expr) and distinct.args.get("on"):
        scope.use = AliasUse.LAST
        bind(distinct.args["on"], scope, Role.GROUPED)
    if scope.binding.types:
        scope.binding.types.finish(node)
    return rows


def _as_value(node: exp.Select, scope: BindScope) -> RowSet | None:
    """BigQuery's `select as value t from t`: each row as it is."""
    only = node.expressions[0] if node.args.get("kind") == "VALUE" and len(node.expressions) == 1 else None
    if not isinstance(only, exp.Column) or only.table or node.args.get("where") or node.args.get("order"):
        return None
    source = scope.source((only.name.lower(),))
    if source is None:
        return None
    refer_star(only, scope, source)
    return star_rows(scope, source)


def _bind_clause(clause: object, scope: BindScope, role: Role, rows: RowSet) -> None:
    if isinstance(clause, list):
        bind_all(clause, scope, role)
        return
    if scope.use is not AliasUse.FIRST or not isinstance(clause, exp.Expr):
        bind(clause, scope, role)
        return
    # An output column is meant before one of the tables, also without an alias; in an expression the table's.
    outputs = {one.name.lower(): one for one in reversed(rows.columns) if one.named}
    aliases = scope.aliases
    for one in clause.expressions:
        bare = one.this if isinstance(one, exp.Ordered) else one
        plain = isinstance(bare, exp.Column) and not bare.table
        if plain and _is_all(bare, scope, outputs):
            continue
        if plain and bare.name.lower() not in aliases:
            _refuse_doubled(bare, rows, scope)
        scope.aliases = {**outputs, **aliases} if plain else aliases
        scope.use = AliasUse.FIRST if plain else AliasUse.LAST
        bind(bare, scope, role)
    scope.aliases = aliases


def _is_all(node: exp.Expr, scope: BindScope, outputs: Mapping[str, BoundColumn]) -> bool:
    """`order by all`: every output column."""
    word = node.name.lower() == "all" and not node.this.args.get("quoted")
    return word and scope.binding.dialect_name in ORDER_BY_ALL and "all" not in outputs


def _refuse_doubled(node: exp.Expr, rows: RowSet, scope: BindScope) -> None:
    """`select * from a join b … order by id`, where both have an `id`."""
    doubled = [one for one in rows.index.get(node.name.lower(), ()) if one.value is None]
    if len({one.origin for one in doubled}) > 1 and scope.binding.dialect_name not in FIRST_OF_DOUBLED:
        words = f"{node.name} stands for {len(doubled)} columns of the output"
        scope.binding.error(BindCode.AMBIGUOUS_COLUMN, words, node)


def projected(node: exp.Select, scope: BindScope) -> RowSet:
    """The select list, left to right, as later columns may use earlier aliases."""
    out = RowSet()
    for projection in node.expressions:
        if is_star(projection):
            _add_star(projection, scope, out)
            continue
        if isinstance(projection, exp.Expr) and projection.find(exp.Columns) is not None:
            out.anything = True  # one column for each that fits
        for one in _columns(projection, scope, len(out.columns)):
            out.columns.append(one)
            if one.named and isinstance(projection, (exp.Alias, exp.Aliases)):
                scope.aliases[one.name.lower()] = one
    return out


def _columns(node: exp.Expr, scope: BindScope, place: int) -> Iterator[BoundColumn]:
    if isinstance(node, exp.Aliases):
        bind(node.this, scope, Role.PROJECTED)
        yield from (BoundColumn(one.name) for one in node.args.get("expressions") or ())
        return
    assigned = isinstance(node, exp.EQ) and scope.binding.dialect_name in ("tsql", "fabric")
    if assigned and isinstance(node.this, (exp.Parameter, exp.Literal)):
        bind(node.expression, scope, Role.PROJECTED)
        yield BoundColumn(node.this.name)
        return
    bind(node, scope, Role.PROJECTED)
    types = scope.binding.types
    type_, nullable = types.type_of(node) if types else (None, None)
    bare = node.unnest()
    while isinstance(bare, exp.Cast) and scope.binding.dialect_name in NAMED_BY_FUNCTION:
        bare = bare.this.unnest()
    name = bare.alias_or_name if isinstance(bare, (exp.Alias, exp.Column, exp.Dot)) else ""
    yield BoundColumn(name or f"{NAMELESS}{place}", None, type_, nullable, named=bool(name), value=node)


def _add_star(node: exp.Expr, scope: BindScope, out: RowSet) -> None:
    """`*`, `t.*`, `* except (a)`, `* replace (a + 1 as a)`, `* rename (a as b)`."""
    mark = (
        node if isinstance(node, exp.Star) else node.this if isinstance(node, exp.Column) else node.expression
    )
    only = None
    if mark is not node:
        words = parts_of_star(node)
        only = scope.source(words)
        if only is None:
            bind(node.this, scope, Role.PROJECTED)
            out.anything = True
            return
    rows = star_rows(scope, only)
    if len(out.columns) + len(rows.columns) > MOST_COLUMNS:
        raise TooMuchError(f"more than {MOST_COLUMNS:,} columns")
    refer_star(node, scope, only)
    columns = _changed_star(mark, rows, scope)
    out.columns.extend(columns)
    out.open_tables = (*out.open_tables, *rows.open_tables)
    out.anything = out.anything or rows.anything
    out._index = None


def parts_of_star(node: exp.Expr) -> tuple[str, ...]:
    if isinstance(node, exp.Column):
        return tuple(part.name.lower() for key in ("catalog", "db", "table") if (part := node.args.get(key)))
    inner = node.this.unnest()
    return tuple(part.name.lower() for part in inner.parts) if isinstance(inner, exp.Column) else ()


def _changed_star(mark: exp.Expr, rows: RowSet, scope: BindScope) -> list[BoundColumn]:
    inner = BindScope(scope.binding, scope.ctes, None, [BindSource("", (), rows)])
    gone = {one.name.lower() for one in listed(mark, "except_")}
    for left_out in listed(mark, "except_"):
        # A database refuses to leave out what is not there.
        column = left_out if isinstance(left_out, exp.Column) else exp.Column(this=left_out.copy())
        scope.binding.kept.append(column)
        inner.bind(column, Role.PROJECTED)
    renamed = {one.this.name.lower(): one.alias for one in listed(mark, "rename") if one.this}
    replaced = {one.alias.lower(): one for one in listed(mark, "replace")}
    bind_all((one.this for one in replaced.values()), scope, Role.PROJECTED)
    types = scope.binding.types
    columns = []
    for one in rows.columns:
        key = one.name.lower()
        if key in gone:
            continue
        if key in replaced:
            type_, nullable = types.type_of(replaced[key]) if types else (None, None)
            one = BoundColumn(one.name, None, type_, nullable, value=replaced[key].this)
        columns.append(replace(one, name=renamed.get(key, one.name)))
    return columns
