"""What a changed type does to a query: which comparison, function, branch, key or output it reaches."""

from collections.abc import Collection, Iterator
from functools import partial

from sqlglot import exp

from headwater.simulator.coercion import (
    SPARK,
    STRICT,
    Coercion,
    branched,
    cast,
    compared,
    computed,
    condition,
    ranked,
    taken,
)
from headwater.simulator.functions import (
    ARITHMETIC,
    BRANCHES,
    CLOCKS,
    COMPARISONS,
    INDIFFERENT,
    NUMBERS,
    OF_TWO_NUMBERS,
    ORDERING,
    TEXTS,
    WANTED,
    adapts,
    subject_of,
    wanted_by,
)
from headwater.simulator.judge import Reason
from headwater.simulator.key_effects import KEY_CHECKS, Check, rows_told_apart
from headwater.simulator.list_effects import array_join, elements, unnested, with_list
from headwater.simulator.meeting_columns import Rule, compared_columns, join_key_effects, union_effects
from headwater.simulator.meeting_values import is_kept, meets
from headwater.simulator.replay import Replay, type_words
from headwater.simulator.same_values import looks_at_days
from headwater.simulator.type_changes import Harm, spelled_alike
from headwater.simulator.types import Family, Type, meaning
from headwater.sql.binding.rows import BoundColumn

DECIMALS = {Family.DECIMAL}
FACTORLESS = {Family.TEXT, Family.BOOLEAN, Family.DATE, Family.TIMESTAMP}
# Where a floating-point number leaves no remainder.
WHOLE_REMAINDERS = {"postgres", "redshift", "materialize", "risingwave", "bigquery"}
EQUALITIES = (exp.EQ, exp.NEQ, exp.NullSafeEQ, exp.NullSafeNEQ)
# Where Spark reads a text as a truth value; it does not in a clause of its own.
JOINED_CONDITIONS = (exp.And, exp.Or, exp.Not)
# They make one text of all their arguments.
JOINING = (exp.Concat, exp.ConcatWs, exp.DPipe, exp.GroupConcat)
# Where `string_agg` and `listagg` take nothing else.
JOIN_TEXTS_ALONE = {"postgres", "materialize", "risingwave", "bigquery", "trino", "presto", "athena"}
# Nodes that only hold others together.
PLAIN = (
    exp.Paren, exp.Alias, exp.Query, exp.From, exp.Where, exp.Having, exp.Tuple,
    exp.Filter, exp.Window, exp.Table, exp.CTE, exp.With, exp.Ordered, exp.Order, exp.Group,
    exp.TableAlias, exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Create, exp.Schema, exp.Limit,
    exp.Offset, exp.Aliases, exp.When, exp.Whens, exp.Returning, exp.OnConflict, exp.Column, exp.Star,
    exp.Lag, exp.Lead, exp.FirstValue, exp.LastValue, exp.NthValue, exp.WindowSpec, exp.IgnoreNulls,
    exp.RespectNulls, exp.AnyValue, exp.Lateral, exp.Qualify, exp.Pivot, exp.Dot,
    exp.Bracket, exp.First, exp.Last, exp.ArrayAgg, exp.Struct, exp.PropertyEQ, exp.Kwarg,
    exp.Cluster, exp.Sort,
)  # fmt: skip


def type_effects(replay: Replay) -> None:
    """Looks at every node above a changed one."""
    join_key_effects(replay)
    assignments = _assignments(replay)
    for tree in replay.trees:
        for node in tree.walk():
            if id(node) not in assignments:
                _check(replay, node)


def _assignments(replay: Replay) -> set[int]:
    """`set a = b` looks like a comparison and is none."""
    return {
        id(one)
        for tree in replay.trees
        for node in tree.find_all(exp.Update, exp.OnConflict)
        for one in node.expressions
    }


def _check(replay: Replay, node: exp.Expr) -> None:
    for kind, check in CHECKS:
        if isinstance(node, kind):
            check(replay, node)
            return
    if type(node) in WANTED:
        _function(replay, node)
    elif isinstance(node, (exp.Func, exp.Concat, exp.DPipe)):
        _other_function(replay, node)


def _comparison(replay: Replay, node: exp.Expr) -> None:
    rule = compared if isinstance(node, EQUALITIES) else _ordering_rule(replay)
    right = node.expression
    if isinstance(right, (exp.All, exp.Any)):
        _with_query(replay, node, right.this)
        with_list(replay, node, right.this)
    else:
        meets(replay, node, (node.this, right), rule, Reason.COMPARISON)


