"""How good the engine is: its answers to labelled incidents, and what they come to, by model and kind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from headwater.timemachine.engine import explain
from headwater.timemachine.explanation import Explanation, ModelName
from headwater.timemachine.generator.incidents import LabelledIncident

BINS = 10
UNRECORDED_KIND = "unrecorded"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of one model to one incident."""

    seed: int
    model: str
    kind: str
    """The kind of the true cause; `unrecorded` where nobody recorded it."""
    right: bool
    rank: int
    """The place of the right answer, from 1; 0 where it is not listed."""
    probability: float
    named: bool
    named_away: bool
    """Whether a decoy without a path was named."""


def outcome_of(incident: LabelledIncident, model: ModelName) -> Outcome:
    found = explain(incident.alert, incident.evidence, incident.lineage, judge=incident.judge, model=model)
    return outcome(incident, found)


def outcome(incident: LabelledIncident, found: Explanation) -> Outcome:
    """What an explanation of the incident is worth."""
    named = found.cause.suspect.id if found.cause else None
    ranked = [one.suspect.id for one in (found.cause, *found.alternatives) if one is not None]
    if not incident.truth:
        rank = 1 if named is None else 2
    else:
        # Where none is named, what is listed first comes second.
        behind = 1 if named is not None else 2
        places = (place for place, one in enumerate(ranked, behind) if one in incident.truth)
        rank = next(places, 0)
    return Outcome(
        incident.seed,
        found.model.value,
        incident.kind,
        rank == 1,
        rank,
        found.probability,
        named is not None,
        named in incident.away,
    )


@dataclass(frozen=True, slots=True)
class Figures:
    """What the answers of one model to some incidents come to."""

    kind: str
    model: str
    incidents: int
    top_1: float
    top_3: float
    reciprocal_rank: float
    calibration_error: float
    """The mean distance between what was said and how often it was right, over ten bins."""
    named_away: int


def figures(outcomes: Iterable[Outcome]) -> list[Figures]:
    """Of each model over all incidents, then by kind."""
    every = sorted(outcomes, key=lambda one: (one.model, one.kind, one.seed))
    found = []
    for model in sorted({one.model for one in every}, reverse=True):
        of_model = [one for one in every if one.model == model]
        found.append(_figures("all", model, of_model))
        for kind in sorted({one.kind for one in of_model}):
            found.append(_figures(kind, model, [one for one in of_model if one.kind == kind]))
    return found


def _figures(kind: str, model: str, some: Sequence[Outcome]) -> Figures:
    count = len(some)
    return Figures(
        kind,
        model,
        count,
        sum(one.right for one in some) / count,
        sum(1 <= one.rank <= 3 for one in some) / count,
        sum(1 / one.rank for one in some if one.rank) / count,
        calibration_error([one.probability for one in some], [one.right for one in some]),
        sum(one.named_away for one in some),
    )


@dataclass(frozen=True, slots=True)
class PastAnswer:
    """What one model says of a failure of the past."""

    NONE: ClassVar[str] = "none"

    entity: str
    at: str
    model: str
    kind: str
    """The kind of the cause that is named; `none` where none is."""
    cause: str
    probability: float


@dataclass(frozen=True, slots=True)
class PastFigures:
    """What one model named for the failures of a window."""

    kind: str
    model: str
    failures: int
    share: float
    probability: float
    """The mean of what was said."""


def past_figures(answers: Iterable[PastAnswer]) -> list[PastFigures]:
    """Of each model over all failures, then by kind of what it names."""
    every = sorted(answers, key=lambda one: (one.model, one.kind, one.at, one.entity))
    found = []
    for model in sorted({one.model for one in every}, reverse=True):
        of_model = [one for one in every if one.model == model]
        found.append(_past_figures("all", model, of_model, len(of_model)))
        for kind in sorted({one.kind for one in of_model}):
            some = [one for one in of_model if one.kind == kind]
            found.append(_past_figures(kind, model, some, len(of_model)))
    return found


def _past_figures(kind: str, model: str, some: Sequence[PastAnswer], total: int) -> PastFigures:
    mean = sum(one.probability for one in some) / len(some)
    return PastFigures(kind, model, len(some), len(some) / total, mean)


def calibration_error(said: Sequence[float], right: Sequence[bool]) -> float:
    """
    >>> calibration_error([0.8] * 10, [True] * 8 + [False] * 2)
    0.0
    """
    total = 0.0
    for number in range(BINS):
        inside = [
            (one, was)
            for one, was in zip(said, right, strict=True)
            if min(int(one * BINS), BINS - 1) == number
        ]
        if inside:
            total += abs(sum(one for one, _ in inside) - sum(was for _, was in inside))
    return round(total / max(len(said), 1), 6)
