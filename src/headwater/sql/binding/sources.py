"""The from clause: tables, subqueries, joins and functions become the sources of a scope."""

from dataclasses import replace

from sqlglot import exp

from headwater.sql.binding.binding import BindCode, Role
from headwater.sql.binding.expressions import bind, bind_all
from headwater.sql.binding.rows import BoundColumn, RowSet
from headwater.sql.binding.scopes import BindScope, BindSource
from headwater.sql.sources import is_comma
from headwater.sql.table_names import Parts, parts_of
from headwater.sql.tree_walks import holds_tables, joins_of, resolves

WRAPPERS = (exp.Final, exp.Stream, exp.AtIndex)
SEMI = {"SEMI", "ANTI"}
NO_CONDITIONS = {"this", "using", "expressions", "hint", "alias", "pivots"}
# Where `*` has the columns of `using` at their place on the left side, and not in front of all others.
MERGED_IN_PLACE = {"duckdb", "sqlite"}
# Where an alias with column names has to name all of them.
ALL_ARE_NAMED = {"spark", "spark2", "databricks", "hive", "mysql"}
# Where a column of `using` has a type for the values of both sides, whichever its own values come from.
KEYS_OF_BOTH_TYPES = {"postgres", "redshift", "materialize", "risingwave"}
OUTER = {"LEFT": (False, True), "RIGHT": (True, False), "FULL": (True, True)}


def add_sources(node: exp.Expr, scope: BindScope) -> None:
    """Adds what `node` reads from, and binds the conditions of its joins."""
    start = node.args.get("from_")
    if start is not None:
        add_source(start.this, scope)
    joined: list[tuple[exp.Expr, BindScope]] = []
    first_visible = 0
    for join in joins_of(node):
        if is_comma(join):
            first_visible = len(scope.sources)
        _add_join(join, scope, first_visible)
        # Only its own condition sees the right side of a semi join.
        sources = [*scope.sources[first_visible:-1], replace(scope.sources[-1], hidden=False)]
        visible = replace(scope, sources=sources, merged=dict(scope.merged))
        joined.append((join, visible))
    laterals = [*(start.this.args.get("laterals") or () if start else ()), *(node.args.get("laterals") or ())]
    for lateral in laterals:
        add_source(lateral, scope)
    # Conditions last: some dialects let them name what a later join or lateral brings.
    for join, visible in joined:
        _bind_condition(join, visible, scope)


def add_source(node: exp.Expr, scope: BindScope) -> BindSource:
    while isinstance(node, WRAPPERS):
        node = node.this
    alias = node.args.get("alias")
    named = alias if isinstance(alias, exp.TableAlias) else None
    rows, parts = _rows(node, scope)
    rows = named_rows(rows, named, scope) if named else rows
    name = (node.alias or (parts[-1] if parts else "")).lower()
    source = BindSource(name, () if node.alias and named else parts, rows, value=_yields_values(node))
    for pivot in node.args.get("pivots") or ():
        source = _pivoted(source, pivot, scope)
    scope.sources.append(source)
    return source


def named_rows(rows: RowSet, alias: exp.Expr, scope: BindScope) -> RowSet:
    """With the column names after an alias, as in `t as x(a, b)`."""
    names = [one.name for one in alias.args.get("columns") or ()]
    there = len(rows.columns)
    too_few = names and len(names) < there and scope.binding.dialect_name in ALL_ARE_NAMED
    if rows.complete and (len(names) > there or too_few):
        words = f"{alias.name} names {len(names)} columns, and there are {there}"
        scope.binding.error(BindCode.COLUMN_COUNT, words, alias)
    return rows.renamed(names)


def _yields_values(node: exp.Expr) -> bool:
    """`unnest(items) as item`: the alias is the value as well as the source."""
    inner = node.this if isinstance(node, (exp.Lateral, exp.Table)) else node
    return isinstance(node, (exp.Unnest, exp.Lateral, exp.TableFromRows)) or isinstance(inner, exp.Func)


def _rows(node: exp.Expr, scope: BindScope) -> tuple[RowSet, Parts]:
    if isinstance(node, exp.Table):
        return _table(node, scope)
    if isinstance(node, exp.Subquery) and holds_tables(node):
        return _nested_joins(node, scope), ()
    if isinstance(node, exp.Lateral):
        return _lateral(node, scope), ()
    if isinstance(node, exp.Query):
        # DuckDB lets every query in a from clause see what stands before it.
        lateral = scope.binding.dialect_name == "duckdb" and scope.sources
        around = scope if lateral else BindScope(scope.binding, scope.ctes, scope.parent)
        return scope.binding.query(node, around), ()
    return _function(node, scope), ()


