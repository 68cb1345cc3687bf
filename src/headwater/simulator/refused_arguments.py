"""Arguments and frames that a database refuses once they are of another type."""

from collections.abc import Callable, Iterator, Mapping

from sqlglot import exp

from headwater.simulator.coercion import CLOCKS, NUMBERS, SPARK, STRICT
from headwater.simulator.judge import Reason
from headwater.simulator.replay import Replay, type_words
from headwater.simulator.types import Family, Type

Wanted = Callable[[Type], bool]
PLAIN_BITS = 32
DATES = frozenset({Family.DATE})
LISTS = frozenset({Family.ARRAY, Family.MAP})
# Texts and JSON have a length and places too.
NO_LISTS = NUMBERS | CLOCKS | {Family.BOOLEAN, Family.TIME, Family.UUID}
LIST_NAMES = ("list_", "array_")
OF_LISTS: tuple[type[exp.Expr], ...] = (
    exp.Bracket, exp.ArraySize, exp.ArrayContains, exp.ArrayPosition, exp.ArrayAppend, exp.ArrayConcat,
    exp.ArrayDistinct, exp.ArrayFilter, exp.ArraySum, exp.ArrayMax, exp.ArrayMin, exp.ArraySlice,
    exp.ArrayToString, exp.Flatten, exp.Reduce, exp.ArraySort, exp.Transform,
)  # fmt: skip
NO_DISTANCE = frozenset({Family.TEXT, Family.BOOLEAN, Family.UUID, Family.JSON})


def _is_whole(type_: Type) -> bool:
    return type_.family is Family.INTEGER


def _is_plain(type_: Type) -> bool:
    return _is_whole(type_) and (type_.size or PLAIN_BITS) <= PLAIN_BITS


def _is_int(type_: Type) -> bool:
    return _is_whole(type_) and (type_.size or PLAIN_BITS) == PLAIN_BITS


def _is_int_or_wider(type_: Type) -> bool:
    return _is_whole(type_) and (type_.size or PLAIN_BITS) >= PLAIN_BITS


def _is_place_or_key(type_: Type) -> bool:
    return _is_plain(type_) or type_.family is Family.TEXT


def _is_exact(type_: Type) -> bool:
    return type_.family in (Family.INTEGER, Family.DECIMAL)


def _is_number(type_: Type) -> bool:
    return type_.family in NUMBERS


def _is_no_text(type_: Type) -> bool:
    return type_.family is not Family.TEXT


def _is_ranked(type_: Type) -> bool:
    return type_.family not in (Family.BOOLEAN, Family.JSON)


