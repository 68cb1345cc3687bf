"""What each database does where two kinds of value meet: take them, convert one silently, or refuse.

The rules of DuckDB, PostgreSQL and Spark were read off the databases themselves; tests hold the first two to
them again, and `python -m benchmarks.simulator_accuracy` those of Spark.
"""

import re
from enum import IntEnum

from sqlglot import exp

from headwater.simulator.types import Family, Type


class Coercion(IntEnum):
    """Ordered by harm."""

    FINE = 0
    CONVERTED = 1
    REFUSED = 2


NUMBERS = frozenset({Family.INTEGER, Family.DECIMAL, Family.FLOAT})
CLOCKS = frozenset({Family.DATE, Family.TIMESTAMP})
# Databases that convert no text to a number or a date, and the other way round, unless the text casts.
STRICT = frozenset(
    {
        "postgres",
        "redshift",
        "materialize",
        "risingwave",
        "duckdb",
        "bigquery",
        "trino",
        "presto",
        "athena",
        "clickhouse",
    }
)
# DuckDB is strict about functions and arithmetic, and compares, unites and writes whatever it is given.
STRICT_VALUES = STRICT - {"duckdb"}
ONLY_TRUTH = STRICT_VALUES | {"spark", "spark2", "databricks", "hive", "tsql", "fabric", "oracle"}
BOOLEANS_ARE_NUMBERS = frozenset({"duckdb", "mysql", "sqlite", "doris", "starrocks", "clickhouse"})
DATES_ARE_NUMBERS = frozenset({"duckdb", "mysql", "sqlite", "doris", "starrocks", ""})
# Spark converts a text to anything and anything to a text, and nothing else from one kind to another.
SPARK = frozenset({"spark", "databricks"})
TEXTS_TAKE_NOTHING = frozenset({"bigquery", "trino", "presto", "athena"})


# Databases that read a quoted literal while they bind the text, as what it is compared with.
READ_EARLY = frozenset({"postgres", "redshift", "materialize", "risingwave"})
MASKED = "?"
MOMENTS = re.compile(r".*\d.*\d.*\d.*|\s*(now|today|tomorrow|yesterday|epoch|-?infinity)\b.*", re.IGNORECASE)
LITERALS = {
    Family.INTEGER: re.compile(r"\s*[-+]?\d+\s*"),
    Family.DECIMAL: re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*|\s*nan\s*", re.IGNORECASE),
    Family.FLOAT: re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*|\s*(nan|[-+]?inf.*)", re.IGNORECASE),
    Family.DATE: MOMENTS,
    Family.TIMESTAMP: MOMENTS,
    Family.BOOLEAN: re.compile(r"\s*(t|f|true|false|y|n|yes|no|on|off|1|0)\s*", re.IGNORECASE),
}


def readable(literal: exp.Expr, wanted: Type | None, dialect: str) -> bool:
    """Whether the database can read a quoted literal as this type; what is masked nobody can tell."""
    pattern = LITERALS.get(wanted.family) if wanted is not None and dialect in READ_EARLY else None
    if pattern is None or not isinstance(literal, exp.Literal) or literal.name == MASKED:
        return True
    return pattern.fullmatch(literal.name) is not None


def _kinds(families: set[Family]) -> set[str]:
    return {"number" if one in NUMBERS else "clock" if one in CLOCKS else one for one in families}


def _refused_by_spark(families: set[Family], dialect: str) -> bool:
    return dialect in SPARK and Family.TEXT not in families and len(_kinds(families)) > 1


def compared(one: Type | None, other: Type | None, dialect: str) -> Coercion:
    """Two values in a comparison."""
    if one is None or other is None:
        return Coercion.CONVERTED
    families = {one.family, other.family}
    if len(families) == 1:
        return Coercion.FINE
    if _refused_by_spark(families, dialect):
        return Coercion.REFUSED
    if families <= NUMBERS:
        return Coercion.CONVERTED if Family.FLOAT in families else Coercion.FINE
    if families <= CLOCKS:
        return Coercion.CONVERTED
    if Family.BOOLEAN in families and families & NUMBERS and dialect in BOOLEANS_ARE_NUMBERS:
        return Coercion.CONVERTED
    if families & CLOCKS and families & NUMBERS:
        return Coercion.CONVERTED if dialect in DATES_ARE_NUMBERS else Coercion.REFUSED
    return _refused_by(STRICT_VALUES, dialect)


