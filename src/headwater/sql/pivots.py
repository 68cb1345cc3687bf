"""Pivot and unpivot: columns made of values, and values made of columns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sqlglot import exp

from headwater.sql.dependencies import (
    CONDITIONAL,
    FILTER,
    GROUP_BY,
    INDIRECT,
    Dependencies,
    distinct,
    through,
)
from headwater.sql.expressions import dependencies_of
from headwater.sql.row_sets import RowField, Rows, all_sources
from headwater.sql.scope import Scope, Source

# Where `select *` of an unpivot has the values before the column that names where each came from.
VALUES_FIRST = {"bigquery", "fabric", "tsql"}


def pivoted(source: Source, pivot: exp.Expr, scope: Scope) -> Rows:
    inner = Scope(scope.context, scope.ctes, None, [source])
    rows = source.rows
    return _unpivot(rows, pivot, inner) if pivot.args.get("unpivot") else _pivot(rows, pivot, inner)


def _pivot(rows: Rows, pivot: exp.Expr, scope: Scope) -> Rows:
    """What is neither summed nor spread stays, and the rows are grouped by it."""
    fields = pivot.args.get("fields") or ()
    # `for c in ([x], [y])`: these look like columns and are values.
    listed = [value for one in fields for value in one.args.get("expressions") or ()]
    scope.context.visit(*(value for value in listed if not isinstance(value, exp.Query)))
    spread = distinct(
        dependency for one in fields for dependency in dependencies_of(one.this, scope, INDIRECT[CONDITIONAL])
    )
    values = [(one, dependencies_of(one, scope)) for one in pivot.expressions]
    kept = _without(rows, set(_names([*pivot.expressions, *(one.this for one in fields)])))
    names = [one.name.replace("'", "") for one in pivot.args.get("columns") or ()]
    # The names are in the order of the values, the aggregates within each.
    made = [
        RowField(name, distinct((*values[place % len(values)][1], *spread)))
        for place, name in enumerate(names if values else ())
    ]
    if any(isinstance(one, (exp.Query, exp.PivotAny)) for one in listed):
        return _open_pivot(kept, distinct(one for _, found in values for one in found), spread, listed, scope)
    return replace(kept, fields=[*kept.fields, *made], whole=_grouped(rows, kept), _index=None)


def _grouped(rows: Rows, kept: Rows) -> Dependencies:
    """A pivot groups by what it leaves alone, though no clause says so."""
    groups = (
        through(dependency, INDIRECT[GROUP_BY], None)
        for one in kept.fields
        for dependency in one.dependencies
    )
    return distinct((*rows.whole, *groups))


def _open_pivot(
    kept: Rows, values: Dependencies, spread: Dependencies, listed: Sequence[exp.Expr], scope: Scope
) -> Rows:
    """`for m in (any)`, `for m in (select …)`: a column for each value that the data has."""
    scope.context.problem("a pivot whose columns are named by the data")
    read = [scope.context.query(one, scope) for one in listed if isinstance(one, exp.Query)]
    deciding = [one for rows in read for one in (*rows.deciding(CONDITIONAL), *rows.whole)]
    return replace(
        kept,
        whole=distinct((*_grouped(kept, kept), *deciding)),
        sources={**kept.sources, **all_sources(read)},
        rest=distinct((*values, *spread)),
        anything=True,
        _index=None,
    )


def pivot_statement(node: exp.Expr, source: Source, scope: Scope) -> Rows:
    """DuckDB's `pivot t on m using sum(v) group by k` and `unpivot t on a, b into name n value v`."""
    inner = Scope(scope.context, scope.ctes, None, [source])
    if node.args.get("unpivot"):
        return _unpivot_statement(source.rows, node, inner)
    on = [(one.this, one.expressions) if isinstance(one, exp.In) else (one, []) for one in node.expressions]
    spread = distinct(
        one for column, _ in on for one in dependencies_of(column, inner, INDIRECT[CONDITIONAL])
    )
    using = [one for one in node.args.get("using") or () if isinstance(one, exp.Expr)]
    values = [(one, dependencies_of(one, inner)) for one in using]
    group = node.args.get("group")
    keys = group.expressions if isinstance(group, exp.Group) else None
    if keys is None:
        kept = _without(source.rows, set(_names([*using, *(column for column, _ in on)])))
    else:
        kept = replace(
            source.rows,
            fields=[RowField(one.name, dependencies_of(one, inner)) for one in keys],
            _index=None,
        )
        kept = replace(kept, open_relations=())
    if len(on) != 1 or not on[0][1]:
        return _open_pivot(kept, distinct(one for _, found in values for one in found), spread, [], scope)
    made = [
        RowField(_cell_name(value, one, len(using)), distinct((*found, *spread)))
        for value in on[0][1]
        for one, found in values
    ]
    return replace(kept, fields=[*kept.fields, *made], whole=_grouped(source.rows, kept), _index=None)


