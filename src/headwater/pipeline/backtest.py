"""The back-test on Spark: incidents are generated, or past ones gathered, and explained in tasks."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
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


def in_tasks(
    spark: SparkSession, texts: Sequence[str], work: Callable[[Iterator[str]], Iterator[str]]
) -> list[str]:
    """What `work` makes of these texts, in tasks: it is called once for each part, and may prepare itself."""
    rows = [(text,) for text in texts]
    frame = spark.createDataFrame(rows, "text string").repartition(PARTITIONS)
    return _collected(frame, "text", work)


def _each(spark: SparkSession, seeds: range, answer: Callable[[int], object]) -> list[str]:
    def work(found: Iterator[int]) -> Iterator[str]:
        return (msgspec.json.encode(answer(seed)).decode() for seed in found)

    return _collected(spark.range(seeds.start, seeds.stop, 1, PARTITIONS), "id", work)


def _collected(frame: DataFrame, column: str, work: Callable[[Iterator[Any]], Iterator[str]]) -> list[str]:
    def batches_of(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        given = (value for batch in batches for value in batch[column].to_pylist())
        for text in work(given):
            yield pa.RecordBatch.from_pylist([{"text": text}], schema=ANSWERED)

    made = frame.mapInArrow(batches_of, from_arrow_schema(ANSWERED))
    texts: list[str] = made.toArrow()["text"].to_pylist()
    return texts
