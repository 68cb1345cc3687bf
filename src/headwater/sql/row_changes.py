"""Merge, update and delete: statements that change rows of a table that is already there."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlglot import exp

from headwater.sql.dependencies import FILTER, IDENTITY, INDIRECT, JOIN, Dependency, distinct, guessed
from headwater.sql.expressions import dependencies_of
from headwater.sql.queries import rows_of, with_ctes
from headwater.sql.returned_rows import pass_over_returned, write_returned
from headwater.sql.row_sets import RowField, Rows, all_sources
from headwater.sql.scope import Scope, Source
from headwater.sql.script import Script, Target
from headwater.sql.sources import add_source, add_sources, row_dependencies_of, star
from headwater.sql.table_names import Match, parts_of
from headwater.sql.target_columns import by_name


def merge(node: exp.Expr, script: Script) -> None:
    if not isinstance(node.this, exp.Table):
        return
    target = script.target(node.this)
    scope = Scope(script.context, with_ctes(node, script.scope()))
    # Conditions and assignments may name columns of the target as well.
    scope.sources.append(_target_source(node.this, target, script))
    using = add_source(node.args["using"], scope)
    whole = [*_merge_condition(node, scope), *using.rows.whole]
    fields: list[RowField] = []
    for when in _whens(node):
        condition = when.args.get("condition")
        if isinstance(condition, exp.Expr):
            whole.extend(dependencies_of(condition, scope, INDIRECT[FILTER]))
        fields.extend(_branch(when.args.get("then"), scope, target, using))
        whole.extend(_condition_of_branch(when.args.get("then"), scope))
    sources = {**using.rows.sources, **scope.read}
    rows = Rows(whole=distinct(whole), sources=sources)
    script.write(target, fields, rows)
    write_returned(node, scope.sources[0].rows, fields, rows, scope, script)


def _condition_of_branch(then: object, scope: Scope) -> Iterator[Dependency]:
    """Oracle's `when matched then update set … where …`."""
    where = then.args.get("where") if isinstance(then, exp.Expr) else None
    if isinstance(where, exp.Expr):
        yield from dependencies_of(where.this, scope, INDIRECT[FILTER])


def _merge_condition(node: exp.Expr, scope: Scope) -> Iterator[Dependency]:
    condition = node.args.get("on")
    if isinstance(condition, exp.Expr):
        yield from dependencies_of(condition, scope, INDIRECT[JOIN])
    for name in node.args.get("using_cond") or ():
        for source in scope.sources:
            dependencies, _ = scope.column([source.alias, name.name])
            yield from (dependency._replace(indirect=True, subtype=JOIN) for dependency in dependencies)


def _target_source(table: exp.Expr, target: Target, script: Script) -> Source:
    rows = script.context.table(target.parts)
    # A target is known among the outputs, a table that is read among the inputs.
    if not target.temporary:
        rows = script.context.relation(target.match)
    return Source((table.alias or target.parts[-1]).lower(), target.parts, rows)


def _whens(node: exp.Expr) -> Iterable[exp.Expr]:
    whens = node.args.get("whens")
    return whens.expressions if isinstance(whens, exp.Expr) else node.expressions


def _branch(then: object, scope: Scope, target: Target, using: Source) -> Iterator[RowField]:
    """An update assigns, an insert lists; both can say `*` for all columns of the same name."""
    if isinstance(then, exp.Update):
        listed = then.args.get("expressions")
        if isinstance(listed, list) and not any(isinstance(one, exp.Star) for one in listed):
            yield from _assigned(listed, scope, target)
        else:
            # `update set *`
            yield from by_name(star(scope, using), target, scope.context)
    elif isinstance(then, exp.Insert):
        yield from _inserted(then, scope, target, using)


def _inserted(then: exp.Insert, scope: Scope, target: Target, using: Source) -> Iterator[RowField]:
    values = then.args.get("expression")
    if not isinstance(values, exp.Expr) and isinstance(then.this, exp.Tuple):
        values = then.this  # Teradata's `insert (s.id, s.v)`: values without the word
    if not isinstance(values, exp.Expr):
        yield from by_name(star(scope, using), target, scope.context)
        return
    listed = values.expressions if isinstance(values, exp.Tuple) else [values]
    columns = then.this if isinstance(then.this, exp.Tuple) and then.this is not values else None
    scope.context.visit(columns)
    names = [one.name for one in columns.expressions] if columns else []
    names = names or list(target.match.columns or ())
    # Only the source has a row to insert: an unqualified name cannot be a column of the target.
    inner = Scope(scope.context, scope.ctes, None, [using], read=scope.read)
    found = [dependencies_of(value, inner) for value in listed]
    if names:
        yield from (RowField(target.spelled(name), one) for name, one in zip(names, found, strict=False))
        return
    scope.context.needs_schemas([target.match.name])
    for value, one in zip(listed, found, strict=True):  # under the names of the source, a guess
        yield RowField(value.alias_or_name, guessed(one), bool(value.alias_or_name))


