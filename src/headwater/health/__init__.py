"""What is normal for a job, and what is late: the one definition that every part of Headwater asks.

`normal` judges a measure of a run (how long, how many rows) by the runs before it. `baselines` does so for
all measures and runs of a job. `rhythm` says when the next run is due, with the hours in which the job
rests. `lateness` joins these with the rules that people set. `trend` compares the latest runs with earlier
ones. All of it is pure: values in, judgements out.
"""

from headwater.health.normal import FAR, MEASURES, Normal, hour_of_week, normal, normal_at
from headwater.health.rhythm import Expectation, expected_next
from headwater.health.trend import Trend, trend

__all__ = [
    "FAR",
    "MEASURES",
    "Expectation",
    "Normal",
    "Trend",
    "expected_next",
    "hour_of_week",
    "normal",
    "normal_at",
    "trend",
]