Arguments = Mapping[type[exp.Expr], Mapping[str, Wanted]]
# What PostgreSQL has a function or an operator for, by argument.
OF_POSTGRES: Arguments = {
    exp.Left: {"expression": _is_plain},
    exp.Right: {"expression": _is_plain},
    exp.Repeat: {"times": _is_plain},
    exp.Substring: {"start": _is_plain, "length": _is_plain},
    exp.Pad: {"expression": _is_plain},
    exp.SplitPart: {"part_index": _is_plain},
    exp.Round: {"decimals": _is_plain},
    exp.Trunc: {"decimals": _is_plain},
    exp.Chr: {"expressions": _is_plain},
    exp.Overlay: {"from_": _is_plain, "for_": _is_plain},
    exp.Lag: {"offset": _is_plain},
    exp.Lead: {"offset": _is_plain},
    exp.NthValue: {"offset": _is_plain},
    exp.Ntile: {"this": _is_plain},
    exp.TimestampFromParts: dict.fromkeys(("year", "month", "day", "hour", "min"), _is_plain),
    exp.TimeFromParts: dict.fromkeys(("hour", "min"), _is_plain),
    exp.MakeInterval: dict.fromkeys(("year", "month", "week", "day", "hour", "minute"), _is_plain),
    exp.ArraySize: {"expression": _is_plain},
    exp.JSONExtract: {"expression": _is_place_or_key},
    exp.JSONExtractScalar: {"expression": _is_place_or_key},
    exp.Bracket: {"expressions": _is_number},
    exp.Slice: {"this": _is_number, "expression": _is_number},
    exp.BitwiseAnd: {"this": _is_whole, "expression": _is_whole},
    exp.BitwiseOr: {"this": _is_whole, "expression": _is_whole},
    exp.BitwiseXor: {"this": _is_whole, "expression": _is_whole},
    exp.BitwiseLeftShift: {"this": _is_whole, "expression": _is_plain},
    exp.BitwiseRightShift: {"this": _is_whole, "expression": _is_plain},
    exp.BitwiseAndAgg: {"this": _is_whole},
    exp.BitwiseOrAgg: {"this": _is_whole},
    exp.BitwiseXorAgg: {"this": _is_whole},
    exp.Hex: {"this": _is_int_or_wider},
    exp.Max: {"this": _is_ranked},
    exp.Min: {"this": _is_ranked},
    exp.ExplodingGenerateSeries: {"start": _is_exact, "end": _is_exact},
}
# DuckDB makes a plain whole number of most others by itself.
OF_DUCKDB: Arguments = {
    exp.Left: {"expression": _is_no_text},
    exp.Right: {"expression": _is_no_text},
    exp.Repeat: {"times": _is_no_text},
    exp.Substring: {"start": _is_no_text, "length": _is_no_text},
    exp.SplitPart: {"part_index": _is_no_text},
    exp.Pad: {"expression": _is_plain},
    exp.Chr: {"expressions": _is_plain},
    exp.Lag: {"offset": _is_whole},
    exp.Lead: {"offset": _is_whole},
    exp.NthValue: {"offset": _is_whole},
    exp.Bracket: {"expressions": _is_whole},
    exp.BitwiseAnd: {"this": _is_whole, "expression": _is_whole},
    exp.BitwiseOr: {"this": _is_whole, "expression": _is_whole},
    exp.BitwiseLeftShift: {"this": _is_whole, "expression": _is_whole},
    exp.BitwiseRightShift: {"this": _is_whole, "expression": _is_whole},
    exp.BitwiseNot: {"this": _is_whole},
    exp.DateFromParts: {"year": _is_no_text, "month": _is_no_text, "day": _is_no_text},
}
ARGUMENTS = {"postgres": OF_POSTGRES, "duckdb": OF_DUCKDB}
# Of PostgreSQL's functions that the parser has no kind of its own for, all arguments.
BY_NAME: Mapping[str, Wanted] = {
    "make_date": _is_plain,
    "int4range": _is_plain,
    "int8range": _is_whole,
    "numrange": _is_exact,
    "gcd": _is_exact,
    "lcm": _is_exact,
    "set_bit": _is_whole,
    "get_byte": _is_plain,
    "set_byte": _is_plain,
    "setseed": _is_number,
}


def refused_arguments(replay: Replay) -> None:
    for tree in replay.trees:
        for node in tree.walk():
            if isinstance(node, exp.WithinGroup) and isinstance(node.this, exp.PercentileCont):
                _needs_numbers(replay, node)
            elif isinstance(node, exp.Window):
                _needs_distances(replay, node)
            elif replay.dialect in ARGUMENTS:
                _needs_own_types(replay, node)
            if replay.dialect in STRICT | SPARK:
                _needs_list(replay, node)


def _needs_list(replay: Replay, node: exp.Expr) -> None:
    """`list_sum(xs)`, `transform(xs, …)`, `xs[1]`: what works on a list has nothing to do with a number."""
    named = isinstance(node, exp.Anonymous) and node.name.lower().startswith(LIST_NAMES)
    value = node.expressions[0] if named and node.expressions else node.this
    if not named and not isinstance(node, OF_LISTS):
        return
    if not isinstance(value, exp.Expr) or not replay.changed(value):
        return
    one, other = replay.types(value)
    if _is_of(one, LISTS) and _is_of(other, NO_LISTS):
        _refuse(replay, node, value)


