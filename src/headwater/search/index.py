"""The index: the segments of nodes, later ones over earlier ones, and one of owners and tags."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from headwater.search.draft import Filter, exact_word, labels_segment
from headwater.search.matching import (
    Matched,
    ResultPlace,
    TypedWord,
    Wanted,
    corrected,
    is_known,
    match,
    typed_words,
)
from headwater.search.segment import Ints, ResultKind, Segment
from headwater.search.words import words

MAX_SUGGESTIONS = 5
# Two segments become one where the later has half as many things as the one before.
MERGED_SHARE = 2
# The segment of everything is made anew when the later ones have grown to this share of it.
LARGE_SHARE = 4
SMALL_THINGS = 20_000

Label = tuple[ResultKind, str, int]
"""ResultKind, name, and how many have it."""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What somebody looks for."""

    text: str
    filters: tuple[Filter, ...] = ()
    kind: ResultKind | None = None
    dropped: bool = False
    suffix: Ints | None = None


@dataclass(frozen=True, slots=True)
class FoundResults:
    matched: Matched
    words: tuple[TypedWord, ...]
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SearchIndex:
    """Immutable: readers keep the one that they took."""

    segments: tuple[Segment, ...]
    labels: tuple[Label, ...]
    label_segment: Segment
    largest: int
    """The highest number of a node that was read."""
    queries: tuple[Segment, ...]
    """Queries are never changed, so that later segments only add some."""
    position: int
    batch: int

    @property
    def size(self) -> int:
        """How many nodes can be found."""
        return sum(len(segment.nodes) for segment in self.segments)

    def with_segment(self, changed: Ints, segment: Segment) -> "SearchIndex":
        """With these nodes read anew: what is not in the segment is gone."""
        older = tuple(one.without(changed) for one in self.segments)
        largest = max(self.largest, int(segment.numbers.max()) if len(segment) else 0)
        segments = (*older, segment) if len(segment) else older
        return replace(self, segments=segments, largest=largest)

    def with_labels(self, labels: Sequence[Label]) -> "SearchIndex":
        """Labels sorted by kind."""
        return replace(self, labels=tuple(labels), label_segment=labels_segment(labels))

    def with_use(self, use: NDArray[np.uint8]) -> "SearchIndex":
        return replace(self, segments=tuple(segment.with_use(use) for segment in self.segments))

    def at(self, position: int, batch: int) -> "SearchIndex":
        return replace(self, position=position, batch=batch)

    @property
    def everything(self) -> tuple[Segment, ...]:
        return (*self.segments, *self.queries, self.label_segment)

    @property
    def last_query(self) -> int:
        """The highest number of a query that was read."""
        return int(self.queries[-1].numbers[-1]) if self.queries else 0

    @property
    def to_merge(self) -> int:
        """How many of the last segments of nodes should become one; 0 if none."""
        return to_merge(self.segments[1:])

    def merged(self, count: int, segment: Segment) -> "SearchIndex":
        """With one segment in place of the last `count`."""
        return replace(self, segments=(*self.segments[:-count], segment))

    @property
    def is_ragged(self) -> bool:
        """Whether everything should be read anew."""
        later = sum(len(segment) for segment in self.segments[1:])
        return later > max(SMALL_THINGS, len(self.segments[0]) // LARGE_SHARE if self.segments else 0)

    def search(self, query: SearchQuery, after: ResultPlace | None, limit: int) -> FoundResults:
        """The best results after a place. Slips are forgiven where what was typed finds nothing."""
        everywhere = self.everything
        typed = typed_words(query.text, everywhere)
        known = [is_known(word.text, everywhere) for word in typed]
        spelled = tuple(
            word if as_typed else corrected(word, everywhere)
            for word, as_typed in zip(typed, known, strict=True)
        )
        found = self._matched(query, spelled, after, limit)
        if any(known) and not any(found.totals.values()):
            spelled = tuple(
                corrected(word, everywhere) if as_typed else word
                for word, as_typed in zip(spelled, known, strict=True)
            )
            found = self._matched(query, spelled, after, limit)
        return FoundResults(found, spelled, self._suggestions(spelled))

    def _matched(
        self, query: SearchQuery, spelled: tuple[TypedWord, ...], after: ResultPlace | None, limit: int
    ) -> Matched:
        name = exact_word(words(query.text))
        wanted = Wanted(spelled, name, query.filters, query.kind, query.dropped, query.suffix)
        if not spelled:
            return Matched((), dict.fromkeys(ResultKind, 0), True)
        return match(self.everything, wanted, after, limit)

    def _suggestions(self, spelled: Sequence[TypedWord]) -> tuple[str, ...]:
        """What may have been meant: the query with other spellings, the nearest first."""
        depth = max((len(word.alike) for word in spelled), default=0)
        spellings = [word.alike or (word.text,) for word in spelled]
        found = dict.fromkeys(
            " ".join(some[min(at, len(some) - 1)] for some in spellings)
            for at in range(min(depth, MAX_SUGGESTIONS))
        )
        return tuple(found)


def to_merge(segments: Sequence[Segment]) -> int:
    """How many of the last of these should become one; 0 if none."""
    count = later = 0
    for segment in reversed(segments):
        if count and len(segment) > MERGED_SHARE * later:
            break
        later += len(segment)
        count += 1
    return count if count > 1 else 0