def _with_query(replay: Replay, node: exp.Expr, query: object) -> None:
    """A value, or several in brackets, beside the columns that a query yields."""
    if not isinstance(query, exp.Expr):
        return
    sides = [side.outputs.get(id(query)) for side in (replay.before, replay.after)]
    columns = [rows.columns for rows in sides if rows is not None]
    lefts = node.this.expressions if isinstance(node.this, exp.Tuple) else [node.this]
    for left, *pair in zip(lefts, *columns, strict=False):
        if len(pair) == 2:
            _meets_column(replay, node, left, (pair[0], pair[1]))


def _meets_column(
    replay: Replay, node: exp.Expr, left: exp.Expr, pair: tuple[BoundColumn, BoundColumn]
) -> None:
    was, now = pair
    if was.value is not None:
        both = (left, was.value.unalias())
        meets(replay, node, both, _ordering_rule(replay), Reason.COMPARISON)
    elif was.branches and replay.column_changed(was, now):
        # Which type a union takes is for the database to say.
        replay.silent(Reason.COMPARISON, f"`{replay.words(node)}` now compares other types", node)
    elif (replay.changed(left) or replay.column_changed(was, now)) and not adapts(left):
        types = (meaning(was.type), meaning(now.type))
        compared_columns(replay, node, replay.types(left), types, _ordering_rule(replay))


def _ordering_rule(replay: Replay) -> Rule:
    """DuckDB asks of any two values whether they are equal, but orders only those of one type."""
    return branched if replay.dialect == "duckdb" else compared


def _between(replay: Replay, node: exp.Expr) -> None:
    for key in ("low", "high"):
        meets(replay, node, (node.this, node.args[key]), _ordering_rule(replay), Reason.COMPARISON)


def _in(replay: Replay, node: exp.Expr) -> None:
    for one in node.expressions:
        meets(replay, node, (node.this, one), compared, Reason.COMPARISON)
    _with_query(replay, node, node.args.get("query"))


def _arithmetic(replay: Replay, node: exp.Expr) -> None:
    left, right = node.this, node.expression
    if not isinstance(left, exp.Expr) or not isinstance(right, exp.Expr):
        return
    pair = (left, right)
    if not (replay.changed(left) or replay.changed(right)):
        return
    interval = next((one for one in pair if isinstance(one.unnest(), exp.Interval)), None)
    if interval is not None:
        _beside_interval(replay, node, right if interval is left else left)
        return
    befores = computed(replay.types(left)[0], replay.types(right)[0], replay.dialect)
    afters = computed(replay.types(left)[1], replay.types(right)[1], replay.dialect)
    refused = afters is Coercion.REFUSED and befores is not Coercion.REFUSED and not any(map(adapts, pair))
    if refused or any(_no_factor(replay, node, one) for one in pair):
        replay.error(Reason.TYPE_MISMATCH, f"`{replay.words(node)}` cannot be computed any more", node)
    elif not replay.changed(node) and not _is_computed_alike(replay, node, pair):
        replay.silent(Reason.PRECISION, f"`{replay.words(node)}` is computed from another type", node)


def _is_computed_alike(replay: Replay, node: exp.Expr, pair: tuple[exp.Expr, exp.Expr]) -> bool:
    """A quotient has other digits where what is divided has; sums and products are exact."""
    kept = replay.keeps_numbers if isinstance(node, (exp.Add, exp.Sub, exp.Mul)) else partial(is_kept, replay)
    return all(map(kept, pair))


def _no_factor(replay: Replay, node: exp.Expr, value: exp.Expr) -> bool:
    """Only numbers can be multiplied and divided, whatever stands beside them."""
    one, other = replay.types(value)
    if not isinstance(node, (exp.Mul, exp.Div, exp.Mod)) or replay.dialect not in STRICT | SPARK:
        return False
    if isinstance(value.unnest(), exp.Sub):  # the distance of two times is a number or an interval
        return False
    was_number = one is not None and one.family in NUMBERS
    factorless = FACTORLESS - {Family.TEXT} if replay.dialect in SPARK else FACTORLESS
    if isinstance(node, exp.Mod) and replay.dialect in WHOLE_REMAINDERS:
        factorless = factorless | {Family.FLOAT}
        was_number = was_number and one is not None and one.family is not Family.FLOAT
    return was_number and other is not None and other.family in factorless


def _beside_interval(replay: Replay, node: exp.Expr, value: exp.Expr) -> None:
    one, other = replay.types(value)
    times = isinstance(node, (exp.Mul, exp.Div))
    if times and other is not None and other.family in NUMBERS:
        if replay.harm(value) is Harm.NARROWER and not replay.keeps_numbers(value):
            replay.silent(Reason.PRECISION, f"`{replay.words(node)}` is computed from another type", node)
        return
    moved = CLOCKS | {Family.TEXT} if replay.dialect in SPARK else CLOCKS
    moved = moved - CLOCKS if times else moved
    strict = replay.dialect in STRICT | SPARK
    if strict and other is not None and other.family not in moved and one is not None:
        words = f"`{replay.words(node)}` now moves {type_words(other)}, which the database refuses"
        replay.error(Reason.TYPE_MISMATCH, words, node)
    elif not replay.keeps_values(value):
        replay.silent(Reason.IMPLICIT_CAST, f"`{replay.words(node)}` now moves {type_words(other)}", node)


