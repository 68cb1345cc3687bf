"""The fold: facts of one kind and key become one, with the first and the last event that stated it.

The merge commutes: any order and any repetition of facts folds to the same rows. So each task folds its
range of the log, and what several tasks found is folded again by the same rule.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from headwater.facts import kinds
from headwater.facts.fact import Fact
from headwater.facts.readers import read_event
from headwater.model.events import LogEntry
from headwater.model.ids import digest

# When an event happened, in microseconds since 1970, and its id in hex.
Stamp = tuple[int, str]
Identity = tuple[str, str]


@dataclass(slots=True)
class FoldedFact:
    """A fact as its latest event stated it, and the stamps of the first and the last event that did."""

    fact: Fact
    first: Stamp
    last: Stamp

    def add(self, fact: Fact, first: Stamp, last: Stamp) -> None:
        """What the latest event stated stands."""
        if _stands(fact, last, self.fact, self.last):
            self.fact, self.last = fact, last
        if first < self.first:
            self.first = first


def _stands(fact: Fact, last: Stamp, known: Fact, known_last: Stamp) -> bool:
    """By time; in one instant by rank, then by the event's id; in one event the first of equals stays.

    Publishing merges batches by the same order, in SQL.
    """
    if last[0] != known_last[0]:
        return last[0] > known_last[0]
    rank = kinds.KINDS[fact.kind].rank
    return (rank(fact), last[1]) > (rank(known), known_last[1])


def fold_events(entries: Iterable[LogEntry]) -> list[FoldedFact]:
    """All facts that these events state, folded, and one fact of kind `progress`: how far they go."""
    folded: dict[Identity, FoldedFact] = {}
    newest = count = 0
    for entry in entries:
        newest, count = max(newest, entry.position), count + 1
        stamp = (entry.at, entry.event_id)
        for fact in read_event(entry):
            known = folded.get(fact[:2])
            if known is None:
                folded[fact[:2]] = FoldedFact(fact, stamp, stamp)
            else:
                known.add(fact, stamp, stamp)
    return [*folded.values(), progress(newest, count)] if count else []


def fold_parts(parts: Iterable[FoldedFact]) -> list[FoldedFact]:
    """Facts that were folded apart, folded together."""
    folded: dict[Identity, FoldedFact] = {}
    for part in parts:
        known = folded.setdefault(part.fact[:2], part)
        if known is not part:
            known.add(part.fact, part.first, part.last)
    return list(folded.values())


def progress(position: int, events: int) -> FoldedFact:
    """How many events were read, and the position of the last."""
    # No event states it: the stamp only fills the columns that every folded fact has.
    stamp = (0, digest("progress"))
    return FoldedFact(kinds.progress(position, events), stamp, stamp)
