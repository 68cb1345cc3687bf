"""Which owners state column lineage between which datasets: a look-up table."""

import numpy as np
from numpy.typing import NDArray

from headwater.graph.arcs import Flags, Ints

Keys = NDArray[np.int64]
Wanted = tuple[Ints, Ints, Ints]


class ColumnCoverage:
    """Facts of the form "from this dataset, by this owner, to that dataset", as sorted numbers.

    Nodes are numbered anew among those that are asked about, so that a fact fits in 64 bits; a fact about
    an end that nobody asks about keeps its start and owner.
    """

    def __init__(self, wanted: Wanted, start: Ints, owner: Ints, end: Ints, size: int) -> None:
        self._wanted = wanted
        self._labels = tuple(_labels(nodes, size) for nodes in wanted)
        self._owners, self._ends = len(wanted[1]) + 1, len(wanted[2]) + 1
        asked = self._labels[1][owner] > 0
        facts = self._number(start[asked], owner[asked], end[asked])
        facts.sort()
        self._facts = _once(facts)
        self._pairs = _once(self._facts // self._ends)

    def between(self, start: Ints, owner: Ints, end: Ints) -> Flags:
        """For each, whether the owner states any column arc from the one to the other."""
        return find(self._facts, self._number(start, owner, end))[1]

    def anywhere(self, start: Ints, owner: Ints) -> Flags:
        """For each, whether the owner states any column arc out of `start`, wherever it goes."""
        return find(self._pairs, self._number(start, owner, owner[:0]) // self._ends)[1]

    def triples(self) -> Wanted:
        """All facts about ends that are asked about, as nodes."""
        facts = self._facts[self._facts % self._ends > 0]
        pairs, ends = np.divmod(facts, self._ends)
        starts, owners = np.divmod(pairs, self._owners)
        by_start, by_owner, by_end = self._wanted
        return by_start[starts - 1], by_owner[owners - 1], by_end[ends - 1]

    def _number(self, start: Ints, owner: Ints, end: Ints) -> Keys:
        starts, owners, ends = self._labels
        number = starts[start].astype(np.int64)
        number *= self._owners
        number += owners[owner]
        number *= self._ends
        if len(end):
            number += ends[end]
        return number


def _labels(nodes: Ints, size: int) -> Ints:
    """By node, its number among these, from 1 on; 0 for all others."""
    labels = np.zeros(size, np.int32)
    labels[nodes] = np.arange(1, len(nodes) + 1, dtype=np.int32)
    return labels


def _once(ordered: Keys) -> Keys:
    once = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=once[1:])
    return ordered[once]


def key(high: NDArray[np.integer], low: NDArray[np.integer]) -> Keys:
    """Two node ids as one number."""
    return (high.astype(np.int64) << 32) | low


def sorted_keys(high: Ints, low: Ints) -> tuple[Keys, NDArray[np.intp]]:
    """The keys of these pairs, ascending, and where each stood."""
    keys = key(high, low)
    order = np.argsort(keys, kind="stable")
    return keys[order], order


def find(keys: Keys, wanted: Keys) -> tuple[NDArray[np.intp], Flags]:
    """Where each wanted key lies among these sorted ones, and whether it does."""
    if not len(keys):
        return np.zeros(len(wanted), np.intp), np.zeros(len(wanted), np.bool_)
    # A wanted key beyond the last one would be placed behind the end.
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return place, keys[place] == wanted