class Inserted(NamedTuple):
    """What an insert brings to its target."""

    table: exp.Expr
    target: Target
    fields: Sequence[RowField]


def on_conflict(node: exp.Expr, inserted: Inserted, script: Script) -> Rows:
    """`on conflict … do update set v = excluded.v`, `on duplicate key update v = values(v)`."""
    script.context.visit(*(node.args.get("conflict_keys") or ()))
    own = _target_source(inserted.table, inserted.target, script)
    # The row that was to be inserted can be named like a table.
    excluded = Source("excluded", ("excluded",), Rows(list(inserted.fields)))
    scope = Scope(script.context, {}, None, [own, excluded])
    script.context.visit(node.args.get("index_where"), node.args.get("constraint"))
    fields = list(_assigned(node.expressions, scope, inserted.target))
    where = node.args.get("where")
    deciding = dependencies_of(where.this, scope, INDIRECT[FILTER]) if isinstance(where, exp.Expr) else ()
    return Rows(fields, whole=deciding, sources=scope.read)


def update(node: exp.Expr, script: Script) -> None:
    if not isinstance(node.this, exp.Table):
        return
    changed = _changed_rows(node, node.args.get("from_"), script)
    if changed.behind is not None:
        _update_behind(node, changed, changed.behind, script)
        return
    for one, assignments in _by_table(node.expressions, changed, script):
        fields = list(_assigned(assignments, one.scope, one.target))
        rows = one.rows()
        script.write(one.target, fields, rows)
        write_returned(node, one.own.rows, fields, rows, one.scope, script)


def _update_behind(node: exp.Expr, changed: "ChangedRows", behind: Rows, script: Script) -> None:
    """`with c as (select t.a as x, … from t join …) update c set x = 1` changes `t.a`."""
    by_table: dict[str, list[RowField]] = {}
    for one in _assigned(node.expressions, changed.scope, Target((), Match("", False))):
        column = _stands_for(behind, one.name)
        if column is None:
            script.context.problem(f"a change of {one.name}, which is not one column of one table")
        else:
            by_table.setdefault(column.relation, []).append(RowField(column.column, one.dependencies))
    rows = changed.rows()
    for relation, fields in by_table.items():
        sources = {source: None for source in rows.sources if source[0] != relation}
        script.write(
            script.target_of(tuple(relation.lower().split("."))), fields, replace(rows, sources=sources)
        )
        write_returned(node, changed.own.rows, fields, rows, changed.scope, script)


def _stands_for(rows: Rows, name: str) -> Dependency | None:
    """The one column of a table that a column of a query is."""
    known = rows.index.get(name.lower())
    if known is None and len(rows.open_relations) == 1:
        return rows.open_relations[0].column(name)[0]
    direct = [one for one in known.dependencies if not one.indirect] if known else []
    return direct[0] if len(direct) == 1 and direct[0].subtype == IDENTITY else None


def _by_table(
    assignments: Iterable[exp.Expr], changed: "ChangedRows", script: Script
) -> Iterator[tuple["ChangedRows", list[exp.Expr]]]:
    """MySQL's `update a join b … set a.x = 1, b.y = 2` changes two tables."""
    by_alias: dict[str, list[exp.Expr]] = {}
    others = {
        one.alias: one for one in changed.scope.sources if one is not changed.own and one.parts and one.alias
    }
    for one in assignments:
        qualifier = one.this.text("table").lower() if isinstance(one.this, exp.Column) else ""
        by_alias.setdefault(qualifier if qualifier in others else "", []).append(one)
    for alias, some in by_alias.items():
        own = others.get(alias)
        target = script.target_of(own.parts) if own else changed.target
        yield (changed._replace(own=own, target=target) if own else changed), some


def delete(node: exp.Expr, script: Script) -> None:
    """Rows that others decide; what a table decides of itself is no lineage."""
    tables = node.args.get("tables") or ()
    if not isinstance(node.this, exp.Table) and tables:  # BigQuery's `delete t where …`
        node = exp.Delete(**{**node.args, "this": tables[0], "tables": None})
        tables = ()
    if not isinstance(node.this, exp.Table):
        return
    if len(tables) > 1:  # MySQL's `delete t, u from …`
        script.context.problem("a delete from several tables, of which the first was read")
    script.context.visited.update(map(id, tables))
    using = [exp.Join(this=one) for one in node.args.get("using") or ()]
    changed = _changed_rows(node, exp.From(this=node.this) if tables else None, script, using)
    rows = changed.rows()
    if changed.behind is not None:
        if len(changed.behind.sources) > 1:
            script.context.problem("a delete from a query of several tables, of which the first was taken")
        own = {source: None for source in rows.sources if source[0] != changed.target.match.name}
        rows = replace(rows, sources=own)
    if rows.sources:
        script.write(changed.target, [], rows)
    write_returned(node, changed.own.rows, [], rows, changed.scope, script)


