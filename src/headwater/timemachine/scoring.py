"""The terms of every suspect's score: a noisy-or of what was seen, given that it is the cause.

Each bad unit goes wrong by itself with its base rate b; a suspect that reaches it makes it go wrong with
chance p. So it is bad with chance 1 - (1 - b)(1 - p) if the suspect is the cause, and with b otherwise; a
unit that worked, with chance 1 - p against 1. Logarithms of these ratios are summed, separately for bad units
on the way to the alert, bad units elsewhere and units that worked. Further terms are what the first errors
say, which signs came first, how much time passed, and what the judge proved. "Nothing recorded" is scored
alike, as something that broke the bad unit that explains most.
"""

from dataclasses import dataclass
from datetime import datetime
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from headwater.model.ids import DatasetId
from headwater.timemachine.at_home import at_home, broken_at_home, no_effect_yet
from headwater.timemachine.case import SLACK, Case
from headwater.timemachine.error_text import ErrorSort, error_sort, last_name, tells_of_trouble, words_of
from headwater.timemachine.evidence import ChangeJudge, EngineLimits, Proof, Sign, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.expectations import error_behind, error_weight, prior_name, shows, sign_weight
from headwater.timemachine.units import Unit

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
    "recovered",
    "at_home",
    "no_effect_yet",
    "changed_here",
)
USUAL_RATE = 0.03
RATES = (0.01, 0.5)
REACHED = 0.05
WORKED_SINCE = 0.25
"""A change after which a unit worked once more is this much less likely to be what broke it."""
NEAR = 6 * 3600.0
NAMED, TYPE_NAMED, TABLE_NAMED, OTHER_NAMED = log(6), log(2), log(2), log(0.05)
LEAST_HEALTHY = -8.0
TROUBLE_TOLD = log(3)
MOST_GAIN = 12.0
STOPPING = (Sign.RUN_FAILED, Sign.RUN_LATE, Sign.RUN_MISSING, Sign.RUN_LONG)
PLAUSIBLE = {"schema_change.harmless": 0.03, "signal": 0.4}


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
        caused[place, suspect] = _with_proof(caused[place, suspect], proof, case.units[place])
    on_path = case.on_path()
    values = np.zeros((len(case.suspects) + 1, len(TERMS)))
    possible = caused[case.alerted].max(0) > 0 if case.suspects else np.zeros(0, np.bool_)
    for number in np.flatnonzero(possible):
        values[number] = _row(case, int(number), caused, since, front, proofs, on_path, home)
    _add_symptoms(case, values, caused, possible, home)
    values[-1] = _unrecorded(case, values, possible)
    return Terms(values, caused, front, possible, proofs)


def _seconds(times: list[datetime]) -> Array:
    return np.array([time.timestamp() for time in times], np.float64)


def _rates(units: list[Unit]) -> Array:
    known = [unit.first.base_rate for unit in units]
    return np.clip([USUAL_RATE if rate is None else rate for rate in known], *RATES)


def _shows(case: Case, units: list[Unit]) -> Array:
    """How surely each suspect shows on each unit that it reaches."""
    tested = np.array([isinstance(unit.entity, DatasetId) for unit in units], np.bool_)
    pairs = np.array([shows(one.kind) for one in case.suspects]).reshape(-1, 2)
    return np.where(tested[:, None], pairs[None, :, 1], pairs[None, :, 0])


def _caused(case: Case) -> tuple[Array, Array]:
    """The chance p for bad units by suspects, and how often each unit had still worked in between."""
    bad, slack = case.units[: case.bad], SLACK.total_seconds()
    begun, failed = _seconds([one.time for one in case.suspects]), _seconds([unit.first.time for unit in bad])
    passed = failed[:, None] - begun[None, :]
    ordered = np.where(passed >= 0, 1.0, np.exp(np.minimum(passed, 0) / 120) * (passed > -slack))
    since = np.zeros_like(ordered)
    for number, unit in enumerate(bad):
        well = _seconds(list(unit.well))
        before = np.searchsorted(well, failed[number])
        since[number] = np.clip(before - np.searchsorted(well, begun + slack / 2), 0, 3)
    caused = case.reach[: case.bad] * ordered * _shows(case, bad) * WORKED_SINCE**since
    for suspect, place in case.own.items():
        caused[place, suspect], since[place, suspect] = 0.99, 0
    return caused, since


