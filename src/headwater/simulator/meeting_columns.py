"""Columns of two row sets that meet: keys of `using` and of natural joins, branches of a union."""

from collections.abc import Callable

from sqlglot import exp

from headwater.simulator.coercion import Coercion, compared, united
from headwater.simulator.functions import adapts
from headwater.simulator.judge import Reason
from headwater.simulator.replay import Replay, type_words
from headwater.simulator.types import Type, meaning
from headwater.sql.binding.rows import BoundColumn

Rule = Callable[[Type | None, Type | None, str], Coercion]
TypePair = tuple[Type | None, Type | None]
"""Before and after."""


def join_key_effects(replay: Replay) -> None:
    """Keys of `using` and of natural joins."""
    befores = {(id(join), name): (left, right) for join, name, left, right in replay.before.merged}
    for join, name, left, right in replay.after.merged:
        was = befores.get((id(join), name))
        if was is None:
            continue
        if not (replay.column_changed(was[0], left) or replay.column_changed(was[1], right)):
            continue
        keys = (meaning(was[0].type), meaning(left.type)), (meaning(was[1].type), meaning(right.type))
        compared_columns(replay, join, *keys)


def compared_columns(
    replay: Replay, node: exp.Expr, left: TypePair, right: TypePair, rule: Rule = compared
) -> None:
    """Two values, each as it was and as it is."""
    old, new = (rule(one, other, replay.dialect) for one, other in zip(left, right, strict=True))
    words = f"`{replay.words(node)}` now compares {type_words(left[1])} with {type_words(right[1])}"
    if new is Coercion.REFUSED and old is not Coercion.REFUSED:
        replay.error(Reason.TYPE_MISMATCH, f"{words}, which the database refuses", node)
    elif new is not Coercion.FINE:
        replay.silent(Reason.COMPARISON, words, node)


def union_effects(replay: Replay, node: exp.Expr) -> None:
    """Two queries whose columns have to become one type, place by place."""
    rows = [
        side.outputs.get(id(part))
        for side in (replay.before, replay.after)
        for part in (node.this, node.expression)
    ]
    if node.args.get("by_name") or any(one is None for one in rows):
        return
    columns = [one.columns for one in rows if one is not None]
    for left, right, new_left, new_right in zip(*columns, strict=False):
        if not (replay.column_changed(left, new_left) or replay.column_changed(right, new_right)):
            continue
        if any(_is_quoted(one) for one in (left, right)):
            continue
        was = united(meaning(left.type), meaning(right.type), replay.dialect)
        now = united(meaning(new_left.type), meaning(new_right.type), replay.dialect)
        kinds = f"{type_words(meaning(new_left.type))} and {type_words(meaning(new_right.type))}"
        if now is Coercion.REFUSED and was is not Coercion.REFUSED:
            words = f"column {left.name} unites {kinds}, which the database refuses"
            replay.error(Reason.TYPE_MISMATCH, words, node)
        elif meaning(left.type) is None or now is not Coercion.FINE:
            replay.silent(Reason.UNION_COERCION, f"column {left.name} unites {kinds}", node)


def _is_quoted(column: BoundColumn) -> bool:
    return column.value is not None and adapts(column.value.unalias())
