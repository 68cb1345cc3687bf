"""The fold: facts of one kind and key become one, with the first and the last event that stated it.

The merge commutes: any order and any repetition of facts folds to the same rows. So a task folds its
stretch of the log, and what several tasks found is folded again by the same rule.
"""

from collections.abc import Iterable
from typing import NamedTuple

from headwater.facts import kinds
from headwater.facts.extract import facts_of
from headwater.facts.fact import Fact
from headwater.model.ids import digest

# When an event happened, in microseconds since 1970, and its id in hex.
Stamp = tuple[int, str]
Identity = tuple[str, str]


class LogEntry(NamedTuple):
    """An event as it is read from the log: its time in microseconds, its id in hex."""

    position: int
    event_id: str
    at: int
    body: str


class FoldedFact(NamedTuple):
    """A fact as its latest event stated it, and the stamps of the first and the last event that did."""

    fact: Fact
    first: Stamp
    last: Stamp


def fold_events(entries: Iterable[LogEntry]) -> list[FoldedFact]:
    """All facts that these events state, folded, and one fact of kind `progress`: how far they go."""
    folded: dict[Identity, FoldedFact] = {}
    newest = count = 0
    for position, event_id, at, body in entries:
        newest, count = max(newest, position), count + 1
        stamp = (at, event_id)
        for fact in facts_of(position, event_id, at, body):
            identity = fact[:2]
            known = folded.get(identity)
            folded[identity] = (
                FoldedFact(fact, stamp, stamp) if known is None else combine(known, fact, stamp)
            )
    return [*folded.values(), progress(newest, count)] if count else []


def combine(known: FoldedFact, fact: Fact, stamp: Stamp) -> FoldedFact:
    """The latest event's statement stands; of two in one event the greater value: order does not matter."""
    latest, first, last = known
    if (stamp, fact.value or "") > (last, latest.value or ""):
        latest = fact
    return FoldedFact(latest, min(first, stamp), max(last, stamp))


def progress(position: int, events: int) -> FoldedFact:
    """How many events were read, and the position of the last."""
    stamp = (0, digest("progress"))
    return FoldedFact(kinds.progress(position, events), stamp, stamp)
