"""One spelling for one place."""

import pytest

from headwater.model.naming import normal_namespace


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("s3a://lake", "s3://lake"),
        ("s3n://lake/", "s3://lake"),
        ("S3A://lake", "s3://lake"),
        ("postgresql://db:5432", "postgres://db:5432"),
        ("wasb://c@a.dfs.core.windows.net", "wasbs://c@a.dfs.core.windows.net"),
        ("mysql://db:None", "mysql://db"),
        (" trino://host:8080/ ", "trino://host:8080"),
        ("bigquery", "bigquery"),
        ("snowflake://Org-Account", "snowflake://Org-Account"),
        ("arn:aws:glue:eu-west-1:42", "arn:aws:glue:eu-west-1:42"),
        ("inmemory://", "inmemory://"),
    ],
)
def test_one_place_has_one_spelling(written: str, normal: str) -> None:
    assert normal_namespace(written) == normal


@pytest.mark.parametrize("written", ["s3a://lake/", "mysql://db:None/", "x", "file", "a://b://c/"])
def test_a_normal_spelling_stays_as_it_is(written: str) -> None:
    once = normal_namespace(written)
    assert normal_namespace(once) == once
