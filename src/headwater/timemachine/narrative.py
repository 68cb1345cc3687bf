"""The explanation in lines: why and why not, and the timeline in its four phases."""

from collections.abc import Iterable

from headwater.documents.words import count
from headwater.timemachine.case import Case
from headwater.timemachine.evidence import EngineLimits, Entity, Observation, Sign, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.expectations import prior_name
from headwater.timemachine.explanation import Moment, Phase, WhyLine
from headwater.timemachine.scoring import TERMS, Terms
from headwater.timemachine.weights import Weights

_FOR_PEOPLE = ("dashboard", "report", "api", "chart", "metric")
_SAYS: dict[str, tuple[str, str]] = {
    "path": ("a strong way leads to the alert", "only a weak way leads to the alert"),
    "explains": ("explains {count} on the way", "explains little of what went wrong"),
    "elsewhere": ("explains bad observations elsewhere as well", "explains nothing elsewhere"),
    "stayed_healthy": ("", "things that it reaches stayed healthy"),
    "worked_since": ("", "what broke had still worked after it"),
    "delay": ("the first failure came soon after it", "much time passed before the first failure"),
    "sign": ("the first failure is of the sort that it causes", "the first failure is of another sort"),
    "message": ("the error is of the sort that it causes", "the error tells of another sort of trouble"),
    "names": ("the error names what changed", "the error names something else"),
    "proof": ("proved: it breaks the job's text", "proved: it does not break the job's text"),
    "symptom": ("", "something further upstream explains it"),
    "unseen_above": ("", "it may come from further upstream, where nothing was seen to work"),
    "silent_above": ("", "of a job right upstream nothing was heard: it may lie there"),
    "recovered": ("", "it had recovered since"),
    "at_home": ("what it changed broke in its first run afterwards", "what it changed worked afterwards"),
    "no_effect_yet": ("", "no run came between it and the first failure"),
    "changed_here": ("", "a change was made here right before it"),
    "already_bad": ("", "what it changed had gone wrong before it"),
    "is_alert": ("", "it is what was alerted: it shows that something went wrong, not why"),
    "novelty": ("", "such changes come often here, or its text stayed the same"),
    "only_alert": ("", "nothing recorded went wrong that it could have caused, but for the alert"),
}
LEAST = 0.05
"""Terms that weigh less are left out."""


def why_lines(
    case: Case, terms: Terms, weights: Weights, suspect: int
) -> tuple[tuple[WhyLine, ...], tuple[WhyLine, ...]]:
    """Why and why not, heaviest first; "nothing recorded" is what the sums are held against."""
    reached = tuple(
        case.units[unit].first.id for unit in range(case.bad) if terms.caused[unit, suspect] > 0.05
    )
    lines = [_prior_line(case, weights, suspect)]
    for place, name in enumerate(TERMS):
        weight = float(terms.values[suspect, place] * weights.terms[name])
        says = _SAYS[name][weight < 0].format(count=count(len(reached), "bad observation"))
        if abs(weight) >= LEAST and says:
            lines.append(WhyLine(name, weight, says, reached if name == "explains" else ()))
    lines.sort(key=lambda line: (-abs(line.weight), line.what))
    return tuple(one for one in lines if one.weight >= 0), tuple(one for one in lines if one.weight < 0)


def _prior_line(case: Case, weights: Weights, suspect: int) -> WhyLine:
    one = case.suspects[suspect]
    weight = weights.prior(prior_name(one))
    often = "often" if weight >= 0 else "seldom"
    return WhyLine("kind", weight, f"{one.kind.value.replace('_', ' ')}: {often} a cause")


def sentence(observation: Observation) -> str:
    """What was seen, as one line.

    >>> from datetime import UTC, datetime
    >>> from headwater.model.ids import JobId
    >>> at = datetime(2026, 4, 20, tzinfo=UTC)
    >>> sentence(Observation("1", Sign.RUN_FAILED, JobId("etl", "load"), at, message="column x is gone"))
    'run failed: load — column x is gone'
    """
    what = observation.sign.value.replace("_", " ")
    name = observation.name or observation.entity.name
    text = " ".join(observation.message.split())[:200]
    return f"{what}: {name} — {text}" if text else f"{what}: {name}"


def timeline(
    case: Case,
    suspect: int | None,
    explained: Iterable[int],
    scores: dict[int, float],
    kinds: dict[Entity, str],
    limits: EngineLimits,
) -> tuple[Moment, ...]:
    """The cause, the first failure, the rest, and what people saw; within the limit, first to last."""
    moments = []
    own = None
    if suspect is not None:
        one = case.suspects[suspect]
        own = case.own.get(suspect)
        moments.append(_moment(Phase.ROOT_CAUSE, one, one.says, one.id, scores.get(suspect)))
        moments += [
            _moment(Phase.BUSINESS_IMPACT, other, other.says, other.id, scores.get(number))
            for number, other in enumerate(case.suspects)
            if other.kind is K.SIGNAL and number != suspect and other.time > one.time
        ]
    first = True
    for number in explained:
        if number == own:
            continue
        seen = case.units[number].first
        phase = Phase.CASCADE
        if seen.sign is Sign.ALERTED or kinds.get(seen.entity, "").lower() in _FOR_PEOPLE:
            phase = Phase.BUSINESS_IMPACT
        elif first:
            phase, first = Phase.FIRST_FAILURE, False
        moments.append(_moment(phase, seen, sentence(seen), seen.id, None))
    moments.sort(key=lambda moment: (moment.phase is not Phase.ROOT_CAUSE, moment.time, moment.evidence))
    return tuple(moments[: limits.timeline])


def _moment(
    phase: Phase, seen: Observation | Suspect, says: str, evidence: str, score: float | None
) -> Moment:
    return Moment(phase, seen.time, seen.entity, seen.column, says, seen.event_id, seen.run, evidence, score)
