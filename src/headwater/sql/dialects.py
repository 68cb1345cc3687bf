"""Which of sqlglot's dialects a text is in: from the producer's word, else from the namespaces."""

from collections.abc import Iterable
from functools import lru_cache

# By letters and digits alone; several products speak the dialect of another.
NAMES: dict[str, str] = {
    "athena": "athena",
    "awsathena": "athena",
    "bigquery": "bigquery",
    "clickhouse": "clickhouse",
    "databricks": "databricks",
    "unity": "databricks",
    "unitycatalog": "databricks",
    "doris": "doris",
    "dremio": "dremio",
    "drill": "drill",
    "druid": "druid",
    "duckdb": "duckdb",
    "exasol": "exasol",
    "fabric": "fabric",
    "hive": "hive",
    "hive2": "hive",
    "mysql": "mysql",
    "mariadb": "mysql",
    "aurora": "mysql",
    "materialize": "materialize",
    "oracle": "oracle",
    "postgres": "postgres",
    "postgresql": "postgres",
    "cockroach": "postgres",
    "alloydb": "postgres",
    "presto": "presto",
    "redshift": "redshift",
    "risingwave": "risingwave",
    "snowflake": "snowflake",
    "spark": "spark",
    "sparksql": "spark",
    "spark2": "spark2",
    "delta": "spark",
    "glue": "spark",
    "sqlite": "sqlite",
    "starrocks": "starrocks",
    "teradata": "teradata",
    "trino": "trino",
    "starburst": "trino",
    "tsql": "tsql",
    "transactsql": "tsql",
    "mssql": "tsql",
    "sqlserver": "tsql",
    "synapse": "tsql",
}


def dialect_of(stated: str | None, namespaces: Iterable[str]) -> str | None:
    """sqlglot's name for a dialect; None is its generic one.

    >>> dialect_of("PostgreSQL", []), dialect_of("house", ["awsathena://eu"]), dialect_of(None, ["s3://b"])
    ('postgres', 'athena', None)
    """
    for word in (stated or "", *namespaces):
        found = _known(word)
        if found:
            return found
    return None


@lru_cache(maxsize=1024)
def _known(word: str) -> str | None:
    """`jdbc:sqlserver://host` and `arn:aws:glue:…` name their kind before the address begins."""
    head = word.lower().partition("://")[0] if "://" in word else word.lower()
    # The whole first, as `unity-catalog` is one word.
    for part in (head, *head.split(":")):
        key = "".join(letter for letter in part if letter.isalnum())
        if key in NAMES:
            return NAMES[key]
    return None
