"""What a column's type means, whichever database spelled it: a family, and how much fits in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

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


def _integer(bits: int, signed: bool = True) -> Type:
    return Type(Family.INTEGER, bits, signed=signed)


def _timestamp(zoned: bool = False, size: int = SECOND_DIGITS) -> Type:
    return Type(Family.TIMESTAMP, size, zoned=zoned)


def _words(words: str, meaning: Type) -> dict[str, Type]:
    return dict.fromkeys(words.split(), meaning)


# `datetime` counts as `timestamp`: most tools hand out the one for the other. `int8` is PostgreSQL's, of
# eight bytes; ClickHouse's, of eight bits, is told apart by its capital letter in `parse`.
WORDS: dict[str, Type] = {
    **_words("tinyint byte int_8", _integer(8)),
    **_words("smallint int2 int16 short smallserial", _integer(16)),
    **_words("mediumint", _integer(24)),
    **_words("int integer int4 int32 serial", _integer(32)),
    **_words("bigint int8 int64 long bigserial", _integer(64)),
    **_words("hugeint int128", _integer(128)),
    **_words("uint8 utinyint uint_8", _integer(8, signed=False)),
    **_words("uint16 usmallint", _integer(16, signed=False)),
    **_words("uint32 uinteger uint", _integer(32, signed=False)),
    **_words("uint64 ubigint", _integer(64, signed=False)),
    **_words("decimal numeric number dec", Type(Family.DECIMAL)),
    **_words("bignumeric bigdecimal", Type(Family.DECIMAL, 76, 38)),
    **_words("money", Type(Family.DECIMAL, 19, 4)),
    **_words("smallmoney", Type(Family.DECIMAL, 10, 4)),
    **_words("float", Type(Family.FLOAT)),
    **_words("real float4 float32", Type(Family.FLOAT, 32)),
    **_words("double float8 float64 binary_double", Type(Family.FLOAT, 64)),
    **_words(
        "varchar varchar2 nvarchar nvarchar2 character_varying text ntext string str clob nclob "
        "mediumtext longtext utf8 large_string",
        Type(Family.TEXT),
    ),
    **_words("tinytext", Type(Family.TEXT, 255)),
    **_words("char character nchar bpchar fixedstring", Type(Family.TEXT, 1, fixed=True)),
    **_words("boolean bool bit", Type(Family.BOOLEAN)),
    **_words("date date32", Type(Family.DATE)),
    **_words("timestamp datetime timestamp_ntz timestampntz datetime2 datetime64", _timestamp()),
    **_words("smalldatetime", _timestamp(size=0)),
    **_words(
        "timestamptz timestamp_tz timestamp_ltz timestampltz timestamplocaltz datetimeoffset",
        _timestamp(zoned=True),
    ),
    **_words("time time_ntz", Type(Family.TIME, SECOND_DIGITS)),
    **_words("timetz", Type(Family.TIME, SECOND_DIGITS, zoned=True)),
    **_words("json", Type(Family.JSON, flavour="json")),
    **_words("jsonb", Type(Family.JSON, flavour="jsonb")),
    **_words("variant", Type(Family.JSON, flavour="variant")),
    **_words("super", Type(Family.JSON, flavour="super")),
    **_words("bytes binary varbinary bytea blob raw longblob mediumblob image", Type(Family.BYTES)),
    **_words("uuid uniqueidentifier guid", Type(Family.UUID)),
    **_words("array list", Type(Family.ARRAY)),
    **_words("struct row record", Type(Family.STRUCT)),
    **_words("map", Type(Family.MAP)),
}

PHRASES = {
    "double precision": "double",
    "character varying": "character_varying",
    "char varying": "character_varying",
    "national character varying": "character_varying",
    "national character": "nchar",
    "long varchar": "text",
}
# They say something of the column, or of the storage, not of the values.
WRAPPERS = ("nullable", "lowcardinality")
CLICKHOUSE_BYTE = {"Int8": "int_8", "UInt8": "uint_8"}
SHAPE = re.compile(r"(?P<word>[a-z][\w ]*)(?:[(<](?P<inside>.*)[)>](?P<after>[a-z ]*))?", re.DOTALL)
FIELD = re.compile(r"\s*(?P<name>[\"`]?[\w$.]+[\"`]?)\s*[: ]\s*(?P<type>.+)", re.DOTALL)


def parse(text: str | None, nesting: int = 0) -> Type | None:
    """The type that a text names; None when it is not told or we don't know the word.

    >>> parse("NUMBER(10, 2)")  == parse("numeric(10,2)")
    True
    >>> parse("hllsketch") is None
    True
    """
    if not text or len(text) > MAX_TEXT or nesting > MAX_NESTING:
        return None
    spelled = CLICKHOUSE_BYTE.get(text.strip(), text)
    plain = re.sub(r"\s+", " ", spelled).strip().lower()
    if plain.endswith("[]"):
        return Type(Family.ARRAY, parts=(("", _inside(plain[:-2], nesting)),))
    found = SHAPE.fullmatch(plain)
    if not found:
        return None
    if found["word"].strip() in WRAPPERS:
        return parse(found["inside"], nesting + 1)
    word, _, more = _word(found["word"].strip()).partition(" ")
    known = WORDS.get(word)
    if known is None:
        return None
    return _filled(_qualified(known, f"{more} {found['after'] or ''}"), found["inside"], nesting)


def _word(words: str) -> str:
    for phrase, word in PHRASES.items():
        if words.startswith(phrase):
            return word + words.removeprefix(phrase)
    return words


def _qualified(known: Type, words: str) -> Type:
    """With what stands after the name: a sign, a zone."""
    if "unsigned" in words:
        return replace(known, signed=False)
    if "with time zone" in words or "with local time zone" in words:
        return replace(known, zoned=True)
    return replace(known, fixed=False, size=None) if words.strip() == "varying" else known


def _filled(known: Type, inside: str | None, nesting: int) -> Type:
    """With what stands in its brackets: numbers, or the types it holds."""
    if inside is None:
        return known
    arguments = list(_arguments(inside))
    if known.family is Family.STRUCT:
        return replace(known, parts=tuple(_field(argument, nesting) for argument in arguments))
    if known.family in (Family.ARRAY, Family.MAP):
        return replace(known, parts=tuple(("", _inside(argument, nesting)) for argument in arguments))
    numbers = [int(argument) for argument in arguments if argument.strip().isdecimal()]
    return _sized(known, numbers) if numbers else replace(known, size=None) if _max(arguments) else known


def _max(arguments: list[str]) -> bool:
    """`varchar(max)` has no limit."""
    return [argument.strip() for argument in arguments] == ["max"]


def _sized(known: Type, numbers: list[int]) -> Type:
    if known.family is Family.DECIMAL:
        return replace(known, size=numbers[0], scale=numbers[1] if len(numbers) > 1 else 0)
    if known.family is Family.FLOAT:
        return replace(known, size=32 if numbers[0] <= 24 else 64)
    if known.family is Family.BOOLEAN and numbers[0] > 1:
        return Type(Family.BYTES, (numbers[0] + 7) // 8)
    # A number after a whole-number type is how wide it is printed.
    sized = (Family.TEXT, Family.BYTES, Family.TIMESTAMP, Family.TIME)
    return replace(known, size=numbers[0]) if known.family in sized else known


def _field(argument: str, nesting: int) -> tuple[str, Type | str]:
    found = FIELD.fullmatch(argument)
    if not found:
        return argument.strip(), ""
    return found["name"].strip('"`'), _inside(found["type"], nesting)


def _inside(text: str, nesting: int) -> Type | str:
    return parse(text, nesting + 1) or text.strip()


def _arguments(inside: str) -> Iterator[str]:
    """Split at the commas that stand outside of all brackets."""
    depth, start = 0, 0
    for place, letter in enumerate(inside):
        depth += (letter in "(<") - (letter in ")>")
        if letter == "," and depth == 0:
            yield inside[start:place]
            start = place + 1
    if inside[start:].strip():
        yield inside[start:]
