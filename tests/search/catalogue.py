"""A random catalogue whose words are known by how it was made, and a slow search over it to compare with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from headwater.search.draft import NameRows, labels_segment, nodes_segment
from headwater.search.index import SearchIndex
from headwater.search.segment import ResultKind, Segment

WORDS = (
    "order",
    "orders",
    "ordinal",
    "sales",
    "salesforce",
    "amount",
    "usd",
    "customer",
    "custom",
    "id",
    "größe",
)
JOINS: tuple[Callable[[Sequence[str]], str], ...] = (
    "_".join,
    "-".join,
    " ".join,
    lambda words: words[0] + "".join(map(str.capitalize, words[1:])),
    lambda words: "_".join(words).upper(),
)


@dataclass(frozen=True)
class Thing:
    """A node by its words; `own` and `path` are words of its name, `text` those of its description."""

    kind: ResultKind
    own: tuple[str, ...]
    path: tuple[str, ...]
    text: tuple[str, ...] = ()
    join: int = 0
    dropped: bool = False

    @property
    def own_name(self) -> str:
        return JOINS[self.join](self.own)

    @property
    def dataset_name(self) -> str:
        before = "".join(f"{word}." for word in self.path)
        return (
            "shop.home"
            if self.kind is ResultKind.JOB
            else before + ("" if self.kind is ResultKind.COLUMN else self.own_name)
        )


things = st.lists(
    st.builds(
        Thing,
        kind=st.sampled_from([ResultKind.DATASET, ResultKind.COLUMN]),
        own=st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(tuple),
        path=st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(tuple),
        text=st.lists(st.sampled_from(WORDS), max_size=3).map(tuple),
        join=st.integers(0, len(JOINS) - 1),
        dropped=st.booleans(),
    ),
    min_size=1,
    max_size=12,
)


@dataclass
class Catalogue:
    things: list[Thing]
    first: int = 1
    tiers: dict[int, int] = field(default_factory=dict)

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + len(self.things))

    def segment(self) -> Segment:
        rows = NameRows(
            things=list(self.numbers),
            nodes=list(self.numbers),
            kinds=[thing.kind for thing in self.things],
            namespaces=["warehouse"] * len(self.things),
            names=[thing.dataset_name for thing in self.things],
            fields=[thing.own_name if thing.kind is ResultKind.COLUMN else "" for thing in self.things],
            tiers=[self.tiers.get(number, 0) for number in self.numbers],
            dropped=[thing.dropped for thing in self.things],
        )
        texts = [
            (number, " ".join(thing.text)) for number, thing in zip(self.numbers, self.things, strict=True)
        ]
        return nodes_segment(rows, [], texts)

    def fitting(self, typed: Sequence[str], fits: Callable[[str, str], bool]) -> set[int]:
        """The slow way: word by word, thing by thing."""
        return {
            number
            for number, thing in zip(self.numbers, self.things, strict=True)
            if not thing.dropped and _fits(thing, typed, fits)
        }


def _fits(thing: Thing, typed: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    mine = {*thing.own, *thing.text, *_whole(thing)}
    around = {*thing.path, "warehouse"}
    if thing.kind is ResultKind.COLUMN and not any(_any(word, mine, fits) for word in typed):
        return False
    return all(_any(word, mine | around, fits) for word in typed)


def _whole(thing: Thing) -> Iterable[str]:
    """camelCase is found by all of it as well."""
    return ["".join(thing.own)] if thing.join == 3 and len(thing.own) > 1 else []


def _any(word: str, known: Iterable[str], fits: Callable[[str, str], bool]) -> bool:
    return any(fits(word, plain(one)) for one in known)


def plain(word: str) -> str:
    """Without accents, as far as `WORDS` have any."""
    return word.replace("ö", "o").replace("ß", "ss")


def index_of(*segments: Segment) -> SearchIndex:
    return SearchIndex(segments, (), labels_segment([]), 1000, (), 0, 0)
