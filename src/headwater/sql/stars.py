"""A star in a select list, with what it leaves out, replaces and renames."""

from collections.abc import Callable
from dataclasses import replace

from sqlglot import exp

from headwater.sql.expressions import dependencies_of
from headwater.sql.row_sets import RowField, Rows
from headwater.sql.scope import Scope, Source
from headwater.sql.tree_walks import listed

Expand = Callable[[Scope, Source | None], Rows]


def is_star(node: exp.Expr) -> bool:
    if isinstance(node, exp.Dot):
        return isinstance(node.expression, exp.Star)
    return isinstance(node, exp.Star) or (isinstance(node, exp.Column) and isinstance(node.this, exp.Star))


def star_fields(node: exp.Expr, scope: Scope, expand: Expand) -> Rows:
    """`*`, `t.*`, `* except (a)`, `* replace (a + 1 as a)`, `* rename (a as b)`, `(t).*`."""
    if isinstance(node, exp.Star):
        return _changed(expand(scope, None), node, scope)
    scope.context.visited.add(id(node))
    mark = node.this if isinstance(node, exp.Column) else node.expression
    words = _qualifier(node)
    source = scope.source(words) if words else None
    if source is not None:
        scope.context.visit(node)
    if source is None:
        # Which fields a function's result or a structure has is written in no text.
        what = f"{'.'.join(words)}.* is no table of the query" if isinstance(node, exp.Column) else node.sql()
        scope.context.problem(what if isinstance(node, exp.Column) else f"{what}: its columns are not known")
        dependencies_of(node.this, scope)
        return Rows()
    return _changed(expand(scope, source), mark, scope)


def _qualifier(node: exp.Expr) -> list[str]:
    column = node.this.unnest() if isinstance(node, exp.Dot) else node
    if not isinstance(column, exp.Column):
        return []
    keys = ("catalog", "db", "table") if column is node else ("catalog", "db", "table", "this")
    return [part.name for key in keys if (part := column.args.get(key))]


def _changed(rows: Rows, mark: exp.Expr, scope: Scope) -> Rows:
    if mark.args.get("ilike"):  # Snowflake's `* ilike '%id%'`
        scope.context.problem("columns picked by a pattern")
    gone = {one.name.lower() for one in listed(mark, "except_")}
    renamed = {one.this.name.lower(): one.alias for one in listed(mark, "rename")}
    scope.context.visit(*listed(mark, "except_"), *listed(mark, "rename"))
    replaced = {one.alias.lower(): dependencies_of(one.this, scope) for one in listed(mark, "replace")}
    if not (gone or renamed or replaced):
        return rows
    fields = []
    for one in rows.fields:
        key = one.name.lower()
        if key not in gone:
            fields.append(RowField(renamed.get(key, one.name), replaced.get(key, one.dependencies)))
    known = {one.name.lower() for one in rows.fields}
    # What replaces or renames a column proves that the unknown schema has it.
    if rows.open_relations:
        fields += [
            RowField(name, dependencies) for name, dependencies in replaced.items() if name not in known
        ]
        fields += _renamed_open(rows, renamed, known)
    # Those that are listed by now must not come a second time with the rest of an unknown schema.
    hidden = gone | set(renamed) | set(replaced)
    open_relations = tuple(one._replace(without=one.without | hidden) for one in rows.open_relations)
    return replace(rows, fields=fields, open_relations=open_relations, _index=None)


def _renamed_open(rows: Rows, renamed: dict[str, str], known: set[str]) -> list[RowField]:
    if len(rows.open_relations) != 1:
        return []
    return [
        RowField(new, rows.open_relations[0].column(old)) for old, new in renamed.items() if old not in known
    ]
