"""Search in a part of everything: what a caller that is bound to teams may see, or what one team has.

The index holds everybody's names. So neither its counts nor its suggestions nor its labels go out, and the
ranking goes on from result to result that may be seen.
"""

from dataclasses import replace

from headwater.search.index import FoundResults, SearchIndex, SearchQuery
from headwater.search.matching import Matched, ResultPlace
from headwater.search.segment import ResultKind
from headwater.store.queries import search_results
from headwater.store.queries.rows import Connection

# Beyond so many of the best an answer is not complete, and says so.
MOST_LOOKED_AT = 5000


def visible_results(
    connection: Connection,
    index: SearchIndex,
    query: SearchQuery,
    after: ResultPlace | None,
    limit: int,
    team: str | None = None,
) -> FoundResults:
    """With `team`, what belongs to it alone: datasets, their columns, and jobs."""
    found = index.search(query, None, MOST_LOOKED_AT)
    places = found.matched.places
    seen = search_results.seen(connection, _numbers(places, ResultKind.OWNER, below=True), team)
    texts = (
        search_results.seen_queries(connection, _numbers(places, ResultKind.QUERY)) if team is None else set()
    )
    shown = [
        place
        for place in places
        if (place.number in texts if place.kind == ResultKind.QUERY else place.number in seen)
        and place.kind not in (ResultKind.OWNER, ResultKind.TAG)
    ]
    totals = {kind: sum(place.kind == kind for place in shown) for kind in ResultKind}
    later = [place for place in shown if after is None or _order(place) > _order(after)]
    complete = found.matched.complete and len(places) < MOST_LOOKED_AT
    matched = Matched(tuple(later[:limit]), totals, complete)
    return replace(found, matched=matched, suggestions=())


def _numbers(places: tuple[ResultPlace, ...], kind: ResultKind, below: bool = False) -> list[int]:
    return [place.number for place in places if (place.kind < kind if below else place.kind == kind)]


def _order(place: ResultPlace) -> tuple[int, int, int, int]:
    return place.level, place.rank, place.kind, place.number
