"""One statement of one event, in the one shape that all facts share, so that one fold serves them all.

A fact has a kind and a key. Facts of the same kind and key are merged: first and last time seen, and
the rest from the latest event. That merge commutes, so neither order nor repetition matters.
"""

from functools import lru_cache
from typing import NamedTuple

from headwater.model.ids import ColumnId, DatasetId, JobId, NodeKind


class Fact(NamedTuple):
    """Keys and references are 16-byte digests or UUIDs in hex."""

    kind: str
    key: str
    node: str | None = None
    source: str | None = None
    target: str | None = None
    owner: str | None = None
    run: str | None = None
    label: str | None = None
    namespace: str | None = None
    name: str | None = None
    field: str | None = None
    value: str | None = None


@lru_cache(maxsize=65536)
def dataset_node(dataset: DatasetId) -> Fact:
    return Fact(
        "node", dataset.key, label=NodeKind.DATASET, namespace=dataset.namespace, name=dataset.name, field=""
    )


@lru_cache(maxsize=65536)
def job_node(job: JobId) -> Fact:
    return Fact("node", job.key, label=NodeKind.JOB, namespace=job.namespace, name=job.name, field="")


@lru_cache(maxsize=65536)
def column_node(column: ColumnId) -> Fact:
    dataset = column.dataset
    return Fact(
        "node",
        column.key,
        owner=dataset.key,
        label=NodeKind.COLUMN,
        namespace=dataset.namespace,
        name=dataset.name,
        field=column.field,
    )
