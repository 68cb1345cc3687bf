"""One text bound to the schemas before and after: what every effect of a change is read from."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlglot import exp

from headwater.simulator.functions import ARITHMETIC, BRANCHES, subject_of
from headwater.simulator.judge import QueryEffect, QueryVerdict, Reason
from headwater.simulator.same_values import WITHOUT_DECIMALS, same_floats, same_moments, same_numbers
from headwater.simulator.type_changes import Harm, compare_types
from headwater.simulator.types import Family, Type, meaning
from headwater.sql.binding.binding import Binding
from headwater.sql.binding.rows import BoundColumn

FOLLOWING = (
    exp.Sum, exp.Avg, exp.Round, exp.Ceil, exp.Floor, exp.Stddev, exp.Variance, exp.PercentileCont,
    exp.PercentileDisc, exp.ApproxQuantile, exp.Quantile,
)  # fmt: skip
BY_ARGUMENTS = (
    *ARITHMETIC, *BRANCHES, exp.Case, exp.If, exp.Nvl2, exp.Array, exp.Abs, exp.Neg, exp.BitwiseAnd,
    exp.BitwiseOr, exp.BitwiseXor,
)  # fmt: skip
# `if(a, b, c)` and `nvl2(a, b, c)`: the first only chooses.
CHOICES = (exp.If, exp.Nvl2)
# One of the values that they order.
OF_THEIR_ORDER = (exp.Mode, exp.PercentileDisc)
# What they yield is of the type of what is inside.
AROUND_A_VALUE = (
    exp.Paren, exp.Alias, exp.Window, exp.Filter, exp.IgnoreNulls, exp.RespectNulls, exp.Order, exp.Explode,
    exp.Ordered, exp.ArgMax, exp.ArgMin, exp.ArrayAgg, exp.BitwiseLeftShift, exp.BitwiseRightShift,
)  # fmt: skip
# One of the values that they are given, of whichever type it is.
ONE_OF_MANY = (
    exp.Max, exp.Min, exp.AnyValue, exp.First, exp.Last, exp.FirstValue, exp.LastValue, exp.NthValue, exp.Lag,
    exp.Lead,
)  # fmt: skip
# Where the sum of wider integers is of a wider type.
SUMS_FOLLOW = {"postgres", "redshift", "materialize", "risingwave", "tsql", "fabric", "teradata", ""}
SIZELESS = {"postgres", "materialize", "risingwave"}
# Whose decimals without a size hold every number, and which computes with them as with whole numbers.
EXACT = {"postgres"}
# Of other numbers of the same value they make a number of the same value.
EXACTLY = (
    exp.Paren, exp.Alias, exp.Neg, exp.Abs, exp.Add, exp.Sub, exp.Mul, exp.Coalesce, exp.Case, exp.If,
    exp.Min, exp.Max, exp.Sum, exp.Greatest, exp.Least, exp.Ordered,
)  # fmt: skip
# They pass a value on as it is, in every database.
UNTOUCHED = (exp.Paren, exp.Alias, exp.Min, exp.Max, exp.Ordered)
MOST_TEXT = 80
Types = dict[int, exp.DataType]


@dataclass(slots=True)
class Replay:
    trees: Sequence[exp.Expr]
    before: Binding
    after: Binding
    types_before: Types
    types_after: Types
    dialect: str
    effects: list[QueryEffect] = field(default_factory=list)
    _changed: dict[int, bool] = field(default_factory=dict)
    _widths: dict[tuple[int, int], int] = field(default_factory=dict)

    def silent(self, reason: Reason, says: str, node: exp.Expr) -> None:
        self._add(QueryVerdict.WILL_SILENTLY_CHANGE, reason, says, node)

    def error(self, reason: Reason, says: str, node: exp.Expr) -> None:
        self._add(QueryVerdict.WILL_ERROR, reason, says, node)

    def _add(self, verdict: QueryVerdict, reason: Reason, says: str, node: exp.Expr) -> None:
        fragment = self.before.lines.of_node(node) or self.before.lines.star(node)
        self.effects.append(QueryEffect(verdict, reason, says, fragment))

    def words(self, node: exp.Expr) -> str:
        """A node as text, for a sentence."""
        text = str(node.sql(self.before.dialect, comments=False))
        return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1]}…"

    def types(self, node: exp.Expr) -> tuple[Type | None, Type | None]:
        """What an expression is before and after; None where that is not known."""
        return meaning(self.types_before.get(id(node))), meaning(self.types_after.get(id(node)))

    def changed(self, node: object) -> bool:
        """Whether an expression's type differs, or may differ where it is not known."""
        if not isinstance(node, exp.Expr):
            return False
        known = self._changed.get(id(node))
        if known is None:
            self._changed[id(node)] = False  # a recursive CTE leads back here
            known = self._changed[id(node)] = self._is_changed(node)
        return known

    def _is_changed(self, node: exp.Expr) -> bool:
        if isinstance(node, exp.Column):
            one, other = self.before.columns.get(id(node)), self.after.columns.get(id(node))
            return one is not None and other is not None and self.column_changed(one, other)
        if isinstance(node, (exp.Literal, exp.DataType, exp.Identifier)):
            return False
        followed = self._inside(node)
        if followed is not None:
            return followed
        one_type, other_type = self.types_before.get(id(node)), self.types_after.get(id(node))
        if one_type is not None and other_type is not None and one_type != other_type:
            return not (self._loses_size(node) and self._differ_in_size(node))
        if isinstance(node, BY_ARGUMENTS):
            return self._by_arguments(node)
        if isinstance(node, ONE_OF_MANY):
            return self.changed(node.this) and self._is_hidden(node.this)
        if one_type is not None and other_type is not None:
            return False
        return any(self.changed(child) for child in node.iter_expressions())

    def _inside(self, node: exp.Expr) -> bool | None:
        """What only passes a value on; None where the node makes a value of its own."""
        if isinstance(node, AROUND_A_VALUE):
            return self.changed(node.this)
        if isinstance(node, exp.WithinGroup) and isinstance(node.this, self._of_their_order):
            return any(map(self.changed, node.expression.expressions))
        if isinstance(node, (exp.DPipe, exp.ArrayConcat)) and any(
            map(self._is_list, node.iter_expressions())
        ):
            return any(map(self.changed, node.iter_expressions()))
        if isinstance(node, (exp.Add, exp.Sub, exp.Mul, exp.Div)):
            return self._moved(node)
        return self._yielded(node) if isinstance(node, exp.Subquery) else self._followed(node)

    @property
    def _of_their_order(self) -> tuple[type[exp.Expr], ...]:
        return (*OF_THEIR_ORDER, exp.PercentileCont) if self.dialect == "duckdb" else OF_THEIR_ORDER

    def _is_list(self, node: exp.Expr) -> bool:
        """`xs || ys` puts lists together as well as texts."""
        return any(one is not None and one.family is Family.ARRAY for one in self.types(node))

    def _moved(self, node: exp.Expr) -> bool | None:
        """A day and a number of days is a day, and so many times an interval is an interval."""
        if self.dialect not in EXACT:
            return None
        sides = [one for one in (node.this, node.expression) if isinstance(one, exp.Expr)]
        if isinstance(node, (exp.Mul, exp.Div)):
            return False if any(isinstance(one.unnest(), exp.Interval) for one in sides) else None
        families = [[type_.family if type_ else None for type_ in self.types(one)] for one in sides]
        days = [sides[place] for place, both in enumerate(families) if set(both) == {Family.DATE}]
        numbers = any(set(both) == {Family.INTEGER} for both in families)
        return self.changed(days[0]) if len(days) == 1 and numbers else None

    def _loses_size(self, node: exp.Expr) -> bool:
        """A decimal of PostgreSQL that was computed has no size."""
        if self.dialect not in SIZELESS or isinstance(node, exp.Cast):
            return False
        if isinstance(node, (*BRANCHES, exp.Case)):
            return any(not isinstance(one.unnest(), (exp.Column, exp.Null)) for one in _values(node))
        return isinstance(node, (exp.Func, exp.Binary, exp.Neg))

    def _differ_in_size(self, node: exp.Expr) -> bool:
        one, other = self.types(node)
        return one is not None and other is not None and _are_sizes(one, other)

    def _yielded(self, node: exp.Expr) -> bool | None:
        """Of a query in brackets that stands for a value."""
        sides = [side.outputs.get(id(node)) for side in (self.before, self.after)]
        columns = [rows.columns[0] for rows in sides if rows is not None and rows.columns]
        return self.column_changed(*columns) if len(columns) == len(sides) else None

    def _by_arguments(self, node: exp.Expr) -> bool:
        """sqlglot stops at the first type with a size, so that equal types of its own prove nothing."""
        changed = [child for child in _values(node) if self.changed(child)]
        type_ = meaning(self.types_before.get(id(node)))
        if not changed:
            return False
        if any(map(self._seen_by_us_alone, changed)):
            return True
        values = [type_ for value in _values(node) for type_ in self.types(value)]
        if all(one is not None and one.family is Family.INTEGER for one in (type_, *values)):
            # Of a division sqlglot says one type whatever is divided, and of branches that of the first.
            by_width = self.dialect == "duckdb" or isinstance(node, (exp.Div, exp.Case, *CHOICES, *BRANCHES))
            by_width = by_width or any(map(self._is_hidden, changed))
            return by_width and self._widest(node, 0) != self._widest(node, 1)
        whole = all(
            type_ is not None and type_.family is Family.INTEGER for type_ in map(self._after, changed)
        )
        decimal = type_ is not None and type_.family is Family.DECIMAL
        return not (whole and decimal and self.dialect in SUMS_FOLLOW)

    def _seen_by_us_alone(self, value: exp.Expr) -> bool:
        """Where sqlglot has one type for both sides, as of a sum, it can't tell the wider of several."""
        return self._is_hidden(value) and not isinstance(value.unnest(), BY_ARGUMENTS)

    def _widest(self, node: exp.Expr, side: int) -> int:
        """Of whole numbers, in bits; DuckDB gives a literal the type of what it stands beside."""
        adapting = exp.Literal if self.dialect == "duckdb" else ()
        values = [one.unnest() for one in _values(node)]
        return max((self._bits(one, side) for one in values if not isinstance(one, adapting)), default=0)

    def _bits(self, node: exp.Expr, side: int) -> int:
        key = (id(node), side)
        if key not in self._widths:
            self._widths[key] = 0  # a recursive CTE leads back here
            self._widths[key] = self._own_bits(node, side)
        return self._widths[key]

    def _own_bits(self, node: exp.Expr, side: int) -> int:
        if isinstance(node, (*ARITHMETIC, *BRANCHES, *CHOICES, exp.Case, exp.Neg, exp.Abs)):
            return self._widest(node, side)
        column = (self.before, self.after)[side].columns.get(id(node))
        if column is not None and (column.branches or column.value is not None):
            return self._column_bits(column, side)
        type_ = self.types(node)[side]
        return (type_.size or 0) if type_ is not None else 0

    def _column_bits(self, column: BoundColumn, side: int) -> int:
        """As our own rules have it: sqlglot has one type for a quotient, and that of the first branch."""
        if column.branches:
            return max(self._column_bits(one, side) for one in column.branches)
        if column.value is not None:
            return self._bits(column.value.unalias().unnest(), side)
        type_ = meaning(column.type)
        return (type_.size or 0) if type_ is not None else 0

    def _is_hidden(self, value: exp.Expr) -> bool:
        """What sqlglot has one type for on both sides, though it changed."""
        one, other = self.types(value)
        return one == other

    def _after(self, node: exp.Expr) -> Type | None:
        return self.types(node)[1]

    def _followed(self, node: exp.Expr) -> bool | None:
        """Functions whose type follows their argument in ways that sqlglot does not tell by dialect."""
        if not isinstance(node, FOLLOWING):
            return None
        subject = subject_of(node)
        if subject is None or not self.changed(subject):
            return False
        one, other = self.types(subject)
        if self.dialect in SIZELESS and one is not None and other is not None and _are_sizes(one, other):
            return False
        whole = one is not None and other is not None and one.family is other.family is Family.INTEGER
        if whole and isinstance(node, exp.Avg):
            return False
        return not (whole and isinstance(node, exp.Sum) and self.dialect not in SUMS_FOLLOW)

    def column_changed(self, one: BoundColumn, other: BoundColumn) -> bool:
        if one.branches:
            pairs = list(zip(one.branches, other.branches, strict=False))
            # The widest decides, which a wider number in another branch leaves as it is.
            whole = all(_is_whole(column) for pair in pairs for column in pair)
            if whole and one.type is not None and one.type == other.type:
                return self._column_bits(one, 0) != self._column_bits(other, 1)
            return any(self.column_changed(left, right) for left, right in pairs)
        if one.value is not None:
            # The types that sqlglot gives an expression prove less than its arguments do.
            return self.changed(one.value.unalias())
        if one.type is not None and other.type is not None:
            return one.type != other.type
        return self._spelled(one, self.before) != self._spelled(other, self.after)

    def _spelled(self, column: BoundColumn, binding: Binding) -> str:
        """The type of a table's column as its schema has it, for those that nobody here can read."""
        table = binding.catalog.tables.get(column.origin.table) if column.origin else None
        known = table.column(column.origin.column) if table and column.origin else None
        return (known.type or "").strip().lower() if known else ""

    def harm(self, node: exp.Expr) -> Harm:
        one, other = self.types(node)
        return compare_types(one, other).harm

    def keeps_values(self, node: exp.Expr) -> bool:
        """The same kind of value, and every value as it was: a wider number, a longer text."""
        return _are_kept(*self.types(node), self.dialect)

    def keeps_numbers(self, node: exp.Expr) -> bool:
        """Every value as it was, or the same number in another kind of exact number."""
        return not self.changed(node) or _are_kept(*self.types(node), self.dialect) or self._is_exact(node)

    def keeps_order(self, node: exp.Expr) -> bool:
        """Every value is told apart from others, and ordered, as it was."""
        return self.keeps_numbers(node) or self.keeps_floats(node)

    def keeps_floats(self, node: exp.Expr) -> bool:
        return same_floats(*self.types(node)) and self._is_passed_on(node, UNTOUCHED)

    def keeps_days(self, node: exp.Expr) -> bool:
        """Whoever looks at the day alone finds the same one, whatever moments come later."""
        return same_moments(*self.types(node), self.dialect) and self._is_passed_on(node, UNTOUCHED)

    def _is_exact(self, node: exp.Expr) -> bool:
        if self.dialect in WITHOUT_DECIMALS or not same_numbers(*self.types(node)):
            return False
        return self._is_passed_on(node, EXACTLY if self.dialect in EXACT else UNTOUCHED)

    def _is_passed_on(self, node: exp.Expr, by: tuple[type[exp.Expr], ...]) -> bool:
        """A quotient of whole numbers is another one than that of decimals; a sum is the same."""
        return all(self._passes_on(one, by) for one in node.walk() if self.changed(one))

    def _passes_on(self, node: exp.Expr, by: tuple[type[exp.Expr], ...]) -> bool:
        if not isinstance(node, exp.Column):
            return isinstance(node, by)
        column = self.before.columns.get(id(node))
        if column is None or column.branches:
            return False
        return column.value is None or self._is_passed_on(column.value.unalias(), by)

    def tells_apart(self, one: BoundColumn, other: BoundColumn) -> bool:
        """Whether rows that differ in a column still do, where rows are counted once."""
        return not self.column_changed(one, other) or self._kept_column(one, other)

    def _kept_column(self, one: BoundColumn, other: BoundColumn) -> bool:
        types = meaning(one.type), meaning(other.type)
        if _are_kept(*types, self.dialect):
            return True
        numbers = self.dialect not in WITHOUT_DECIMALS and same_numbers(*types)
        stored = one.value is None and not one.branches
        return stored and (numbers or same_floats(*types))