def _refuse(replay: Replay, node: exp.Expr, value: exp.Expr) -> None:
    words = f"`{replay.words(node)}` now gets {type_words(replay.types(value)[1])}"
    replay.error(Reason.TYPE_MISMATCH, f"{words}, which the database refuses", node)


def _needs_numbers(replay: Replay, node: exp.WithinGroup) -> None:
    """There is nothing between two texts or days that a percentile could be."""
    values = [one.this for one in node.expression.expressions]
    if replay.dialect not in STRICT or len(values) != 1 or not replay.changed(values[0]):
        return
    one, other = replay.types(values[0])
    beyond = NO_DISTANCE if replay.dialect == "duckdb" else NO_DISTANCE | CLOCKS
    if _is_of(one, NUMBERS) and _is_of(other, beyond):
        _refuse(replay, node, values[0])


def _needs_distances(replay: Replay, node: exp.Window) -> None:
    """`range between 1 preceding …` needs values that a distance can be taken from, and of its kind."""
    order = node.args.get("order")
    if not _goes_by_distance(node.args.get("spec")) or order is None or len(order.expressions) != 1:
        return
    value = order.expressions[0].this
    one, other = replay.types(value)
    kind = next((kind for kind in (NUMBERS, CLOCKS) if _is_of(one, kind)), None)
    known = replay.dialect in STRICT | SPARK and other is not None
    if kind is not None and known and replay.changed(value) and not _is_of(other, kind):
        _refuse(replay, node, value)


def _goes_by_distance(spec: object) -> bool:
    if not isinstance(spec, exp.WindowSpec) or str(spec.args.get("kind", "")).upper() != "RANGE":
        return False
    return any(isinstance(spec.args.get(key), exp.Expr) for key in ("start", "end"))


def _needs_own_types(replay: Replay, node: exp.Expr) -> None:
    for value, wanted in _wanted(replay, node):
        if not replay.changed(value):
            continue
        one, other = replay.types(value)
        if one is not None and wanted(one) and other is not None and not wanted(other):
            _refuse(replay, node, value)


def _wanted(replay: Replay, node: exp.Expr) -> Iterator[tuple[exp.Expr, Wanted]]:
    by_name = BY_NAME if replay.dialect == "postgres" else {}
    if isinstance(node, exp.Anonymous) and node.name.lower() in by_name:
        yield from ((one, by_name[node.name.lower()]) for one in node.expressions)
    elif isinstance(node, (exp.Add, exp.Sub)):
        yield from _days(replay, node)
    elif isinstance(node, exp.Cast) and node.is_type(exp.DType.BOOLEAN) and by_name:
        yield node.this, _is_int_or_no_number
    for key, wanted in ARGUMENTS[replay.dialect].get(type(node), {}).items():
        given = node.args.get(key)
        for one in given if isinstance(given, list) else [given]:
            if isinstance(one, exp.Expr):
                yield (one.expression if isinstance(one, exp.Kwarg) else one), wanted


def _is_int_or_no_number(type_: Type) -> bool:
    return _is_int(type_) or not _is_whole(type_)


def _days(replay: Replay, node: exp.Expr) -> Iterator[tuple[exp.Expr, Wanted]]:
    """`day + n`: what is beside a date."""
    pair = (node.this, node.expression)
    for one, beside in (pair, pair[::-1]):
        if isinstance(beside, exp.Expr) and _is_of(replay.types(beside)[1], DATES):
            yield one, _is_plain_or_clock if isinstance(node, exp.Sub) else _is_plain


def _is_plain_or_clock(type_: Type) -> bool:
    return _is_plain(type_) or type_.family in CLOCKS


def _is_of(type_: Type | None, families: frozenset[Family]) -> bool:
    return type_ is not None and type_.family in families
