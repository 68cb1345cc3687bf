"""Which dialect a text is in."""

import pytest
from sqlglot import Dialect

from headwater.sql.dialects import NAMES
from headwater.sql.lineage import dialect_of


@pytest.mark.parametrize(
    ("word", "dialect"),
    [
        ("PostgreSQL", "postgres"),
        ("Spark SQL", "spark"),
        ("sparksql", "spark"),
        ("MSSQL", "tsql"),
        ("transact-sql", "tsql"),
        ("BigQuery", "bigquery"),
    ],
)
def test_the_producers_word_comes_first(word: str, dialect: str) -> None:
    assert dialect_of(word, ["snowflake://account"]) == dialect


@pytest.mark.parametrize(
    ("namespace", "dialect"),
    [
        ("postgres://db:5432", "postgres"),
        ("redshift://cluster.eu:5439", "redshift"),
        ("snowflake://org-account", "snowflake"),
        ("bigquery", "bigquery"),
        ("mysql://db:3306", "mysql"),
        ("sqlserver://host:1433", "tsql"),
        ("mssql://host:1433", "tsql"),
        ("jdbc:sqlserver://host", "tsql"),
        ("trino://host:8080", "trino"),
        ("presto://host", "presto"),
        ("hive://host:9083", "hive"),
        ("awsathena://athena.eu-west-1.amazonaws.com", "athena"),
        ("databricks://x.cloud", "databricks"),
        ("unitycatalog://x", "databricks"),
        ("arn:aws:glue:eu-west-1:1", "spark"),
        ("oracle://host:1521", "oracle"),
        ("teradata://host", "teradata"),
        ("clickhouse://host", "clickhouse"),
        ("duckdb://file", "duckdb"),
    ],
)
def test_a_namespace_tells_it_otherwise(namespace: str, dialect: str) -> None:
    assert dialect_of(None, ["s3://bucket", namespace]) == dialect


def test_an_unknown_word_falls_through_to_the_namespaces() -> None:
    assert dialect_of("house dialect", ["mysql://db"]) == "mysql"


@pytest.mark.parametrize("namespaces", [[], ["s3://bucket", "file"], ["kafka://broker:9092"], ["", "://"]])
def test_nothing_known_is_the_generic_dialect(namespaces: list[str]) -> None:
    assert dialect_of(None, namespaces) is None


@pytest.mark.parametrize("name", sorted(set(NAMES.values())))
def test_sqlglot_knows_every_name(name: str) -> None:
    assert Dialect.get_or_raise(name)
