"""How often the Time Machine is right, on generated incidents that the model was not fitted to.

`headwater backtest --seed 700000 --incidents 2080` asks the same on Spark, and a number, as in
`python -m benchmarks.backtest 500`, only so many.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from benchmarks.table import table
from headwater.timemachine.backtest import UNRECORDED_KIND, Outcome, figures, outcome
from headwater.timemachine.engine import explain
from headwater.timemachine.explanation import Explanation, ModelName
from headwater.timemachine.generator.incidents import LabelledIncident, generate
from headwater.timemachine.ranking import is_named
from headwater.timemachine.weights import default_weights

SEEDS = range(700_000, 702_080)
HEADER = ("cause", "model", "incidents", "right", "goal", "among the first three", "calibration error")
GOALS = {"all": "0.900", UNRECORDED_KIND: "0.900"}
THRESHOLDS = (0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.2, 0.3)
PROCESSES = 2


@dataclass(frozen=True, slots=True)
class Leading:
    """The likeliest cause of an incident, named or not."""

    recorded: bool
    right: bool
    probability: float
    none: float


def leading(incident: LabelledIncident, found: Explanation) -> Leading:
    first = found.cause or next(iter(found.alternatives), None)
    if first is None:
        return Leading(bool(incident.truth), False, 0.0, found.none_probability)
    right = first.suspect.id in incident.truth
    return Leading(bool(incident.truth), right, first.probability, found.none_probability)


def answers(seed: int) -> tuple[list[Outcome], Leading]:
    one = generate(seed)
    found = [
        explain(one.alert, one.evidence, one.lineage, judge=one.judge, model=model) for model in ModelName
    ]
    by_default = next(answer for answer in found if answer.model is ModelName.DEFAULT)
    return [outcome(one, answer) for answer in found], leading(one, by_default)


def run(seeds: range = SEEDS) -> str:
    with ProcessPoolExecutor(PROCESSES) as pool:
        found = list(pool.map(answers, seeds, chunksize=10))
    outcomes = [one for both, _ in found for one in both]
    rows = [
        (
            one.kind,
            one.model,
            one.incidents,
            f"{one.top_1:.3f}",
            GOALS.get(one.kind, "") if one.model == ModelName.DEFAULT else "",
            f"{one.top_3:.3f}",
            f"{one.calibration_error:.3f}",
        )
        for one in figures(outcomes)
    ]
    away = sum(one.named_away for one in outcomes if one.model == ModelName.DEFAULT)
    others = trade_off([one for _, one in found])
    return (
        f"{table(HEADER, rows)}\nA decoy without a path was named {away} times. A cause is named where it is "
        f"likelier than all else, and that nobody recorded it at most {default_weights().none_up_to:g} "
        f"likely; with other thresholds:\n\n{others}"
    )


def trade_off(found: list[Leading]) -> str:
    """What naming with less or more doubt would give."""
    rows = []
    for most in THRESHOLDS:
        named = [is_named(one.probability, one.none, most) for one in found]
        right = [
            is_it and one.right if one.recorded else not is_it
            for one, is_it in zip(found, named, strict=True)
        ]
        unnamed = [not is_it for one, is_it in zip(found, named, strict=True) if not one.recorded]
        rows.append((f"{most:.2f}", f"{sum(right) / len(right):.3f}", f"{sum(unnamed) / len(unnamed):.3f}"))
    return table(("unrecorded up to", "right", "none named where none was recorded"), rows)


if __name__ == "__main__":
    print(run(SEEDS[: int(sys.argv[1])] if sys.argv[1:] else SEEDS))
