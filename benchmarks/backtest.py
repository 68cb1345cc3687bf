"""How often the Time Machine is right, on generated incidents that the model was not fitted to.

`headwater backtest --seed 100000 --incidents 2000` asks the same of more of them, on Spark.
"""

from concurrent.futures import ProcessPoolExecutor

from benchmarks.table import table
from headwater.timemachine.backtest import UNRECORDED_KIND, Outcome, figures, outcome_of
from headwater.timemachine.explanation import ModelName
from headwater.timemachine.generator.incidents import generate

SEEDS = range(100_000, 100_300)
HEADER = ("cause", "model", "incidents", "right", "goal", "among the first three", "calibration error")
GOALS = {UNRECORDED_KIND: "0.900"}
PROCESSES = 2


def answers(seed: int) -> list[Outcome]:
    incident = generate(seed)
    return [outcome_of(incident, model) for model in ModelName]


def run() -> str:
    with ProcessPoolExecutor(PROCESSES) as pool:
        outcomes = [one for found in pool.map(answers, SEEDS, chunksize=10) for one in found]
    rows = [
        (
            one.kind,
            one.model,
            one.incidents,
            f"{one.top_1:.3f}",
            GOALS.get(one.kind, ""),
            f"{one.top_3:.3f}",
            f"{one.calibration_error:.3f}",
        )
        for one in figures(outcomes)
    ]
    return table(HEADER, rows)


if __name__ == "__main__":
    print(run())
