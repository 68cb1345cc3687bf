"""What a change did where it was made: whether the job itself, or who reads the dataset, broke right after.

A change takes effect in the next run. Where that run broke, the change is close at hand and the failure a
symptom of it; where no run came in between, or it worked, something else broke the rest.
"""

from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from headwater.model.ids import DatasetId
from headwater.timemachine.case import SLACK, Case
from headwater.timemachine.evidence import Entity, Suspect
from headwater.timemachine.evidence import SuspectKind as K

_OF_WRITERS = (K.LINEAGE_CHANGE, K.WATERMARK_MOVE)


def broken_at_home(
    case: Case, caused: NDArray[np.float64], since: NDArray[np.float64], least: float
) -> NDArray[np.bool_]:
    """Bad units by suspects: right where a recorded change was made, and bad in the first run after it."""
    found = np.zeros((case.bad, len(case.suspects)), np.bool_)
    for number, one in enumerate(case.suspects):
        if number not in case.own:
            units = [unit for entity in _home(case, one) for unit in case.seen_at.get(entity, ())]
            found[[unit for unit in units if unit < case.bad], number] = True
    broken: NDArray[np.bool_] = found & (caused > least) & (since == 0)
    return broken


def at_home(case: Case, suspect: Suspect, broken: bool) -> float:
    """1 where something broke at home, -1 where its jobs worked afterwards, 0 where nothing was seen."""
    if broken:
        return 1.0
    begun = suspect.time + SLACK
    worked = any(time > begun for job in _jobs(case, suspect) for time in _worked(case, job))
    return -1.0 if worked else 0.0


def no_effect_yet(case: Case, suspect: Suspect, first: datetime | None) -> float:
    """-1 where the jobs of a change are seen, but no run of them between it and the first failure."""
    runs = [time for job in _jobs(case, suspect) for time in [*_worked(case, job), *_failed(case, job)]]
    if first is None or not runs:
        return 0.0
    return 0.0 if any(suspect.time - SLACK <= time <= first + SLACK for time in runs) else -1.0


def _home(case: Case, suspect: Suspect) -> set[Entity]:
    jobs = _jobs(case, suspect)
    if _by_writers(suspect):
        return {*jobs, *(written for job in jobs for written in case.flow.outputs.get(job, ()))}
    return {suspect.entity, *jobs}


def _jobs(case: Case, suspect: Suspect) -> set[Entity]:
    """The jobs in whose runs a change first shows."""
    if not isinstance(suspect.entity, DatasetId):
        return {suspect.entity}
    flow = case.flow
    return set((flow.writers if _by_writers(suspect) else flow.readers).get(suspect.entity, ()))


def _by_writers(suspect: Suspect) -> bool:
    return not isinstance(suspect.entity, DatasetId) or suspect.kind in _OF_WRITERS


def _worked(case: Case, job: Entity) -> list[datetime]:
    return [time for unit in case.seen_at.get(job, ()) for time in case.units[unit].well]


def _failed(case: Case, job: Entity) -> list[datetime]:
    return [one.time for unit in case.seen_at.get(job, ()) for one in case.units[unit].bad]
