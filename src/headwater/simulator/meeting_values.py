"""Two values that meet in an expression: refused, converted in silence, or as before."""

from sqlglot import exp

from headwater.simulator.coercion import Coercion, readable
from headwater.simulator.functions import adapts
from headwater.simulator.judge import Reason
from headwater.simulator.meeting_columns import Rule
from headwater.simulator.replay import EXACT, Replay, type_words
from headwater.simulator.same_values import EXACT_NUMBERS, beside_floats, is_read_alike
from headwater.simulator.types import Family


def meets(
    replay: Replay,
    node: exp.Expr,
    pair: tuple[exp.Expr, exp.Expr],
    rule: Rule,
    reason: Reason,
) -> None:
    """Two values that meet, at least one of them changed: refused, converted, or as before."""
    left, right = pair
    if not (replay.changed(left) or replay.changed(right)):
        return
    (left_before, left_after), (right_before, right_after) = replay.types(left), replay.types(right)
    adapting = next((one for one in pair if adapts(one)), None)
    if adapting is not None:
        _beside_literal(replay, node, (adapting, right if adapting is left else left), reason)
        return
    was, now = rule(left_before, right_before, replay.dialect), rule(left_after, right_after, replay.dialect)
    words = f"`{replay.words(node)}` now takes {type_words(left_after)} beside {type_words(right_after)}"
    if now is Coercion.REFUSED and was is not Coercion.REFUSED:
        replay.error(Reason.TYPE_MISMATCH, f"{words}, which the database refuses", node)
    elif not (is_kept(replay, left) and is_kept(replay, right)) and not (
        reason is Reason.COMPARISON and _are_compared_alike(replay, pair)
    ):
        replay.silent(reason, words, node)


def is_kept(replay: Replay, node: exp.Expr) -> bool:
    return not replay.changed(node) or replay.keeps_values(node)


def _are_compared_alike(replay: Replay, pair: tuple[exp.Expr, exp.Expr]) -> bool:
    """Beside a float a whole number and a decimal are not read alike everywhere."""
    types = [type_ for one in pair for type_ in replay.types(one)]
    families = {one.family if one is not None else None for one in types}
    if families <= EXACT_NUMBERS:
        return all(map(replay.keeps_numbers, pair))
    if families <= {*EXACT_NUMBERS, Family.FLOAT}:
        kept = all(not replay.changed(one) or replay.keeps_floats(one) for one in pair)
        return kept and all(map(beside_floats, (replay.types(one)[0] for one in pair)))
    return False


def _beside_literal(replay: Replay, node: exp.Expr, pair: tuple[exp.Expr, exp.Expr], reason: Reason) -> None:
    literal, value = pair
    one, other = replay.types(value)
    if not readable(literal.unnest(), other, replay.dialect) and readable(
        literal.unnest(), one, replay.dialect
    ):
        words = f"`{replay.words(literal)}` cannot be read as one of {type_words(other)}"
        replay.error(Reason.TYPE_MISMATCH, words, node)
    elif not _is_read_alike(replay, literal.unnest(), value):
        words = f"`{replay.words(node)}` now compares {type_words(other)} instead of {type_words(one)}"
        replay.silent(reason, words, node)


def _is_read_alike(replay: Replay, literal: exp.Expr, value: exp.Expr) -> bool:
    """Beside a quoted literal: `'2.5'` is 2 where it is read as a whole number."""
    if is_kept(replay, value) or isinstance(literal, exp.Null):
        return True
    if replay.keeps_numbers(value) and replay.dialect in EXACT:
        return True
    return replay.keeps_order(value) and is_read_alike(literal)