def _cell_name(value: exp.Expr, aggregate: exp.Expr, count: int) -> str:
    suffix = aggregate.alias or (aggregate.sql("duckdb").lower() if count > 1 else "")
    return f"{value.alias_or_name}_{suffix}" if suffix else value.alias_or_name


def _unpivot_statement(rows: Rows, node: exp.Expr, scope: Scope) -> Rows:
    if any(not isinstance(one, exp.Column) for one in node.expressions):
        scope.context.problem("an unpivot of columns that are picked by a pattern")
    into = node.args.get("into")
    label = into.this.name if isinstance(into, exp.Expr) else "name"
    names = [one.name for one in into.expressions] if isinstance(into, exp.Expr) else ["value"]
    scope.context.visit(into)
    kept = _without(rows, set(_names(node.expressions)))
    found = distinct(one for column in node.expressions for one in dependencies_of(column, scope))
    made = [RowField(label, ()), *(RowField(name, found) for name in names)]
    whole = distinct((*rows.whole, *Rows(made).deciding(FILTER)))
    return replace(kept, fields=[*kept.fields, *made], whole=whole, _index=None)


def _unpivot(rows: Rows, pivot: exp.Expr, scope: Scope) -> Rows:
    """The named columns become rows of one value column, each labelled with its name."""
    made: list[RowField] = []
    gone: set[str] = set()
    for spread in pivot.args.get("fields") or ():
        listed = spread.args.get("expressions") or ()
        gone.update(_names(listed))
        label, values = RowField(spread.this.name, ()), list(_value_columns(pivot, listed, scope))
        made += [*values, label] if scope.context.dialect_name in VALUES_FIRST else [label, *values]
    kept = _without(rows, gone)
    # A row for each value, and none where it is null.
    found = Rows(made).deciding(FILTER) if not pivot.args.get("include_nulls") else ()
    whole = distinct((*rows.whole, *found))
    return replace(kept, fields=[*kept.fields, *made], whole=whole, _index=None)


def _value_columns(pivot: exp.Expr, listed: Sequence[exp.Expr], scope: Scope) -> Iterator[RowField]:
    """`unpivot ((x, y) for label in ((a, b), (c, d)))`: the first of each group goes to `x`."""
    names = [name.name for one in pivot.expressions for name in (one.expressions or [one.unnest()])]
    scope.context.visit(*pivot.expressions)
    for place, name in enumerate(names):
        groups = [_bare(one) for one in listed]
        values = [one.expressions[place] if place < len(one.expressions) else one for one in groups]
        found = [dependency for value in values for dependency in dependencies_of(value, scope)]
        yield RowField(name, distinct(found))


def _bare(node: exp.Expr) -> exp.Expr:
    """`a as 'January'`: the column without its label."""
    return node.this if isinstance(node, (exp.Alias, exp.PivotAlias)) else node


def _names(nodes: Iterable[exp.Expr]) -> Iterator[str]:
    for node in nodes:
        for column in node.find_all(exp.Column):
            yield column.name.lower()


def _without(rows: Rows, names: set[str]) -> Rows:
    fields = [one for one in rows.fields if one.name.lower() not in names]
    open_relations = tuple(one._replace(without=one.without | names) for one in rows.open_relations)
    return replace(rows, fields=fields, open_relations=open_relations, _index=None)
