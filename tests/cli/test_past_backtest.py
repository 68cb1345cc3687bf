"""The back-test over the store's own failures, as its tasks do it."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import psycopg
import pytest
from pyspark.sql import SparkSession

from headwater.cli.past_backtest import answered
from headwater.pipeline.backtest import in_tasks
from headwater.store.queries.evidence.failures import past_failures
from headwater.timemachine.backtest import PastAnswer
from tests.published import publish
from tests.questions.investigation.conftest import night, weeks

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def failures(connection: psycopg.Connection[Any]) -> list[str]:
    publish(connection, [*weeks(), *night(0, "FAIL", message="java.lang.OutOfMemoryError")])
    found = past_failures(connection, LONG_AGO, datetime.now(UTC).replace(year=2100), 10)
    return [msgspec.json.encode(one).decode() for one in found]


def test_a_task_answers_for_both_models(connection: psycopg.Connection[Any], database_url: str) -> None:
    found = [
        msgspec.json.decode(text, type=PastAnswer)
        for text in answered(database_url, iter(failures(connection)))
    ]
    assert [one.model for one in found] == ["default", "baseline"]
    assert list(answered(database_url, iter(()))) == []


@pytest.mark.spark
def test_spark_gives_what_is_answered_in_place(
    connection: psycopg.Connection[Any], database_url: str, spark: SparkSession
) -> None:
    texts = failures(connection)
    assert sorted(in_tasks(spark, texts, lambda given: answered(database_url, given))) == sorted(
        answered(database_url, iter(texts))
    )
