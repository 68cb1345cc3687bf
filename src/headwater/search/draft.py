"""From rows of names, labels and texts to a segment: words are numbered as they are met, each text once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from headwater.search.segment import Area, Pairs, ResultKind, Segment, build_segment, static_ranks
from headwater.search.words import all_indexed, words

MAX_NAME_WORDS = 64
MAX_TEXT_WORDS = 400
MAX_QUERY_WORDS = 60
MAX_TEXTS = 8
"""Of one thing: a job may have run any number of statements."""

# Before any letter, so that no word that is typed begins so.
FILTER, EXACT = "\x01", "\x02"


@dataclass(frozen=True, slots=True)
class Filter:
    """What a result can be filtered by, as one word of the index."""

    what: str
    value: str

    @property
    def word(self) -> str:
        return f"{FILTER}{self.what}{FILTER}{self.value}"


@dataclass(slots=True)
class NameRows:
    """Names of nodes, one list a column. `things` are the nodes that the names are found as: an alias has the
    number of the node that stands for it."""

    things: Sequence[int]
    nodes: Sequence[int]
    kinds: Sequence[int]
    namespaces: Sequence[str]
    names: Sequence[str]
    fields: Sequence[str]
    tiers: Sequence[int]
    dropped: Sequence[bool]


@dataclass(slots=True)
class SegmentDraft:
    """Collects pairs of words and things; `thing` is a place in the arrays of the segment."""

    words: dict[str, int] = field(default_factory=dict)
    pairs: dict[Area, list[Pairs]] = field(default_factory=dict)

    def add(
        self, area: Area, things: NDArray[np.int64], texts: Sequence[str], split: Callable[[str], list[str]]
    ) -> None:
        """Each text of the thing beside it, split into words."""
        if not len(things):
            return
        distinct: dict[str, int] = {}
        codes = np.fromiter(
            (distinct.setdefault(text, len(distinct)) for text in texts), np.int64, len(texts)
        )
        known = self.words
        found = [[known.setdefault(word, len(known)) for word in split(text)] for text in distinct]
        sizes = np.fromiter(map(len, found), np.int64, len(found))
        flat = np.fromiter((word for one in found for word in one), np.int64, int(sizes.sum()))
        starts = np.cumsum(sizes) - sizes
        repeated = sizes[codes]
        first = np.cumsum(repeated) - repeated
        at = np.arange(int(repeated.sum())) - np.repeat(first - starts[codes], repeated)
        self.pairs.setdefault(area, []).append((flat[at], np.repeat(things, repeated)))

    def joined(self) -> dict[Area, Pairs]:
        return {
            area: (np.concatenate([one for one, _ in parts]), np.concatenate([two for _, two in parts]))
            for area, parts in self.pairs.items()
        }


def nodes_segment(
    rows: NameRows,
    labels: Iterable[tuple[int, str, str]],
    texts: Iterable[tuple[int, str]],
) -> Segment:
    """Labels are (node, what it is, value), texts (node, text)."""
    node, thing = np.asarray(rows.nodes, np.int64), np.asarray(rows.things, np.int64)
    kind, own = np.asarray(rows.kinds, np.int64), np.asarray(rows.nodes) == np.asarray(rows.things)
    # Sorted by kind and number: this is where each thing lies in the arrays.
    chosen = np.flatnonzero(own)
    order = chosen[np.lexsort((node[chosen], kind[chosen]))]
    places = _Places(node[order])
    draft = SegmentDraft()
    size = _add_names(draft, rows, places.positions(thing), own)
    _add_labels(draft, places, labels)
    _add_texts(draft, places, texts)
    dropped = np.asarray(rows.dropped, np.bool_)[order]
    merit = static_ranks(kind[order], np.asarray(rows.tiers, np.int64)[order], size[order], dropped)
    kinds = tuple(np.searchsorted(kind[order], np.arange(len(ResultKind) + 1)).tolist())
    return build_segment(
        list(draft.words), draft.joined(), node[order].astype(np.int32), kinds, merit, dropped
    )


def labels_segment(labels: Sequence[tuple[ResultKind, str, int]]) -> Segment:
    """Owners and tags as results of their own, with how many have them, which counts as their use."""
    kind = np.fromiter((kind for kind, _, _ in labels), np.int64, len(labels))
    names = [name for _, name, _ in labels]
    things = np.arange(len(labels))
    draft = SegmentDraft()
    draft.add(Area.OWN, things, names, _name_words)
    draft.add(Area.OWN, things, names, _exact_word)
    size = np.fromiter((len(words(name)) for name in names), np.int64, len(names))
    use = np.minimum(np.fromiter((used.bit_length() for _, _, used in labels), np.int64, len(names)), 15)
    dropped = np.zeros(len(labels), np.bool_)
    kinds = tuple(np.searchsorted(kind, np.arange(len(ResultKind) + 1)).tolist())
    merit = static_ranks(kind, use, size, dropped)
    return build_segment(list(draft.words), draft.joined(), things.astype(np.int32), kinds, merit, dropped)


def queries_segment(queries: Sequence[tuple[int, str, int]]) -> Segment:
    """Queries by the words of their text: numbers, ascending, texts, and how often each was run."""
    things = np.arange(len(queries))
    draft = SegmentDraft()
    draft.add(Area.TEXT, things, [text for _, text, _ in queries], _query_words)
    kind = np.full(len(queries), int(ResultKind.QUERY), np.int64)
    runs = np.fromiter((used.bit_length() for _, _, used in queries), np.int64, len(queries))
    dropped = np.zeros(len(queries), np.bool_)
    numbers = np.fromiter((number for number, _, _ in queries), np.int32, len(queries))
    kinds = tuple(np.searchsorted(kind, np.arange(len(ResultKind) + 1)).tolist())
    merit = static_ranks(kind, np.minimum(runs, 15), np.zeros_like(kind), dropped)
    return build_segment(list(draft.words), draft.joined(), numbers, kinds, merit, dropped)


class _Places:
    """Where each node lies in the arrays; -1 for one that does not."""

    def __init__(self, nodes: NDArray[np.int64]) -> None:
        self._order = np.argsort(nodes)
        self._sorted = nodes[self._order]

    def positions(self, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
        if not len(self._sorted):
            return np.full(len(nodes), -1)
        at = np.minimum(np.searchsorted(self._sorted, nodes), len(self._sorted) - 1)
        return np.where(self._sorted[at] == nodes, self._order[at], -1)


def _add_names(
    draft: SegmentDraft, rows: NameRows, place: NDArray[np.int64], own: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Returns how many words the own name of each row has."""
    kind = np.asarray(rows.kinds, np.int64)
    parts = [_own_and_path(*one) for one in zip(rows.kinds, rows.names, rows.fields, strict=True)]
    last, before = [part for part, _ in parts], [path for _, path in parts]
    held = place >= 0
    column, named = kind == ResultKind.COLUMN, held & own
    _add_some(draft, Area.OWN, named, place, last, _name_words)
    _add_some(draft, Area.OWN, named, place, last, _exact_word)
    _add_some(draft, Area.OWN, named, place, rows.namespaces, _namespace_filter)
    # The whole of another name leads to the node as well, and says as much as the path.
    _add_some(draft, Area.PATH, held & ~own & ~column, place, last, _name_words)
    for texts in (before, rows.namespaces):
        _add_some(draft, Area.PATH, held & ~column, place, texts, _name_words)
    for texts in (rows.names, rows.namespaces):
        _add_some(draft, Area.PARENT, held & column, place, texts, _name_words)
    sizes = {text: len(words(text)) for text in set(last)}
    return np.fromiter((sizes[text] for text in last), np.int64, len(last))


