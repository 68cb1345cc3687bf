"""Rules of timeliness as plain values."""

import pytest

from headwater.model.timeliness import Datepart, datepart, rule, threshold


def test_half_a_rule_is_none() -> None:
    assert rule(1, None) is rule(None, "day") is None
    assert str(rule(1, "day")) == "1 day"
    assert str(rule(2, "day")) == "2 days"


@pytest.mark.parametrize("text", ["day", "Days", " DAY "])
def test_dateparts_come_in_singular_and_plural(text: str) -> None:
    assert datepart(text) is Datepart.DAY


@pytest.mark.parametrize(("value", "seconds"), [(60, 60), (1.5, 1), (10**12, 10**12)])
def test_a_threshold_is_a_positive_number(value: float, seconds: int) -> None:
    assert threshold(value) == seconds


@pytest.mark.parametrize("value", ["60", 0, -5, True, None, [60], float("nan"), float("inf")])
def test_anything_else_is_no_threshold(value: object) -> None:
    assert threshold(value) is None
