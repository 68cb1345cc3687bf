"""The hypothesis that nobody recorded the cause: it may have struck anywhere upstream of the alert.

At each entity upstream something unrecorded is supposed, right before the first bad unit on the way that it
reaches. Whatever explains most is what recorded suspects are held against: a suspect that leaves half of the
failures unexplained loses to an unrecorded cause further upstream that explains all of them.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from headwater.timemachine.case import SLACK, Case
from headwater.timemachine.chances import chances, diminishing, gains, rates
from headwater.timemachine.error_text import BY_ITSELF, error_sort
from headwater.timemachine.evidence import Entity, Sign
from headwater.timemachine.healthy import REACHED, stayed_healthy

SHOWS = (0.65, 0.5)
_COMES_IN = (Sign.RUN_UNUSUAL, Sign.RUN_EMPTY, Sign.PROFILE_UNUSUAL)
BEFORE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class UnrecordedCause:
    """The best of the unrecorded causes: its terms."""

    path: float = 0.0
    explains: float = 0.0
    elsewhere: float = 0.0
    stayed_healthy: float = 0.0

    @property
    def total(self) -> float:
        return self.path + self.explains + self.elsewhere + self.stayed_healthy


def best_unrecorded(case: Case, near: NDArray[np.bool_], most_elsewhere: float) -> UnrecordedCause:
    bad = case.units[: case.bad]
    reach = case.unrecorded_reach
    times = [_time(case, reach[:, number], near) for number in range(len(case.unrecorded))]
    found = chances(bad, reach[: case.bad], times, times, [SHOWS] * len(times))
    usual, best = rates(bad)[case.alerted], None
    for number, entity in enumerate(case.unrecorded):
        if _began_here(case, entity, times[number]):
            continue
        caused = found.caused[:, number]
        gained = gains(caused, bad)
        first = [bad[place] for place in np.flatnonzero(caused > REACHED) if near[place]]
        one = UnrecordedCause(
            float(np.log(np.maximum(caused[case.alerted] / (caused[case.alerted] + usual), 1e-6)).max()),
            diminishing(float(gained[near].sum())),
            diminishing(float(gained[~near].sum()), most_elsewhere),
            stayed_healthy(case, entity, times[number], None, reach[:, number], first),
        )
        if best is None or one.total > best.total:
            best = one
    return best or UnrecordedCause()


def _began_here(case: Case, entity: Entity, time: datetime) -> bool:
    """Whether what was seen at this entity says that the trouble began in it: then it is recorded."""
    for place in case.seen_at.get(entity, ()):
        unit = case.units[place]
        if place >= case.bad or unit.recovered or unit.first.time > time + BEFORE + SLACK:
            continue
        if unit.first.sign is Sign.RUN_FAILED and error_sort(unit.first.message) in BY_ITSELF:
            return True
        if unit.first.sign in _COMES_IN and not case.flow.is_fed(entity):
            return True
    return False


def _time(case: Case, reach: NDArray[np.float64], near: NDArray[np.bool_]) -> datetime:
    """Right before the first that it may have broken, of those that have not recovered; else of all."""
    reached = [case.units[place] for place in np.flatnonzero((reach[: case.bad] > REACHED) & near)]
    broken = [unit for unit in reached if not unit.recovered] or reached
    return min((unit.first.time for unit in broken), default=case.alert.at) - BEFORE
