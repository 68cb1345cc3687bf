"""Expressions in which some columns give the value and others only decide it."""

from sqlglot import exp

from headwater.sql.dependencies import AGGREGATION, CONDITIONAL, GROUP_BY, SORT, TRANSFORMATION, WINDOW, Usage
from headwater.sql.expression_walk import ExpressionWalk
from headwater.sql.functions import NEIGHBOURS, ORDERED_VALUES


def case(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    # Operand and conditions choose a branch; the branches give the values.
    walk.push(node.this, usage.indirectly(CONDITIONAL))
    for branch in node.args.get("ifs", ()):
        walk.push(branch.this, usage.indirectly(CONDITIONAL))
        walk.push(branch.args.get("true"), usage.at_least(TRANSFORMATION))
    walk.push(node.args.get("default"), usage.at_least(TRANSFORMATION))


def if_else(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    walk.push(node.this, usage.indirectly(CONDITIONAL))
    walk.push(node.args.get("true"), usage.at_least(TRANSFORMATION))
    walk.push(node.args.get("false"), usage.at_least(TRANSFORMATION))


def decode(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """`decode(value, search, result, …, default)`."""
    arguments = node.args.get("expressions", [])
    walk.push_all(arguments[:1], usage.indirectly(CONDITIONAL))
    pairs = arguments[1:]
    for place, argument in enumerate(pairs):
        # Pairs of search and result; one without a partner at the end is the default.
        decides = place % 2 == 0 and place + 1 < len(pairs)
        walk.push(argument, usage.indirectly(CONDITIONAL) if decides else usage.at_least(TRANSFORMATION))


def nullif(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """`nullif(a, b)`: the value of a, and b only decides."""
    walk.push(node.this, usage.at_least(TRANSFORMATION))
    walk.push(node.args.get("expression"), usage.indirectly(CONDITIONAL))


def max_by(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """`max_by(a, b)`: the value of a, in the order of b."""
    walk.push(node.this, usage.at_least(AGGREGATION))
    walk.push(node.args.get("expression"), usage.indirectly(SORT))
    walk.push(node.args.get("count"), usage.indirectly(SORT))


def filtered_aggregate(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """`sum(a) filter (where b)` is `sum(case when b then a end)`."""
    walk.push(node.this, usage)
    walk.push(node.args.get("expression"), usage.indirectly(CONDITIONAL))


def ordered_aggregate(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """Inside an aggregate: `string_agg(a order by b)`."""
    walk.push(node.this, usage)
    walk.push_all(node.args.get("expressions"), usage.indirectly(SORT))


def within_group(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    walk.push(node.this, usage)
    order = node.args.get("expression")
    # `percentile_cont(0.5) within group (order by a)` is a value of `a`; `listagg(a)` has only its order.
    by_value = isinstance(node.this, ORDERED_VALUES)
    inner = usage.at_least(AGGREGATION) if by_value else usage.indirectly(SORT)
    walk.push_all(order.args.get("expressions") if isinstance(order, exp.Expr) else (), inner)


def window(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    value = node.this
    # `lag(a) ignore nulls over …` wraps the function that matters here.
    while isinstance(value, (exp.IgnoreNulls, exp.RespectNulls)):
        value = value.this
    if isinstance(value, NEIGHBOURS):
        walk.push_all([*value.args.values()], usage.at_least(TRANSFORMATION))
    else:
        walk.push(value, usage)
    walk.push_all(node.args.get("partition_by"), usage.indirectly(WINDOW))
    order = node.args.get("order")
    walk.push_all(
        order.args.get("expressions") if isinstance(order, exp.Expr) else (), usage.indirectly(WINDOW)
    )
    name = node.args.get("alias")
    # Oracle's `max(a) keep (dense_rank last order by b)` has its rank where others have a name.
    if isinstance(name, exp.Expr) and node.text("over").upper() != "KEEP":
        _named_window(walk, node, name.name, usage)


def _named_window(walk: ExpressionWalk, node: exp.Expr, name: str, usage: Usage) -> None:
    # Names of windows are known in their own select only.
    select = node.find_ancestor(exp.Select)
    windows = {one.name.lower(): one for one in select.args.get("windows") or ()} if select else {}
    # One may build on another; each is taken out, so that two that name each other end.
    found = windows.pop(name.lower(), None)
    if found is None:
        walk.scope.context.problem(f"window {name} is not described")
    while found is not None:
        walk.push_all(found.args.get("partition_by"), usage.indirectly(WINDOW))
        order = found.args.get("order")
        walk.push_all(order.expressions if order else (), usage.indirectly(WINDOW))
        base = found.args.get("alias")
        found = windows.pop(base.name.lower(), None) if isinstance(base, exp.Expr) else None


def rank(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    walk.push_all([node.args.get("this"), *node.args.get("expressions", ())], usage.indirectly(WINDOW))


def grouping(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """Whether a row sums up over a column: that it is grouped by it, and not what it holds."""
    walk.push_all(node.args.get("expressions"), usage.indirectly(GROUP_BY))


def combined_aggregate(walk: ExpressionWalk, node: exp.Expr, usage: Usage) -> None:
    """ClickHouse's `sumIf(value, condition)`."""
    arguments = list(node.args.get("expressions", ()))
    inner = usage.at_least(AGGREGATION)
    inner = inner.masked() if str(node.this).lower().startswith(("count", "uniq")) else inner
    if str(node.this).endswith("If") and len(arguments) > 1:
        # The condition stands last.
        walk.push(arguments.pop(), usage.indirectly(CONDITIONAL))
    walk.push_all(arguments, inner)
