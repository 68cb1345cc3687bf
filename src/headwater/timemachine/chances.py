"""With which chance a suspect made a unit bad, and how often that unit had still worked in between."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from headwater.model.ids import DatasetId
from headwater.timemachine.case import SLACK
from headwater.timemachine.units import Unit

Array = NDArray[np.float64]

USUAL_RATE = 0.03
RATES = (0.01, 0.5)
WORKED_SINCE = 0.25
"""A change after which a unit worked once more is this much less likely to be what broke it."""
MOST_GAIN = 12.0
LEAST_FADING, TOO_LATE = 1800.0, 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Chances:
    """Bad units by suspects."""

    caused: Array
    since: Array
    """How many runs began after the suspect and worked, before the unit went bad; 3 at most."""


def chances(
    bad: Sequence[Unit],
    reach: Array,
    times: Sequence[datetime],
    effects: Sequence[datetime],
    shows: Sequence[tuple[float, float]],
) -> Chances:
    """`effects` says from when on each suspect is in every run; `shows`, how surely it shows: in the runs of
    jobs, in tests and profiles."""
    begun, failed = seconds(times), seconds([unit.first.time for unit in bad])
    passed, slack = failed[:, None] - begun[None, :], SLACK.total_seconds()
    ordered = np.where(passed >= 0, 1.0, np.exp(np.minimum(passed, 0) / 120) * (passed > -slack))
    since, effect = np.zeros_like(ordered), seconds(effects)
    for number, unit in enumerate(bad):
        well = seconds([began for began, ended in _worked(unit) if ended < unit.first.time])
        since[number] = np.clip(len(well) - np.searchsorted(well, effect), 0, 3)
    tested = np.array([isinstance(unit.entity, DatasetId) for unit in bad], np.bool_)
    pairs = np.array(shows, np.float64).reshape(-1, 2)
    surely = np.where(tested[:, None], pairs[None, :, 1], pairs[None, :, 0])
    return Chances(reach * ordered * surely * WORKED_SINCE**since, since)


def after_recovery(unit: Unit, bad: Sequence[Unit]) -> Array:
    """How much of the chance is left that a unit which recovered made others bad: those that went bad after
    that did so for another reason, the surer the more of its usual gaps lie between."""
    if unit.recovered_at is None:
        return np.ones(len(bad))
    gap = unit.usual_gap.total_seconds() if unit.usual_gap else 0.0
    passed = seconds([_began(one) for one in bad]) - unit.recovered_at.timestamp()
    left = np.exp(-np.maximum(passed, 0.0) / max(gap / 2, LEAST_FADING))
    found: Array = np.where(left < TOO_LATE, 0.0, left)
    return found


def _began(unit: Unit) -> datetime:
    return min(unit.first.started or unit.first.time, unit.first.time)


def _worked(unit: Unit) -> list[tuple[datetime, datetime]]:
    return sorted(zip(unit.well_began, unit.well, strict=True))


def seconds(times: Sequence[datetime]) -> Array:
    return np.array([time.timestamp() for time in times], np.float64)


def rates(units: Sequence[Unit]) -> Array:
    """How often each unit goes wrong by itself."""
    known = [unit.first.base_rate for unit in units]
    return np.clip([USUAL_RATE if rate is None else rate for rate in known], *RATES)


def gains(caused: Array, bad: Sequence[Unit]) -> Array:
    """How much likelier each bad unit is with the suspect than without it; what has recovered counts less."""
    usual = rates(bad)
    still = np.array([0.3 if unit.recovered else 1.0 for unit in bad])
    found: Array = (np.log(1 - (1 - usual) * (1 - caused)) - np.log(usual)) * still
    return found


def diminishing(gain: float, most: float = MOST_GAIN) -> float:
    """Failures behind one another are not independent: each further one counts less."""
    return most * (1 - np.exp(-gain / most)) if gain > 0 else gain
