"""Numbers that PostgreSQL can't keep are replaced and told; all others stay as they came."""

import json

import pytest
from psycopg import Connection

from headwater.facts.budgets import FACET_BYTES
from headwater.facts.extreme_numbers import TOO_LARGE, TOO_MANY_DIGITS, TOO_SMALL, with_storable_numbers


@pytest.mark.parametrize(
    ("given", "kept", "reason"),
    [
        ("1e400000", "null", TOO_LARGE),
        ("-1E+999", "null", TOO_LARGE),
        ("9" * 5000, "null", TOO_LARGE),
        ("1e-400000", "0", TOO_SMALL),
        ("-0.001e-20000", "0", TOO_SMALL),
        ("0e-99999999", "0", None),
        ("0.0E-400", "0", None),
        ("5e-324", "5e-324", None),
        ("1e308", "1e308", None),
        ("0." + "1" * 5000, "0." + "1" * 5000, None),
        ("7" * 4000, "7" * 4000, None),
        ('"3e-456 is text"', '"3e-456 is text"', None),
    ],
)
def test_only_what_no_double_holds_is_replaced(
    connection: Connection, given: str, kept: str, reason: str | None
) -> None:
    stored = with_storable_numbers(f"[{given}]".encode())
    assert stored == (f"[{kept}]".encode(), (reason,) if reason else ())
    connection.execute("select %s::jsonb", [f"[{kept}]"])


def test_numbers_that_fill_gigabytes_when_written_out_are_set_aside() -> None:
    many = json.dumps({"x": [0] * 1_000_000}).replace("0,", "1e99,").encode()
    assert len(many) < FACET_BYTES.limit
    assert with_storable_numbers(many) == (None, (TOO_MANY_DIGITS,))
