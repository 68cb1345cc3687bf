"""Why a simulation is not complete, and what to do about it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from headwater.documents.words import count
from headwater.questions.simulation.gathering import MOST_TEXTS
from headwater.sql.references import REFERENCES
from headwater.store import query_index
from headwater.store.analytics import QUERY_INDEX, is_behind
from headwater.store.queries import pipeline
from headwater.store.queries.analytics import computed
from headwater.store.queries.rows import Connection

AGAIN = "ask again in a few seconds"
ADVICE = {
    "not_bound": "read them: they name a table of this name",
    "fails_before": "they fail without the change already: see whether they are still in use",
    "unknown_schema": "send schemas of the tables that they read",
    "over_budget": "read them",
}


def index_position(connection: Connection) -> int | None:
    found = computed(connection, QUERY_INDEX)
    return found.position if found else None


def index_gaps(connection: Connection, indexed: int | None) -> Iterator[str]:
    """Texts that were published and are not yet known by what they reference."""
    if not is_behind(connection, QUERY_INDEX):
        return
    waiting = query_index.unread(connection, REFERENCES)
    if not waiting:
        return
    published = pipeline.published(connection).position
    if indexed is None:
        yield f"the index of queries is not built yet, {waiting} still to be read: {AGAIN}"
    else:
        yield (
            f"the index of queries has reached position {indexed} of {published}, "
            f"{waiting} still to be read: {AGAIN}"
        )


STILL_PROVED = "still being proved"


def still_proved(texts: int, engines: Iterable[str] = ()) -> str:
    by = f" by {' and '.join(engines)}" if engines else ""
    are = "is" if texts == 1 else "are"
    return f"{count(texts, 'text')} {are} {STILL_PROVED}{by}: ask for this simulation again"


def unanalysed(reason: str, texts: int) -> str:
    advice = ADVICE.get(reason, "read them before anything is changed")
    return f"{count(texts, 'text')} could not be analysed ({reason.replace('_', ' ')}): {advice}"


@dataclass(frozen=True, slots=True)
class Gaps:
    """What was not looked at, beside texts that could not be analysed."""

    silent_jobs: int
    hops: int
    truncated: bool
    cut: bool
    waiting: int = 0
    engines: tuple[str, ...] = ()
    """Those that texts wait for: one had no time, no connection, or runs in the worker."""

    def in_words(self, reasons: Mapping[str, int]) -> Iterator[str]:
        """`reasons` tell how many texts could not be analysed."""
        for reason, texts in reasons.items():
            if reason != "over_budget" or texts > self.cut:
                number = texts - self.cut * (reason == "over_budget")
                yield unanalysed(reason, number)
        if self.waiting:
            yield still_proved(self.waiting, self.engines)
        if self.silent_jobs:
            yield f"{count(self.silent_jobs, 'job')} downstream sent no SQL: send the facet `sql`"
        if self.truncated:
            yield f"there are readers beyond hop {self.hops}: ask with more `hops`"
        if self.cut:
            yield f"more than {MOST_TEXTS} texts touch it: the others were not judged"
