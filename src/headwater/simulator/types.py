"""What a column's type means, whichever database spelled it: a family, and how much fits in.

sqlglot reads the text; `MEANINGS` says what each of its types holds.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import ClassVar

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ErrorLevel, SqlglotError
from sqlglot.parser import Parser
from sqlglot.tokenizer_core import TokenType
from sqlglot.tokens import Tokenizer

MAX_NESTING = 30
MAX_TEXT = 20_000


class Family(StrEnum):
    INTEGER = "whole numbers"
    DECIMAL = "decimal numbers"
    FLOAT = "floating-point numbers"
    TEXT = "text"
    BOOLEAN = "truth values"
    DATE = "dates"
    TIMESTAMP = "times with a date"
    TIME = "times of day"
    JSON = "JSON"
    BYTES = "bytes"
    UUID = "UUIDs"
    ARRAY = "lists"
    STRUCT = "structures"
    MAP = "maps"


@dataclass(frozen=True, slots=True)
class Type:
    """`size` is bits of numbers, digits of decimals and of a second's fraction, letters or bytes otherwise.

    None means no limit; for decimals and floats that the database decides. `parts` are the types inside:
    the fields of a structure by name, the value of a list, key and value of a map; one that could not be
    read is there as it was spelled.
    """

    family: Family
    size: int | None = None
    scale: int = 0
    signed: bool = True
    fixed: bool = False
    zoned: bool = False
    parts: tuple[tuple[str, "Type | str"], ...] = ()
    flavour: str = ""


# A fraction of a second has six digits where nothing else is said: PostgreSQL's and the standard's default.
SECOND_DIGITS = 6
# sqlglot has one type for `real` (32 bits) and `float` (32 or 64); this one, which no column has, parts them.
SINGLE = "NOTHING"
# Words that sqlglot has in no dialect, or with other meanings in several. `int8` is PostgreSQL's, of eight
# bytes; ClickHouse's, of eight bits, is recognised by its capital letter in `parse`.
EXTRA_WORDS = {
    "BIT VARYING": TokenType.BIT,
    "GUID": TokenType.UUID,
    "INT8": TokenType.BIGINT,
    "LARGE_STRING": TokenType.TEXT,
    "LONG VARCHAR": TokenType.TEXT,
    "NATIONAL CHARACTER": TokenType.NCHAR,
    "NATIONAL CHARACTER VARYING": TokenType.NVARCHAR,
    "NCLOB": TokenType.TEXT,
    "RAW": TokenType.VARBINARY,
    "ROW": TokenType.STRUCT,
    "TIMESTAMPLOCALTZ": TokenType.TIMESTAMPLTZ,
    "TIME_NTZ": TokenType.TIME,
    "UTF8": TokenType.TEXT,
    **dict.fromkeys(("REAL", "FLOAT4", "FLOAT32", "BINARY_FLOAT"), TokenType[SINGLE]),
}
# Together they know the words of all the others.
DIALECTS = ("oracle", "snowflake", "redshift", "bigquery", "tsql", "trino", "mysql", "clickhouse", "duckdb")
CLICKHOUSE_BYTE = re.compile(r"\bInt8\b")


def _types(names: str, meaning: Type) -> dict[str, Type]:
    return dict.fromkeys(names.split(), meaning)


def _integers(bits: int, names: str, unsigned: str = "") -> dict[str, Type]:
    signed = _types(names, Type(Family.INTEGER, bits))
    return {**signed, **_types(unsigned, Type(Family.INTEGER, bits, signed=False))}


def _clocks(family: Family, digits: int, names: str, zoned: str = "") -> dict[str, Type]:
    return {**_types(names, Type(family, digits)), **_types(zoned, Type(family, digits, zoned=True))}


# `datetime` counts as `timestamp`: most tools hand out the one for the other.
MEANINGS: dict[str, Type] = {
    **_integers(8, "TINYINT", "UTINYINT"),
    **_integers(16, "SMALLINT SMALLSERIAL", "USMALLINT"),
    **_integers(24, "MEDIUMINT", "UMEDIUMINT"),
    **_integers(32, "INT SERIAL", "UINT"),
    **_integers(64, "BIGINT BIGSERIAL", "UBIGINT"),
    **_integers(128, "INT128", "UINT128"),
    **_integers(256, "INT256", "UINT256"),
    **_types("DECIMAL", Type(Family.DECIMAL)),
    **_types("UDECIMAL", Type(Family.DECIMAL, signed=False)),
    **_types("BIGDECIMAL", Type(Family.DECIMAL, 76, 38)),
    **_types("MONEY", Type(Family.DECIMAL, 19, 4)),
    **_types("SMALLMONEY", Type(Family.DECIMAL, 10, 4)),
    **_types("FLOAT", Type(Family.FLOAT)),
    **_types(SINGLE, Type(Family.FLOAT, 32)),
    **_types("DOUBLE UDOUBLE", Type(Family.FLOAT, 64)),
    **_types("VARCHAR NVARCHAR TEXT MEDIUMTEXT LONGTEXT", Type(Family.TEXT)),
    **_types("TINYTEXT", Type(Family.TEXT, 255)),
    **_types("CHAR NCHAR BPCHAR FIXEDSTRING", Type(Family.TEXT, 1, fixed=True)),
    **_types("BOOLEAN BIT", Type(Family.BOOLEAN)),
    **_types("DATE DATE32", Type(Family.DATE)),
    **_clocks(Family.TIMESTAMP, 0, "SMALLDATETIME TIMESTAMP_S"),
    **_clocks(Family.TIMESTAMP, 3, "TIMESTAMP_MS"),
    **_clocks(
        Family.TIMESTAMP,
        SECOND_DIGITS,
        "TIMESTAMP TIMESTAMPNTZ DATETIME DATETIME2 DATETIME64",
        zoned="TIMESTAMPTZ TIMESTAMPLTZ",
    ),
    **_clocks(Family.TIMESTAMP, 9, "TIMESTAMP_NS"),
    **_clocks(Family.TIME, SECOND_DIGITS, "TIME", zoned="TIMETZ"),
    **_clocks(Family.TIME, 9, "TIME_NS"),
    **{name: Type(Family.JSON, flavour=name) for name in ("JSON", "JSONB", "VARIANT", "SUPER")},
    **_types("BINARY VARBINARY BLOB MEDIUMBLOB LONGBLOB IMAGE", Type(Family.BYTES)),
    **_types("TINYBLOB", Type(Family.BYTES, 255)),
    **_types("UUID", Type(Family.UUID)),
    **_types("ARRAY LIST", Type(Family.ARRAY)),
    **_types("STRUCT", Type(Family.STRUCT)),
    **_types("MAP", Type(Family.MAP)),
}
# ClickHouse's decimals are named for their bits and given only the digits after the point.
DECIMALS_BY_BITS = {"DECIMAL32": 9, "DECIMAL64": 18, "DECIMAL128": 38, "DECIMAL256": 76}
# Oracle's `number(*, 2)`.
MOST_DIGITS = 38


@cache
def _dialect() -> Dialect:
    """One dialect with the type words of all; made at first use, as it loads several of sqlglot's."""
    words = {
        word: kind
        for name in DIALECTS
        for word, kind in Dialect.get_or_raise(name).tokenizer_class.KEYWORDS.items()
        if kind in Parser.TYPE_TOKENS
    }

    class TypeTokenizer(Tokenizer):
        IDENTIFIERS: ClassVar = ['"', "`"]
        KEYWORDS: ClassVar = {**words, **Tokenizer.KEYWORDS, **EXTRA_WORDS}

    class ColumnTypes(Dialect):
        Tokenizer = TypeTokenizer

    return ColumnTypes()