def _front(case: Case, caused: Array) -> NDArray[np.bool_]:
    """Bad units that a suspect reaches and no other bad unit of its own reaches before."""
    explained = caused > REACHED
    follows = np.zeros((case.bad, case.bad), np.bool_)
    times = [unit.first.time for unit in case.units[: case.bad]]
    rank = np.argsort(np.argsort(_seconds(times), kind="stable"))
    for suspect, unit in case.own.items():
        follows[:, unit] = explained[:, suspect] & (rank > rank[unit])
    # A bad observation that is suspected itself does not stand before what it broke.
    others = explained.copy()
    for suspect, unit in case.own.items():
        others[unit, suspect] = False
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
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    asked = {
        (suspect, unit): judge(case.suspects[suspect], case.units[unit].first)
        for _, suspect, unit in pairs[: limits.judged]
    }
    return {pair: proof for pair, proof in asked.items() if proof is not Proof.UNKNOWN}


def _with_proof(chance: float, proof: Proof, unit: Unit) -> float:
    if proof is Proof.BREAKS:
        return max(chance, 0.97) if chance > 0 else 0.0
    if proof is Proof.SAFE:
        return min(chance, 0.02)
    return chance * 0.15 if unit.first.sign is Sign.RUN_FAILED else chance


def _gains(caused: Array, rates: Array) -> Array:
    gains: Array = np.log(1 - (1 - rates) * (1 - caused)) - np.log(rates)
    return gains


def _row(
    case: Case,
    number: int,
    caused: Array,
    since: Array,
    front: NDArray[np.bool_],
    proofs: dict[tuple[int, int], Proof],
    on_path: NDArray[np.bool_],
    home: NDArray[np.bool_],
) -> list[float]:
    suspect, bad = case.suspects[number], case.units[: case.bad]
    gains = _gains(caused[:, number], _rates(bad)) * _still(bad)
    near = on_path[: case.bad]
    own = case.own.get(number)
    every = [place for place in np.flatnonzero(front[:, number]).tolist() if place != own]
    first = [place for place in every if near[place]] or every
    judged = {unit: proof for (one, unit), proof in proofs.items() if one == number}
    earliest = min((bad[place].first.time for place in first), default=None)
    said = _mean([_message(suspect, bad[place], own is not None) for place in first])
    signs = _mean([sign_weight(suspect.kind, bad[place].first.sign) for place in first])
    if own is not None:
        said += _message(suspect, bad[own], False)
    if first and not set(case.alerted) & {*first, own}:
        # The alert lies behind others: does it look like something that was stopped by them?
        stopped = [bad[place] for place in case.alerted if caused[place, number] > 0]
        said += 0.5 * _mean([_message_behind(unit) for unit in stopped])
        signs += 0.5 * _mean([sign_weight(_behind(bad, first), unit.first.sign) for unit in stopped])
    return [
        log(max(caused[case.alerted, number].max(), 1e-6)),
        _softly(float(gains[near].sum())),
        _softly(float(gains[~near].sum())),
        _healthy(case, number),
        -float(max((since[place, number] for place in first), default=0)),
        _delay(suspect, [bad[place] for place in first]),
        signs,
        said,
        _named(suspect, [bad[place] for place in first]) if own is None else 0.0,
        _proof(judged),
        0.0,
        _unseen_above(case, suspect) if own is not None else 0.0,
        -float(own is not None and bad[own].recovered),
        at_home(case, suspect, bool(home[:, number].any())) if own is None else 0.0,
        no_effect_yet(case, suspect, earliest) if own is None else 0.0,
        0.0,
    ]


def _behind(bad: list[Unit], first: list[int]) -> K:
    """What the first failures hand on: nothing at all, or wrong data."""
    stopped = any(bad[place].first.sign in STOPPING for place in first)
    return K.RUN_FAILED if stopped else K.PROFILE_UNUSUAL


def _message_behind(unit: Unit) -> float:
    return error_behind(error_sort(unit.first.message)) if unit.first.sign is Sign.RUN_FAILED else 0.0


def _still(bad: list[Unit]) -> Array:
    """What has recovered counts less."""
    return np.array([0.3 if unit.recovered else 1.0 for unit in bad])


def _softly(gain: float) -> float:
    """Failures behind one another are not independent: each further one counts less."""
    return MOST_GAIN * (1 - exp(-gain / MOST_GAIN)) if gain > 0 else gain


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _healthy(case: Case, number: int) -> float:
    """Units right behind this suspect that worked afterwards; further down, much else decides."""
    suspect, flow = case.suspects[number], case.flow
    close = {suspect.entity, *flow.readers.get(suspect.entity, ()), *flow.outputs.get(suspect.entity, ())}
    pair = shows(suspect.kind)
    # Old data is data: what reads the output of a job that stopped goes on working.
    doubt = 0.25 if suspect.kind in (K.RUN_FAILED, K.RUN_LATE, K.RUN_LONG) else 0.9
    total = 0.0
    for place in case.well_at(close):
        unit, reach = case.units[place], case.reach[place, number]
        if reach > REACHED and unit.well[-1] > suspect.time + SLACK:
            total += log(1 - reach * pair[isinstance(unit.entity, DatasetId)] * doubt)
    return max(total, LEAST_HEALTHY)


