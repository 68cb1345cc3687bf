"""Which removed column lives on under which added name: pairs one to one, each with its evidence.

Every piece of evidence is a weight in log-odds, and a pair's probability is the logistic of their sum, so
that the weights listed are the whole computation. `PRIOR` is what a pair is worth before anything is known
of it: about one in four, as a column that goes while another comes is more often two changes than one. The
weights were set by hand so that the cases under tests/cases/renames fall on their side of `THRESHOLD`.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from rapidfuzz import fuzz, process
from scipy.optimize import linear_sum_assignment

from headwater.simulator.changes import Field, RenameEvidence
from headwater.simulator.name_similarity import similarity
from headwater.simulator.type_changes import Harm, type_change

PRIOR = -1.0
THRESHOLD = 0.5
"""From here on a pair counts as a rename; below it stays a removed and an added column."""
WORTH_NAMING = 0.3
"""From here on a pair that does not count is still named as a candidate."""

# Judging a pair takes some 50 µs: beyond so many, only the likeliest are judged.
ALL_PAIRS, SHORTLIST = 20_000, 20

NAME_PER_SIMILARITY, NEUTRAL_SIMILARITY, WORST_NAME = 8.0, 0.55, -3.0
# No difference between widening and narrowing: the pair must be the same seen from either side.
TYPE_WEIGHTS = {
    Harm.NONE: 1.0,
    Harm.WIDER: 0.4,
    Harm.WIDER_BUT_DIFFERENT: 0.0,
    Harm.UNCLEAR: 0.0,
    Harm.NARROWER: 0.4,
    Harm.OTHER: -2.0,
}
SAME_PLACE, HALF_SAME_PLACE, OTHER_PLACE = 0.8, 0.3, -0.4
DESCRIPTION_PER_SIMILARITY, NEUTRAL_DESCRIPTION, WORST_DESCRIPTION = 6.0, 0.5, -1.0
KNOWN_IN_LINEAGE = 2.5


@dataclass(frozen=True, slots=True)
class Candidate:
    """A column that goes or comes, and the columns that stay right before and after it."""

    field: Field
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Rename:
    old: Field
    new: Field
    probability: float
    evidence: tuple[RenameEvidence, ...]


@dataclass(frozen=True, slots=True)
class Matches:
    renames: tuple[Rename, ...]
    near_misses: tuple[Rename, ...]
    """For a removed column that stays removed, the best pair that was worth telling."""


def match(removed: Sequence[Candidate], added: Sequence[Candidate]) -> Matches:
    """The pairing with the highest total of probabilities among pairs that count."""
    if not removed or not added:
        return Matches((), ())
    # In the order of names, so that ties fall the same way however the columns were listed.
    olds = sorted(removed, key=lambda candidate: candidate.field.name)
    news = sorted(added, key=lambda candidate: candidate.field.name)
    table = {(row, column): judge(olds[row], news[column]) for row, column in _worth_judging(olds, news)}
    counts = np.zeros((len(olds), len(news)))
    for place, pair in table.items():
        counts[place] = pair.probability if pair.probability >= THRESHOLD else 0.0
    # Greedy pairing would give a good partner to the first and none to the second.
    rows, columns = linear_sum_assignment(counts, maximize=True)
    renames = [
        table[int(row), int(column)] for row, column in zip(rows, columns, strict=True) if counts[row, column]
    ]
    return Matches(tuple(renames), tuple(_near_misses(table.values(), renames)))


def _worth_judging(olds: Sequence[Candidate], news: Sequence[Candidate]) -> Iterator[tuple[int, int]]:
    """All pairs; of very wide tables, for each column the likeliest by a quick look and by lineage."""
    if len(olds) * len(news) <= ALL_PAIRS:
        yield from product(range(len(olds)), range(len(news)))
        return
    names = [[candidate.field.name.lower() for candidate in side] for side in (olds, news)]
    scores = process.cdist(*names, scorer=fuzz.token_set_ratio, processor=_spaced, dtype=np.float32)
    for row, old in enumerate(olds):
        likely = np.argsort(-scores[row], kind="stable")[:SHORTLIST].tolist()
        known = [column for column, name in enumerate(names[1]) if name in old.field.relatives]
        yield from ((row, column) for column in {*likely, *known})


def _spaced(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")


def _near_misses(pairs: Iterable[Rename], renames: Sequence[Rename]) -> Iterator[Rename]:
    gone = {rename.old.name for rename in renames}
    taken = {rename.new.name for rename in renames}
    best: dict[str, Rename] = {}
    for pair in sorted(pairs, key=lambda pair: pair.probability):
        if pair.old.name not in gone and pair.new.name not in taken:
            best[pair.old.name] = pair
    return (pair for pair in best.values() if pair.probability >= WORTH_NAMING)


def judge(old: Candidate, new: Candidate) -> Rename:
    """One pair, with everything that speaks for it and against it."""
    pieces = (_name(old, new), _type(old, new), _place(old, new), _description(old, new), _lineage(old, new))
    evidence = tuple(piece for piece in pieces if piece)
    odds = PRIOR + sum(piece.weight for piece in evidence)
    return Rename(old.field, new.field, round(1 / (1 + math.exp(-odds)), 3), evidence)


def _evidence(what: str, weight: float, says: str) -> RenameEvidence:
    return RenameEvidence(what, round(weight, 2), says)


def _name(old: Candidate, new: Candidate) -> RenameEvidence:
    alike = similarity(*sorted((old.field.name, new.field.name)))
    weight = max(WORST_NAME, NAME_PER_SIMILARITY * (alike - NEUTRAL_SIMILARITY))
    return _evidence("name", weight, f"the names are {alike:.0%} alike")


def _type(old: Candidate, new: Candidate) -> RenameEvidence | None:
    before, after = old.field.type, new.field.type
    if not before or not after:
        return None
    # From either side the same: the worse of the two directions.
    harm = max(type_change(before, after).harm, type_change(after, before).harm)
    weight = TYPE_WEIGHTS[harm]
    says = f"both are {before}" if harm is Harm.NONE else f"the type goes from {before} to {after}"
    return _evidence("type", weight, says)


def _place(old: Candidate, new: Candidate) -> RenameEvidence | None:
    """Neighbours that stay are what a place is: counting from the front breaks with the first new column."""
    around, around_there = (old.before, old.after), (new.before, new.after)
    if around == around_there == (None, None):
        return None
    same = sum(one == other for one, other in zip(around, around_there, strict=True))
    weight, says = {
        2: (SAME_PLACE, "it stands at the same place between the columns that stay"),
        1: (HALF_SAME_PLACE, "it has one of its neighbours still beside it"),
        0: (OTHER_PLACE, "it stands between other columns"),
    }[same]
    return _evidence("position", weight, says)


def _description(old: Candidate, new: Candidate) -> RenameEvidence | None:
    before, after = (field.description or "" for field in (old.field, new.field))
    if not before.strip() or not after.strip():
        return None
    alike = fuzz.token_sort_ratio(before.lower(), after.lower()) / 100
    weight = max(WORST_DESCRIPTION, DESCRIPTION_PER_SIMILARITY * (alike - NEUTRAL_DESCRIPTION))
    return _evidence("description", weight, f"the descriptions are {alike:.0%} alike")


def _lineage(old: Candidate, new: Candidate) -> RenameEvidence | None:
    known = new.field.name.lower() in old.field.relatives or old.field.name.lower() in new.field.relatives
    if not known:
        return None
    says = f"right beside it in the lineage the same data is called `{new.field.name}`"
    return _evidence("lineage", KNOWN_IN_LINEAGE, says)
