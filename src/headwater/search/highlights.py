"""Where in a text the words of a query are, to be shown beside a result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from headwater.search.matching import TypedWord
from headwater.search.words import RUN, UNSPACED, WordPlace, folded, is_plain, places

MAX_RANGES = 20
MAX_SHOWN = 200
# How much of a long text is shown before the first word that fits.
BEFORE = 40
# Beyond this nothing is looked for: a word so far back was indexed only by chance.
MAX_LOOKED_AT = 20_000

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A text, or the part of it that matters, and where in it words fit."""

    text: str
    spans: tuple[Span, ...]
    words: frozenset[str]
    """Which of the typed words were found."""


def highlighted(text: str, words: Sequence[TypedWord]) -> Highlight | None:
    """
    >>> highlighted("shopflow.sales.orders", (TypedWord("ord"), TypedWord("sales"))).spans
    ((9, 14), (15, 18))
    """
    looked = text[:MAX_LOOKED_AT]
    found: dict[Span, str] = {}
    # Without camelCase the runs are the words, and need not be looked at twice.
    runs = () if is_plain(looked) else _whole_runs(looked)
    for place in (*places(looked), *runs):
        for word in words:
            span = _span(place, word)
            if span is not None:
                found.setdefault(span, word.text)
    if not found:
        return None
    spans = _joined(sorted(found))[:MAX_RANGES]
    return _cut(text, spans, frozenset(found.values()))


def _span(place: WordPlace, word: TypedWord) -> Span | None:
    if place.word in word.alike:
        return place.start, place.end
    unspaced = not word.text.isascii() and UNSPACED.search(word.text)
    at = place.word.find(word.text) if unspaced else 0
    if at < 0 or not place.word.startswith(word.text, at):
        return None
    # Folding may change the number of letters: then all of the word is marked.
    if len(place.word) != place.end - place.start:
        return place.start, place.end
    return place.start + at, place.start + at + len(word.text)


def _whole_runs(text: str) -> Iterable[WordPlace]:
    """camelCase is found by the whole as well."""
    return (WordPlace(run.start(), run.end(), folded(run.group())) for run in RUN.finditer(text))


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Without overlaps."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _cut(text: str, spans: Sequence[Span], words: frozenset[str]) -> Highlight:
    if len(text) <= MAX_SHOWN:
        return Highlight(text, tuple(spans), words)
    begin = max(0, min(spans[0][0] - BEFORE, len(text) - MAX_SHOWN))
    end = begin + MAX_SHOWN
    shown = tuple((start - begin, min(stop, end) - begin) for start, stop in spans if start < end)
    return Highlight(text[begin:end], shown, words)
