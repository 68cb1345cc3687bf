"""The terms of every suspect's score: a noisy-or of what was seen, given that it is the cause.

Each bad unit goes wrong by itself with its base rate b; a suspect that reaches it makes it go wrong with
chance p. So it is bad with chance 1 - (1 - b)(1 - p) if the suspect is the cause, and with b otherwise; a
unit that worked, with chance 1 - p against 1. Logarithms of these ratios are summed, separately for bad units
on the way to the alert, bad units elsewhere and units that worked. Further terms are what the first errors
say, which signs came first, how much time passed, and what the judge proved. "Nothing recorded" is scored
alike, as something that struck upstream where it explains most.
"""

from dataclasses import dataclass
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from headwater.model.ids import DatasetId
from headwater.timemachine.at_home import (
    already_bad,
    at_home,
    broken_at_home,
    is_report,
    no_effect_yet,
    novelty,
)
from headwater.timemachine.case import Case, in_effect
from headwater.timemachine.chances import after_recovery, chances, diminishing, gains, rates, seconds
from headwater.timemachine.error_text import BY_ITSELF, error_sort
from headwater.timemachine.evidence import ChangeJudge, EngineLimits, Entity, Proof, Sign, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.expectations import (
    error_behind,
    error_weight,
    prior_name,
    shows,
    sign_weight,
    stops,
)
from headwater.timemachine.healthy import REACHED, STOPPING, USUALLY_STOPS, stayed_healthy
from headwater.timemachine.naming import names_change, names_written
from headwater.timemachine.units import Unit
from headwater.timemachine.unrecorded import best_unrecorded

Array = NDArray[np.float64]

TERMS = (
    "path",
    "explains",
    "elsewhere",
    "stayed_healthy",
    "worked_since",
    "delay",
    "sign",
    "message",
    "names",
    "proof",
    "symptom",
    "unseen_above",
    "silent_above",
    "recovered",
    "at_home",
    "no_effect_yet",
    "changed_here",
    "only_alert",
    "already_bad",
    "is_alert",
    "novelty",
)
NEAR = 6 * 3600.0
"""Within so many seconds, or one step of the rhythm if that is longer, a failure came soon."""
MOST_ELSEWHERE = 6.0
"""However much goes wrong elsewhere, it says no more than that something happened."""
PLAUSIBLE = {"schema_change.harmless": 0.03, "signal.trouble": 0.4, "signal.calm": 0.03, "span_error": 0.2}
BINDS_STILL = 0.15
FED_INSIDE, FED_FROM_OUTSIDE = -1.5, -0.3
HEARD_OF = 0.5
"""Where fewer of the jobs than this share send anything, silence says nothing."""
OF_CHANGE, OF_OBSERVATION = 0.6, 0.9
"""How plausible a change, or a bad observation upstream, is as the cause of a bad observation."""


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """What speaks for and against each suspect, one column a term; the last row is "nothing recorded"."""

    values: Array
    caused: Array
    """The chance p with which each suspect makes each bad unit bad; units by suspects."""
    front: NDArray[np.bool_]
    """Which bad units a suspect would have broken itself, not by way of another bad one."""
    possible: NDArray[np.bool_]
    """Which suspects have a way to the alert, in the right order of time."""
    proofs: dict[tuple[int, int], Proof]


def score_terms(case: Case, judge: ChangeJudge, limits: EngineLimits) -> Terms:
    caused, since = _caused(case)
    front = _front(case, caused)
    home = broken_at_home(case, caused, since, REACHED)
    proofs = _proved(case, caused, front, judge, limits)
    for (suspect, place), proof in proofs.items():
        one = case.suspects[suspect]
        caused[place, suspect] = _with_proof(caused[place, suspect], proof, one, case.units[place])
    near = case.on_path()[: case.bad]
    values = np.zeros((len(case.suspects) + 1, len(TERMS)))
    possible = caused[case.alerted].max(0) > 0 if case.suspects else np.zeros(0, np.bool_)
    for number in np.flatnonzero(possible):
        values[number] = _row(case, int(number), caused, since, front, proofs, near, home)
    _add_symptoms(case, values, caused, possible, home)
    values[-1] = _unrecorded(case, near)
    return Terms(values, caused, front, possible, proofs)


