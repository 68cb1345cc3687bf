"""Which columns moved: the fewest that, taken out, leave the rest in their old order."""

from bisect import bisect_left
from collections.abc import Sequence


def moved(places: Sequence[int]) -> list[int]:
    """Where, in a list of new places, those stand that are not on a longest increasing run.

    >>> moved([0, 3, 1, 2])
    [1]
    """
    stays = set(_longest_increasing(places))
    return [index for index in range(len(places)) if index not in stays]


def _longest_increasing(places: Sequence[int]) -> list[int]:
    """Patience sorting: `ends[n]` is where the lowest last place of a run of n + 1 stands."""
    ends: list[int] = []
    lowest: list[int] = []
    before: list[int | None] = []
    for index, place in enumerate(places):
        length = bisect_left(lowest, place)
        before.append(ends[length - 1] if length else None)
        lowest[length : length + 1] = [place]
        ends[length : length + 1] = [index]
    run: list[int] = []
    last = ends[-1] if ends else None
    while last is not None:
        run.append(last)
        last = before[last]
    return run