def _table(node: exp.Table, scope: BindScope) -> tuple[RowSet, Parts]:
    if isinstance(node.this, exp.Func):
        if node.this.name.upper() == "IDENTIFIER":
            scope.binding.problem("a table whose name is a value")
        return _function(node.this, scope), ()
    parts = parts_of(node)
    if not parts or isinstance(node.this, exp.SemanticView):
        scope.binding.problem(f"a table of kind {type(node.this).__name__}")
        return RowSet(anything=True), ()
    if len(parts) == 1 and parts[0] in scope.ctes:
        return scope.ctes[parts[0]], parts
    made = scope.binding.made.get(".".join(parts))
    if made is not None:
        return made, parts
    holder = scope.source(parts[:1]) if len(parts) > 1 and scope.sources else None
    if holder is not None:  # BigQuery: `from t, t.items`
        column = exp.Column(this=exp.to_identifier(parts[1]), table=exp.to_identifier(parts[0]))
        scope.binding.kept.append(column)
        scope.bind(column, Role.JOINED)
        found = scope.binding.columns.get(id(column))
        scope.binding.whole[id(node)] = (node, (found,) if found else ())
        return RowSet(anything=True), parts[-1:]
    return _named_table(node, parts, scope), parts


def _named_table(node: exp.Table, parts: Parts, scope: BindScope) -> RowSet:
    found, rows = scope.binding.table(parts)
    if found.absent is not None:
        scope.binding.error(BindCode.UNKNOWN_TABLE, f"there is no table {'.'.join(parts)}", node)
        return RowSet(anything=True)
    scope.binding.refer_table(node, found, Role.PROJECTED)
    return rows


def _nested_joins(node: exp.Subquery, scope: BindScope) -> RowSet:
    """`(a join b on …) as x`; without an alias the names inside stay visible."""
    inner = BindScope(scope.binding, scope.ctes, scope.parent)
    add_sources(exp.Select(from_=exp.From(this=node.this)), inner)
    if not node.args.get("alias"):
        scope.sources.extend(inner.sources)
        scope.merged.update(inner.merged)
        return RowSet()
    return star_rows(inner)


def _lateral(node: exp.Lateral, scope: BindScope) -> RowSet:
    inner = node.this
    if isinstance(inner, exp.Subquery):
        return scope.binding.query(inner, scope)
    bind(inner, scope, Role.PROJECTED)
    return RowSet(anything=True)


def _function(node: exp.Expr, scope: BindScope) -> RowSet:
    """A table function sees the sources before it; what it yields only the database knows."""
    bind_all(
        node.args.values() if not isinstance(node, exp.Unnest) else node.expressions, scope, Role.PROJECTED
    )
    bind_all(
        [one for value in node.args.values() if isinstance(value, list) for one in value],
        scope,
        Role.PROJECTED,
    )
    offset = node.args.get("offset")
    columns = [BoundColumn(offset.name)] if isinstance(offset, exp.Identifier) else []
    return RowSet(columns, anything=True)


def _pivoted(source: BindSource, pivot: exp.Expr, scope: BindScope) -> BindSource:
    """Its columns are named by values; those that it reads are bound in the source."""
    inner = BindScope(scope.binding, scope.ctes, None, [source])
    reads = [*pivot.expressions, *(one.this for one in pivot.args.get("fields") or ())]
    if pivot.args.get("unpivot"):
        reads = [name for one in pivot.args.get("fields") or () for name in one.expressions]
    bind_all(reads, inner, Role.GROUPED)
    used = {
        one.name.lower() for read in reads if isinstance(read, exp.Expr) for one in read.find_all(exp.Column)
    }
    rest = [one for one in source.rows.columns if one.name.lower() not in used]
    # What it yields has the types of these.
    made = [one for name in sorted(used) for one in source.rows.index.get(name, ())]
    if not pivot.args.get("unpivot"):
        made = [BoundColumn("", value=one) for one in pivot.expressions]
    scope.binding.whole[id(pivot)] = (pivot, tuple(made))
    name = pivot.alias.lower() or source.alias
    parts = () if pivot.alias else source.parts
    return BindSource(name, parts, RowSet(rest, source.rows.open_tables, anything=True))