def _caused(case: Case) -> tuple[Array, Array]:
    found = chances(
        case.units[: case.bad],
        case.reach[: case.bad],
        [one.time for one in case.suspects],
        [in_effect(one) for one in case.suspects],
        [shows(one.kind) for one in case.suspects],
    )
    for suspect, place in case.own.items():
        found.caused[:, suspect] *= after_recovery(case.units[place], case.units[: case.bad])
        # A bad observation is its own unit going wrong: all but sure, whatever worked since.
        found.caused[place, suspect], found.since[place, suspect] = 0.99, 0
    # That somebody says that something is wrong breaks nothing.
    reports = [number for number, one in enumerate(case.suspects) if is_report(case, one)]
    found.caused[:, reports] = 0
    return found.caused, found.since


def _front(case: Case, caused: Array) -> NDArray[np.bool_]:
    """Bad units that a suspect reaches and no other bad unit of its own reaches before."""
    explained = caused > REACHED
    follows = np.zeros((case.bad, case.bad), np.bool_)
    times = [unit.first.time for unit in case.units[: case.bad]]
    rank = np.argsort(np.argsort(seconds(times), kind="stable"))
    for suspect, unit in case.own.items():
        follows[:, unit] = explained[:, suspect] & (rank > rank[unit])
    # What is seen where the suspect itself is stands before nothing: a dropped table fails its own tests,
    # and what broke its readers is the drop.
    others = explained.copy()
    for number, one in enumerate(case.suspects):
        others[[unit for unit in case.seen_at.get(one.entity, ()) if unit < case.bad], number] = False
    # As floats: numpy leaves a product of booleans to no BLAS.
    behind = (follows.astype(np.float32) @ others.astype(np.float32)) > 0
    front: NDArray[np.bool_] = explained & ~behind
    return front


def _proved(
    case: Case, caused: Array, front: NDArray[np.bool_], judge: ChangeJudge, limits: EngineLimits
) -> dict[tuple[int, int], Proof]:
    """What the judge says of schema changes and the texts of the jobs that they may have broken."""
    pairs = [
        (caused[unit, suspect], suspect, unit)
        for suspect, one in enumerate(case.suspects)
        if one.kind in (K.SCHEMA_CHANGE, K.DATASET_DROPPED, K.DATASET_RENAMED)
        for unit in np.flatnonzero(case.reach[: case.bad, suspect] > 0).tolist()
        if case.units[unit].first.query and (front[unit, suspect] or caused[unit, suspect] > 0)
    ]
    # The judge reads SQL, which takes longer than all else here: those that matter most are asked first.
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    asked = {
        (suspect, unit): judge(case.suspects[suspect], case.units[unit].first)
        for _, suspect, unit in pairs[: limits.judged]
    }
    return {pair: proof for pair, proof in asked.items() if proof is not Proof.UNKNOWN}


def _with_proof(chance: float, proof: Proof, suspect: Suspect, unit: Unit) -> float:
    if proof is Proof.BREAKS:
        return max(chance, 0.97) if chance > 0 else 0.0
    if proof is Proof.SAFE:
        return min(chance, 0.02)
    # That a text still binds does not say that each value fits: a run may fail over the changed ones.
    failed = unit.first.sign is Sign.RUN_FAILED
    return chance * BINDS_STILL if failed and _message(suspect, unit, False) <= 0 else chance


def _row(
    case: Case,
    number: int,
    caused: Array,
    since: Array,
    front: NDArray[np.bool_],
    proofs: dict[tuple[int, int], Proof],
    near: NDArray[np.bool_],
    home: NDArray[np.bool_],
) -> list[float]:
    suspect, bad = case.suspects[number], case.units[: case.bad]
    gained, own = gains(caused[:, number], bad), case.own.get(number)
    every = [place for place in np.flatnonzero(front[:, number]).tolist() if place != own]
    first = [place for place in every if near[place]] or every
    broke = [bad[place] for place in first]
    said = _mean([_message(suspect, unit, own is not None) for unit in broke])
    signs = _mean([sign_weight(suspect.kind, unit.first.sign) for unit in broke])
    if first and not set(case.alerted) & {*first, own}:
        # The alert lies behind others: does it look like something that was stopped by them?
        stopped = [bad[place] for place in case.alerted if caused[place, number] > 0]
        said += 0.5 * _mean([_message_behind(unit) for unit in stopped])
        signs += 0.5 * _mean([sign_weight(_behind(broke), unit.first.sign) for unit in stopped])
    found = {
        "path": _path(caused[case.alerted, number], rates(bad)[case.alerted]),
        "explains": diminishing(float(gained[near].sum())),
        "elsewhere": diminishing(float(gained[~near].sum()), MOST_ELSEWHERE),
        "worked_since": -float(max((since[place, number] for place in first), default=0)),
        "delay": _delay(suspect, broke),
        "sign": signs,
        "message": said,
        "proof": _proof({unit: proof for (one, unit), proof in proofs.items() if one == number}),
    }
    if own is not None:
        found["message"] += _message(suspect, bad[own], False)
        found |= _of_observation(case, number, bad[own], broke)
    else:
        found |= _of_change(case, number, broke, bool(home[:, number].any()))
        found["only_alert"] = -float(not any(bad[place].reported for place in every))
    return [found.get(name, 0.0) for name in TERMS]