def _are_kept(one: Type | None, other: Type | None, dialect: str) -> bool:
    if one is None or other is None or one.family is not other.family:
        return False
    if one.family is Family.DECIMAL and other.size is None and dialect in EXACT:
        return True
    # Values that do not fit the narrower integer or text keep the change from being made at all.
    if one.family is Family.TEXT and (one.fixed or not other.fixed):
        return True
    return one.family is Family.INTEGER or compare_types(one, other).harm in (Harm.NONE, Harm.WIDER)


def _are_sizes(one: Type, other: Type) -> bool:
    """Decimals of which one takes more digits before the point."""
    return one != other and one.family is other.family is Family.DECIMAL and one.scale == other.scale


def _values(node: exp.Expr) -> list[exp.Expr]:
    """The arguments that give a value, and not those that only choose one."""
    if isinstance(node, exp.Nullif):
        return [node.this]
    if isinstance(node, exp.Case):
        results = [one.args.get("true") for one in node.args.get("ifs") or ()]
        return [one for one in (*results, node.args.get("default")) if isinstance(one, exp.Expr)]
    if isinstance(node, CHOICES):
        return [one for key in ("true", "false") if isinstance(one := node.args.get(key), exp.Expr)]
    return list(node.iter_expressions())


def _is_whole(column: BoundColumn) -> bool:
    type_ = meaning(column.type)
    return type_ is not None and type_.family is Family.INTEGER


def type_words(type_: Type | None) -> str:
    return "an unknown type" if type_ is None else str(type_.family)
