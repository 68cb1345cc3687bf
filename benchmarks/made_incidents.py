"""Incidents made by a benchmark, put to each model of the Time Machine, and how often each was right."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from benchmarks.table import table
from headwater.timemachine.backtest import Outcome, figures, outcome_of
from headwater.timemachine.explanation import ModelName
from headwater.timemachine.generator.incidents import LabelledIncident

HEADER = ("cause", "model", "incidents", "right", "among the first three", "calibration error")


def outcomes_of(incident: Callable[[int], LabelledIncident], seeds: Sequence[int]) -> list[Outcome]:
    with ProcessPoolExecutor(2) as pool:
        asked = pool.map(partial(_answers, incident), seeds, chunksize=10)
        return [one for found in asked for one in found]


def by_cause(outcomes: Sequence[Outcome]) -> str:
    rows = [
        (
            one.kind,
            one.model,
            one.incidents,
            f"{one.top_1:.3f}",
            f"{one.top_3:.3f}",
            f"{one.calibration_error:.3f}",
        )
        for one in figures(outcomes)
    ]
    return table(HEADER, rows)


def _answers(incident: Callable[[int], LabelledIncident], seed: int) -> list[Outcome]:
    one = incident(seed)
    return [outcome_of(one, model) for model in ModelName]