def _of_observation(case: Case, number: int, own: Unit, broke: list[Unit]) -> dict[str, float]:
    """The terms of a bad observation that may be the cause itself."""
    one = case.suspects[number]
    return {
        "stayed_healthy": stayed_healthy(
            case, one.entity, one.time, one.kind, case.reach[:, number], [own], USUALLY_STOPS
        ),
        "unseen_above": _unseen_above(case, one),
        "silent_above": _silent_above(case, one),
        "recovered": -float(own.recovered),
        "names": names_written(_written(case, one.entity), broke),
        "is_alert": -float(one.entity == case.alert.entity and error_sort(one.message) not in BY_ITSELF),
    }


def _written(case: Case, entity: Entity) -> set[Entity]:
    return {entity} if isinstance(entity, DatasetId) else case.flow.outputs.get(entity, set())


def _of_change(case: Case, number: int, broke: list[Unit], at_its_home: bool) -> dict[str, float]:
    """The terms of a recorded change: what it did where it was made, and whether errors name it."""
    one = case.suspects[number]
    # Whether the job that was changed worked since, is a term of its own.
    besides = set() if isinstance(one.entity, DatasetId) else {one.entity}
    earliest = min((unit.first.time for unit in broke), default=None)
    return {
        "stayed_healthy": stayed_healthy(
            case, one.entity, one.time, one.kind, case.reach[:, number], broke, stops(one), besides
        ),
        "names": _names(case, one, broke),
        "at_home": at_home(case, number, at_its_home),
        "no_effect_yet": no_effect_yet(case, one, earliest),
        "already_bad": already_bad(case, one),
        "novelty": novelty(one),
    }


def _path(caused: Array, usual: Array) -> float:
    """How surely the alert comes by this way, rather than by itself."""
    # Of no way at all the logarithm would be minus infinity, and outweigh every other term.
    return float(np.log(np.maximum(caused / (caused + usual), 1e-6)).max())


def _behind(broke: list[Unit]) -> K:
    """What the first failures hand on: nothing at all, or wrong data."""
    stopped = any(unit.first.sign in STOPPING for unit in broke)
    return K.RUN_FAILED if stopped else K.PROFILE_UNUSUAL


def _message_behind(unit: Unit) -> float:
    return error_behind(error_sort(unit.first.message)) if unit.first.sign is Sign.RUN_FAILED else 0.0


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _delay(suspect: Suspect, first: list[Unit]) -> float:
    """In steps of the rhythm in which the first failure could have been seen: a weekly job fails late."""
    if not first:
        return 0.0
    unit = min(first, key=lambda one: (one.first.time, one.first.id))
    passed = (unit.first.time - suspect.time).total_seconds()
    gap = unit.usual_gap.total_seconds() if unit.usual_gap else 0.0
    # A late effect is less likely, but with a floor: a column that is dropped hurts whoever reads it next.
    return log(0.3 + 2.2 * exp(-passed / max(gap, NEAR))) if passed >= 0 else log(0.5)


def _message(suspect: Suspect, unit: Unit, behind: bool) -> float:
    if unit.first.sign is not Sign.RUN_FAILED:
        return 0.0
    return error_weight(suspect, error_sort(unit.first.message), behind)


def _names(case: Case, suspect: Suspect, first: list[Unit]) -> float:
    around = {suspect.entity, *case.flow.readers.get(suspect.entity, ())}
    around |= {written for one in around for written in case.flow.outputs.get(one, ())}
    columns = {column for one in around for column in case.flow.columns.get(one, ())}
    tables = {one.name for one in around if isinstance(one, DatasetId) and one != suspect.entity}
    return names_change(suspect, first, columns - {suspect.column or ""}, tables)