def _delay(suspect: Suspect, first: list[Unit]) -> float:
    if not first:
        return 0.0
    passed = min((unit.first.time - suspect.time).total_seconds() for unit in first)
    return log(0.3 + 2.2 * exp(-max(passed, 0) / NEAR)) if passed >= 0 else log(0.5)


def _message(suspect: Suspect, unit: Unit, behind: bool) -> float:
    if unit.first.sign is not Sign.RUN_FAILED:
        return 0.0
    return error_weight(suspect, error_sort(unit.first.message), behind)


def _named(suspect: Suspect, first: list[Unit]) -> float:
    if suspect.kind is K.SIGNAL:
        return TROUBLE_TOLD if tells_of_trouble(f"{suspect.says} {suspect.message}") else -TROUBLE_TOLD
    return max((_names(suspect, unit) for unit in first), default=0.0, key=abs)


def _names(suspect: Suspect, unit: Unit) -> float:
    """Whether the error names what changed, or something else instead."""
    text = unit.first.message
    words = words_of(text)
    if not words:
        return 0.0
    sort = error_sort(text)
    table = last_name(suspect.entity.name) in words
    if suspect.column is not None:
        if suspect.column.lower() in words:
            return NAMED + (TABLE_NAMED if table else 0.0)
        about_columns = sort in (ErrorSort.MISSING_COLUMN, ErrorSort.TYPE)
        return OTHER_NAMED if about_columns and suspect.kind is K.SCHEMA_CHANGE else 0.0
    if suspect.kind in (K.DATASET_DROPPED, K.DATASET_RENAMED) and sort is ErrorSort.MISSING_TABLE:
        return NAMED if table else OTHER_NAMED
    return TABLE_NAMED if table and isinstance(suspect.entity, DatasetId) else 0.0


def _proof(judged: dict[int, Proof]) -> float:
    if Proof.BREAKS in judged.values():
        return 3.0
    if judged and all(proof is Proof.SAFE for proof in judged.values()):
        return -3.0
    return 0.5 if Proof.CHANGES in judged.values() else 0.0


def _add_symptoms(
    case: Case, values: Array, caused: Array, possible: NDArray[np.bool_], home: NDArray[np.bool_]
) -> None:
    """How surely another bad unit upstream, or a change that is plausible by itself, explains it."""
    by_itself = [TERMS.index(name) for name in ("worked_since", "delay", "sign", "message", "names", "proof")]
    plausible = np.exp(np.minimum(values[:-1, by_itself].sum(1), 0.0)) * possible
    likely = np.array([PLAUSIBLE.get(prior_name(one), 1.0) for one in case.suspects]) * plausible
    for number, one in enumerate(case.suspects):
        plausible[number] *= PLAUSIBLE.get(prior_name(one), 0.6)
    for number, unit in case.own.items():
        others = np.where(np.arange(len(plausible)) == number, 0.0, caused[unit] * plausible)
        values[number, TERMS.index("symptom")] = log(1 - min(float(others.max(initial=0.0)), 0.98))
        values[number, TERMS.index("changed_here")] = -float((likely * home[unit]).max(initial=0.0))


def _unseen_above(case: Case, suspect: Suspect) -> float:
    """The share of jobs right upstream that were not seen to work shortly before; it may lie there.

    Data that is wrong comes from somewhere: unusual values are a cause only where nothing feeds them.
    """
    flow, entity = case.flow, suspect.entity
    job = {entity} if not isinstance(entity, DatasetId) else flow.writers.get(entity, set())
    above = {
        writer
        for one in job
        for source in flow.inputs.get(one, ())
        for writer in flow.writers.get(source, ())
    }
    fed = any(flow.inputs.get(one) for one in job) or bool(flow.inputs.get(entity))
    if suspect.kind in (K.RUN_UNUSUAL, K.PROFILE_UNUSUAL, K.ASSERTION_FAILED):
        return -1.5 if fed else 0.0
    if not above:
        return 0.0
    return -len([one for one in above if not case.worked_lately(one, suspect.time)]) / len(above)


def _unrecorded(case: Case, values: Array, possible: NDArray[np.bool_]) -> list[float]:
    """A cause that nobody recorded: it broke the bad unit on the way to the alert that explains most."""
    row = [0.0] * len(TERMS)
    shared = [TERMS.index(name) for name in ("explains", "elsewhere", "stayed_healthy", "recovered")]
    first = [number for number in case.own if possible[number]]
    if first:
        best = max(first, key=lambda number: (values[number, shared].sum(), case.suspects[number].id))
        for term in shared:
            row[term] = float(values[best, term])
    return row
