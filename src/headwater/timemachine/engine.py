"""The one door of the engine: an alert, its evidence and the lineage in, a ranked explanation out."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from headwater.timemachine.actions import NOTHING_FOUND, action_for
from headwater.timemachine.baseline import rank_by_points
from headwater.timemachine.case import Case
from headwater.timemachine.consequences import (
    EXPLAINED,
    counterfactual_of,
    damage_of,
    explained_units,
    recovery_plan,
    silent_victims,
)
from headwater.timemachine.evidence import (
    LIMITS,
    Alert,
    ChangeJudge,
    EngineLimits,
    IncidentEvidence,
    no_judge,
)
from headwater.timemachine.explanation import (
    ConfidenceLabel,
    ExaminedCounts,
    Explanation,
    ModelName,
    OtherIncident,
    RankedCause,
    WhyLine,
)
from headwater.timemachine.lineage_view import LineageView
from headwater.timemachine.narrative import timeline, why_lines
from headwater.timemachine.proof_path import proof_path
from headwater.timemachine.ranking import SuspectRanking, prepared, rank
from headwater.timemachine.scoring import Terms
from headwater.timemachine.weights import default_weights


def explain(
    alert: Alert,
    evidence: IncidentEvidence,
    lineage: LineageView,
    *,
    judge: ChangeJudge = no_judge,
    model: ModelName = ModelName.DEFAULT,
    limits: EngineLimits = LIMITS,
) -> Explanation:
    """Which recorded change explains the alert. The order of the evidence does not matter."""
    case, terms = prepared(alert, evidence, lineage, judge, limits)
    given = _Given(evidence, lineage, model, limits)
    if model is ModelName.BASELINE:
        ranking, named, points = rank_by_points(case)
        lines = {number: (points[number].lines(), ()) for number in ranking.order}
        return _explanation(given, case, terms, ranking, named, lambda number: lines[number])
    weights = default_weights()
    ranking = rank(case, terms, weights)
    named = ranking.named(weights)
    return _explanation(
        given, case, terms, ranking, named, lambda number: why_lines(case, terms, weights, number)
    )


@dataclass(frozen=True, slots=True)
class _Given:
    evidence: IncidentEvidence
    lineage: LineageView
    model: ModelName
    limits: EngineLimits


def _explanation(
    given: _Given,
    case: Case,
    terms: Terms,
    ranking: SuspectRanking,
    named: int | None,
    lines: Callable[[int], tuple[tuple[WhyLine, ...], tuple[WhyLine, ...]]],
) -> Explanation:
    limits = given.limits
    explained = explained_units(case, terms, named) if named is not None else _around_alert(case)
    alerted = {case.units[unit].entity for unit in range(case.bad)}
    reads = given.evidence.reads
    victims = silent_victims(case, named, alerted, reads, limits) if named is not None else ()
    damage = damage_of(case, explained)
    shown = dict.fromkeys(
        [*([named] if named is not None else []), *ranking.order[: limits.alternatives + 1]]
    )
    ranked = {number: _ranked(case, terms, ranking, number, lines(number)) for number in shown}
    probability = ranking.none if named is None else ranking.probability[named]
    kinds = {entity: note.kind for entity, note in given.lineage.notes}
    scores = {number: 100 * value for number, value in ranking.probability.items()}
    return Explanation(
        alert=case.alert,
        model=given.model,
        cause=None if named is None else ranked[named],
        probability=probability,
        label=label_of(None if named is None else probability),
        none_probability=ranking.none,
        alternatives=tuple(one for number, one in ranked.items() if number != named)[: limits.alternatives],
        observations=tuple(case.units[unit].first for unit in explained),
        timeline=timeline(case, named, explained, scores, kinds, limits),
        damage=damage,
        silent=victims,
        counterfactual=counterfactual_of(case, explained if named is not None else ()),
        recovery=recovery_plan(case, explained, victims) if named is not None else (),
        action=NOTHING_FOUND if named is None else action_for(case.suspects[named], len(damage.failed_jobs)),
        others=_others(case, terms, ranking, set(explained), limits),
        looked_at=_looked_at(given, case, terms),
        missing=tuple(case.missing),
    )


def _looked_at(given: _Given, case: Case, terms: Terms) -> ExaminedCounts:
    return ExaminedCounts(
        nodes=len({entity for entity, _ in case.flow.places}),
        links=len(given.lineage.links),
        observations=len(given.evidence.observations),
        bad_observations=sum(len(unit.bad) for unit in case.units[: case.bad]),
        suspects=case.given,
        # Bad observations are suspected as well; counted are the changes.
        suspects_with_path=sum(
            bool(one) for place, one in enumerate(terms.possible) if place not in case.own
        ),
        judged=len(terms.proofs),
    )


def label_of(probability: float | None) -> ConfidenceLabel:
    if probability is None:
        return ConfidenceLabel.NONE
    if probability >= 0.8:
        return ConfidenceLabel.HIGH
    return ConfidenceLabel.MEDIUM if probability >= 0.5 else ConfidenceLabel.LOW


def _ranked(
    case: Case,
    terms: Terms,
    ranking: SuspectRanking,
    number: int,
    lines: tuple[tuple[WhyLine, ...], tuple[WhyLine, ...]],
) -> RankedCause:
    return RankedCause(
        suspect=case.suspects[number],
        probability=ranking.probability[number],
        score=float(ranking.scores[number]),
        why=lines[0],
        why_not=lines[1],
        path=proof_path(case, terms, number),
        explains=tuple(case.units[unit].first.id for unit in explained_units(case, terms, number)),
    )


def _around_alert(case: Case) -> list[int]:
    """Without a cause: the bad units on the way to the alert, first to last."""
    on_path = case.on_path()
    found = [unit for unit in range(case.bad) if on_path[unit]]
    return sorted(found, key=lambda unit: (case.units[unit].first.time, case.units[unit].first.id))


def _others(
    case: Case, terms: Terms, ranking: SuspectRanking, taken: set[int], limits: EngineLimits
) -> tuple[OtherIncident, ...]:
    """What is left is asked again: each time, the suspect that explains most of it takes its part away."""
    left = [unit for unit in range(case.bad) if unit not in taken]
    found: list[OtherIncident] = []
    while left and len(found) < limits.incidents:
        rest = terms.caused[left]
        if not rest.size or rest.max() < EXPLAINED:
            break
        # Of equals the earliest, which is further up.
        totals = np.where(rest >= EXPLAINED, rest, 0.0).sum(0)
        best = min(
            range(len(totals)), key=lambda one: (-totals[one], case.suspects[one].time, case.suspects[one].id)
        )
        share = float(totals[best] / np.count_nonzero(rest[:, best] >= EXPLAINED))
        units = [unit for unit in left if terms.caused[unit, best] >= EXPLAINED]
        ids = tuple(case.units[unit].first.id for unit in units)
        found.append(
            OtherIncident(case.suspects[best], min(share, ranking.probability.get(best, share)), ids)
        )
        left = [unit for unit in left if unit not in units]
    if left:
        ids = tuple(case.units[unit].first.id for unit in left)
        found.append(OtherIncident(None, 1.0, ids))
    return tuple(found)
