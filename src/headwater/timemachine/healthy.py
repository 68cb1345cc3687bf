"""Healthy neighbours: what a suspect would have hurt, and what demonstrably went on working."""

from collections.abc import Collection, Iterable
from datetime import datetime
from math import fsum, log

import numpy as np
from numpy.typing import NDArray

from headwater.model.ids import DatasetId
from headwater.timemachine.case import SLACK, Case
from headwater.timemachine.evidence import Entity, Sign
from headwater.timemachine.evidence import SuspectKind as K
from headwater.timemachine.expectations import as_run
from headwater.timemachine.units import Unit

REACHED = 0.05
MOST = 4.0
STOPPING = (Sign.RUN_FAILED, Sign.RUN_LATE, Sign.RUN_MISSING, Sign.RUN_LONG)
# Old data is data: what reads the output of a job that stopped often goes on working.
OLD_DATA = 0.25
USUALLY_STOPS = 0.8
# How surely a test notices that its dataset was not written; a run, and a test, that the data is wrong.
STALE_NOTICED, WRONG_NOTICED = 0.15, (0.2, 0.6)


def stayed_healthy(
    case: Case,
    entity: Entity,
    time: datetime,
    kind: K | None,
    reach: NDArray[np.float64],
    first: Iterable[Unit],
    stops: float = USUALLY_STOPS,
    besides: Collection[Entity] = (),
) -> float:
    """The logarithm of the chance that all right behind it stayed healthy though it is the cause.

    What breaks runs would have broken these runs as well, each with the chance `stops`; what makes data
    wrong, these tests. Of one entity only the surest counts: its tests agree with one another. `besides` is
    judged elsewhere.
    """
    signs = {unit.first.sign for unit in first}
    stopped = bool(signs & set(STOPPING)) or not signs
    wrong = bool(signs - set(STOPPING))
    of_run = max(stops * stopped, WRONG_NOTICED[0] * wrong)
    of_test = max(STALE_NOTICED * stopped, WRONG_NOTICED[1] * wrong)
    stops_data = kind is not None and as_run(kind) in (K.RUN_FAILED, K.RUN_LATE, K.RUN_LONG)
    doubt = OLD_DATA if stops_data else 0.9
    # A sum whose last digit does not depend on the order of a set.
    found: list[float] = []
    for close in _right_behind(case, entity) - set(besides):
        surest = 0.0
        for place in case.well_at({close}):
            unit = case.units[place]
            if reach[place] > REACHED and unit.well_began[-1] > time + SLACK:
                shown = of_test if isinstance(unit.entity, DatasetId) else of_run
                surest = max(surest, float(reach[place]) * shown * doubt)
        found.append(log(1 - surest))
    return max(fsum(found), -MOST)


def _right_behind(case: Case, entity: Entity) -> set[Entity]:
    """Further down, much else decides."""
    flow = case.flow
    return {entity, *flow.readers.get(entity, ()), *flow.outputs.get(entity, ())}