def _refused_by(strict: frozenset[str], dialect: str) -> Coercion:
    return Coercion.REFUSED if dialect in strict else Coercion.CONVERTED


def computed(one: Type | None, other: Type | None, dialect: str) -> Coercion:
    """Two values in arithmetic."""
    if one is None or other is None:
        return Coercion.CONVERTED
    families = {one.family, other.family}
    if families <= NUMBERS:
        return Coercion.FINE
    # A day and a number of days, and the distance of two times.
    if families <= {Family.DATE, Family.INTEGER} or families <= CLOCKS:
        return Coercion.FINE
    if dialect in SPARK and (len(families) == 1 or _refused_by_spark(families, dialect)):
        return Coercion.REFUSED
    return _refused_by(STRICT, dialect)


def branched(one: Type | None, other: Type | None, dialect: str) -> Coercion:
    """Two branches of a case or a coalesce, which have to become one type."""
    if dialect == "duckdb" and one is not None and other is not None:
        families = {one.family, other.family}
        if families == {Family.BOOLEAN, Family.INTEGER}:
            return Coercion.CONVERTED
        together = len(families) == 1 or families <= NUMBERS or families <= CLOCKS
        return united(one, other, dialect) if together else Coercion.REFUSED
    return united(one, other, dialect)


def ranked(one: Type | None, other: Type | None, dialect: str) -> Coercion:
    """Two values of which the greater or the lesser one is taken."""
    found = branched(one, other, dialect)
    if one is None or other is None or dialect not in SPARK:
        return found
    return Coercion.REFUSED if len(_kinds({one.family, other.family})) > 1 else found


def united(one: Type | None, other: Type | None, dialect: str) -> Coercion:
    """Two columns of a union."""
    if one is None or other is None:
        return Coercion.CONVERTED
    if one.family is other.family:
        return Coercion.FINE
    families = {one.family, other.family}
    if families <= NUMBERS or families <= CLOCKS:
        return Coercion.CONVERTED
    if _refused_by_spark(families, dialect):
        return Coercion.REFUSED
    return _refused_by(STRICT_VALUES, dialect)


def assigned(value: Type | None, column: Type | None, dialect: str) -> Coercion:
    """A value that is written into a column."""
    if value is None or column is None:
        return Coercion.CONVERTED
    if value.family is column.family:
        return Coercion.FINE
    families = {value.family, column.family}
    if families <= NUMBERS or families <= CLOCKS:
        return Coercion.CONVERTED
    # Most strict ones still write anything into a text.
    if column.family is Family.TEXT and dialect not in TEXTS_TAKE_NOTHING:
        return Coercion.CONVERTED
    return _refused_by(STRICT_VALUES, dialect)


def cast(value: Type | None, wanted: Type | None, dialect: str) -> Coercion:
    """A conversion that the text asks for."""
    if value is None or wanted is None:
        return Coercion.CONVERTED
    families = {value.family, wanted.family}
    if len(families) == 1 or families <= NUMBERS or families <= CLOCKS or Family.TEXT in families:
        return Coercion.FINE
    if families == {Family.BOOLEAN, Family.INTEGER}:
        return Coercion.FINE
    if dialect in SPARK:
        dated = Family.DATE in families or families == {Family.BOOLEAN, Family.TIMESTAMP}
        return Coercion.REFUSED if dated else Coercion.FINE
    plain = families <= NUMBERS | CLOCKS | {Family.BOOLEAN}
    return _refused_by(STRICT_VALUES, dialect) if plain else Coercion.CONVERTED


def taken(argument: Type | None, wanted: frozenset[Family], dialect: str) -> Coercion:
    """An argument of a function that works on certain families."""
    if argument is None:
        return Coercion.CONVERTED
    if argument.family in wanted:
        return Coercion.FINE
    if dialect in SPARK and argument.family is not Family.TEXT and wanted != {Family.TEXT}:
        return Coercion.REFUSED
    return _refused_by(STRICT, dialect)


def condition(value: Type | None, dialect: str) -> Coercion:
    """A value where a truth value has to stand."""
    if value is None:
        return Coercion.CONVERTED
    if value.family is Family.BOOLEAN:
        return Coercion.FINE
    return _refused_by(ONLY_TRUTH, dialect)