def _function(replay: Replay, node: exp.Expr) -> None:
    value = subject_of(node)
    if value is None or not replay.changed(value):
        _other_arguments(replay, node)
        return
    one, other = replay.types(value)
    wanted = wanted_by(node, replay.dialect)
    was, now = taken(one, wanted, replay.dialect), taken(other, wanted, replay.dialect)
    words = f"`{replay.words(node)}` now gets {type_words(other)} instead of {type_words(one)}"
    if now is Coercion.REFUSED and was is not Coercion.REFUSED:
        replay.error(Reason.TYPE_MISMATCH, f"{words}, which the database refuses", node)
    elif not _stays(replay, value, wanted) and not (looks_at_days(node) and replay.keeps_days(value)):
        read = _is_text(one) != _is_text(other)
        replay.silent(Reason.IMPLICIT_CAST if now or read else Reason.PRECISION, words, node)


def _is_text(type_: Type | None) -> bool:
    return type_ is not None and type_.family is Family.TEXT


def _stays(replay: Replay, value: exp.Expr, wanted: Collection[Family]) -> bool:
    """Every value is as it was; where a text or a decimal is made of it, every digit too."""
    if not replay.keeps_values(value):
        return False
    by_digits = set(wanted) == TEXTS or (set(wanted) == DECIMALS and _is_float(replay, value))
    return not by_digits or spelled_alike(*replay.types(value))


def _is_float(replay: Replay, value: exp.Expr) -> bool:
    return any(one is not None and one.family is Family.FLOAT for one in replay.types(value))


def _other_arguments(replay: Replay, node: exp.Expr) -> None:
    for child in node.iter_expressions():
        if child is subject_of(node) or not replay.changed(child) or replay.keeps_values(child):
            continue
        words = f"`{replay.words(node)}` now gets another type"
        was, now = (taken(one, NUMBERS, replay.dialect) for one in replay.types(child))
        if isinstance(node, OF_TWO_NUMBERS) and now is Coercion.REFUSED and was is not Coercion.REFUSED:
            replay.error(Reason.TYPE_MISMATCH, f"{words}, which the database refuses", node)
        else:
            replay.silent(Reason.IMPLICIT_CAST, words, node)


def _other_function(replay: Replay, node: exp.Expr) -> None:
    """Whose rules nobody here knows: another kind of argument may give another value."""
    summing = isinstance(node, exp.AggFunc) and not isinstance(node, JOINING)
    wanted = NUMBERS if summing else TEXTS
    for child in node.iter_expressions():
        if not replay.changed(child) or _stays(replay, child, wanted):
            continue
        one, other = replay.types(child)
        words = f"`{replay.words(node)}` now gets {type_words(other)} instead of {type_words(one)}"
        if _joins_texts_alone(replay, node) and other is not None and other.family is not Family.TEXT:
            replay.error(Reason.TYPE_MISMATCH, f"{words}, which the database refuses", node)
        else:
            replay.silent(Reason.IMPLICIT_CAST, words, node)


def _joins_texts_alone(replay: Replay, node: exp.Expr) -> bool:
    return isinstance(node, exp.GroupConcat) and replay.dialect in JOIN_TEXTS_ALONE


def _ordering(replay: Replay, node: exp.Expr) -> None:
    # `max_by(id, total)` goes by the second.
    by = node.expression if isinstance(node, (exp.ArgMax, exp.ArgMin)) else node.this
    if not replay.keeps_order(by):
        replay.silent(Reason.SORT_ORDER, f"`{replay.words(node)}` orders values of another type", node)
    if isinstance(node, BRANCHES):
        _branches(replay, node)


def _cast(replay: Replay, node: exp.Expr) -> None:
    wanted = meaning(node.args.get("to"))
    if not replay.changed(node.this) or _stays(replay, node.this, {wanted.family} if wanted else ()):
        return
    one, other = replay.types(node.this)
    if replay.keeps_numbers(node.this) and all(_is_whole(type_) for type_ in (one, other, wanted)):
        return
    if wanted is not None and wanted.family is Family.DATE and replay.keeps_days(node.this):
        return
    words = f"`{replay.words(node)}` now converts {type_words(other)} instead of {type_words(one)}"
    was, now = (cast(value, wanted, replay.dialect) for value in (one, other))
    if now is Coercion.REFUSED and was is not Coercion.REFUSED and isinstance(node, exp.Cast):
        replay.error(Reason.TYPE_MISMATCH, f"{words}, which the database refuses", node)
        return
    numbers = one is not None and other is not None and {one.family, other.family} <= NUMBERS
    replay.silent(Reason.PRECISION if numbers else Reason.IMPLICIT_CAST, words, node)


