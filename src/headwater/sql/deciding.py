"""Expressions in which some columns give the value and others only decide it."""

from sqlglot import exp

from headwater.sql.flows import AGGREGATION, CONDITIONAL, SORT, TRANSFORMATION, WINDOW, Way
from headwater.sql.functions import NEIGHBOURS, ORDERED_VALUES
from headwater.sql.walk import Walk


def case(walk: Walk, node: exp.Expr, way: Way) -> None:
    walk.push(node.this, way.deciding(CONDITIONAL))
    for branch in node.args.get("ifs", ()):
        walk.push(branch.this, way.deciding(CONDITIONAL))
        walk.push(branch.args.get("true"), way.at_least(TRANSFORMATION))
    walk.push(node.args.get("default"), way.at_least(TRANSFORMATION))


def if_else(walk: Walk, node: exp.Expr, way: Way) -> None:
    walk.push(node.this, way.deciding(CONDITIONAL))
    walk.push(node.args.get("true"), way.at_least(TRANSFORMATION))
    walk.push(node.args.get("false"), way.at_least(TRANSFORMATION))


def decode(walk: Walk, node: exp.Expr, way: Way) -> None:
    """`decode(value, search, result, …, default)`."""
    arguments = node.args.get("expressions", [])
    walk.push_all(arguments[:1], way.deciding(CONDITIONAL))
    pairs = arguments[1:]
    for place, argument in enumerate(pairs):
        decides = place % 2 == 0 and place + 1 < len(pairs)
        walk.push(argument, way.deciding(CONDITIONAL) if decides else way.at_least(TRANSFORMATION))


def value_and_condition(walk: Walk, node: exp.Expr, way: Way) -> None:
    """`nullif(a, b)`: the value of a, and b only decides."""
    walk.push(node.this, way.at_least(TRANSFORMATION))
    walk.push(node.args.get("expression"), way.deciding(CONDITIONAL))


def best_by(walk: Walk, node: exp.Expr, way: Way) -> None:
    """`max_by(a, b)`: the value of a, in the order of b."""
    walk.push(node.this, way.at_least(AGGREGATION))
    walk.push(node.args.get("expression"), way.deciding(SORT))


def filtered(walk: Walk, node: exp.Expr, way: Way) -> None:
    """`sum(a) filter (where b)` is `sum(case when b then a end)`."""
    walk.push(node.this, way)
    walk.push(node.args.get("expression"), way.deciding(CONDITIONAL))


def ordered(walk: Walk, node: exp.Expr, way: Way) -> None:
    """Inside an aggregate: `string_agg(a order by b)`."""
    walk.push(node.this, way)
    walk.push_all(node.args.get("expressions"), way.deciding(SORT))


def within_group(walk: Walk, node: exp.Expr, way: Way) -> None:
    walk.push(node.this, way)
    order = node.args.get("expression")
    by_value = isinstance(node.this, ORDERED_VALUES)
    inner = way.at_least(AGGREGATION) if by_value else way.deciding(SORT)
    walk.push_all(order.args.get("expressions") if isinstance(order, exp.Expr) else (), inner)


def window(walk: Walk, node: exp.Expr, way: Way) -> None:
    value = node.this
    while isinstance(value, (exp.IgnoreNulls, exp.RespectNulls)):
        value = value.this
    if isinstance(value, NEIGHBOURS):
        walk.push_all([*value.args.values()], way.at_least(TRANSFORMATION))
    else:
        walk.push(value, way)
    walk.push_all(node.args.get("partition_by"), way.deciding(WINDOW))
    order = node.args.get("order")
    walk.push_all(order.args.get("expressions") if isinstance(order, exp.Expr) else (), way.deciding(WINDOW))
    name = node.args.get("alias")
    if isinstance(name, exp.Expr):
        _named_window(walk, node, name.name, way)


def _named_window(walk: Walk, node: exp.Expr, name: str, way: Way) -> None:
    select = node.find_ancestor(exp.Select)
    for window in select.args.get("windows") or () if select else ():
        if isinstance(window.this, exp.Expr) and window.this.name.lower() == name.lower():
            walk.push_all(window.args.get("partition_by"), way.deciding(WINDOW))
            order = window.args.get("order")
            walk.push_all(order.expressions if order else (), way.deciding(WINDOW))


def rank(walk: Walk, node: exp.Expr, way: Way) -> None:
    walk.push_all([node.args.get("this"), *node.args.get("expressions", ())], way.deciding(WINDOW))


def combined(walk: Walk, node: exp.Expr, way: Way) -> None:
    """ClickHouse's `sumIf(value, condition)`."""
    arguments = list(node.args.get("expressions", ()))
    inner = way.at_least(AGGREGATION)
    inner = inner.masked() if str(node.this).lower().startswith(("count", "uniq")) else inner
    if str(node.this).endswith("If") and len(arguments) > 1:
        walk.push(arguments.pop(), way.deciding(CONDITIONAL))
    walk.push_all(arguments, inner)
