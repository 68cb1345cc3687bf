"""Pivot and unpivot: columns made of values, and values made of columns."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sqlglot import exp

from headwater.sql.dependencies import CONDITIONAL, GROUP_BY, INDIRECT, Dependency, distinct, through
from headwater.sql.expressions import dependencies_of
from headwater.sql.row_sets import Field, Rows
from headwater.sql.scope import Scope, Source


def pivoted(rows: Rows, pivot: exp.Expr, scope: Scope) -> Rows:
    inner = Scope(scope.context, scope.ctes, None, [Source("", (), rows)])
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
        dependencies: list[Dependency] = [
            dependency for one in listed for dependency in dependencies_of(_bare(one), scope)
        ]
        made += [Field(one.name, distinct(dependencies)) for one in pivot.expressions]
        made.append(Field(spread.this.name, ()))
    kept = _without(rows, gone)
    return replace(kept, fields=[*kept.fields, *made], _index=None)


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
