"""What a change of type does to the values: they all still fit, some don't, or none does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from headwater.simulator.types import Family, Type, parse

WIDENING, NARROWING, INCOMPATIBLE, UNKNOWN = "widening", "narrowing", "incompatible", "unknown"
UUID_LETTERS = 36
# Where a database has a default size for decimals, it holds at least these digits (MySQL's is the smallest).
LEAST_DEFAULT_DIGITS = 10


class Harm(IntEnum):
    """How bad, for choosing the worst of several."""

    NONE = 0
    WIDER = 1
    WIDER_BUT_DIFFERENT = 2
    UNCLEAR = 3
    NARROWER = 4
    OTHER = 5


@dataclass(frozen=True, slots=True)
class TypeChange:
    """`why` completes the sentence "x goes from a to b: …"."""

    harm: Harm
    why: str

    @property
    def how(self) -> str:
        return {Harm.UNCLEAR: UNKNOWN, Harm.NARROWER: NARROWING, Harm.OTHER: INCOMPATIBLE}.get(
            self.harm, WIDENING
        )


SAME = TypeChange(Harm.NONE, "it is the same type")
WIDER = TypeChange(Harm.WIDER, "every value still fits")
UNREAD = TypeChange(Harm.UNCLEAR, "at least one of the two is not a type we know, so we can't tell what fits")
Rule = Callable[[Type, Type], TypeChange]


# A table has few types and many pairs of columns.
@lru_cache(maxsize=4096)
def type_change(before: str | None, after: str | None) -> TypeChange:
    """From one spelled type to another; a type that is not known is no change.

    >>> type_change("int", "BIGINT").how, type_change("text", "integer").how
    ('widening', 'incompatible')
    >>> type_change("integer", "int4") is SAME
    True
    """
    # Spelled alike they are the same, whether we know the word or not.
    if not before or not after or before.strip().lower() == after.strip().lower():
        return SAME
    return compare_types(parse(before), parse(after))


def compare_types(old: Type | str | None, new: Type | str | None) -> TypeChange:
    """From one type to another; a text is one that could not be read."""
    if old == new and old is not None:
        return SAME
    if not isinstance(old, Type) or not isinstance(new, Type):
        return UNREAD
    rule = RULES.get((old.family, new.family), _others)
    return rule(old, new)


def spelled_alike(old: Type | None, new: Type | None) -> bool:
    """Whether every value becomes the same text: `1.50` is `1.500000` in a column of more digits."""
    if old is None or new is None or old.family is not new.family:
        return False
    if len(old.parts) != len(new.parts) or not all(map(_part_spelled_alike, old.parts, new.parts)):
        return False
    return old.scale == new.scale and (old.family is not Family.FLOAT or old.size == new.size)


def _part_spelled_alike(old: tuple[str, Type | str], new: tuple[str, Type | str]) -> bool:
    one, other = old[1], new[1]
    known = isinstance(one, Type) and isinstance(other, Type)
    return old[0] == new[0] and (spelled_alike(one, other) if known else one == other)  # type: ignore[arg-type]


def _others(old: Type, new: Type) -> TypeChange:
    return TypeChange(Harm.OTHER, f"{old.family} are read in other ways than {new.family}")


def _integers(old: Type, new: Type) -> TypeChange:
    (low, high), (new_low, new_high) = _bounds(old), _bounds(new)
    if new_low <= low and high <= new_high:
        return WIDER
    return TypeChange(Harm.NARROWER, f"numbers outside of {new_low} to {new_high} no longer fit")


def _bounds(type_: Type) -> tuple[int, int]:
    bits = type_.size or 64
    return (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if type_.signed else (0, 2**bits - 1)


def _digits(integer: Type) -> int:
    return len(str(_bounds(integer)[1]))


def _decimals(old: Type, new: Type) -> TypeChange:
    if old.size is None or new.size is None:
        return TypeChange(Harm.UNCLEAR, "how many digits one without a size holds depends on the database")
    if new.scale < old.scale:
        return TypeChange(Harm.NARROWER, f"only {new.scale} of {old.scale} digits after the point are kept")
    # Digits before the point: `decimal(12,4)` has fewer than `decimal(12,2)`.
    if new.size - new.scale < old.size - old.scale:
        return TypeChange(Harm.NARROWER, f"numbers with over {new.size - new.scale} digits no longer fit")
    return WIDER


def _integer_to_decimal(old: Type, new: Type) -> TypeChange:
    needed = _digits(old)
    if new.size is None:
        if needed <= LEAST_DEFAULT_DIGITS:
            return WIDER
        return TypeChange(Harm.UNCLEAR, "how many digits one without a size holds depends on the database")
    if new.size - new.scale >= needed:
        return WIDER
    return TypeChange(Harm.NARROWER, f"numbers with over {new.size - new.scale} digits no longer fit")


def _decimal_to_integer(old: Type, new: Type) -> TypeChange:
    # Nine digits fit in 32 bits whatever they are; ten may not.
    if old.size is not None and not old.scale and old.size < _digits(new):
        return WIDER
    lost = "digits after the point are lost" if old.scale or old.size is None else "large numbers do not fit"
    return TypeChange(Harm.NARROWER, lost)


def _to_float(old: Type, new: Type) -> TypeChange:
    return TypeChange(
        Harm.WIDER_BUT_DIFFERENT,
        "a float holds about 7 (32 bits) or 15 (64 bits) digits, so large or exact numbers may change",
    )


def _from_float(old: Type, new: Type) -> TypeChange:
    return TypeChange(Harm.NARROWER, "very large numbers and digits after the point are lost")


def _floats(old: Type, new: Type) -> TypeChange:
    if new.size == 64:
        return WIDER
    if old.size == 32:
        return WIDER
    if old.size is None or new.size is None:
        return TypeChange(Harm.UNCLEAR, "`float` has 32 bits in some databases and 64 in others")
    return TypeChange(Harm.NARROWER, "numbers keep only about 7 digits")


def _lengths(old: Type, new: Type) -> TypeChange:
    if new.size is not None and (old.size is None or new.size < old.size):
        return TypeChange(Harm.NARROWER, f"what is longer than {new.size} no longer fits")
    # `char(10)` compares with blanks at its end.
    if new.fixed and not old.fixed:
        return TypeChange(
            Harm.NARROWER, "a fixed length pads values, so that they no longer compare as equal"
        )
    return WIDER


def _uuid_to_text(old: Type, new: Type) -> TypeChange:
    if new.size is not None and new.size < UUID_LETTERS:
        return TypeChange(Harm.NARROWER, f"a UUID has {UUID_LETTERS} letters")
    return TypeChange(Harm.WIDER_BUT_DIFFERENT, "comparisons now depend on upper and lower case")


def _text_to_uuid(old: Type, new: Type) -> TypeChange:
    return TypeChange(Harm.NARROWER, "text that is no UUID no longer fits")


def _clocks(old: Type, new: Type) -> TypeChange:
    """Times and timestamps among themselves."""
    if old.zoned and not new.zoned:
        return TypeChange(Harm.NARROWER, "the zone is lost, so the same value may mean another moment")
    if (new.size or 0) < (old.size or 0):
        return TypeChange(Harm.NARROWER, f"only {new.size} digits of a second are kept")
    if new.zoned and not old.zoned:
        return TypeChange(Harm.WIDER_BUT_DIFFERENT, "values get a zone, which the session's setting decides")
    return WIDER


def _date_to_timestamp(old: Type, new: Type) -> TypeChange:
    return WIDER


def _timestamp_to_part(old: Type, new: Type) -> TypeChange:
    return TypeChange(
        Harm.NARROWER, "the time of day is lost" if new.family is Family.DATE else "the date is lost"
    )


def _jsons(old: Type, new: Type) -> TypeChange:
    return TypeChange(Harm.WIDER_BUT_DIFFERENT, "both hold JSON, but order of keys and operators differ")


def _containers(old: Type, new: Type) -> TypeChange:
    """Lists and maps are as their insides are."""
    if not old.parts or not new.parts or len(old.parts) != len(new.parts):
        return TypeChange(Harm.UNCLEAR, "what is inside one of the two is not known")
    pairs = zip(old.parts, new.parts, strict=True)
    return _worst(compare_types(inside, other) for (_, inside), (_, other) in pairs)


def _structs(old: Type, new: Type) -> TypeChange:
    if not old.parts or not new.parts:
        return TypeChange(Harm.UNCLEAR, "what is inside one of the two is not known")
    before, after = dict(old.parts), dict(new.parts)
    gone = sorted(before.keys() - after.keys())
    if gone:
        return TypeChange(
            Harm.NARROWER, f"its fields no longer include {', '.join(f'`{name}`' for name in gone)}"
        )
    # A new field is harmless, so at best the structure got wider.
    kept = _worst(compare_types(before[name], after[name]) for name in before)
    return max(kept, WIDER, key=lambda change: change.harm)


def _worst(changes: Iterator[TypeChange]) -> TypeChange:
    return max(changes, key=lambda change: change.harm, default=SAME)


# Pairs that are not listed are read in other ways: incompatible.
RULES: dict[tuple[Family, Family], Rule] = {
    (Family.INTEGER, Family.INTEGER): _integers,
    (Family.INTEGER, Family.DECIMAL): _integer_to_decimal,
    (Family.INTEGER, Family.FLOAT): _to_float,
    (Family.DECIMAL, Family.DECIMAL): _decimals,
    (Family.DECIMAL, Family.INTEGER): _decimal_to_integer,
    (Family.DECIMAL, Family.FLOAT): _to_float,
    (Family.FLOAT, Family.FLOAT): _floats,
    (Family.FLOAT, Family.INTEGER): _from_float,
    (Family.FLOAT, Family.DECIMAL): _from_float,
    (Family.TEXT, Family.TEXT): _lengths,
    (Family.TEXT, Family.UUID): _text_to_uuid,
    (Family.UUID, Family.TEXT): _uuid_to_text,
    (Family.BYTES, Family.BYTES): _lengths,
    (Family.DATE, Family.TIMESTAMP): _date_to_timestamp,
    (Family.TIMESTAMP, Family.TIMESTAMP): _clocks,
    (Family.TIMESTAMP, Family.DATE): _timestamp_to_part,
    (Family.TIMESTAMP, Family.TIME): _timestamp_to_part,
    (Family.TIME, Family.TIME): _clocks,
    (Family.JSON, Family.JSON): _jsons,
    (Family.ARRAY, Family.ARRAY): _containers,
    (Family.MAP, Family.MAP): _containers,
    (Family.STRUCT, Family.STRUCT): _structs,
}
