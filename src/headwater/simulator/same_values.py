"""Values that another type still says alike: whole numbers as decimals or floats, a day as its midnight."""

import re

from sqlglot import exp

from headwater.simulator.coercion import MASKED, SPARK
from headwater.simulator.type_changes import Harm, compare_types
from headwater.simulator.types import Family, Type

# Which has no decimals; a dialect that is not known may be its.
WITHOUT_DECIMALS = {"", "sqlite"}
EXACT_NUMBERS = {Family.INTEGER, Family.DECIMAL}
# A float of 64 bits holds every whole number of 32 bits, and every decimal of 15 digits is one of its own.
FLOAT_BITS, FLOAT_DIGITS = 64, 15
HELD_BY_FLOATS = 32
# One of 32 bits, or of a size that the database decides.
HELD_BY_ANY_FLOAT = 16
WHOLE = re.compile(r"\s*[-+]?\d{1,9}\s*")
# Units of which a day and its midnight have the same.
OF_DAYS = {
    "YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "DOW", "DOY", "DAYOFWEEK", "DAYOFYEAR", "DECADE", "CENTURY",
}  # fmt: skip
PARTS_OF_DAYS = (
    exp.Year, exp.Quarter, exp.Month, exp.Week, exp.Day, exp.DayOfWeek, exp.DayOfYear, exp.DayOfMonth,
    exp.TsOrDsToDate,
)  # fmt: skip


def same_numbers(one: Type | None, other: Type | None) -> bool:
    """Of whole numbers and decimals: each is the same number in the other type.

    A decimal that does not fit the whole numbers keeps the change from being made at all.
    """
    if one is None or other is None or not {one.family, other.family} <= EXACT_NUMBERS:
        return False
    if other.family is Family.INTEGER:
        return one.family is Family.INTEGER or (one.size is not None and one.scale == 0)
    if other.size is None:
        return True
    return compare_types(one, other).harm in (Harm.NONE, Harm.WIDER)


def same_floats(one: Type | None, other: Type | None) -> bool:
    """Whole numbers that a float holds exactly."""
    if one is None or other is None or (one.family, other.family) != (Family.INTEGER, Family.FLOAT):
        return False
    held = HELD_BY_FLOATS if other.size == FLOAT_BITS else HELD_BY_ANY_FLOAT
    return one.size is not None and one.size <= held


def beside_floats(type_: Type | None) -> bool:
    """What is told apart from a whole number by floats as it is by exact numbers."""
    if type_ is None:
        return False
    if type_.family is Family.DECIMAL:
        return type_.size is not None and type_.size <= FLOAT_DIGITS
    return type_.family is Family.INTEGER or (type_.family is Family.FLOAT and type_.size == FLOAT_BITS)


def same_moments(one: Type | None, other: Type | None, dialect: str) -> bool:
    """A day that becomes its midnight; in a time zone it is one only where both are read in the session's."""
    if one is None or other is None or (one.family, other.family) != (Family.DATE, Family.TIMESTAMP):
        return False
    return not other.zoned or dialect in SPARK


def is_read_alike(literal: exp.Expr) -> bool:
    """A quoted literal that is the same number, whichever type it is read as."""
    known = isinstance(literal, exp.Literal) and literal.name != MASKED
    return known and WHOLE.fullmatch(literal.name) is not None


def looks_at_days(node: exp.Expr) -> bool:
    """`extract(year from d)`, `month(d)`, `to_date(d)`: the same of a day and of its midnight."""
    unit = node.this.name.upper() if isinstance(node, exp.Extract) and isinstance(node.this, exp.Expr) else ""
    return isinstance(node, PARTS_OF_DAYS) or unit in OF_DAYS
