"""Columns that look personal are written by the job, on Spark as without it, and renewed by each run."""

import pytest
from psycopg import Connection
from pyspark.sql import SparkSession

from headwater.personal_data.suggest import read_rules
from headwater.store import column_suggestions
from headwater.worker.handlers.suggest import write_suggestions
from tests.builders import dataset, run_event, schema
from tests.published import publish

ROWS = """select col.field, rule, confidence from column_suggestions
join nodes as col on col.id = column_id order by col.field"""
EXPECTED = [("email", "email", 0.95), ("first_name", "given or family name", 0.95)]


@pytest.fixture(autouse=True)
def _columns(connection: Connection) -> None:
    known = schema("email text", "first_name text", "segment text")
    publish(connection, [run_event("r1", "COMPLETE", 1, outputs=(dataset("crm.customers", schema=known),))])


def test_what_looks_personal_is_written_and_what_no_longer_does_is_removed(connection: Connection) -> None:
    write_suggestions(None, connection, read_rules(None))
    assert connection.execute(ROWS).fetchall() == EXPECTED
    connection.execute("update nodes set type = 'boolean' where field = 'email'")
    write_suggestions(None, connection, read_rules(None))
    assert connection.execute(ROWS).fetchall() == EXPECTED[1:]


@pytest.mark.spark
def test_spark_finds_the_same(
    connection: Connection, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(column_suggestions, "PART_ROWS", 1)
    write_suggestions(spark, connection, read_rules(None))
    assert connection.execute(ROWS).fetchall() == EXPECTED
