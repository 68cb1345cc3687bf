"""The closure's size is known beforehand: counted, or estimated with an interval that can be trusted."""

import numpy as np
import pyarrow as pa
import pytest

from headwater.graph.analytics.closure_size import (
    SAMPLED,
    ClosureTooLargeError,
    bytes_per_row,
    estimate,
    refuse_if_too_large,
    sample,
)
from tests.graph.analytics.graphs import flow_of

DIAMOND = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 0)]


def test_a_small_closure_is_counted_and_not_estimated() -> None:
    guess = estimate(sample(flow_of(DIAMOND), None), bytes_per_row=10.0)
    assert (guess.rows, guess.low, guess.high, guess.bytes, guess.exact) == (12, 12, 12, 120, True)


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    """Chains of many lengths: an ancestor at random tells little, and the interval has to be wide."""
    rng = np.random.default_rng(3)
    lengths = rng.integers(1, 60, 300)
    ends = np.cumsum(lengths + 1)
    arcs = [
        (n, n + 1)
        for end, length in zip(ends, lengths, strict=True)
        for n in range(end - length - 1, end - 1)
    ]
    flow, truth = flow_of(arcs, size=int(ends[-1])), int((lengths * (lengths + 1) // 2).sum())
    guesses = [estimate(sample(flow, None, seed), 1.0) for seed in range(60)]
    held = sum(guess.low <= truth <= guess.high for guess in guesses)
    assert all(not guess.exact and guess.sampled <= SAMPLED for guess in guesses)
    assert held >= 52


def test_an_export_over_the_limit_is_refused_with_the_estimate_and_what_to_do() -> None:
    guess = estimate(sample(flow_of(DIAMOND), None), bytes_per_row=1e6)
    with pytest.raises(
        ClosureTooLargeError, match=r"about 12 rows .* 12 MB; max_rows is 11: ask for a smaller"
    ):
        refuse_if_too_large(guess, 11)
    refuse_if_too_large(guess, 12)


def test_a_row_in_parquet_takes_less_than_one_in_csv() -> None:
    rows = pa.table({"ancestor_name": ["a" * 30] * 1000, "depth": list(range(1000))})
    assert 0 < bytes_per_row(rows, "parquet") < bytes_per_row(rows, "csv")
    assert bytes_per_row(rows.slice(0, 0), "csv") == 0
