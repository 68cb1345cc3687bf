"""The distinct words of a segment, sorted: by prefix, exactly, and with slips of the keyboard.

The first eight bytes of every word lie in an array of integers in the same order, so that hundreds of
spellings are looked up at once, however many words there are.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

HEAD = 8
# Shorter words have too many neighbours; of longer ones two letters may be wrong.
ONE_SLIP, TWO_SLIPS = 4, 8
# The part of a word in which a slip is tried at every place; one further back is found by comparing.
TRIED_LETTERS = 6
MAX_COMPARED = 5_000
MAX_ALIKE = 50
MAX_FURTHER_LETTERS = 50
# Letters that a word of the index may have beyond the one that was meant, and how many such words are taken.
ENDING_LETTERS, MAX_ENDINGS = 2, 20
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"

Range = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Dictionary:
    words: pa.StringArray
    heads: NDArray[np.uint64]
    sizes: NDArray[np.int32]
    """Bytes of each word."""
    letters: str
    """Which letters a slip may have been meant for."""

    @classmethod
    def from_words(cls, words: pa.StringArray) -> "Dictionary":
        """From words in the order of their bytes."""
        offsets = np.frombuffer(words.buffers()[1], np.int32, len(words) + 1, words.offset * 4)
        data = words.buffers()[2]
        content = np.frombuffer(data, np.uint8) if data is not None else np.zeros(0, np.uint8)
        sizes = np.diff(offsets).astype(np.int32)
        heads = np.zeros(len(words), np.uint64)
        for place in range(HEAD):
            long = np.flatnonzero(sizes > place)
            letters = content[offsets[:-1][long] + place].astype(np.uint64)
            heads[long] |= letters << np.uint64(8 * (HEAD - 1 - place))
        return cls(words, heads, sizes, LETTERS + _further_letters(content))

    def __len__(self) -> int:
        return len(self.words)

    def word(self, place: int) -> str:
        text: str = self.words[place].as_py()
        return text

    def prefixed(self, prefix: str) -> Range:
        """The words that begin so: from the first up to, but not with, the second number."""
        content = prefix.encode()
        low, high = np.searchsorted(self.heads, np.array(_bounds(content), np.uint64))
        if len(content) <= HEAD:
            return int(low), int(high)
        within = range(int(low), int(high))
        first = bisect_left(within, prefix, key=self.word)
        last = bisect_left(within, True, lo=first, key=lambda at: not self.word(at).startswith(prefix))
        return within.start + first, within.start + last

    def exact(self, word: str) -> int | None:
        low, high = self.prefixed(word)
        # The shortest of the words that begin so comes first.
        return low if low < high and self.sizes[low] == len(word.encode()) else None

    def endings(self, word: str) -> list[str]:
        """Words that begin so and have at most two letters more, as a plural has."""
        low, high = self.prefixed(word)
        sizes = self.sizes[low:high]
        size = len(word.encode())
        longer = low + np.flatnonzero((sizes > size) & (sizes <= size + ENDING_LETTERS))
        return [self.word(int(at)) for at in longer[:MAX_ENDINGS]]

    def alike(self, word: str) -> list[int]:
        """Words that differ by a slip: the nearest whole words, or else those that begin nearly so."""
        if len(word) < ONE_SLIP:
            return []
        slips = 2 if len(word) >= TWO_SLIPS else 1
        near = self._near(word)
        whole = near[np.abs(self.sizes[near] - len(word.encode())) <= slips * _width(word)]
        found = self._nearest(word, whole[:MAX_COMPARED], slips, None)
        return found or self._nearest(word, near[:MAX_COMPARED], 1, len(word))

    def _near(self, word: str) -> NDArray[np.int64]:
        """Every word whose beginning is at most one slip from the word's beginning."""
        bounds = np.array([_bounds(variant) for variant in _variants(word, self.letters)], np.uint64)
        low, high = np.searchsorted(self.heads, bounds[:, 0]), np.searchsorted(self.heads, bounds[:, 1])
        chosen = np.flatnonzero(high > low)
        # Each range is cut, so that one common beginning leaves room for the others.
        parts = [np.arange(low[at], min(high[at], low[at] + MAX_COMPARED)) for at in chosen]
        return np.unique(np.concatenate(parts)) if parts else np.zeros(0, np.int64)

    def _nearest(self, word: str, near: NDArray[np.int64], slips: int, cut: int | None) -> list[int]:
        spelled = self.words.take(pa.array(near)).to_pylist()
        scored = sorted(
            (distance, int(at))
            for text, at in zip(spelled, near, strict=True)
            if (distance := _distance(word, text, slips, cut)) <= slips
        )
        return [at for _distance, at in scored[:MAX_ALIKE]]


def _distance(word: str, text: str, slips: int, cut: int | None) -> int:
    """Slips between the word and another; with `cut`, and its beginning of about that length."""
    if cut is None:
        return OSA.distance(word, text, score_cutoff=slips)
    return min(OSA.distance(word, text[:size], score_cutoff=slips) for size in (cut, cut + 1))


def _bounds(prefix: bytes) -> tuple[int, int]:
    """The first head that begins so, and the first after those that do."""
    short = prefix[:HEAD]
    low = int.from_bytes(short.ljust(HEAD, b"\0"), "big")
    return low, min(low + (1 << (8 * (HEAD - len(short)))), 2**64 - 1)


def _variants(word: str, letters: str) -> Iterator[bytes]:
    """The beginning of a word with one slip: as it is, or a letter less, more, other or swapped."""
    begin = word[:TRIED_LETTERS]
    tried = {begin}
    for place in range(len(begin) + 1):
        before, after = begin[:place], begin[place:]
        tried |= {before + letter + after for letter in letters}
        if after:
            tried |= {before + letter + after[1:] for letter in letters} | {before + after[1:]}
        if len(after) > 1:
            tried.add(before + after[1] + after[0] + after[2:])
    return (text.encode() for text in tried if text)


def _further_letters(content: NDArray[np.uint8]) -> str:
    """The most frequent letters of the words beyond ASCII."""
    others = content[content >= 0x80].tobytes().decode(errors="ignore")
    codes, counts = np.unique(np.frombuffer(others.encode("utf-32-le"), np.uint32), return_counts=True)
    return "".join(map(chr, codes[np.argsort(-counts, kind="stable")][:MAX_FURTHER_LETTERS].tolist()))


def _width(word: str) -> int:
    return 1 if word.isascii() else 4
