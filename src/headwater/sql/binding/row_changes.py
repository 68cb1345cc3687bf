"""Update, delete and merge: statements that change rows of a table that is already there."""

from collections.abc import Iterable

from sqlglot import exp

from headwater.sql.binding.binding import BindCode, InsertedRows, Role
from headwater.sql.binding.expressions import bind, bind_all
from headwater.sql.binding.queries import with_ctes
from headwater.sql.binding.rows import BoundColumn, RowSet
from headwater.sql.binding.scopes import BindScope, BindSource, refer_star
from headwater.sql.binding.sources import add_source, add_sources
from headwater.sql.binding.targets import SHORT_INSERTS, name_of, returned, target_of, written
from headwater.sql.schemas import Found
from headwater.sql.table_names import parts_of


def update(node: exp.Expr, around: BindScope) -> RowSet | None:
    if not isinstance(node.this, exp.Table):
        return None
    scope, own = _changed_rows(node, node.args.get("from_"), around)
    assignments(node.expressions, scope, own)
    bind(node.args.get("where"), scope, Role.FILTERED)
    bind(node.args.get("order"), scope, Role.ORDERED)
    return returned(node, scope)


def _changed_rows(
    node: exp.Expr, start: exp.Expr | None, around: BindScope, more: Iterable[exp.Expr] = ()
) -> tuple[BindScope, BindSource]:
    """The target beside what stands in `from`; T-SQL names the target there again, with an alias."""
    scope = BindScope(around.binding, with_ctes(node, around))
    table = node.this
    if isinstance(start, exp.Expr):
        add_sources(exp.Select(from_=start), scope)
    named = scope.source(parts_of(table)) if scope.sources else None
    if named is not None:
        own = named
        around.binding.refer_table(name_of(table), around.binding.catalog.find(own.parts), Role.WRITTEN)
    else:
        cte = scope.ctes.get(".".join(parts_of(table)))
        found, rows = target_of(table, scope) if cte is None else (around.binding.catalog.find(()), cte)
        if cte is None:
            around.binding.refer_table(name_of(table), found, Role.WRITTEN)
        own = BindSource((table.alias or parts_of(table)[-1]).lower(), parts_of(table), rows)
        scope.sources.insert(0, own)
    add_sources(exp.Select(joins=[*(table.args.get("joins") or ()), *more]), scope)
    return scope, own


def assignments(expressions: Iterable[exp.Expr], scope: BindScope, own: BindSource) -> None:
    inner = BindScope(scope.binding, {}, None, [own])
    for one in expressions:
        if not isinstance(one, exp.EQ):
            bind(one, scope, Role.PROJECTED)
            continue
        left = one.this
        names = left.expressions or [left.this] if isinstance(left, (exp.Tuple, exp.Paren)) else [left]
        for name in map(_column_of, names):
            # `set o.total = …` names the alias, of which the target is one.
            if isinstance(name, exp.Column):
                (scope if name.table else inner).bind(name, Role.WRITTEN)
        bind(one.expression, scope, Role.PROJECTED)


def _column_of(target: exp.Expr) -> exp.Expr:
    """`set prices[2].net = …` writes into a column."""
    while isinstance(target, (exp.Bracket, exp.Dot)):
        target = target.this
    return target


def delete(node: exp.Expr, around: BindScope) -> RowSet | None:
    tables = node.args.get("tables") or ()
    if not isinstance(node.this, exp.Table):
        if not tables:
            return None
        node = exp.Delete(**{**node.args, "this": tables[0], "tables": None})
        tables = ()
    using = [exp.Join(this=one) for one in node.args.get("using") or ()]
    scope, _ = _changed_rows(node, exp.From(this=node.this) if tables else None, around, using)
    bind(node.args.get("where"), scope, Role.FILTERED)
    return returned(node, scope)


def merge(node: exp.Expr, around: BindScope) -> RowSet | None:
    if not isinstance(node.this, exp.Table):
        return None
    scope = BindScope(around.binding, with_ctes(node, around))
    found, rows = target_of(node.this, scope)
    around.binding.refer_table(name_of(node.this), found, Role.WRITTEN)
    own = BindSource((node.this.alias or parts_of(node.this)[-1]).lower(), parts_of(node.this), rows)
    using = add_source(node.args["using"], scope)
    scope.sources.insert(0, own)
    bind(node.args.get("on"), scope, Role.JOINED)
    whens = node.args.get("whens")
    for when in whens.expressions if isinstance(whens, exp.Expr) else node.expressions:
        bind(when.args.get("condition"), scope, Role.FILTERED)
        _merge_branch(when.args.get("then"), scope, own, using, found)
    return returned(node, scope)


def _merge_branch(then: object, scope: BindScope, own: BindSource, using: BindSource, found: Found) -> None:
    if isinstance(then, exp.Update):
        listed = then.args.get("expressions")
        assignments(listed if isinstance(listed, list) else (), scope, own)
        bind(then.args.get("where"), scope, Role.FILTERED)
    elif isinstance(then, exp.Insert):
        named, values = _list_and_values(then)
        inner = BindScope(scope.binding, scope.ctes, None, [using])
        given = values.expressions if isinstance(values, exp.Tuple) else []
        bind_all(given or [values], inner, Role.PROJECTED)
        if not isinstance(values, exp.Tuple):
            refer_star(then, inner, using)  # `insert row`, `insert *`
        target = BindScope(scope.binding, {}, None, [own])
        names = named.expressions if isinstance(named, exp.Tuple) else []
        columns = [written(one, target) for one in names] or list(own.rows.columns)
        if not names and isinstance(values, exp.Tuple):
            scope.binding.refer_table(then, found, Role.WRITTEN, positional=True)
        if isinstance(values, exp.Tuple):
            rows = RowSet([scope.binding.value(one) for one in given])
            if own.rows.complete or names:
                _check_width_of_merge(then, columns, rows, scope)
            scope.binding.inserts.append(
                InsertedRows(then, found.name, tuple(columns), rows, not names, False)
            )


def _list_and_values(then: exp.Expr) -> tuple[object, object]:
    """`insert values (…)`, which sqlglot reads as a list of columns in some dialects."""
    listed = then.this.expressions if isinstance(then.this, exp.Tuple) else []
    only = listed[0] if len(listed) == 1 and not then.args.get("expression") else None
    if isinstance(only, exp.Anonymous) and only.name.lower() == "values":
        return None, exp.Tuple(expressions=only.expressions)
    return then.this, then.args.get("expression")


def _check_width_of_merge(then: exp.Expr, columns: list[BoundColumn], rows: RowSet, scope: BindScope) -> None:
    short = len(rows.columns) < len(columns) and not isinstance(_list_and_values(then)[0], exp.Tuple)
    if len(columns) != len(rows.columns) and not (short and scope.binding.dialect_name in SHORT_INSERTS):
        words = f"{len(rows.columns)} values for {len(columns)} columns"
        scope.binding.error(BindCode.COLUMN_COUNT, words, then)