class ChangedRows(NamedTuple):
    """A target with all that a statement puts beside it, and what decides which of its rows change."""

    target: Target
    own: Source
    scope: Scope
    whole: list[Dependency]
    behind: Rows | None
    """What the target stands for where it is a CTE."""

    def rows(self) -> Rows:
        """Asked last, as assignments may read more."""
        others = [one for one in self.scope.sources if one is not self.own or self.behind is not None]
        beside = row_dependencies_of(Scope(self.scope.context, {}, None, others))
        sources = {**all_sources(one.rows for one in others), **self.scope.read}
        return Rows(whole=distinct([*self.whole, *beside]), sources=sources)


def _changed_rows(
    node: exp.Expr, start: exp.Expr | None, script: Script, more: Sequence[exp.Expr] = ()
) -> ChangedRows:
    scope = Scope(script.context, with_ctes(node, script.scope()))
    table = _real_target(node, start)
    named = script.target(table)
    behind = scope.ctes.get(named.parts[0]) if len(named.parts) == 1 else None
    target = named if behind is None else _table_behind(named, behind, script)
    # A table that no rule marks as visited is reported as not read.
    script.context.visited.add(id(node.this))
    own = _target_source(node.this, named, script)
    if behind is not None:
        own.rows = behind
    scope.sources.append(own)
    joins = () if start is not None and start.this is node.this else node.this.args.get("joins") or ()
    whole = [*add_sources(exp.Select(joins=[*joins, *more]), scope)]
    if isinstance(start, exp.Expr):
        whole.extend(_add_from(start, table, own, scope))
    where = node.args.get("where")
    if isinstance(where, exp.Expr):
        whole.extend(dependencies_of(where.this, scope, INDIRECT[FILTER]))
    scope.context.visit(node.args.get("order"))
    pass_over_returned(node, scope)
    return ChangedRows(target, own, scope, whole, behind)


def _table_behind(target: Target, rows: Rows, script: Script) -> Target:
    """T-SQL's `with c as (select … from t) delete from c`: the rows are those of `t`.

    Of several tables an update says by its columns which it changes; what a delete takes from is a guess.
    """
    name, _ = next(iter(rows.sources), ("", False))
    return script.target_of(tuple(name.lower().split("."))) if name else target


def _add_from(start: exp.Expr, table: exp.Expr, own: Source, scope: Scope) -> Iterable[Dependency]:
    """T-SQL names the target again in `from`, with an alias: that is not a second source."""
    if start.this is not table:
        return add_sources(exp.Select(from_=start), scope)
    own.alias = (table.alias or own.alias).lower()
    return add_sources(exp.Select(joins=list(start.this.args.get("joins") or ())), scope)


def _real_target(node: exp.Expr, start: exp.Expr | None) -> exp.Table:
    """`update o set … from orders o`, `delete o from orders o`: the table behind the alias."""
    own: exp.Table = node.this
    named = node.args.get("tables") or ()
    wanted = parts_of(named[0] if named else own)
    if not isinstance(start, exp.Expr):
        return own
    listed = [start.this, *(join.this for join in start.this.args.get("joins") or ())]
    for one in listed:
        if isinstance(one, exp.Table) and wanted in ((one.alias.lower(),), parts_of(one)):
            return one
    return own


def _assigned(expressions: Iterable[exp.Expr], scope: Scope, target: Target) -> Iterator[RowField]:
    for one in expressions:
        # What is no assignment is left over, and so becomes a problem.
        if not isinstance(one, exp.EQ):
            continue
        left, right = one.this, one.expression
        scope.context.visit(left)
        if isinstance(left, (exp.Tuple, exp.Paren)):
            yield from _assigned_together(left, right, scope, target)
        else:
            yield RowField(target.spelled(left.name), dependencies_of(right, scope))


def _assigned_together(left: exp.Expr, right: exp.Expr, scope: Scope, target: Target) -> Iterator[RowField]:
    """`set (a, b) = (select x, y …)`."""
    names = left.expressions or [left.this]
    if isinstance(right, exp.Query):
        rows = rows_of(right, scope)
        scope.read.update(rows.sources)
        for name, one in zip(names, rows.fields, strict=False):
            yield RowField(target.spelled(name.name), distinct((*one.dependencies, *rows.whole)))
    else:
        for name, value in zip(names, right.expressions or [right], strict=False):
            yield RowField(target.spelled(name.name), dependencies_of(value, scope))
