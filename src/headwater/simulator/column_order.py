"""Which columns moved, the fewest that, taken out, leave the rest in their old order; and their places."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence


def positions(names: Sequence[str]) -> dict[str, int]:
    """Where each column stands, from 1; a nested field among the fields of the same structure.

    >>> positions(["id", "at", "at.zip", "at.city", "note"])
    {'id': 1, 'at': 2, 'at.zip': 1, 'at.city': 2, 'note': 3}
    """
    known, so_far, found = set(names), Counter[str](), {}
    for name in names:
        parent = structure(name, known)
        so_far[parent] += 1
        found[name] = so_far[parent]
    return found


def structure(name: str, known: set[str]) -> str:
    """The column that this one is nested in; nothing if it only has a dot in its name."""
    # A dot may also be part of a plain name: only a known column can be the parent.
    parent = name.rpartition(".")[0]
    return parent if parent in known else ""


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
        # Replaces the end of that run, or begins a longer one.
        lowest[length : length + 1] = [place]
        ends[length : length + 1] = [index]
    run: list[int] = []
    last = ends[-1] if ends else None
    while last is not None:
        run.append(last)
        last = before[last]
    return run
