"""What a change did where it was made: whether the job itself, or who reads the dataset, broke right after.

A change takes effect in the next run. Where that run broke, the change is close at hand and the failure a
symptom of it; where no run came in between, or it worked, something else broke the rest.
"""

from datetime import datetime
from math import log

import numpy as np
from numpy.typing import NDArray

from headwater.model.ids import DatasetId
from headwater.timemachine.case import CLOCKS, SLACK, Case, in_effect
from headwater.timemachine.chances import USUAL_RATE
from headwater.timemachine.error_text import last_name, mentions
from headwater.timemachine.evidence import Entity, Suspect
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.expectations import stops

SAME_TEXT = log(0.1)
"""Around the text there may be other code."""
_OF_WRITERS = (K.LINEAGE_CHANGE, K.WATERMARK_MOVE)


def broken_at_home(
    case: Case, caused: NDArray[np.float64], since: NDArray[np.float64], least: float
) -> NDArray[np.bool_]:
    """Bad units by suspects: right where a recorded change was made, and bad in the first run after it."""
    found = np.zeros((case.bad, len(case.suspects)), np.bool_)
    for number, one in enumerate(case.suspects):
        if number not in case.own:
            units = [unit for entity in _home(case, one) for unit in case.seen_at.get(entity, ())]
            seen = [unit for unit in units if unit < case.bad and case.units[unit].reported]
            found[seen, number] = True
    broken: NDArray[np.bool_] = found & (caused > least) & (since == 0)
    return broken


def at_home(case: Case, number: int, broken: bool) -> float:
    """1 where something broke at home, 0 where nothing was seen; below 0 where its jobs worked afterwards.

    How far below, is how surely such a change stops a run. Who reads a changed dataset and went on working is
    counted among the healthy neighbours.
    """
    suspect = case.suspects[number]
    if broken or not _by_writers(suspect):
        return float(broken)
    effect = in_effect(suspect)
    runs = [began for job in _jobs_of(case, suspect) for began, _ in _runs(case, job, bad=False)]
    return -stops(suspect) if any(began > effect for began in runs) else 0.0


def no_effect_yet(case: Case, suspect: Suspect, first: datetime | None) -> float:
    """-1 where the job that a change was made to is seen, but no run of it before the first failure."""
    runs = _runs(case, suspect.entity)
    if first is None or not runs or isinstance(suspect.entity, DatasetId):
        return 0.0
    within = any(ended >= suspect.time - SLACK and began <= first + SLACK for began, ended in runs)
    return 0.0 if within else -1.0


def already_bad(case: Case, suspect: Suspect) -> float:
    """-1 where something right there had gone bad before the change, and has stayed so: it came too late."""
    flow, entity = case.flow, suspect.entity
    there = {entity, *flow.readers.get(entity, ()), *flow.writers.get(entity, ())}
    units = [case.units[unit] for one in there for unit in case.seen_at.get(one, ()) if unit < case.bad]
    before = [one for one in units if one.reported and not one.recovered]
    return -float(any(one.first.time < suspect.time - SLACK for one in before))


def novelty(suspect: Suspect) -> float:
    """Below 0 where such a change is nothing new: it came with many runs, or left the job's text as it was.

    That a job which is released every day was released before it broke says little.
    """
    rate = suspect.base_rate or 0.0
    return min(0.0, log(USUAL_RATE / rate) if rate else 0.0, SAME_TEXT if suspect.same_text else 0.0)


def is_report(case: Case, suspect: Suspect) -> bool:
    """Whether a signal only tells of trouble that was there: of a test or job that it names, or right there.

    Most of what people and pagers say comes after a failure, and is about it.
    """
    if suspect.kind is not K.SIGNAL:
        return False
    flow, entity, said = case.flow, suspect.entity, f"{suspect.says} {suspect.message}"
    there = {entity, *flow.readers.get(entity, ()), *flow.writers.get(entity, ())}
    for unit in case.units[: case.bad]:
        recovered = unit.recovered_at is not None and unit.recovered_at <= suspect.time
        if not unit.reported or recovered or unit.first.time > suspect.time:
            continue
        if mentions(said, unit.first.name or last_name(unit.entity.name)):
            return True
        if unit.entity in there and unit.first.time <= suspect.time - CLOCKS:
            return True
    return False


def _jobs_of(case: Case, suspect: Suspect) -> set[Entity]:
    """The jobs in whose runs a change first shows."""
    if not isinstance(suspect.entity, DatasetId):
        return {suspect.entity}
    flow = case.flow
    return set((flow.writers if _by_writers(suspect) else flow.readers).get(suspect.entity, ()))


def _home(case: Case, suspect: Suspect) -> set[Entity]:
    jobs = _jobs_of(case, suspect)
    if _by_writers(suspect):
        return {*jobs, *(written for job in jobs for written in case.flow.outputs.get(job, ()))}
    return {suspect.entity, *jobs}


def _by_writers(suspect: Suspect) -> bool:
    return not isinstance(suspect.entity, DatasetId) or suspect.kind in _OF_WRITERS


def _runs(case: Case, job: Entity, bad: bool = True) -> list[tuple[datetime, datetime]]:
    """When each run of a job began and ended, as far as it is known; also of bad ones."""
    units = [case.units[unit] for unit in case.seen_at.get(job, ())]
    worked = [run for unit in units for run in zip(unit.well_began, unit.well, strict=True)]
    if not bad:
        return worked
    return worked + [(min(one.started or one.time, one.time), one.time) for unit in units for one in unit.bad]
