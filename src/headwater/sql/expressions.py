"""What an expression depends on: which step each kind of node takes, listed in `STEPS`."""

from sqlglot import exp

from headwater.sql import deciding
from headwater.sql.flows import AGGREGATION, CONDITIONAL, FILTER, PLAIN, TRANSFORMATION, Flows, Way
from headwater.sql.functions import RANKS, aggregates, masks
from headwater.sql.scope import Scope
from headwater.sql.walk import Step, Walk

# Arguments that look like columns to a parser and are none.
NO_VALUES = {"unit", "to", "kind", "alias"}


def flows_of(expression: exp.Expr, scope: Scope, way: Way = PLAIN) -> Flows:
    """Every flow of a value, by the way in which it is used."""
    walk = Walk(scope, expression)
    walk.push(expression, way)
    return walk.run(STEPS, _any)


def _any(walk: Walk, node: exp.Expr, way: Way) -> None:
    if isinstance(node, exp.Query):
        _subquery(walk, node, way)
        return
    inner = way.at_least(AGGREGATION if aggregates(node) else TRANSFORMATION)
    if masks(node):
        inner = inner.masked()
    for key, value in node.args.items():
        if key in NO_VALUES:
            continue
        if isinstance(value, list):
            walk.push_all(value, inner)
        else:
            walk.push(value, inner)


def _nothing(walk: Walk, node: exp.Expr, way: Way) -> None:
    """No column can stand below."""


def _same(walk: Walk, node: exp.Expr, way: Way) -> None:
    walk.push(node.this, way)
    walk.push_all(node.args.get("expressions"), way)


def _column(walk: Walk, node: exp.Expr, way: Way) -> None:
    words = [part.name for part in node.args.values() if isinstance(part, exp.Identifier)]
    if isinstance(node.this, exp.Star):
        source = walk.scope.source(words)
        walk.take(source.rows.everything() if source else (), way.at_least(TRANSFORMATION))
        return
    order = ("catalog", "db", "table", "this")
    parts = [part.name for key in order if (part := node.args.get(key)) is not None and part.name]
    if parts:
        flows, inside = walk.scope.column(parts)
        walk.take(flows, way.at_least(TRANSFORMATION) if inside else way)


def _star(walk: Walk, node: exp.Expr, way: Way) -> None:
    for source in walk.scope.sources:
        walk.take(source.rows.everything(), way.at_least(TRANSFORMATION))


def _count(walk: Walk, node: exp.Expr, way: Way) -> None:
    """`count(*)` counts rows and looks at no column."""
    inner = way.at_least(AGGREGATION).masked()
    arguments = [node.this, *node.args.get("expressions", ())]
    walk.push_all([one for one in arguments if not _is_star(one)], inner)


def _is_star(node: object) -> bool:
    return isinstance(node, exp.Star) or (isinstance(node, exp.Column) and isinstance(node.this, exp.Star))


def _subquery(walk: Walk, node: exp.Expr, way: Way) -> None:
    """Its value, and what decides its rows."""
    rows = walk.scope.world.query(node, walk.scope)
    walk.scope.read.update(rows.sources)
    walk.take(rows.everything(), way)
    walk.take(rows.whole, way if way.indirect else PLAIN)


def _exists(walk: Walk, node: exp.Expr, way: Way) -> None:
    """Whether rows are there: what they hold does not matter."""
    rows = walk.scope.world.query(node.this, walk.scope)
    walk.scope.read.update(rows.sources)
    walk.take(rows.whole, way.deciding(FILTER))


def _in(walk: Walk, node: exp.Expr, way: Way) -> None:
    walk.push(node.this, way.at_least(TRANSFORMATION))
    walk.push_all(node.args.get("expressions"), way.at_least(TRANSFORMATION))
    walk.push(node.args.get("unnest"), way.at_least(TRANSFORMATION))
    walk.push(node.args.get("query"), way.deciding(CONDITIONAL))


def _value_of_pair(walk: Walk, node: exp.Expr, way: Way) -> None:
    """`name => value` and a struct's `name: value`: the name is no column."""
    walk.push(node.args.get("expression"), way.at_least(TRANSFORMATION))


def _matching(walk: Walk, node: exp.Expr, way: Way) -> None:
    """DuckDB's `columns('pattern')`: which columns these are only DuckDB can tell."""
    walk.scope.world.problem("columns picked by a pattern")


STEPS: dict[type[exp.Expr], Step] = {
    exp.Column: _column,
    exp.Star: _star,
    exp.Literal: _nothing,
    exp.Identifier: _nothing,
    exp.Var: _nothing,
    exp.DataType: _nothing,
    exp.Parameter: _nothing,
    exp.Alias: _same,
    exp.Aliases: lambda walk, node, way: walk.push(node.this, way),
    exp.Paren: _same,
    exp.Distinct: _same,
    exp.Ordered: lambda walk, node, way: walk.push(node.this, way),
    exp.Count: _count,
    exp.Case: deciding.case,
    exp.If: deciding.if_else,
    exp.Nvl2: deciding.if_else,
    exp.DecodeCase: deciding.decode,
    exp.Nullif: deciding.value_and_condition,
    exp.ArgMax: deciding.best_by,
    exp.ArgMin: deciding.best_by,
    exp.Filter: deciding.filtered,
    exp.Order: deciding.ordered,
    exp.WithinGroup: deciding.within_group,
    exp.Window: deciding.window,
    exp.Exists: _exists,
    exp.In: _in,
    exp.Columns: _matching,
    exp.Kwarg: _value_of_pair,
    exp.PropertyEQ: _value_of_pair,
    exp.CombinedAggFunc: deciding.combined,
    **dict.fromkeys(RANKS, deciding.rank),
}
