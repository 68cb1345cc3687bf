"""The from clause: tables, subqueries, joins and functions become the sources of a scope."""

from collections.abc import Iterator
from dataclasses import replace

from sqlglot import exp

from headwater.sql.dependencies import INDIRECT, JOIN, Dependencies, Dependency, distinct, through
from headwater.sql.expressions import dependencies_of
from headwater.sql.pivots import pivoted
from headwater.sql.row_sets import RowField, Rows, all_sources
from headwater.sql.scope import Scope, Source
from headwater.sql.table_functions import (
    MADE,
    function_rows,
    made_rows,
    object_rows,
    semantic_view_rows,
    side_by_side,
)
from headwater.sql.table_names import Parts, parts_of
from headwater.sql.tree_walks import holds_tables, joins_of, resolves

# ClickHouse's `t final`, Databricks' `stream t`, Redshift's `t.items as item at place`.
WRAPPERS = (exp.Final, exp.Stream, exp.AtIndex)
SEMI = {"SEMI", "ANTI"}
# Where and when a table is read, but not what of it.
WITHOUT_EFFECT = ("version", "partition", "sample", "format", "pattern", "when", "indexed")
# Parts of a join that decide nothing; all others are conditions: `on`, `match_condition`, `nearest … by …`.
NO_CONDITIONS = {"this", "using", "expressions", "hint", "alias", "pivots"}


def add_sources(node: exp.Expr, scope: Scope) -> Dependencies:
    """Adds what `node` reads from; returns the columns on which it is joined."""
    start = node.args.get("from_")
    if start is not None:
        first = start.this
        add_source(first, scope)
    deciding: list[Dependency] = []
    joined: list[tuple[exp.Expr, Scope]] = []
    first_visible = 0
    for join in joins_of(node):
        # `from a, b join c on …`: the condition sees `b` and `c`, and so do `using` and `natural`.
        if is_comma(join):
            first_visible = len(scope.sources)
        deciding.extend(_add_join(join, scope, first_visible))
        before = [replace(one, hidden=False) if one.hidden else one for one in scope.sources[first_visible:]]
        visible = replace(scope, sources=before, merged=dict(scope.merged))
        joined.append((join, visible))
    for lateral in _laterals(node):
        add_source(lateral, scope)
    # Conditions last: some dialects let them name what a later join or lateral brings.
    for join, visible in joined:
        deciding.extend(_condition(join, visible, scope))
    return distinct(deciding)


def is_comma(join: exp.Expr) -> bool:
    return not any(join.args.get(key) for key in ("kind", "side", "method", "on", "using"))


def _laterals(node: exp.Expr) -> Iterator[exp.Expr]:
    start = node.args.get("from_")
    if start is not None:
        yield from start.this.args.get("laterals") or ()
    yield from node.args.get("laterals") or ()


def add_source(node: exp.Expr, scope: Scope) -> Source:
    while isinstance(node, WRAPPERS):
        node = node.this
    alias = node.args.get("alias")
    named = alias if isinstance(alias, exp.TableAlias) else None
    rows, parts = _rows(node, scope)
    rows = scope.context.renamed(rows, _listed_names(named))
    name = (node.alias or (parts[-1] if parts else "")).lower()
    for pivot in node.args.get("pivots") or ():
        rows = pivoted(Source(name, parts, rows), pivot, scope)
        rows = scope.context.renamed(rows, _listed_names(pivot.args.get("alias")))
        name = pivot.alias.lower() or name  # `t as s pivot (…) as p`: only `p` is seen from here on
        parts = () if pivot.alias else parts
    # Rows made of a value are no table that an unqualified column could come from.
    counts = not isinstance(node, (exp.Unnest, exp.Lateral, exp.TableFromRows))
    if not name and isinstance(node, exp.Unnest) and len(rows.fields):
        name = rows.fields[0].name.lower()  # BigQuery: `unnest(items) as item` names the value
    source = Source(name, () if node.alias and named else parts, rows, counts)
    scope.sources.append(source)
    return source


