"""Who is who: ids as people write them, and the keys they are stored under."""

from uuid import UUID

import pytest

from headwater.model.ids import (
    ColumnId,
    DatasetId,
    JobId,
    NodeKind,
    digest,
    node_key,
    normal_namespace,
    run_uuid,
)

ORDERS = DatasetId("warehouse", "orders")


def test_ids_are_shown_as_people_write_them() -> None:
    assert str(ORDERS) == "warehouse/orders"
    assert str(JobId("airflow", "daily")) == "airflow/daily"
    assert str(ColumnId(ORDERS, "amount")) == "warehouse/orders#amount"


def test_a_dataset_a_job_and_a_column_of_the_same_name_have_different_keys() -> None:
    keys = {ORDERS.key, JobId("warehouse", "orders").key, ColumnId(ORDERS, "").key}
    assert len(keys) == 3


def test_a_slash_or_a_colon_in_a_name_does_not_make_two_things_one() -> None:
    assert DatasetId("a/b", "c").key != DatasetId("a", "b/c").key
    assert DatasetId("oracle://h:1521", "x").key != DatasetId("oracle://h", "1521:x").key


def test_keys_stay_what_they_are_because_they_are_stored() -> None:
    assert digest("a", "b") == "dde141cc50d6118a5ddaae1a01b74f99"
    assert node_key(NodeKind.DATASET, "warehouse", "orders") == ORDERS.key
    assert ORDERS.key == digest("dataset", "warehouse", "orders", "")


def test_ids_sort_by_namespace_then_name() -> None:
    assert sorted([DatasetId("b", "a"), DatasetId("a", "z")]) == [DatasetId("a", "z"), DatasetId("b", "a")]


@pytest.mark.parametrize(
    "written",
    [
        "0f8fad5b-d9cb-469f-a165-70867728950e",
        "0F8FAD5B-D9CB-469F-A165-70867728950E",
        "0f8fad5bd9cb469fa16570867728950e",
        "urn:uuid:0f8fad5b-d9cb-469f-a165-70867728950e",
    ],
)
def test_a_run_id_that_is_a_uuid_is_kept_however_it_is_written(written: str) -> None:
    assert run_uuid(written) == UUID("0f8fad5b-d9cb-469f-a165-70867728950e")


@pytest.mark.parametrize("odd", ["manual__2026-04-20", "42", "ünïcode", "x" * 5000, " "])
def test_any_other_run_id_gets_a_uuid_that_stays_the_same(odd: str) -> None:
    assert run_uuid(odd) == run_uuid(odd)
    assert run_uuid(odd) != run_uuid(odd + "1")


def test_the_uuid_of_an_odd_run_id_never_changes_because_it_is_stored() -> None:
    assert run_uuid("manual__2026-04-20") == UUID("1e965f05-efb7-5500-b397-e5ffa9941f74")


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