def _add_some(
    draft: SegmentDraft,
    area: Area,
    chosen: NDArray[np.bool_],
    place: NDArray[np.int64],
    texts: Sequence[str],
    split: Callable[[str], list[str]],
) -> None:
    rows = np.flatnonzero(chosen)
    draft.add(area, place[rows], [texts[row] for row in rows.tolist()], split)


def _add_labels(draft: SegmentDraft, places: _Places, labels: Iterable[tuple[int, str, str]]) -> None:
    found = list(labels)
    place = places.positions(np.fromiter((node for node, _, _ in found), np.int64, len(found)))
    held = place >= 0
    values = [value for _, _, value in found]
    spoken = np.fromiter((what in SPOKEN for _, what, _ in found), np.bool_, len(found))
    _add_some(draft, Area.LABEL, held & spoken, place, values, _name_words)
    filters = [Filter(what, value).word for _, what, value in found]
    _add_some(draft, Area.OWN, held, place, filters, lambda word: [word])


# Which labels words are looked for in: `tier` and `type` are only filtered by.
SPOKEN = ("owner", "tag")


def _add_texts(draft: SegmentDraft, places: _Places, texts: Iterable[tuple[int, str]]) -> None:
    found = list(texts)
    place = places.positions(np.fromiter((node for node, _ in found), np.int64, len(found)))
    _add_some(draft, Area.TEXT, place >= 0, place, [text for _, text in found], _text_words)


def _own_and_path(kind: int, name: str, column: str) -> tuple[str, str]:
    """
    >>> _own_and_path(ResultKind.DATASET, "shop.sales.orders", "")
    ('orders', 'shop.sales')
    >>> _own_and_path(ResultKind.DATASET, "raw/orders.csv", "")
    ('orders.csv', 'raw')
    """
    if kind == ResultKind.COLUMN:
        return column, ""
    if kind == ResultKind.JOB:
        return name, ""
    path, _, last = name.rpartition("/" if "/" in name else ".")
    # Such as a folder, whose name ends with the separator.
    return (last, path) if last else (name, "")


def _name_words(text: str) -> list[str]:
    return all_indexed(text, MAX_NAME_WORDS)


def _text_words(text: str) -> list[str]:
    return all_indexed(text, MAX_TEXT_WORDS)


def _query_words(text: str) -> list[str]:
    return all_indexed(text, MAX_QUERY_WORDS)


def _exact_word(text: str) -> list[str]:
    return [exact_word(words(text)[:MAX_NAME_WORDS])]


def exact_word(parts: Sequence[str]) -> str:
    """The one word by which a whole own name is found."""
    return EXACT + " ".join(parts)[:200]


def _namespace_filter(text: str) -> list[str]:
    return [Filter("namespace", text).word]