def _proof(judged: dict[int, Proof]) -> float:
    # One text that breaks is enough to blame a change; to clear it, all that were judged have to be safe.
    if Proof.BREAKS in judged.values():
        return 3.0
    if judged and all(proof is Proof.SAFE for proof in judged.values()):
        return -3.0
    return 0.5 if Proof.CHANGES in judged.values() else 0.0


def _add_symptoms(
    case: Case, values: Array, caused: Array, possible: NDArray[np.bool_], home: NDArray[np.bool_]
) -> None:
    """How surely another bad unit upstream, or a change that is plausible by itself, explains it.

    That a run failed is a fact, whatever broke it: as an explanation of what lies behind, it needs no cause.
    """
    fits = ["worked_since", "delay", "sign"]
    of_facts = np.exp(np.minimum(values[:-1, [TERMS.index(name) for name in fits]].sum(1), 0.0))
    fits += ["message", "names", "proof"]
    of_changes = np.exp(np.minimum(values[:-1, [TERMS.index(name) for name in fits]].sum(1), 0.0))
    is_fact = np.array([number in case.own for number in range(len(case.suspects))], np.bool_)
    likely = np.array([PLAUSIBLE.get(prior_name(one), 1.0) for one in case.suspects])
    likely *= np.where(is_fact, of_facts, of_changes) * possible
    usual = np.where(is_fact, OF_OBSERVATION, OF_CHANGE)
    known = np.array([prior_name(one) in PLAUSIBLE for one in case.suspects], np.bool_)
    plausible = likely * np.where(known, 1.0, usual)
    for number, unit in case.own.items():
        others = np.where(np.arange(len(plausible)) == number, 0.0, caused[unit] * plausible)
        values[number, TERMS.index("symptom")] = log(1 - min(float(others.max(initial=0.0)), 0.98))
        values[number, TERMS.index("changed_here")] = -float((likely * home[unit]).max(initial=0.0))


def _unseen_above(case: Case, suspect: Suspect) -> float:
    """The share of jobs right upstream that were not seen to work shortly before; it may lie there.

    Data that is wrong comes from somewhere: unusual values are a cause only where nothing feeds them, or
    nothing but what comes from outside.
    """
    job, above = _jobs_above(case, suspect)
    if suspect.kind in (K.RUN_UNUSUAL, K.PROFILE_UNUSUAL, K.ASSERTION_FAILED):
        return _fed(case, {suspect.entity, *job})
    if not above or error_sort(suspect.message) in BY_ITSELF:
        return 0.0
    return -len([one for one in above if not case.worked_lately(one, suspect.time)]) / len(above)


def _silent_above(case: Case, suspect: Suspect) -> float:
    """-1 where nothing was heard of a job right upstream, though of others it was: it may lie there."""
    _, above = _jobs_above(case, suspect)
    silent = [one for one in above if not case.seen_at.get(one)]
    jobs = [one for one in case.flow.outputs if not isinstance(one, DatasetId)]
    heard = sum(bool(case.seen_at.get(one)) for one in jobs)
    return -float(bool(silent) and heard >= HEARD_OF * len(jobs))


def _jobs_above(case: Case, suspect: Suspect) -> tuple[set[Entity], set[Entity]]:
    """The jobs of a suspect, and those that write what they read."""
    flow, entity = case.flow, suspect.entity
    job: set[Entity] = {entity} if not isinstance(entity, DatasetId) else flow.writers.get(entity, set())
    sources = {source for one in job for source in flow.inputs.get(one, ())}
    return job, {writer for source in sources for writer in flow.writers.get(source, ())} - job


def _fed(case: Case, readers: set[Entity]) -> float:
    flow = case.flow
    sources = {source for one in readers for source in flow.inputs.get(one, ())}
    inside = any(flow.writers.get(source) or flow.inputs.get(source) for source in sources)
    return FED_INSIDE if inside else FED_FROM_OUTSIDE if sources else 0.0


def _unrecorded(case: Case, near: NDArray[np.bool_]) -> list[float]:
    best = best_unrecorded(case, near, MOST_ELSEWHERE)
    row = [0.0] * len(TERMS)
    for name in ("path", "explains", "elsewhere", "stayed_healthy"):
        row[TERMS.index(name)] = getattr(best, name)
    return row
