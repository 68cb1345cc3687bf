"""All runs of one job, judged measure by measure, at the hour of the week where that has a history."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from headwater.health.normal import ANY_HOUR, FAR, MEASURES, Floats, Ints, Normals, normals


class MeasuredNormal(NamedTuple):
    """What is normal for a measure at one hour of the week, or, with ANY_HOUR, over all."""

    measure: str
    hour_of_week: int
    runs: int
    median: float
    mad: float
    spread: float


class UnusualRun(NamedTuple):
    """A run, by its place among those that were judged, that fell outside of what is normal."""

    run: int
    measure: str
    value: float
    median: float
    mad: float
    score: float
    hour_of_week: int


def judge(hours: Ints, measures: Mapping[str, Floats]) -> tuple[list[MeasuredNormal], list[UnusualRun]]:
    """`hours` are the hours of the week at which the runs began, in the order of each measure's values.

    What a run did not report is NaN.
    """
    baselines: list[MeasuredNormal] = []
    anomalies: list[UnusualRun] = []
    for measure in MEASURES:
        values = measures[measure]
        reported = np.flatnonzero(~np.isnan(values) & (values >= 0))
        hour, value = hours[reported], values[reported]
        overall = normals(value, np.full(len(value), ANY_HOUR), measure)
        if len(overall.group):
            by_hour = normals(value, hour, measure)
            baselines += [*_baselines(measure, overall), *_baselines(measure, by_hour)]
            anomalies += _anomalies(measure, reported, hour, value, overall, by_hour)
    return baselines, anomalies


def _baselines(measure: str, found: Normals) -> Iterator[MeasuredNormal]:
    columns = (found.group, found.runs, found.median, found.mad, found.spread)
    for hour, runs, median, mad, spread in zip(*(column.tolist() for column in columns), strict=True):
        yield MeasuredNormal(measure, hour, runs, median, mad, spread)


def _anomalies(
    measure: str, runs: Ints, hour: Ints, value: Floats, overall: Normals, by_hour: Normals
) -> Iterator[UnusualRun]:
    """Runs outside what is normal at their hour, or overall where that hour has no history."""
    slots = np.concatenate([overall.group, by_hour.group])
    # The first slot is that of all hours: it stands for each hour without one of its own.
    slot = np.searchsorted(by_hour.group, hour) + 1
    slot[~np.isin(hour, by_hour.group)] = 0
    median, mad, spread = (
        np.concatenate([one, other])[slot]
        for one, other in (
            (overall.median, by_hour.median),
            (overall.mad, by_hour.mad),
            (overall.spread, by_hour.spread),
        )
    )
    score = (value - median) / spread
    for place in np.flatnonzero(np.abs(score) > FAR).tolist():
        yield UnusualRun(
            int(runs[place]),
            measure,
            float(value[place]),
            float(median[place]),
            float(mad[place]),
            float(score[place]),
            int(slots[slot[place]]),
        )
