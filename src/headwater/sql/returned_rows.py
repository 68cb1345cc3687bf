"""T-SQL's `output inserted.a, deleted.b into log`: the changed rows go to a second table as well."""

import re
from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from headwater.sql.queries import projected
from headwater.sql.row_sets import RowField, Rows
from headwater.sql.scope import Scope, Source
from headwater.sql.script import Script
from headwater.sql.target_columns import inserted

CALL = re.compile(r"(?P<name>[\w.\[\]#]{1,300})\((?P<columns>[\w\s,\"\[\]]{0,10000})\)")


def pass_over_returned(node: exp.Expr, scope: Scope) -> None:
    """Rows that go back to whoever asked."""
    returning = node.args.get("returning")
    if isinstance(returning, exp.Expr) and not returning.args.get("into"):
        scope.context.visit(returning)


def write_returned(
    node: exp.Expr, before: Rows, fields: Sequence[RowField], rows: Rows, scope: Scope, script: Script
) -> None:
    """`before` are the target's own columns, `fields` what the statement puts into them."""
    returning = node.args.get("returning")
    into = returning.args.get("into") if isinstance(returning, exp.Expr) else None
    if not isinstance(returning, exp.Expr) or not isinstance(into, exp.Expr):
        return
    table, columns = _table_and_columns(into)
    if table is None:
        return  # a variable: what is not visited here is reported
    script.context.visit(into)
    names = {one.name.lower() for one in fields}
    after = [*fields, *(one for one in before.fields if one.name.lower() not in names)]
    sources = [
        Source("inserted", ("inserted",), replace(before, fields=after, whole=(), _index=None)),
        Source("deleted", ("deleted",), replace(before, whole=())),
    ]
    inner = Scope(script.context, scope.ctes, scope, sources)
    found = projected(exp.Select(expressions=returning.expressions), inner)
    target = script.target(table)
    given = Rows(found.fields, found.open_relations, rows.whole, {**rows.sources, **before.sources})
    script.write(target, inserted(given, target, columns, script.context), given)


def _table_and_columns(into: exp.Expr) -> tuple[exp.Table | None, list[str] | None]:
    if isinstance(into, (exp.Identifier, exp.Parameter)):
        return exp.Table(this=into), None
    if isinstance(into, exp.Column):
        return exp.Table(this=into.this, db=into.args.get("table"), catalog=into.args.get("db")), None
    # sqlglot takes `audit (a, b)` and `log (a)` for calls of functions.
    called = CALL.fullmatch(into.sql("tsql")) if isinstance(into, (exp.Func, exp.Dot)) else None
    if called:
        return exp.to_table(called["name"], dialect="tsql"), [
            name.strip().strip('"[]') for name in called["columns"].split(",")
        ]
    return (into, None) if isinstance(into, exp.Table) else (None, None)
