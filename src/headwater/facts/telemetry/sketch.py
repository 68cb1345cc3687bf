"""Quantiles that can be added: values counted in bins whose bounds grow by a fixed ratio, as DDSketch does.

The counts of two sketches add up, in any order, to the sketch of both. A quantile is off by at most `ERROR`
of its value.
"""

import math
from collections.abc import Mapping

ERROR = 0.01
GAMMA = (1 + ERROR) / (1 - ERROR)
LOG_GAMMA = math.log(GAMMA)
# Below it a value counts as zero, whose bin this is; negative values have the bins below.
SMALLEST = 1e-9
ZERO = 0
# The first bin of a positive value: that of `SMALLEST` has number 1.
OFFSET = 1 - math.ceil(math.log(SMALLEST) / LOG_GAMMA)
LAST = 32_000


def bin_of(value: float) -> int:
    """
    >>> bin_of(0.0), bin_of(-5.0) == -bin_of(5.0), bin_of(1e300) == LAST
    (0, True, True)
    """
    size = abs(value)
    if size < SMALLEST:
        return ZERO
    number = min(math.ceil(math.log(size) / LOG_GAMMA) + OFFSET, LAST)
    return number if value > 0 else -number


def value_of(number: int) -> float:
    """The value in the middle of a bin.

    >>> abs(value_of(bin_of(1234.5)) - 1234.5) < 1234.5 * ERROR
    True
    """
    if number == ZERO:
        return 0.0
    middle = 2 * math.exp((abs(number) - OFFSET) * LOG_GAMMA) / (GAMMA + 1)
    return middle if number > 0 else -middle


def quantile(bins: Mapping[int, int], part: float) -> float | None:
    """The value below which this part of all lies; None if there are none.

    >>> round(quantile({bin_of(10.0): 99, bin_of(500.0): 1}, 0.5))
    10
    """
    total = sum(bins.values())
    if total <= 0:
        return None
    rank, seen = part * (total - 1), 0
    for number in sorted(bins):
        seen += bins[number]
        if seen > rank:
            return value_of(number)
    return value_of(max(bins))