def _is_whole(type_: Type | None) -> bool:
    """A whole number, or a decimal that has no other."""
    decimal = type_ is not None and type_.family is Family.DECIMAL and type_.size is not None
    return type_ is not None and (type_.family is Family.INTEGER or (decimal and not type_.scale))


def _branches(replay: Replay, node: exp.Expr) -> None:
    values = [node.this, *([node.expression] if isinstance(node, exp.Nullif) else node.expressions)]
    rule = compared if isinstance(node, exp.Nullif) else branched
    rule = ranked if isinstance(node, (exp.Greatest, exp.Least)) else rule
    for one, other in _pairs([value for value in values if isinstance(value, exp.Expr)]):
        meets(replay, node, (one, other), rule, Reason.UNION_COERCION)


def _case(replay: Replay, node: exp.Expr) -> None:
    ifs = node.args.get("ifs") or ()
    results = [one.args.get("true") for one in ifs] + [node.args.get("default")]
    for one, other in _pairs([result for result in results if isinstance(result, exp.Expr)]):
        meets(replay, node, (one, other), branched, Reason.UNION_COERCION)
    if isinstance(node.this, exp.Expr):
        for branch in ifs:
            meets(replay, node, (node.this, branch.this), compared, Reason.COMPARISON)


def _if(replay: Replay, node: exp.Expr) -> None:
    """A branch of a case, which looks at the values itself, or a function of its own."""
    if isinstance(node.parent, exp.Case):
        if node.parent.this is None:
            _condition(replay, node)
        return
    _condition(replay, node)
    results = [node.args.get("true"), node.args.get("false")]
    for one, other in _pairs([result for result in results if isinstance(result, exp.Expr)]):
        meets(replay, node, (one, other), branched, Reason.UNION_COERCION)


def _pairs(values: list[exp.Expr]) -> Iterator[tuple[exp.Expr, exp.Expr]]:
    """Each with the first, which is enough to meet every type once."""
    typed = [one for one in values if not adapts(one)]
    return ((typed[0], other) for other in typed[1:]) if typed else iter(())


def _condition(replay: Replay, node: exp.Expr) -> None:
    """A column as a condition has to be a truth value."""
    for child in (node.this, node.args.get("expression")):
        if not isinstance(child, exp.Column) or not replay.changed(child):
            continue
        words = f"`{replay.words(child)}` is a condition and no truth value any more"
        meeting = condition(replay.types(child)[1], replay.dialect)
        if (
            replay.dialect in SPARK
            and _is_text(replay.types(child)[1])
            and isinstance(node, JOINED_CONDITIONS)
        ):
            meeting = Coercion.CONVERTED
        if meeting is Coercion.REFUSED:
            replay.error(Reason.TYPE_MISMATCH, words, child)
        elif meeting is Coercion.CONVERTED:
            replay.silent(Reason.IMPLICIT_CAST, words, child)


def _is_true(replay: Replay, node: exp.Expr) -> None:
    """`a is true` needs a truth value, `a is null` takes anything."""
    if isinstance(node.expression, exp.Boolean):
        _condition(replay, node)


def _set_operation(replay: Replay, node: exp.Expr) -> None:
    union_effects(replay, node)
    if node.args.get("distinct"):
        rows_told_apart(replay, node)


def _nothing(replay: Replay, node: exp.Expr) -> None:
    """Its value does not depend on the type, or another check looks at it."""


# The first kind that fits decides.
CHECKS: tuple[tuple[type[exp.Expr] | tuple[type[exp.Expr], ...], Check], ...] = (
    (COMPARISONS, _comparison),
    (exp.Between, _between),
    (exp.In, _in),
    (ARITHMETIC, _arithmetic),
    ((exp.And, exp.Or, exp.Not, exp.Where, exp.Having), _condition),
    (exp.Is, _is_true),
    (INDIFFERENT, _nothing),
    (ORDERING, _ordering),
    (BRANCHES, _branches),
    (exp.Case, _case),
    (exp.If, _if),
    (exp.Array, elements),
    ((exp.Unnest, exp.Explode, exp.Posexplode, exp.Inline), unnested),
    (exp.Join, array_join),
    ((exp.Cast, exp.TryCast), _cast),
    *KEY_CHECKS,
    (exp.SetOperation, _set_operation),
    (PLAIN, _nothing),
)