def _listed_names(alias: object) -> list[str]:
    """`as t (a, b)`"""
    columns = alias.args.get("columns") if isinstance(alias, exp.TableAlias) else None
    return [one.name for one in columns or ()]


def _rows(node: exp.Expr, scope: Scope) -> tuple[Rows, Parts]:
    if isinstance(node, exp.Table):
        return _table(node, scope)
    if isinstance(node, exp.Subquery) and holds_tables(node):
        return _nested_joins(node, scope), ()
    if isinstance(node, exp.TableAlias):  # as sqlglot has BigQuery's `|> as t |> join …`
        return _table(exp.Table(this=node.this), scope)
    return _made_rows(node, scope), ()


def _made_rows(node: exp.Expr, scope: Scope) -> Rows:
    """Of what is no table: a query, a function, an object."""
    if isinstance(node, exp.Lateral):
        return _lateral(node, scope)
    if isinstance(node, (exp.Unnest, exp.TableFromRows)):
        return function_rows(node, scope)
    if isinstance(node, exp.Pivot) and not node.expressions and not isinstance(node.this, exp.Table):
        return object_rows(node.this, scope)
    if isinstance(node, (exp.Query, exp.Pivot)):
        lateral = _sees_sources(node, scope)
        return scope.context.query(node, scope if lateral else Scope(scope.context, scope.ctes, scope.parent))
    if not isinstance(node, (exp.Func, exp.Dot, exp.UDTF)):
        scope.context.problem(f"{node.key.upper()} to select from")
    return function_rows(node, scope)


def _sees_sources(node: exp.Expr, scope: Scope) -> bool:
    """DuckDB lets a query in a from clause name what stands before it, without the word `lateral`."""
    if scope.context.dialect_name != "duckdb" or not scope.sources:
        return False
    own = {one.alias_or_name.lower() for one in node.find_all(exp.Table, exp.Subquery, exp.CTE)}
    qualifiers = {one.table.lower() for one in node.find_all(exp.Column) if one.table}
    return any(one.alias in qualifiers - own for one in scope.sources)


def _table(node: exp.Table, scope: Scope) -> tuple[Rows, Parts]:
    scope.context.visited.add(id(node))
    scope.context.visit(*(node.args.get(key) for key in WITHOUT_EFFECT))
    if isinstance(node.this, exp.Func):
        return function_rows(node.this, scope), ()
    if isinstance(node.this, exp.SemanticView):
        return semantic_view_rows(node.this, scope), ()
    if node.args.get("rows_from"):
        return side_by_side(node.args["rows_from"], scope), ()
    parts = parts_of(node)
    if not parts:
        scope.context.problem(f"a table without a name: {node.sql()[:60]}")
        return Rows(), ()
    # A CTE hides a table of the same name, and never one with a schema in front.
    if len(parts) == 1 and parts[0] in scope.ctes:
        return scope.ctes[parts[0]], parts
    if len(parts) > 1 and scope.sources and scope.source(parts[:1]):
        dependencies, _ = scope.column(parts[:2])  # BigQuery: `from t, t.items`
        return made_rows(dependencies), parts[-1:]
    return scope.context.table(parts), parts


def _nested_joins(node: exp.Subquery, scope: Scope) -> Rows:
    """`(a join b on …) as x`: a select of everything in it."""
    inner = Scope(scope.context, scope.ctes, scope.parent)
    bare = exp.Select(from_=exp.From(this=node.this))
    deciding = add_sources(bare, inner)
    if not node.args.get("alias"):
        scope.sources.extend(inner.sources)  # without an alias the names inside stay visible
        scope.merged.update(inner.merged)
        return Rows(whole=deciding)
    whole = distinct((*deciding, *row_dependencies_of(inner)))
    return replace(star(inner), whole=whole, sources=all_sources(one.rows for one in inner.sources))


def _lateral(node: exp.Lateral, scope: Scope) -> Rows:
    if isinstance(node.this, exp.Query):
        return scope.context.query(node.this, scope)
    return function_rows(node.this, scope, node.args.get("alias"))


