"""What fits the words of a query: how well, how many of each kind, and the best of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from headwater.search.draft import Filter
from headwater.search.segment import LIVING_SHIFT, Area, Ints, Levels, ResultKind, Segment
from headwater.search.words import query_words

Mask = NDArray[np.bool_]

MAX_WORDS = 10
# Entries of the index that one query may touch, some 3 ns each: beyond that the answer is not complete.
MAX_ENTRIES = 3_000_000
# Looked at in the order of rank, where so much fits that sorting it would take longer.
CHUNK = 65_536


class Spelling(IntEnum):
    """How a word of the index fits a typed one."""

    ALIKE = 1
    PREFIX = 2
    EXACT = 3


# The level of a word, to which its spelling is added; levels of all words are added up.
LEVEL = {Area.TEXT: 0, Area.LABEL: 3, Area.PARENT: 6, Area.PATH: 6, Area.OWN: 6}
# Marks a word of the thing's own name. One such word counts as much as the others together would.
OWN_MARK, OWN_BONUS = 0x80, 3
# Added where the words are the whole of a thing's own name, and where the text typed is the end of its name.
WHOLE, SUFFIX = 40, 60


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word as it was typed, and the words of the index that it stands for where no name has it."""

    text: str
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class ResultPlace:
    """Where a result stands in the ranking; ascending from the best."""

    level: int
    rank: int
    kind: int
    number: int

    @classmethod
    def from_levels(cls, level: int, rank: int, kind: int, number: int) -> "ResultPlace":
        return cls(-level, -rank, kind, number)

    @property
    def is_living(self) -> bool:
        return bool(-self.rank >> LIVING_SHIFT & 1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of the index."""

    words: tuple[TypedWord, ...]
    name: str = ""
    """The word of the index for things whose own name is all that was typed."""
    filters: tuple[Filter, ...] = ()
    kind: ResultKind | None = None
    dropped: bool = False
    suffix: Ints | None = None
    """Nodes whose name ends in the text as it was typed."""


@dataclass(frozen=True, slots=True)
class Matched:
    places: tuple[ResultPlace, ...]
    totals: dict[ResultKind, int]
    complete: bool


def typed_words(text: str, segments: Sequence[Segment]) -> tuple[TypedWord, ...]:
    """The words of a query; camelCase by its parts, if all of them are known."""
    found: dict[str, None] = {}
    for whole, parts in query_words(text):
        known = all(is_known(part, segments) for part in parts)
        found.update(dict.fromkeys(parts if known else (whole,)))
    return tuple(TypedWord(word) for word in list(found)[:MAX_WORDS])


def is_known(word: str, segments: Iterable[Segment]) -> bool:
    """Whether any name or text has a word that begins so."""
    return any(low < high for low, high in (one.dictionary.prefixed(word) for one in segments))


def corrected(word: TypedWord, segments: Iterable[Segment]) -> TypedWord:
    """With the words that it may have been meant for, and those a little longer: `ordr` finds `orders`."""
    near = [(one.dictionary, one.dictionary.alike(word.text)) for one in segments]
    found = dict.fromkeys(words.word(at) for words, places in near for at in places)
    spelled = list(found)
    found.update((longer, None) for words, _ in near for begun in spelled for longer in words.endings(begun))
    return TypedWord(word.text, tuple(spelled for spelled in found if spelled != word.text))


def match(segments: Sequence[Segment], wanted: Wanted, after: ResultPlace | None, limit: int) -> Matched:
    """The best `limit` after a place, and how many there are in all."""
    totals = dict.fromkeys(ResultKind, 0)
    places: list[ResultPlace] = []
    complete = True
    for segment in segments:
        levels, whole = _levels(segment, wanted)
        complete = complete and whole
        for kind in ResultKind:
            totals[kind] += int(np.count_nonzero(levels[segment.slice_of(kind)]))
        if wanted.kind is not None:
            _keep_kind(segment, levels, wanted.kind)
        places += _best(segment, levels, after, limit)
    return Matched(tuple(sorted(places)[:limit]), totals, complete)


def _levels(segment: Segment, wanted: Wanted) -> tuple[Levels, bool]:
    """How well each thing fits, 0 where it does not; and whether all that may fit was looked at."""
    ranges = [_ranges(segment, word) for word in wanted.words]
    several = len(ranges) > 1
    left, total, complete = MAX_ENTRIES, np.zeros(len(segment), np.uint8), True
    columns = segment.slice_of(ResultKind.COLUMN)
    every, own = np.ones(len(segment), np.bool_), np.zeros(len(segment), np.bool_)
    # Apart from the levels: a word of a column's text that its dataset's name has too counts by the latter.
    labelled = np.zeros(len(segment), np.bool_)
    # The rarest first: if entries run out, they do so in the words that say least.
    for chosen in sorted(ranges, key=lambda one: _entries(segment, one, several)):
        levels, taken, whole = _word_levels(segment, chosen, several, left, labelled)
        left, complete = left - taken, complete and whole
        own |= levels >= OWN_MARK
        levels &= OWN_MARK - 1
        total += levels
        every &= levels > 0
    total += OWN_BONUS * own.astype(np.uint8)
    # A column needs a word of its own: otherwise its dataset is what is meant.
    every[columns] &= own[columns] | labelled[columns]
    every &= segment.living
    if not wanted.dropped:
        every &= ~segment.dropped
    for one in wanted.filters:
        every &= _filtered(segment, one)
    total *= every
    _prefer_whole_names(segment, wanted, total)
    return total, complete


def _ranges(segment: Segment, word: TypedWord) -> list[tuple[int, int, Spelling]]:
    """Words of the dictionary that fit, the better ones later."""
    found = [
        (at, at + 1, Spelling.ALIKE) for at in map(segment.dictionary.exact, word.alike) if at is not None
    ]
    low, high = segment.dictionary.prefixed(word.text)
    found.append((low, high, Spelling.PREFIX))
    exact = segment.dictionary.exact(word.text)
    if exact is not None:
        found.append((exact, exact + 1, Spelling.EXACT))
    return found


def _areas(several: bool) -> list[Area]:
    """One word alone does not find a column by the name of its dataset: the dataset is found."""
    return [area for area in Area if several or area is not Area.PARENT]


def _entries(segment: Segment, ranges: Iterable[tuple[int, int, Spelling]], several: bool) -> int:
    return sum(segment.postings[area].count(low, high) for area in _areas(several) for low, high, _ in ranges)


def _word_levels(
    segment: Segment, ranges: Sequence[tuple[int, int, Spelling]], several: bool, left: int, labelled: Mask
) -> tuple[Levels, int, bool]:
    """The level of each thing for one word; how many entries that took; and whether they were all.

    What has the word in a label or text is marked in `labelled`.
    """
    levels, taken, parts = np.zeros(len(segment), np.uint8), 0, []
    # What says most is looked at first, and written last.
    for area in reversed(_areas(several)):
        for low, high, spelling in reversed(ranges):
            things = segment.postings[area].between(low, high)
            mark = OWN_MARK if area is Area.OWN else 0
            looked_at = things[: max(left - taken, 0)]
            parts.append((looked_at, mark | LEVEL[area] + spelling))
            taken += len(things)
            if area in (Area.TEXT, Area.LABEL):
                labelled[looked_at] = True
    for things, level in reversed(parts):
        levels[things] = level
    return levels, min(taken, left), taken <= left


def _filtered(segment: Segment, one: Filter) -> Mask:
    chosen = np.zeros(len(segment), np.bool_)
    at = segment.dictionary.exact(one.word)
    if at is not None:
        chosen[segment.postings[Area.OWN].between(at, at + 1)] = True
    return chosen


def _prefer_whole_names(segment: Segment, wanted: Wanted, levels: Levels) -> None:
    at = segment.dictionary.exact(wanted.name) if wanted.name else None
    if at is not None:
        things = segment.postings[Area.OWN].between(at, at + 1)
        levels[things] += WHOLE * (levels[things] > 0).astype(np.uint8)
    if wanted.suffix is None or not len(wanted.suffix):
        return
    for kind in (ResultKind.DATASET, ResultKind.JOB):
        within = segment.slice_of(kind)
        held = within.start + np.flatnonzero(np.isin(segment.numbers[within], wanted.suffix))
        levels[held] += SUFFIX * (levels[held] > 0).astype(np.uint8)


def _keep_kind(segment: Segment, levels: Levels, kind: ResultKind) -> None:
    within = segment.slice_of(kind)
    levels[: within.start] = 0
    levels[within.stop :] = 0


def _best(segment: Segment, levels: Levels, after: ResultPlace | None, limit: int) -> list[ResultPlace]:
    """Level by level from the best, until there are enough."""
    found: list[ResultPlace] = []
    for level in _levels_present(levels, -after.level if after else 255):
        chosen = levels == level
        if after and level == -after.level:
            chosen &= _behind(segment, after)
        found += _best_of_level(segment, chosen, level, limit - len(found))
        if len(found) >= limit:
            break
    return found


def _levels_present(levels: Levels, most: int) -> Iterator[int]:
    """From the highest; mostly that one is enough, and the others need not be counted."""
    highest = int(levels.max()) if len(levels) else 0
    if 0 < highest <= most:
        yield highest
    others = np.flatnonzero(np.bincount(levels, minlength=256)[: min(most, highest - 1) + 1])
    yield from (level for level in others[::-1].tolist() if level)


def _behind(segment: Segment, after: ResultPlace) -> Mask:
    """Which things come after this place, at the same level."""
    within = segment.slice_of(ResultKind(after.kind))
    mine = segment.numbers[within]
    first = within.start + int(np.searchsorted(mine, after.number, side="right"))
    same: Mask = segment.rank == -after.rank
    same[:first] = False
    return same | (segment.rank < -after.rank)


def _best_of_level(segment: Segment, chosen: Mask, level: int, limit: int) -> list[ResultPlace]:
    things = _by_rank(segment, chosen, limit)[:limit]
    return [
        ResultPlace.from_levels(
            level, int(segment.rank[thing]), segment.kind_of(thing), int(segment.numbers[thing])
        )
        for thing in things.tolist()
    ]


def _by_rank(segment: Segment, chosen: Mask, limit: int) -> Ints:
    """At least the best `limit` of those chosen, or all."""
    if np.count_nonzero(chosen) * 50 < len(segment):
        things = np.flatnonzero(chosen)
        return things[np.argsort(~segment.rank[things], kind="stable")].astype(np.int32)
    parts: list[Ints] = []
    for begin in range(0, len(segment), CHUNK):
        part = segment.by_rank[begin : begin + CHUNK]
        parts.append(part[chosen[part]])
        if sum(map(len, parts)) >= limit:
            break
    return np.concatenate(parts)
