"""Lists: a value beside their elements, and the elements beside each other."""

from sqlglot import exp

from headwater.simulator.coercion import Coercion, branched, compared
from headwater.simulator.functions import adapts
from headwater.simulator.judge import Reason
from headwater.simulator.meeting_values import is_kept, meets
from headwater.simulator.replay import Replay
from headwater.simulator.types import Type


def elements(replay: Replay, node: exp.Expr) -> None:
    """`array[a, b]`: all of them have to become one type."""
    typed = [one for one in node.expressions if not isinstance(one, exp.Query) and not adapts(one)]
    for one in typed[1:]:
        meets(replay, node, (typed[0], one), branched, Reason.UNION_COERCION)


def with_list(replay: Replay, node: exp.Expr, values: object) -> None:
    """`3 = any(tags)`: a value beside the elements of a list."""
    if not isinstance(values, exp.Expr) or isinstance(values.unnest(), exp.Query):
        return
    if _refuses_element(replay, node.this, values):
        words = f"`{replay.words(node)}` compares types that the database does not"
        replay.error(Reason.TYPE_MISMATCH, words, node)
    elif replay.changed(values) or (replay.changed(node.this) and not is_kept(replay, node.this)):
        replay.silent(Reason.COMPARISON, f"`{replay.words(node)}` now compares other types", node)


def _refuses_element(replay: Replay, left: exp.Expr, values: exp.Expr) -> bool:
    """DuckDB compares a value with elements of its own kind alone; some others what they compare at all."""
    rule = branched if replay.dialect == "duckdb" else compared
    (left_before, left_after), elements = replay.types(left), [_element(one) for one in replay.types(values)]
    if elements[0] is None or elements[1] is None:
        return False
    was, now = (
        rule(value, element, replay.dialect)
        for value, element in zip((left_before, left_after), elements, strict=True)
    )
    return now is Coercion.REFUSED and was is not Coercion.REFUSED


def _element(type_: Type | None) -> Type | None:
    inner = type_.parts[0][1] if type_ is not None and len(type_.parts) == 1 else None
    return inner if isinstance(inner, Type) else None
