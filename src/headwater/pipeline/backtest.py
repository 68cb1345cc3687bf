"""The back-test on Spark: incidents are generated and explained in tasks, a range of seeds over all cores."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict

import msgspec
import numpy as np
import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from headwater.timemachine.backtest import Outcome, outcome_of
from headwater.timemachine.explanation import ModelName
from headwater.timemachine.fitting import Example, example_of
from headwater.timemachine.generator.incidents import generate
from headwater.timemachine.generator.warehouse import JobLine, warehouse_from

ANSWERED = pa.schema([("text", pa.string())])
# Several for each core, as incidents differ in size.
PARTITIONS = 16
_outcomes = msgspec.json.Decoder(list[Outcome])


def outcomes_of(spark: SparkSession, seeds: range, jobs: Sequence[JobLine] = ()) -> list[Outcome]:
    """The answers of both models to the incidents of these seeds, on random warehouses or on this one."""

    def answer(seed: int) -> list[dict[str, object]]:
        incident = generate(seed, warehouse_from(jobs, seed) if jobs else None)
        return [asdict(outcome_of(incident, model)) for model in ModelName]

    return [one for text in _each(spark, seeds, answer) for one in _outcomes.decode(text)]


def examples_of(spark: SparkSession, seeds: range) -> list[Example]:
    """The incidents of these seeds in numbers, to fit the model to."""

    def answer(seed: int) -> dict[str, object]:
        one = example_of(generate(seed))
        return {
            "values": one.values.tolist(),
            "priors": one.priors,
            "right": one.right.tolist(),
            "groups": one.groups,
            "hidden": one.hidden,
        }

    return [_example(msgspec.json.decode(text)) for text in _each(spark, seeds, answer)]


def _example(held: dict[str, list[object]]) -> Example:
    values, right = np.array(held["values"], np.float64), np.array(held["right"], np.bool_)
    groups = tuple(int(str(one)) for one in held["groups"])
    return Example(values, tuple(map(str, held["priors"])), right, groups, bool(held["hidden"]))


def _each(spark: SparkSession, seeds: range, answer: Callable[[int], object]) -> list[str]:
    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            rows = [{"text": msgspec.json.encode(answer(seed)).decode()} for seed in batch["id"].to_pylist()]
            if rows:
                yield pa.RecordBatch.from_pylist(rows, schema=ANSWERED)

    frame = spark.range(seeds.start, seeds.stop, 1, PARTITIONS)
    texts: list[str] = frame.mapInArrow(work, from_arrow_schema(ANSWERED)).toArrow()["text"].to_pylist()
    return texts
