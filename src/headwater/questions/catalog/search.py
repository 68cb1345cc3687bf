"""Search: everything that has a name, by the words of its name, its labels and its texts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec
import numpy as np

from headwater.answers.search import SearchPage, SearchResult, SearchTotals, TextMatch, TextRange
from headwater.questions.catalog.visible_search import visible_results
from headwater.questions.parameters import Cursor, Namespace, OfTeam, Owner, Tag, Type
from headwater.questions.reading import Reading
from headwater.questions.registry import Parameter, question
from headwater.questions.teams.stored_teams import known_team
from headwater.search.draft import Filter
from headwater.search.highlights import MAX_SHOWN, Highlight, highlighted
from headwater.search.index import FoundResults, SearchIndex, SearchQuery
from headwater.search.matching import ResultPlace, TypedWord
from headwater.search.segment import ResultKind
from headwater.search.words import words
from headwater.store.queries import search_results
from headwater.store.queries.paging import MAX_LIMIT, Number, decode, encode
from headwater.store.queries.rows import Connection
from headwater.store.queries.search_results import QueryRow, ResultRow

DEFAULT_RESULTS = 20
MAX_QUERY = 500
# SQL texts and the like are read for so many results of a page, if words were not found in their names.
MAX_FURTHER = 100
MAX_MATCHES = 8

Text = Annotated[
    str,
    Parameter(
        "Words in any order, or their beginnings. Case, accents and single typing errors do not matter.",
        examples=("orders sales",),
        min_length=1,
        max_length=MAX_QUERY,
    ),
]
OfKind = Annotated[
    Literal["dataset", "job", "column", "owner", "tag", "query"] | None,
    Parameter("Filter by kind of result."),
]
Tier = Annotated[str | None, Parameter("Filter by tier. Case-insensitive.", examples=("1",))]
Dropped = Annotated[bool, Parameter("Find what was dropped as well. Default false.")]
ResultLimit = Annotated[
    int, Parameter(f"Maximum number of results. Default {DEFAULT_RESULTS}.", minimum=1, maximum=MAX_LIMIT)
]


class SearchCursor(NamedTuple):
    """The place of the last result, in the ranking of the same query."""

    level: Annotated[int, msgspec.Meta(ge=-255, le=-1)]
    rank: Annotated[int, msgspec.Meta(ge=-65535, le=0)]
    kind: Annotated[int, msgspec.Meta(ge=0, le=5)]
    number: Number


@question("/search", topic="search", lists=("items",))
def search(
    reading: Reading,
    q: Text,
    kind: OfKind = None,
    namespace: Namespace = None,
    owner: Owner = None,
    tier: Tier = None,
    tag: Tag = None,
    type: Type = None,
    dropped: Dropped = False,
    team: OfTeam = None,
    limit: ResultLimit = DEFAULT_RESULTS,
    cursor: Cursor = None,
) -> SearchPage:
    """Datasets, jobs, columns, owners, tags and queries by words of names, labels, descriptions and SQL.

    Owners, tags and queries belong to no team: with `team`, they are left out.
    """
    after = decode(cursor, SearchCursor)
    index = reading.search_index
    query = SearchQuery(
        q,
        tuple(_filters(namespace, owner, tier, tag, type)),
        ResultKind[kind.upper()] if kind else None,
        dropped,
        _ending(reading.connection, q),
    )
    place = ResultPlace(*after) if after else None
    of_team = known_team(reading.connection, team)
    if reading.sees_everything and of_team is None:
        found = index.search(query, place, limit + 1)
    else:
        found = visible_results(reading.connection, index, query, place, limit + 1, of_team)
    shown = found.matched.places[:limit]
    more = len(found.matched.places) > limit
    last = shown[-1] if more else None
    totals = found.matched.totals
    return SearchPage(
        items=tuple(_results(reading.connection, index, shown, found.words)),
        total=totals[query.kind] if query.kind is not None else sum(totals.values()),
        next_cursor=encode(last.level, last.rank, last.kind, last.number) if last else None,
        totals=_totals(found),
        suggestions=found.suggestions,
        complete=found.matched.complete,
    )


def _filters(
    namespace: str | None, owner: str | None, tier: str | None, tag: str | None, type: str | None
) -> Iterator[Filter]:
    given = {"namespace": namespace, "owner": owner, "tag": tag}
    # Stored in small letters, as their case does not matter.
    given |= {"tier": tier and tier.lower(), "type": type and type.lower()}
    return (Filter(what, value) for what, value in given.items() if value is not None)


def _ending(connection: Connection, text: str) -> np.ndarray[tuple[int], np.dtype[np.int32]] | None:
    """Nodes whose name ends in what was typed, where that looks like a part of a name."""
    name = text.strip()
    if len(name.split()) != 1 or len(words(name)) < 2:
        return None
    return np.array(search_results.ending(connection, name), np.int32)


def _totals(found: FoundResults) -> SearchTotals:
    count = found.matched.totals
    return SearchTotals(*(count[kind] for kind in ResultKind))


def _results(
    connection: Connection, index: SearchIndex, places: Sequence[ResultPlace], typed: Sequence[TypedWord]
) -> Iterator[SearchResult]:
    nodes = [place.number for place in places if place.kind < ResultKind.OWNER]
    rows = search_results.results(connection, nodes) if nodes else {}
    texts = {node: list(_row_texts(row)) for node, row in rows.items()}
    marks = _Marks(typed)
    lacking = [node for node, found in texts.items() if not marks.contain_all(found)][:MAX_FURTHER]
    further = search_results.further_texts(connection, lacking) if lacking else ()
    for one in further:
        texts[one.id].append((one.field, one.text))
    numbers = [place.number for place in places if place.kind == ResultKind.QUERY]
    queries = search_results.queries(connection, numbers) if numbers else {}
    for place in places:
        if place.kind == ResultKind.QUERY:
            yield from (_query(queries[at], marks) for at in [place.number] if at in queries)
        elif place.kind >= ResultKind.OWNER:
            yield _label(index, place, marks)
        # A node that a batch took away a moment ago is in the index still.
        elif place.number in rows:
            row = rows[place.number]
            yield _node(row, place, texts[row.id], marks)


def _row_texts(row: ResultRow) -> Iterator[tuple[str, str]]:
    if row.field:
        yield "field", row.field
    yield "name", row.name
    yield "namespace", row.namespace
    yield from (("owner", owner) for owner in row.owners)
    yield from (("tag", tag) for tag in row.tags)
    if row.description:
        yield "description", row.description


class _Marks:
    """Where the words of a query stand in texts; each text is looked at once, as many results share some."""

    def __init__(self, typed: Sequence[TypedWord]) -> None:
        self._typed = typed
        self._known: dict[str, Highlight | None] = {}

    def highlight(self, text: str) -> Highlight | None:
        if text not in self._known:
            self._known[text] = highlighted(text, self._typed)
        return self._known[text]

    def contain_all(self, texts: Iterable[tuple[str, str]]) -> bool:
        held: set[str] = set()
        for _, text in texts:
            found = self.highlight(text)
            held |= found.words if found else set()
        return all(word.text in held for word in self._typed)

    def matches(self, texts: Iterable[tuple[str, str]]) -> Iterator[TextMatch]:
        """Each text that holds a word; of texts of one field that hold the same words, the first."""
        shown: dict[str, set[frozenset[str]]] = defaultdict(set)
        for field, text in texts:
            found = self.highlight(text)
            if found and found.words not in shown[field]:
                shown[field].add(found.words)
                yield TextMatch(field, found.text, tuple(TextRange(*span) for span in found.spans))


def _node(
    row: ResultRow, place: ResultPlace, texts: Sequence[tuple[str, str]], marks: _Marks
) -> SearchResult:
    spelled = f"{row.namespace}/{row.name}" + (f"#{row.field}" if row.field else "")
    description = next((text for field, text in texts if field == "description"), None)
    return SearchResult(
        id=f"{row.kind}:{spelled}",
        kind=row.kind,
        namespace=row.namespace,
        name=row.name,
        field=row.field or None,
        type=row.type,
        tier=row.tier,
        owners=tuple(row.owners),
        description=description[:MAX_SHOWN] if description else None,
        dropped=not place.is_living,
        count=None,
        matches=tuple(marks.matches(texts))[:MAX_MATCHES],
    )


def _label(index: SearchIndex, place: ResultPlace, marks: _Marks) -> SearchResult:
    kind, name, count = index.labels[place.number]
    return _plain(kind, name, None, count, marks.matches([("name", name)]))


def _query(row: QueryRow, marks: _Marks) -> SearchResult:
    found = marks.matches([("sql", row.text)])
    return _plain(ResultKind.QUERY, row.key.hex, row.text[:MAX_SHOWN], row.runs, found)


def _plain(
    kind: ResultKind, name: str, description: str | None, count: int, matches: Iterable[TextMatch]
) -> SearchResult:
    """What has neither namespace nor labels."""
    word = kind.name.lower()
    return SearchResult(
        id=f"{word}:{name}",
        kind=word,
        namespace=None,
        name=name,
        field=None,
        type=None,
        tier=None,
        owners=(),
        description=description,
        dropped=False,
        count=count,
        matches=tuple(matches),
    )
