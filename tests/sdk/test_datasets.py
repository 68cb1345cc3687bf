"""Names of datasets: texts, the Hub's dictionaries and our own values, as OpenLineage names them."""

from pathlib import Path
from typing import Any

import pytest

from headwater_sdk import Dataset
from headwater_sdk.datasets import to_dataset


@pytest.mark.parametrize(
    ("given", "namespace", "name"),
    [
        ("warehouse/shop.orders", "warehouse", "shop.orders"),
        ("orders", "my-team", "orders"),
        ("s3://lake/a/b.parquet", "s3://lake", "a/b.parquet"),
        ("postgres://db:5432/shop.sales.orders", "postgres://db:5432", "shop.sales.orders"),
        ("warehouse://users_table", "warehouse", "users_table"),
        ("/data/users.csv", "file", "/data/users.csv"),
        ("file:///data/users.csv", "file", "/data/users.csv"),
        ("file:/data/users.csv", "file", "/data/users.csv"),
        (Path("/data/users.csv"), "file", "/data/users.csv"),
        (Dataset("a", "b"), "a", "b"),
        ({"type": "mysql", "name": "users", "format": "table", "namespace": "prod-db"}, "prod-db", "users"),
        (
            {"type": "s3", "name": "s3://b/o.parquet", "namespace": "processed"},
            "processed",
            "s3://b/o.parquet",
        ),
        ({"type": "s3", "name": "s3://b/o.parquet"}, "s3://b", "o.parquet"),
        ({"type": "clickhouse", "name": "users"}, "clickhouse://default", "users"),
        ({"name": "warehouse/users"}, "warehouse", "users"),
    ],
)
def test_the_dataset_that_is_meant(given: Any, namespace: str, name: str) -> None:
    found = to_dataset(given, "my-team")
    assert (found.namespace, found.name) == (namespace, name)


def test_the_hubs_type_and_format_are_told_as_facets() -> None:
    found = to_dataset({"type": "s3", "name": "s3://b/o.parquet", "format": "parquet"}, "my-team")
    assert found.facets["datasetType"]["datasetType"] == "FILE"
    assert found.facets["storage"]["fileFormat"] == "parquet"
