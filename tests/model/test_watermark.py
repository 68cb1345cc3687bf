"""Watermarks: compared as numbers or times where both are, else by who started later."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headwater.model.watermark import Span, beginning, is_beyond, overlap, plain

EARLY, LATE = (datetime(2026, 4, 20, tzinfo=UTC), 1), (datetime(2026, 4, 21, tzinfo=UTC), 2)


@pytest.mark.parametrize(
    ("new", "old", "beyond"),
    [
        ("10", "9", True),
        ("9", "10", False),
        ("10", "10", False),
        ("1.5", "1.25", True),
        ("-1", "-2", True),
        ("5", "1e+16", False),
        ("1e+16", "5", True),
        ("1E-7", "0.0000002", False),
        ("10000000000000000", "1e+16", False),
        ("1e999999", "1e999998", True),
        ("2026-04-20T01:00:00+02:00", "2026-04-20T00:00:00Z", False),
        ("2026-04-21", "2026-04-20T23:59:59Z", True),
        ("20260421", "2026-04-20", True),
    ],
)
def test_numbers_and_times_are_compared_as_such(new: str, old: str, beyond: bool) -> None:
    assert is_beyond(new, old, EARLY, LATE) is is_beyond(new, old, LATE, EARLY) is beyond


@pytest.mark.parametrize(
    ("new", "old"),
    [("b", "a"), ("a", "b"), ("7", "page-7"), ("1_000", "5"), ("٣", "2"), ("1e9999999", "2"), ("e5", "2")],
)
def test_of_anything_else_the_later_start_has_the_last_word(new: str, old: str) -> None:
    assert is_beyond(new, old, LATE, EARLY)
    assert not is_beyond(new, old, EARLY, LATE)
    assert is_beyond(new, old, EARLY, None)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        (("0", "150"), ("0", "150"), True),
        (("0", "150"), ("100", "200"), True),
        (("0", "150"), ("150", "200"), False),
        ((None, "150"), ("100", "200"), True),
        ((None, "150"), ("150", "200"), False),
        (("0", None), ("0", None), False),
        (("a", "b"), ("a", "b"), True),
        (("a", "b"), ("c", "d"), True),
        (("2026-04-01", "2026-04-02"), ("2026-04-02", "2026-04-03"), False),
    ],
)
def test_ranges_that_have_something_in_common_overlap(
    one: tuple[str, str], other: tuple[str, str], shared: bool
) -> None:
    assert overlap(Span(*one), Span(*other)) is overlap(Span(*other), Span(*one)) is shared


@pytest.mark.parametrize(
    ("stored", "upper", "begins"),
    [("5", "9", "5"), (None, "9", "0"), (None, "-9", None), (None, "x", None), (None, None, None)],
)
def test_reading_begins_after_what_was_read(
    stored: str | None, upper: str | None, begins: str | None
) -> None:
    assert beginning(stored, upper) == begins


@pytest.mark.parametrize(
    ("number", "kept"),
    [
        (150, "150"),
        (2**70, "1180591620717411303424"),
        (1.5, "1.5"),
        (5.0, "5"),
        (1e16, "10000000000000000"),
        (1e23, "100000000000000000000000"),
        (-2.5e-7, "-0.00000025"),
    ],
)
def test_a_number_is_kept_without_an_exponent(number: float, kept: str) -> None:
    assert plain(number) == kept


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_stays_the_same_as_text(number: float) -> None:
    assert float(plain(number)) == number


@given(st.integers(), st.integers())
def test_two_numbers_are_beyond_each_other_one_way_at_the_most(one: int, other: int) -> None:
    assert is_beyond(str(one), str(other), EARLY, EARLY) is (one > other)
