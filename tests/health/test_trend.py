"""Where rows are going."""

import pytest

from headwater.health import trend


@pytest.mark.parametrize(
    ("values", "direction", "change"),
    [
        ([150.0] * 4 + [100.0] * 5, "rising", 0.5),
        ([50.0] * 4 + [100.0] * 5, "falling", -0.5),
        ([110.0] * 4 + [100.0] * 5, "steady", 0.1),
        ([0.0] * 9, "steady", None),
        ([5.0] * 4 + [0.0] * 5, "rising", None),
    ],
)
def test_the_latest_runs_are_compared_with_those_before(
    values: list[float], direction: str, change: float | None
) -> None:
    found = trend(values)
    assert found is not None
    assert (found.direction, found.change) == (direction, change)


def test_too_few_runs_have_no_trend() -> None:
    assert trend([1.0] * 7) is None
