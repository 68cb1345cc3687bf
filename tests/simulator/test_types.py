"""Types of many databases, read alike."""

import pytest
from sqlglot import exp

from headwater.simulator.types import MAX_NESTING, MEANINGS, Family, Type, parse


@pytest.mark.parametrize(
    "text", ["(", "array<", ">", "int)", "1", "a" * 30_000, "array<" * 500 + "int" + ">" * 500]
)
def test_nonsense_is_read_without_an_accident(text: str) -> None:
    known = parse(text)
    assert known is None or known.family is Family.ARRAY


def test_int8_is_eight_bytes_unless_clickhouse_spells_it() -> None:
    assert [parse(word).size for word in ("int8", "INT8", "Int8")] == [64, 64, 8]  # type: ignore[union-attr]


def test_the_byte_of_clickhouse_is_known_inside_others_too() -> None:
    assert parse("Array(Int8)") == Type(Family.ARRAY, parts=(("", Type(Family.INTEGER, 8)),))


def test_an_unknown_type_inside_is_kept_as_it_is_spelled() -> None:
    assert parse("map<string, Foo>") == Type(Family.MAP, parts=(("", Type(Family.TEXT)), ("", "foo")))


def test_nesting_is_read_up_to_the_limit() -> None:
    deepest = "array<" * MAX_NESTING + "int" + ">" * MAX_NESTING
    assert parse(deepest) is not None
    assert parse(f"array<{deepest}>") is None


def test_every_name_with_a_meaning_is_one_of_sqlglots() -> None:
    assert set(MEANINGS) <= {kind.name for kind in exp.DType}
