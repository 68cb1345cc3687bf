"""When a cause is named."""

import pytest

from headwater.timemachine.ranking import is_named


@pytest.mark.parametrize(
    ("probability", "none", "named"),
    [
        (0.9, 0.05, True),
        # Which of two changes it was is in doubt, that it was one of them is not.
        (0.6, 0.02, True),
        (0.45, 0.02, False),
        (0.8, 0.2, False),
    ],
)
def test_a_cause_is_named_where_it_is_likeliest_and_an_unrecorded_one_unlikely(
    probability: float, none: float, named: bool
) -> None:
    assert is_named(probability, none, none_up_to=0.12) is named
