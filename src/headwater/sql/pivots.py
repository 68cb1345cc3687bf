"""Pivot and unpivot: columns made of values, and values made of columns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sqlglot import exp

from headwater.sql.dependencies import CONDITIONAL, GROUP_BY, INDIRECT, distinct, through
from headwater.sql.expressions import dependencies_of
from headwater.sql.row_sets import Field, Rows
from headwater.sql.scope import Scope, Source


def pivoted(source: Source, pivot: exp.Expr, scope: Scope) -> Rows:
    inner = Scope(scope.context, scope.ctes, None, [source])
    rows = source.rows
    return _unpivot(rows, pivot, inner) if pivot.args.get("unpivot") else _pivot(rows, pivot, inner)


def _pivot(rows: Rows, pivot: exp.Expr, scope: Scope) -> Rows:
    """What is neither summed nor spread stays, and the rows are grouped by it."""
    fields = pivot.args.get("fields") or ()
    # `for c in ([x], [y])`: these look like columns and are values.
    scope.context.visit(*(value for one in fields for value in one.args.get("expressions") or ()))
    spread = [
        dependency for one in fields for dependency in dependencies_of(one.this, scope, INDIRECT[CONDITIONAL])
    ]
    values = [(one, dependencies_of(one, scope)) for one in pivot.expressions]
    kept = _without(rows, set(_names([*pivot.expressions, *(one.this for one in fields)])))
    names = [one.name.strip("'") for one in pivot.args.get("columns") or ()]
    # The names are in the order of the values, the aggregates within each.
    made = [
        Field(name, distinct((*values[place % len(values)][1], *spread)))
        for place, name in enumerate(names if values else ())
    ]
    # A pivot groups by what it leaves alone, though no clause says so.
    groups = [
        through(dependency, INDIRECT[GROUP_BY], None)
        for one in kept.fields
        for dependency in one.dependencies
    ]
    return replace(kept, fields=[*kept.fields, *made], whole=distinct((*rows.whole, *groups)), _index=None)


def _unpivot(rows: Rows, pivot: exp.Expr, scope: Scope) -> Rows:
    """The named columns become rows of one value column, each labelled with its name."""
    made: list[Field] = []
    gone: set[str] = set()
    for spread in pivot.args.get("fields") or ():
        listed = spread.args.get("expressions") or ()
        gone.update(_names(listed))
        made += _value_columns(pivot, listed, scope)
        made.append(Field(spread.this.name, ()))
    kept = _without(rows, gone)
    return replace(kept, fields=[*kept.fields, *made], _index=None)


def _value_columns(pivot: exp.Expr, listed: Sequence[exp.Expr], scope: Scope) -> Iterator[Field]:
    """`unpivot ((x, y) for label in ((a, b), (c, d)))`: the first of each group goes to `x`."""
    names = [name.name for one in pivot.expressions for name in (one.expressions or [one.unnest()])]
    scope.context.visit(*pivot.expressions)
    for place, name in enumerate(names):
        groups = [_bare(one) for one in listed]
        values = [one.expressions[place] if place < len(one.expressions) else one for one in groups]
        found = [dependency for value in values for dependency in dependencies_of(value, scope)]
        yield Field(name, distinct(found))


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
