"""A segment of the index: things with a kind and a number, and which words each of them has in which part.

Everything is in arrays. For each part of a thing (its own name, the path before it, labels, texts) the things
that have a word lie together, and words that begin alike lie side by side: a prefix is one slice.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from headwater.search.dictionary import Dictionary

Ints = NDArray[np.int32]
Levels = NDArray[np.uint8]
Longs = NDArray[np.int64]


class ResultKind(IntEnum):
    """Kinds of results; in this order they lie in a segment."""

    DATASET = 0
    JOB = 1
    COLUMN = 2
    OWNER = 3
    TAG = 4
    QUERY = 5


class Area(IntEnum):
    """Which part of a thing a word is in; a higher one says more about it."""

    TEXT = 0
    LABEL = 1
    PARENT = 2
    """Of a column: the name of its dataset. Asked only together with other words."""
    PATH = 3
    OWN = 4


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """The things of word `w` are `things[starts[w]:starts[w + 1]]`."""

    starts: Ints
    things: Ints

    def between(self, low: int, high: int) -> Ints:
        return self.things[self.starts[low] : self.starts[high]]

    def count(self, low: int, high: int) -> int:
        return int(self.starts[high] - self.starts[low])


Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Numbers of words, and of the things that have them, side by side."""


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """Never changed in place: what changes is a copy of the small arrays."""

    dictionary: Dictionary
    postings: tuple[Postings, ...]
    """By area."""
    numbers: Ints
    """What each thing is called outside: the id of a node. Ascending within a kind."""
    kinds: tuple[int, ...]
    """Where each kind begins, and the end."""
    merit: NDArray[np.uint16]
    """What speaks for a thing whatever was typed: tier and brevity; the use is added to it."""
    dropped: NDArray[np.bool_]
    living: NDArray[np.bool_]
    """False for what a later segment has anew."""
    rank: NDArray[np.uint16]
    by_rank: Ints
    """Things by rank, best first."""

    def __len__(self) -> int:
        return len(self.numbers)

    def slice_of(self, kind: ResultKind) -> slice:
        return slice(self.kinds[kind], self.kinds[kind + 1])

    def kind_of(self, thing: int) -> ResultKind:
        return ResultKind(int(np.searchsorted(self.kinds, thing, side="right")) - 1)

    def without(self, numbers: Ints) -> "Segment":
        """The same, with these nodes taken out."""
        living = self.living.copy()
        for kind in (ResultKind.DATASET, ResultKind.JOB, ResultKind.COLUMN):
            within = self.slice_of(kind)
            mine = self.numbers[within]
            at = np.searchsorted(mine, numbers)
            held = at < len(mine)
            held[held] = mine[at[held]] == numbers[held]
            living[within.start + at[held]] = False
        return replace(self, living=living)

    def with_use(self, use: NDArray[np.uint8]) -> "Segment":
        """Ranked by how much each node is used, by its number, from 0 to 31."""
        nodes = self.kinds[ResultKind.OWNER]
        known = self.numbers[:nodes] < len(use)
        rank = self.merit.copy()
        rank[:nodes][known] += use[self.numbers[:nodes][known]].astype(np.uint16) << np.uint16(USE_SHIFT)
        return replace(self, rank=rank, by_rank=_best_first(rank))

    @property
    def nodes(self) -> Ints:
        """Numbers of the living nodes."""
        end = self.kinds[ResultKind.OWNER]
        return self.numbers[:end][self.living[:end]]


# From the highest bit: not dropped, not a column, the tier (4 bits), the use (5), brevity (4).
USE_SHIFT, TIER_SHIFT, ASSET_SHIFT, LIVING_SHIFT = 4, 9, 13, 14
MAX_USE = 31


def static_ranks(kind: Longs, tier: Longs, size: Longs, dropped: NDArray[np.bool_]) -> NDArray[np.uint16]:
    """`tier` from 0 (none) to 15 (the most critical), `size` in words of the own name."""
    brevity = 15 - np.minimum(size, 15)
    asset = (kind != ResultKind.COLUMN).astype(np.int64)
    bits = (~dropped).astype(np.int64) << LIVING_SHIFT
    merit: NDArray[np.uint16] = (bits | asset << ASSET_SHIFT | tier << TIER_SHIFT | brevity).astype(np.uint16)
    return merit


def build_segment(
    vocabulary: Sequence[str],
    pairs: Mapping[Area, Pairs],
    numbers: Ints,
    kinds: tuple[int, ...],
    merit: NDArray[np.uint16],
    dropped: NDArray[np.bool_],
) -> Segment:
    """From words as they were met and, for each area, which thing has which of them."""
    spelled = pa.array(vocabulary, pa.string())
    order = pc.array_sort_indices(spelled).to_numpy()
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    postings = tuple(_postings(place, pairs.get(area), len(order), len(numbers)) for area in Area)
    living = np.ones(len(numbers), np.bool_)
    dictionary = Dictionary.from_words(pc.take(spelled, pa.array(order)))
    return Segment(*(dictionary, postings, numbers, kinds, merit, dropped, living, merit, _best_first(merit)))


def _postings(place: NDArray[np.int64], pairs: Pairs | None, words: int, things: int) -> Postings:
    if pairs is None or not len(pairs[0]):
        return Postings(np.zeros(words + 1, np.int32), np.zeros(0, np.int32))
    # Sorted by word and then by thing, each pair once.
    keys = np.sort(place[pairs[0]] * things + pairs[1])
    keys = keys[np.concatenate([[True], keys[1:] != keys[:-1]])]
    counts = np.bincount(keys // things, minlength=words)
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return Postings(starts, (keys % things).astype(np.int32))


def _best_first(rank: NDArray[np.uint16]) -> Ints:
    return np.argsort(~rank, kind="stable").astype(np.int32)
