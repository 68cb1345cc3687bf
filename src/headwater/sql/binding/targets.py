"""The table that a statement writes: its columns, and what it gives back."""

from sqlglot import exp

from headwater.sql.binding.binding import BindCode, Role
from headwater.sql.binding.queries import projected
from headwater.sql.binding.rows import BoundColumn, RowSet
from headwater.sql.binding.scopes import BindScope, BindSource
from headwater.sql.schemas import Found
from headwater.sql.table_names import parts_of

# Where an insert may bring fewer values than the table has columns.
SHORT_INSERTS = {"postgres", "redshift", "materialize", "risingwave", "greenplum"}
# What the row before and after is called: `output inserted.id`, `returning old.id`.
ROWS_RETURNED = {
    "tsql": ("inserted", "deleted"),
    "fabric": ("inserted", "deleted"),
    "postgres": ("old", "new"),
}


def written(node: exp.Expr, scope: BindScope) -> BoundColumn:
    column = node if isinstance(node, exp.Column) else exp.Column(this=exp.to_identifier(node.name))
    if column is not node:
        origin = node if isinstance(node, exp.Identifier) else node.this
        column.this._meta = origin._meta if isinstance(origin, exp.Expr) else None
        scope.binding.kept.append(column)
    errors = len(scope.binding.errors)
    scope.bind(column, Role.WRITTEN)
    found = scope.binding.columns.get(id(column))
    if found is None and errors == len(scope.binding.errors) and scope.sources[0].rows.complete:
        # A name that could stand for something else in an expression can only be a column here.
        words = f"the table has no column {node.name}"
        scope.binding.error(BindCode.UNKNOWN_COLUMN, words, column)
    return found or BoundColumn(node.name)


def name_of(node: exp.Expr) -> exp.Expr:
    table = node.this if isinstance(node, exp.Schema) else node
    return table.this if isinstance(table, exp.Table) and isinstance(table.this, exp.Expr) else table


def target_of(table: exp.Expr, scope: BindScope) -> tuple[Found, RowSet]:
    parts = parts_of(table)
    made = scope.binding.made.get(".".join(parts))
    found, rows = scope.binding.table(parts)
    if found.absent is not None:
        scope.binding.error(BindCode.UNKNOWN_TABLE, f"there is no table {'.'.join(parts)}", name_of(table))
        return found, RowSet(anything=True)
    return found, made if made is not None else rows


def returned(node: exp.Expr, scope: BindScope) -> RowSet | None:
    returning = node.args.get("returning")
    if not isinstance(returning, exp.Expr):
        return None
    names = ROWS_RETURNED.get(scope.binding.dialect_name, ())
    if names and scope.sources:
        own = scope.sources[0]
        more = [BindSource(name, (name,), own.rows, hidden=True) for name in names if name != own.alias]
        scope = BindScope(scope.binding, scope.ctes, None, [*scope.sources, *more])
    select = exp.Select(expressions=returning.expressions)
    scope.binding.kept.append(select)
    rows = scope.binding.outputs[id(node)] = projected(select, scope)
    return rows
