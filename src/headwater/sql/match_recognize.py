"""`match_recognize`: measures over rows that match a pattern, in the place of the table in front of it."""

from collections.abc import Iterator

from sqlglot import exp

from headwater.sql.dependencies import (
    FILTER,
    GROUP_BY,
    INDIRECT,
    SORT,
    TRANSFORMATION,
    Dependency,
    Usage,
    distinct,
)
from headwater.sql.expressions import dependencies_of
from headwater.sql.row_sets import RowField, Rows
from headwater.sql.scope import Scope, Source

MADE = Usage(TRANSFORMATION)


def match_rows(node: exp.Expr, scope: Scope) -> None:
    """Puts what a pattern yields in the place of the source that it reads."""
    if len(scope.sources) != 1:
        scope.context.problem("a pattern beside a join: which table it reads is not clear")
        return
    source = scope.sources[0]
    # The names of the pattern, as `down` in `down.price`, stand for rows of the source.
    qualifiers = {one.table.lower() for one in node.find_all(exp.Column) if one.table} - {source.alias}
    around = Scope(
        scope.context, scope.ctes, scope.parent, [Source(one, (), source.rows) for one in qualifiers]
    )
    inner = Scope(scope.context, scope.ctes, around, [source])
    measures = [one.this for one in node.args.get("measures") or ()]
    fields = [RowField(one.alias_or_name, dependencies_of(one, inner, MADE)) for one in measures]
    all_rows = node.args.get("rows")
    if isinstance(all_rows, exp.Expr) and all_rows.name.upper().startswith("ALL"):
        kept, open_relations = source.rows.fields, source.rows.open_relations
    else:
        keys = [one for one in node.args.get("partition_by") or () if isinstance(one, exp.Column)]
        kept, open_relations = [RowField(one.name, dependencies_of(one, inner)) for one in keys], ()
    whole = distinct((*source.rows.whole, *_deciding(node, inner)))
    rows = Rows([*kept, *fields], open_relations, whole, source.rows.sources)
    alias = node.args.get("alias")
    scope.sources[0] = Source(alias.name.lower() if isinstance(alias, exp.Expr) else source.alias, (), rows)


def _deciding(node: exp.Expr, scope: Scope) -> Iterator[Dependency]:
    for one in node.args.get("partition_by") or ():
        yield from dependencies_of(one, scope, INDIRECT[GROUP_BY])
    order = node.args.get("order")
    for one in order.expressions if isinstance(order, exp.Expr) else ():
        yield from dependencies_of(one, scope, INDIRECT[SORT])
    for one in node.args.get("define") or ():
        yield from dependencies_of(one, scope, INDIRECT[FILTER])