def parse(text: str | None) -> Type | None:
    """The type that a text names; None when there is no text or we don't know the word.

    >>> parse("NUMBER(10, 2)")  == parse("numeric(10,2)")
    True
    >>> parse("hllsketch") is None
    True
    """
    if not text or len(text) > MAX_TEXT or _nesting(text) > MAX_NESTING:
        return None
    # As the one field of a structure: there sqlglot takes unknown words, `not null` and the like as well.
    wrapped = f"struct<_: {CLICKHOUSE_BYTE.sub('tinyint', text)}>"
    try:
        parser = _dialect().parser(error_level=ErrorLevel.IMMEDIATE)
        tree = parser.parse_into(exp.DataType, _dialect().tokenize(wrapped), wrapped)[0]
    except (SqlglotError, RecursionError):
        return None
    found = tree.expressions if tree is not None else []
    return meaning(found[0].args.get("kind")) if len(found) == 1 else None


def _nesting(text: str) -> int:
    """How deep the brackets go: sqlglot's parser calls itself for each."""
    depth = deepest = 0
    for letter in text:
        depth += (letter in "(<[") - (letter in ")>]")
        deepest = max(deepest, depth)
    return deepest


def meaning(node: object) -> Type | None:
    if not isinstance(node, exp.DataType) or not isinstance(node.this, exp.DType):
        return None
    name = node.this.name
    if name == "LOWCARDINALITY":
        return meaning(next(iter(node.expressions), None))
    if name in DECIMALS_BY_BITS:
        scale = next(iter(_numbers(node)), 0) or 0
        return Type(Family.DECIMAL, DECIMALS_BY_BITS[name], scale)
    known = MEANINGS.get(name)
    if known is None or not node.expressions:
        return known
    if known.family in (Family.ARRAY, Family.MAP, Family.STRUCT):
        return replace(known, parts=tuple(_parts(known.family, node.expressions)))
    return _sized(known, _numbers(node))


def _parts(family: Family, nodes: Sequence[exp.Expr]) -> Iterator[tuple[str, Type | str]]:
    """The fields of a structure without names, as of a tuple, are known by their place."""
    for place, node in enumerate(nodes, start=1):
        named = isinstance(node, exp.ColumnDef)
        name = node.name.lower() if named else str(place) if family is Family.STRUCT else ""
        inside = node.args.get("kind") if named else node
        spelled = inside.sql().lower() if isinstance(inside, exp.Expr) else ""
        yield name, meaning(inside) or spelled


def _numbers(node: exp.DataType) -> list[int | None]:
    """What stands in the brackets; None for `max` and `*`, which set no limit."""
    inside = [one.this for one in node.expressions if isinstance(one, exp.DataTypeParam)]
    return [int(one.name) if one.name.isdecimal() else None for one in inside]


def _sized(known: Type, numbers: list[int | None]) -> Type:
    first = numbers[0] if numbers else None
    if known.family is Family.DECIMAL and numbers:
        return replace(known, size=first or MOST_DIGITS, scale=(*numbers, 0)[1] or 0)
    if known.family is Family.FLOAT and first:
        return replace(known, size=32 if first <= 24 else 64)
    if known.family is Family.BOOLEAN and first and first > 1:
        return Type(Family.BYTES, (first + 7) // 8)
    # A number after a whole-number type is how wide it is printed.
    sized = (Family.TEXT, Family.BYTES, Family.TIMESTAMP, Family.TIME)
    return replace(known, size=first) if known.family in sized and numbers else known
