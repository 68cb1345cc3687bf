"""Words of names and texts: split at separators and camelCase, without case and accents."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

# Letters and digits: everything else, the underscore too, stands between words.
RUN = re.compile(r"[^\W_]+")
# Written without spaces between words, so a word may begin at any letter of a run.
UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]")
MAX_LETTERS = 64
MAX_SUFFIXES = 32


@dataclass(frozen=True, slots=True)
class WordPlace:
    """A word where it stands in a text, folded."""

    start: int
    end: int
    word: str


def folded(text: str) -> str:
    """Without case and accents.

    >>> folded("Größe"), folded("CAFÉ")
    ('grosse', 'cafe')
    """
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return unicodedata.normalize("NFC", bare.casefold())


def places(text: str) -> Iterator[WordPlace]:
    """The words of a text in their order, as people would type them.

    >>> [place.word for place in places("s3://raw/orderItems_v2")]
    ['s3', 'raw', 'order', 'items', 'v2']
    """
    plain = is_plain(text)
    for run in RUN.finditer(text):
        begin = run.start()
        if plain:
            yield WordPlace(begin, run.end(), run.group()[:MAX_LETTERS])
            continue
        for start, end in _cuts(run.group()):
            yield WordPlace(begin + start, begin + end, folded(run.group()[start:end])[:MAX_LETTERS])


def words(text: str) -> list[str]:
    if is_plain(text):
        return [run[:MAX_LETTERS] for run in RUN.findall(text)]
    return [place.word for place in places(text)]


def query_words(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Each word that was typed, whole, and its parts where it is camelCase; each once.

    >>> query_words("orderItems sales")
    [('orderitems', ('order', 'items')), ('sales', ('sales',))]
    """
    found = {}
    for run in RUN.findall(unicodedata.normalize("NFC", text)):
        found[folded(run)[:MAX_LETTERS]] = tuple(place.word for place in places(run))
    return [(whole, parts) for whole, parts in found.items() if whole]


@lru_cache(maxsize=65536)
def indexed_words(run: str) -> tuple[str, ...]:
    """What one run of letters can be found by: its parts, all of it, and, if unspaced, its ends.

    >>> indexed_words("orderItems"), indexed_words("订单")
    (('order', 'items', 'orderitems'), ('订单', '单'))
    """
    whole = folded(run)[:MAX_LETTERS]
    cuts = _cuts(run)
    parts = [folded(run[start:end])[:MAX_LETTERS] for start, end in cuts] if len(cuts) > 1 else []
    if not whole.isascii() and UNSPACED.search(whole):
        parts += [whole[start:] for start in range(min(len(whole), MAX_SUFFIXES))]
    return tuple(part for part in dict.fromkeys((*parts, whole)) if part)


def all_indexed(text: str, most: int) -> list[str]:
    """What a text can be found by: each word once, up to `most` of them."""
    if is_plain(text):
        return [run[:MAX_LETTERS] for run in dict.fromkeys(RUN.findall(text))][:most]
    found: dict[str, None] = {}
    for run in RUN.finditer(text):
        found.update(dict.fromkeys(indexed_words(run.group())))
        if len(found) >= most:
            break
    return list(found)[:most]


def is_plain(text: str) -> bool:
    """Most names: nothing to fold and no camelCase, so that the runs are the words."""
    return text.isascii() and text.lower() == text


def _cuts(run: str) -> list[tuple[int, int]]:
    """Where camelCase cuts a run: before a capital after a small letter, and before the last of several."""
    if run.islower() or run.isupper() or run.istitle():
        return [(0, len(run))]
    borders = [0]
    for place in range(1, len(run)):
        before, here, after = run[place - 1], run[place], run[place + 1 : place + 2]
        if here.isupper() and (before.islower() or (before.isupper() and after.islower())):
            borders.append(place)
    return list(zip(borders, [*borders[1:], len(run)], strict=True))
