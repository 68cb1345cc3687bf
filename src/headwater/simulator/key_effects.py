"""What a changed type does to keys: values that are grouped, counted once, partitioned or ordered."""

from collections.abc import Callable

from sqlglot import exp

from headwater.simulator.judge import Reason
from headwater.simulator.replay import Replay, type_words

Check = Callable[[Replay, exp.Expr], None]


def _grouped(replay: Replay, node: exp.Expr) -> None:
    """Texts group in another way than the numbers they spell."""
    for one in node.expressions:
        _key(replay, one, Reason.GROUPING_KEY, "groups by")


def _distinct(replay: Replay, node: exp.Expr) -> None:
    """`count(distinct …)` and `distinct on (…)`: two texts may spell one number."""
    chosen = node.args.get("on")
    own = [node.this] if isinstance(node, exp.ApproxDistinct) else node.expressions
    for one in [*own, *(chosen.expressions if chosen else ())]:
        _key(replay, one, Reason.GROUPING_KEY, "tells apart by")
    if isinstance(node.parent, exp.Select) and not chosen:
        rows_told_apart(replay, node.parent)


def rows_told_apart(replay: Replay, query: exp.Expr) -> None:
    """Rows that a query yields once: with another type more of them may be alike, or fewer."""
    sides = [side.outputs.get(id(query)) for side in (replay.before, replay.after)]
    columns = [rows.columns for rows in sides if rows is not None]
    for one, other in zip(*columns, strict=False) if len(columns) == len(sides) else ():
        if one.name == other.name and not replay.tells_apart(one, other):
            replay.silent(Reason.GROUPING_KEY, f"rows are told apart by another type of {one.name}", query)


def _partitioned(replay: Replay, node: exp.Expr) -> None:
    for one in node.args.get("partition_by") or ():
        _key(replay, one, Reason.GROUPING_KEY, "groups by")


def _ordered(replay: Replay, node: exp.Expr) -> None:
    _key(replay, node.this, Reason.SORT_ORDER, "orders by")


def _key(replay: Replay, node: exp.Expr, reason: Reason, verb: str) -> None:
    if not replay.keeps_order(node):
        one, other = replay.types(node)
        words = f"`{replay.words(node)}` {verb} {type_words(other)}, not {type_words(one)}"
        replay.silent(reason, words, node)


KEY_CHECKS: tuple[tuple[type[exp.Expr] | tuple[type[exp.Expr], ...], Check], ...] = (
    (exp.Group, _grouped),
    ((exp.Distinct, exp.ApproxDistinct), _distinct),
    (exp.Window, _partitioned),
    (exp.Ordered, _ordered),
)
