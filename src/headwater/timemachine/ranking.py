"""From terms to probabilities: the weighted sum of each suspect, set against "nothing recorded did it"."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from headwater.model.ids import JobId
from headwater.timemachine.case import CLOCKS, Case, build_case
from headwater.timemachine.evidence import Alert, ChangeJudge, EngineLimits, Entity, IncidentEvidence
from headwater.timemachine.expectations import prior_name
from headwater.timemachine.lineage_view import LineageView
from headwater.timemachine.scoring import TERMS, Terms, score_terms
from headwater.timemachine.weights import Weights

Array = NDArray[np.float64]
LIKELIEST = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class SuspectRanking:
    order: list[int]
    """Suspects that are possible, likeliest first; of those that are one cause, the first only."""
    scores: Array
    raw: dict[int, float]
    """The probability of each before calibration."""
    probability: dict[int, float]
    none: float

    def named(self, weights: Weights) -> int | None:
        if not self.order:
            return None
        first = self.order[0]
        return first if is_named(self.probability[first], self.none, weights.none_up_to) else None


def is_named(probability: float, none: float, none_up_to: float) -> bool:
    """A cause is named where it is as likely as all else together, and that nobody recorded it is unlikely.

    Which of two recorded changes it was is a smaller doubt than whether it was any: alternatives are listed.
    """
    return probability >= LIKELIEST and none <= none_up_to


def prepared(
    alert: Alert, evidence: IncidentEvidence, lineage: LineageView, judge: ChangeJudge, limits: EngineLimits
) -> tuple[Case, Terms]:
    case = build_case(alert, evidence, lineage, limits)
    return case, score_terms(case, judge, limits)


def rank(case: Case, terms: Terms, weights: Weights) -> SuspectRanking:
    scores = terms.values @ np.array([weights.terms[name] for name in TERMS])
    for number, one in enumerate(case.suspects):
        scores[number] += weights.prior(prior_name(one))
    scores[:-1][~terms.possible] = -np.inf
    share = np.exp(scores - scores.max())
    share /= share.sum()
    groups: dict[int, list[int]] = defaultdict(list)
    same = same_causes(case)
    for number in np.flatnonzero(terms.possible).tolist():
        groups[same[number]].append(number)
    raw = {}
    for members in groups.values():
        first = max(members, key=lambda number: (scores[number], case.suspects[number].id))
        raw[first] = float(share[members].sum())
    order = sorted(raw, key=lambda number: (-raw[number], -scores[number], case.suspects[number].id))
    probabilities, none = calibrated([raw[number] for number in order], weights)
    return SuspectRanking(order, scores, raw, dict(zip(order, probabilities, strict=True)), none)


def same_causes(case: Case) -> list[int]:
    """By suspect: the first of those that are one cause with it.

    Bad observations of one entity are one cause; so are changes of one job that came together, as another
    text and what it ceased to read.
    """
    first: dict[object, int] = {}
    found = list(range(len(case.suspects)))
    begun: dict[Entity, datetime] = {}
    for number in sorted(found, key=lambda one: (case.suspects[one].time, case.suspects[one].id)):
        one = case.suspects[number]
        if number in case.own:
            found[number] = first.setdefault(("seen", one.entity), number)
        elif isinstance(one.entity, JobId):
            if one.entity not in begun or one.time - begun[one.entity] > CLOCKS:
                begun[one.entity] = one.time
            found[number] = first.setdefault(("changed", one.entity, begun[one.entity]), number)
    return found


def calibrated(raw: Sequence[float], weights: Weights) -> tuple[list[float], float]:
    """The curve is fitted on all suspects; what they leave of 1 is that nothing recorded was it."""
    found = [weights.calibrated(value) for value in raw]
    total = max(sum(found), 1.0)
    return [value / total for value in found], max(0.0, 1.0 - sum(found) / total)