def _add_join(join: exp.Expr, scope: BindScope, first_visible: int = 0) -> None:
    if (join.args.get("kind") or "").upper() == "ARRAY":
        bind_all([join.this, *(join.args.get("expressions") or ())], scope, Role.JOINED)
        for one in (join.this, *(join.args.get("expressions") or ())):
            scope.merged[one.alias_or_name.lower()] = BoundColumn(one.alias_or_name)
        return
    before = scope.sources[first_visible:]
    source = add_source(join.this, scope)
    for nested in join.this.args.get("joins") or () if isinstance(join.this, exp.Table) else ():
        _add_join(nested, scope)
    shared = [(one, one.name) for one in join.args.get("using") or ()]
    if (join.args.get("method") or "").upper() == "NATURAL":
        shared = [(join, name) for name in _common(join, before, source, scope)]
    for node, name in shared:
        _merge(node, name, before, source, join, scope)
    _make_nullable(join, before, source)
    source.hidden = (join.args.get("kind") or "").upper() in SEMI


def _make_nullable(join: exp.Expr, before: list[BindSource], source: BindSource) -> None:
    """An outer join yields rows without a partner."""
    left, right = OUTER.get((join.args.get("side") or "").upper(), (False, False))
    for one in [*(before if left else ()), *([source] if right else ())]:
        columns = [replace(column, nullable=True) for column in one.rows.columns]
        one.rows = RowSet(columns, one.rows.open_tables, one.rows.anything)


def _common(join: exp.Expr, before: list[BindSource], source: BindSource, scope: BindScope) -> list[str]:
    if any(not one.rows.complete for one in (*before, source)):
        scope.binding.problem("a natural join of tables whose columns are not known")
    names = {name for one in before for name in one.rows.index}
    found = [one.name for one in source.rows.columns if one.name.lower() in names]
    scope.binding.shared[id(join)] = tuple(name.lower() for name in found)
    return found


def _merge(
    node: exp.Expr, name: str, before: list[BindSource], source: BindSource, join: exp.Expr, scope: BindScope
) -> None:
    """`using` and `natural`: one column of both sides."""
    key = name.lower()
    column = exp.Column(this=exp.to_identifier(name))
    column.this._meta = node._meta
    left = BindScope(scope.binding, scope.ctes, None, before, scope.merged)
    kept = _key(left, column) or BoundColumn(name)
    other = exp.Column(this=column.this.copy())
    other.this._meta = node._meta
    right = _key(BindScope(scope.binding, scope.ctes, None, [source]), other)
    if right is not None:
        scope.binding.merged.append((join, key, kept, right))
    side = (join.args.get("side") or "").upper()
    if side in ("RIGHT", "FULL") and right is not None:
        # The value comes from either side, so that no single column stands for it any more.
        types = scope.binding.types
        both = replace(kept, branches=(kept, right), type=types.united(kept, right) if types else None)
        kept = right if side == "RIGHT" else replace(both, origin=None, value=None)
    elif right is not None and scope.binding.dialect_name in KEYS_OF_BOTH_TYPES:
        types = scope.binding.types
        kept = replace(kept, branches=(kept, right), type=types.united(kept, right) if types else None)
    scope.merged[key] = kept
    for one in (*before, source):
        if key in one.rows.index or not one.rows.complete:
            one.merged.add(key)


def _key(side: BindScope, column: exp.Column) -> BoundColumn | None:
    """A name that could stand for something else in an expression can only be a column here."""
    binding = side.binding
    binding.kept.append(column)
    errors = len(binding.errors)
    side.bind(column, Role.JOINED)
    found = binding.columns.get(id(column))
    complete = all(one.rows.complete for one in side.sources)
    if found is None and complete and errors == len(binding.errors):
        binding.error(BindCode.UNKNOWN_COLUMN, f"a side of the join has no column {column.name}", column)
    return found


def _bind_condition(join: exp.Expr, visible: BindScope, scope: BindScope) -> None:
    for key, condition in join.args.items():
        if key not in NO_CONDITIONS and isinstance(condition, exp.Expr):
            bind(condition, visible if resolves(condition, visible, scope) else scope, Role.JOINED)
    for nested in join.this.args.get("joins") or () if isinstance(join.this, exp.Table) else ():
        _bind_condition(nested, visible, scope)


def star_rows(scope: BindScope, only: BindSource | None = None) -> RowSet:
    """All columns of the sources: those of `using` once, in front or where the left side has them."""
    left = {} if only else dict(scope.merged)
    in_place = scope.binding.dialect_name in MERGED_IN_PLACE
    columns = [] if in_place else [left.pop(key) for key in list(left)]
    open_tables: list[str] = []
    anything = False
    for source in [only] if only else [one for one in scope.sources if not one.hidden]:
        gone = source.merged if not only else set()
        for one in source.rows.columns:
            key = one.name.lower()
            if key not in gone:
                columns.append(one)
            elif key in left:
                columns.append(left.pop(key))
        open_tables += source.rows.open_tables
        anything = anything or source.rows.anything
    return RowSet(columns, tuple(dict.fromkeys(open_tables)), anything)
