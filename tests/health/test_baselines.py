"""All runs of a job against what is normal for it."""

import numpy as np

from headwater.health.baselines import MeasuredNormal, UnusualRun, judge
from headwater.health.normal import ANY_HOUR, MEASURES


def judged(hours: list[int], **measures: list[float]) -> tuple[list[MeasuredNormal], list[UnusualRun]]:
    unknown = [np.nan] * len(hours)
    return judge(np.array(hours), {name: np.array(measures.get(name, unknown)) for name in MEASURES})


def test_an_hour_with_enough_history_is_judged_by_itself() -> None:
    hours = [2] * 9 + [14] * 40 + [15]
    found, anomalies = judged(hours, duration=[600.0] * 8 + [60.0] + [60.0] * 40 + [6000.0])

    assert [baseline.hour_of_week for baseline in found] == [ANY_HOUR, 2, 14]
    # A minute is usual by day and too short at night; at an hour of one run all hours count.
    assert [(one.run, one.value, one.hour_of_week) for one in anomalies] == [
        (8, 60.0, 2),
        (49, 6000.0, ANY_HOUR),
    ]


def test_what_was_not_reported_or_can_not_be_is_left_out() -> None:
    rows = [np.nan, -5.0, *[100.0] * 8, 5000.0]
    (baseline,), (anomaly,) = judged([0] * 11, rows=rows)[0][:1], judged([0] * 11, rows=rows)[1]

    assert (baseline.measure, baseline.runs, baseline.median) == ("rows", 9, 100.0)
    assert (anomaly.run, anomaly.value) == (10, 5000.0)


def test_a_job_without_enough_runs_has_no_judgement() -> None:
    assert judged([0] * 7, duration=[60.0] * 6 + [600.0]) == ([], [])