def _add_join(join: exp.Expr, scope: Scope, first_visible: int = 0) -> list[Dependency]:
    """Adds the joined source; `using` and `natural` merge columns of both sides."""
    if (join.args.get("kind") or "").upper() == "ARRAY":
        return _add_array_join(join, scope)
    shared = [one.name for one in join.args.get("using") or ()]
    natural = (join.args.get("method") or "").upper() == "NATURAL"
    before = scope.sources[first_visible:]
    source = add_source(join.this, scope)
    source.hidden = (join.args.get("kind") or "").upper() in SEMI
    for nested in join.this.args.get("joins") or () if isinstance(join.this, exp.Table) else ():
        _add_join(nested, scope)
    # Which columns are shared is known only once both sides are.
    if natural:
        shared = _common(before, source, scope)
    return [dependency for name in shared for dependency in _merge(name, before, source, join, scope)]


def _add_array_join(join: exp.Expr, scope: Scope) -> list[Dependency]:
    """ClickHouse's `array join xs as x, ys`: a row for each element, under the array's name or a new one."""
    arrays = (join.this, *(join.args.get("expressions") or ()))
    elements = [RowField(one.alias_or_name, dependencies_of(one, scope, MADE)) for one in arrays]
    for element in elements:
        scope.merged[element.name.lower()] = element
        for source in scope.sources:
            source.merged.add(element.name.lower())
    return []


def _common(before: list[Source], source: Source, scope: Scope) -> list[str]:
    open_relations = [one.relation for each in (*before, source) for one in each.rows.open_relations]
    scope.context.needs_schemas(open_relations)
    if open_relations:
        scope.context.problem("a natural join of tables whose columns are not known")
    names = {name for each in before for name in each.rows.index}
    return [one.name for one in source.rows.fields if one.name.lower() in names]


def _merge(name: str, before: list[Source], source: Source, join: exp.Expr, scope: Scope) -> list[Dependency]:
    key = name.lower()
    left_scope = Scope(scope.context, scope.ctes, None, before, scope.merged)
    left, _ = left_scope.column([name])
    right, _ = Scope(scope.context, scope.ctes, None, [source]).column([name])
    side = (join.args.get("side") or "").upper()
    # An outer join shows the side that is always there; a full one whichever is.
    kept = {"RIGHT": right, "FULL": tuple(through(dependency, MADE, None) for dependency in (*left, *right))}
    spelled = next((one.rows.index[key].name for one in before if key in one.rows.index), name)
    scope.merged[key] = RowField(spelled, kept.get(side, left))
    for one in (*before, source):
        one.merged.add(key)
    return [through(dependency, INDIRECT[JOIN], None) for dependency in (*left, *right)]


def _condition(join: exp.Expr, visible: Scope, scope: Scope) -> Iterator[Dependency]:
    for key, condition in join.args.items():
        if key not in NO_CONDITIONS and isinstance(condition, exp.Expr):
            inner = visible if resolves(condition, visible, scope) else scope
            yield from dependencies_of(condition, inner, INDIRECT[JOIN])
    for nested in join.this.args.get("joins") or () if isinstance(join.this, exp.Table) else ():
        yield from _condition(nested, visible, scope)


def row_dependencies_of(scope: Scope) -> Iterator[Dependency]:
    for source in scope.sources:
        yield from source.rows.whole


def star(scope: Scope, only: Source | None = None) -> Rows:
    """All columns of the sources, those of `using` first and once, as the standard has it."""
    # `t.*` still has the columns that `using` merged, `*` has them once.
    fields = [] if only else list(scope.merged.values())
    open_relations = []
    for source in [only] if only else [one for one in scope.sources if not one.hidden]:
        rows, gone = source.rows, source.merged if not only else set()
        if rows.anything and not rows.fields:
            scope.context.problem(f"{source.alias or 'a function'}.*: its columns are not known")
        fields += [one for one in rows.fields if one.name.lower() not in gone]
        open_relations += [one._replace(without=one.without | gone) for one in rows.open_relations]
    scope.context.needs_schemas(one.relation for one in open_relations)
    return Rows(fields, tuple(open_relations))
