"""Which dataset is meant: a text, the Hub's dictionary or a `Dataset`, as OpenLineage names datasets."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Union

from headwater_sdk.facets import Facet, facet

# The Hub's types of datasets, as OpenLineage calls them.
DATASET_TYPES = {
    "mysql": "TABLE",
    "postgres": "TABLE",
    "clickhouse": "TABLE",
    "iceberg": "TABLE",
    "s3": "FILE",
    "file": "FILE",
    "event": "TOPIC",
}


@dataclass(frozen=True)
class Dataset:
    """A dataset by its OpenLineage name, with what is known about it."""

    namespace: str
    name: str
    facets: Mapping[str, Facet] = field(default_factory=dict, compare=False)

    def with_facets(self, facets: Mapping[str, Facet]) -> Dataset:
        return Dataset(self.namespace, self.name, {**self.facets, **facets})

    def __str__(self) -> str:
        return f"{self.namespace}/{self.name}"


DatasetLike = Union[str, "os.PathLike[str]", Mapping[str, Any], Dataset]
ONE_DATASET = (str, bytes, os.PathLike, Mapping, Dataset)
"""What is one dataset, not several, where a list of them is wanted."""


def to_dataset(given: DatasetLike, default_namespace: str) -> Dataset:
    """The dataset that is meant.

    >>> str(to_dataset("warehouse/orders", "my-team")), to_dataset("orders", "my-team").namespace
    ('warehouse/orders', 'my-team')
    >>> to_dataset("s3://lake/daily/orders.parquet", "my-team").name
    'daily/orders.parquet'
    >>> to_dataset({"type": "mysql", "name": "users"}, "my-team").namespace
    'mysql://default'
    """
    if isinstance(given, Dataset):
        return given
    if isinstance(given, Mapping):
        return _from_dictionary(given, default_namespace)
    return from_text(os.fsdecode(given), default_namespace)


def from_text(text: str, default_namespace: str) -> Dataset:
    """A URI, a path of this machine, `namespace/name`, or a name alone.

    >>> from_text("/data/users.csv", "x"), from_text("postgres://db:5432/shop.sales.orders", "x").name
    (Dataset(namespace='file', name='/data/users.csv', facets={}), 'shop.sales.orders')
    """
    scheme, separator, rest = text.partition("://")
    if separator:
        if scheme == "file":
            return Dataset("file", "/" + rest.lstrip("/"))
        host, _, name = rest.partition("/")
        return Dataset(f"{scheme}://{host}", name) if name else Dataset(scheme, rest)
    if text.startswith("file:/"):
        return Dataset("file", text[len("file:") :])
    if PurePath(text).is_absolute():
        return Dataset("file", text)
    namespace, slash, name = text.partition("/")
    return Dataset(namespace, name) if slash and namespace and name else Dataset(default_namespace, text)


def _from_dictionary(given: Mapping[str, Any], default_namespace: str) -> Dataset:
    """The Hub's: `name`, and `type`, `format`, `namespace` if known; `facets` are taken as they are."""
    name, kind, layout = str(given["name"]), given.get("type"), given.get("format")
    namespace = given.get("namespace")
    if namespace:
        found = Dataset(str(namespace), name)
    elif "://" in name or name.startswith("/") or not kind:
        found = from_text(name, default_namespace)
    else:
        found = Dataset(f"{kind}://default", name)
    return found.with_facets({**_described(kind, layout), **(given.get("facets") or {})})


def _described(kind: Any, layout: Any) -> dict[str, Facet]:
    facets: dict[str, Facet] = {}
    if kind in DATASET_TYPES:
        facets["datasetType"] = facet("1-0-1/DatasetTypeDatasetFacet", datasetType=DATASET_TYPES[kind])
    if layout and layout != "table":
        storage = {"storageLayer": str(kind or "file"), "fileFormat": str(layout)}
        facets["storage"] = facet("1-0-1/StorageDatasetFacet", **storage)
    return facets
