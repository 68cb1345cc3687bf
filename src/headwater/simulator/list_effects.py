"""Lists: a value beside their elements, the elements beside each other, and a row for each."""

from sqlglot import exp

from headwater.simulator.coercion import Coercion, branched, compared
from headwater.simulator.functions import adapts
from headwater.simulator.judge import Reason
from headwater.simulator.meeting_values import is_kept, meets
from headwater.simulator.replay import Replay, type_words
from headwater.simulator.types import Family, Type

# What some database makes rows of.
TAKEN_APART = {Family.ARRAY, Family.MAP, Family.STRUCT, Family.JSON}


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


def unnested(replay: Replay, node: exp.Expr) -> None:
    """`unnest(items)`, `explode(items)`, `array join items`: a row for each element."""
    values = node.expressions if isinstance(node, (exp.Unnest, exp.Join)) else []
    for one in [*([] if isinstance(node, exp.Unnest) else [node.this]), *values]:
        value = one.unalias() if isinstance(one, exp.Expr) else None
        if value is None or not replay.changed(value):
            continue
        was, now = replay.types(value)
        alike = was is not None and now is not None and was.family is now.family
        other = "of other elements" if alike else f"instead of {type_words(was)}"
        words = f"`{replay.words(node)}` now takes apart {type_words(now)} {other}"
        if _is_taken_apart(was) and now is not None and not _is_taken_apart(now):
            replay.error(Reason.TYPE_MISMATCH, f"{words}, which the database refuses", node)
        else:
            replay.silent(Reason.IMPLICIT_CAST, words, node)


def _is_taken_apart(type_: Type | None) -> bool:
    return type_ is not None and type_.family in TAKEN_APART


def array_join(replay: Replay, node: exp.Expr) -> None:
    if str(node.args.get("kind") or "").upper() == "ARRAY":
        unnested(replay, node)


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
