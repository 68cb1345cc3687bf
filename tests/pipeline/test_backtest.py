"""Incidents in Spark's tasks: the same answers as in place."""

import pytest
from pyspark.sql import SparkSession

from headwater.pipeline.backtest import examples_of, outcomes_of
from headwater.timemachine.backtest import outcome_of
from headwater.timemachine.explanation import ModelName
from headwater.timemachine.fitting import example_of
from headwater.timemachine.generator.incidents import generate

pytestmark = pytest.mark.spark
SEEDS = range(80_000, 80_006)


def test_tasks_answer_as_the_engine_does_in_place(spark: SparkSession) -> None:
    here = [outcome_of(generate(seed), model) for seed in SEEDS for model in ModelName]
    there = outcomes_of(spark, SEEDS)
    assert sorted(there, key=lambda one: (one.seed, one.model)) == sorted(
        here, key=lambda one: (one.seed, one.model)
    )


def test_tasks_give_the_numbers_that_a_fit_needs_in_the_order_of_seeds(spark: SparkSession) -> None:
    """So that the same command writes the same weights each time."""
    here, there = [example_of(generate(seed)) for seed in SEEDS], examples_of(spark, SEEDS)
    for one, other in zip(here, there, strict=True):
        assert (one.values.tolist(), one.right.tolist()) == (other.values.tolist(), other.right.tolist())
        assert (one.priors, one.groups, one.hidden) == (other.priors, other.groups, other.hidden)
