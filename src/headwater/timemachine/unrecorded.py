"""The hypothesis that nobody recorded the cause: it may have struck anywhere upstream of the alert.

At each entity upstream something unrecorded is supposed, right before the first bad unit on the way that it
reaches. Whatever explains most is what recorded suspects are held against: a suspect that leaves half of the
failures unexplained loses to an unrecorded cause further upstream that explains all of them.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from headwater.timemachine.case import Case
from headwater.timemachine.chances import chances, diminishing, gains, rates
from headwater.timemachine.healthy import REACHED, stayed_healthy

SHOWS = (0.65, 0.5)
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


def _time(case: Case, reach: NDArray[np.float64], near: NDArray[np.bool_]) -> datetime:
    """Right before the first that it may have broken, of those that have not recovered; else of all."""
    reached = [case.units[place] for place in np.flatnonzero((reach[: case.bad] > REACHED) & near)]
    broken = [unit for unit in reached if not unit.recovered] or reached
    return min((unit.first.time for unit in broken), default=case.alert.at) - BEFORE
