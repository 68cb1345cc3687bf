"""Fitting: a rising curve, and weights that tell the right row from the others."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from headwater.timemachine.fitting import Example, example_of, fit, fit_weights, isotonic
from headwater.timemachine.generator.incidents import generate
from headwater.timemachine.scoring import TERMS
from headwater.timemachine.weights import Weights, default_weights, from_json

PAIRS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=200)


def example(number: int) -> Example:
    """The right row is the one whose error names the column; each fifth has none."""
    values = np.zeros((3, len(TERMS)))
    values[0, TERMS.index("names")] = 2.0 if number % 5 else 0.0
    right = np.array([bool(number % 5), False, not number % 5])
    return Example(values, ("schema_change.breaking", "code_change"), right, (-1, -2), not number % 5)


@given(PAIRS)
def test_the_curve_rises_from_nothing(pairs: list[tuple[float, bool]]) -> None:
    points = isotonic([one for one, _ in pairs], [was for _, was in pairs])
    assert points[0] == (0.0, 0.0)
    assert list(points) == sorted(points)
    assert all(0 <= value <= 1 for point in points for value in point)


@given(PAIRS, st.floats(0, 1), st.floats(0, 1))
def test_a_calibrated_value_keeps_the_order(
    pairs: list[tuple[float, bool]], one: float, other: float
) -> None:
    weights = Weights({}, {}, isotonic([said for said, _ in pairs], [was for _, was in pairs]), 0.5)
    low, high = sorted((one, other))
    assert weights.calibrated(low) <= weights.calibrated(high) + 1e-9


def test_a_fit_gives_weight_to_what_tells_the_right_one_apart() -> None:
    fitted = fit([example(number) for number in range(40)])
    assert fitted.terms["names"] > 1.5
    assert all(weight > 0 for weight in fitted.terms.values())


def test_everything_that_is_fitted_can_be_written_and_read() -> None:
    fitted = fit_weights([example(number) for number in range(40)])
    assert from_json(fitted.to_json()) == fitted
    assert 0 < fitted.none_up_to <= 0.5


def test_the_same_incidents_give_the_same_numbers() -> None:
    examples = [example_of(generate(seed)) for seed in range(12)]
    assert fit_weights(examples).to_json() == fit_weights(examples).to_json()


def test_the_committed_numbers_name_the_command_that_fitted_them() -> None:
    assert re.fullmatch(
        r"headwater backtest --seed \d+ --incidents \d+ --fit weights.json", default_weights().made_by
    )


def test_the_committed_numbers_cover_every_term() -> None:
    assert set(default_weights().terms) == set(TERMS)
