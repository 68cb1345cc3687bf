"""Answers about datasets and jobs."""

from typing import Any, ClassVar
from uuid import UUID

from headwater.answers.base import Answer, Facets, Page, Part, Time
from headwater.answers.runs import LatestRuns, Run

ORDERS: dict[str, Any] = {
    "namespace": "ecommerce_warehouse",
    "name": "shopflow.sales.orders",
    "type": "TABLE",
    "description": "One row per order.",
    "owners": ["team:sales-data"],
    "tags": ["tier:1"],
    "first_seen": "2026-03-21T00:05:00Z",
    "last_seen": "2026-04-20T03:50:00Z",
    "dropped_at": None,
    "aliases": ["s3://shopflow-lake/sales/orders"],
}
REVENUE: dict[str, Any] = {
    "namespace": "shopflow_airflow",
    "name": "revenue_etl_pipeline",
    "type": "TASK",
    "description": "Builds daily revenue.",
    "owners": ["team:finance-data"],
    "tags": [],
    "streaming": False,
    "first_seen": "2026-03-21T02:00:00Z",
    "last_seen": "2026-04-20T02:15:00Z",
    "dropped_at": None,
}
NONE: dict[str, Any] = {"items": [], "total": 0}


class Dataset(Answer, frozen=True):
    """A table, view, topic, file or dashboard."""

    namespace: str
    name: str
    type: str | None
    description: str | None
    owners: tuple[str, ...]
    tags: tuple[str, ...]
    first_seen: Time | None
    last_seen: Time | None
    dropped_at: Time | None
    """When it was dropped; null while it exists."""
    aliases: tuple[str, ...]
    """Other names of the same dataset, from symlinks and renames."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = ORDERS


class Job(Answer, frozen=True):
    """What reads and writes datasets."""

    namespace: str
    name: str
    type: str | None
    description: str | None
    owners: tuple[str, ...]
    tags: tuple[str, ...]
    streaming: bool
    first_seen: Time | None
    last_seen: Time | None
    dropped_at: Time | None
    """When it was deleted; null while it exists."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = REVENUE


class DatasetPage(Page[Dataset], frozen=True):
    """Datasets by namespace and name."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {
        "items": [ORDERS],
        "total": 41,
        "next_cursor": "WyJlY29tbWVyY2Vfd2FyZWhvdXNlIl0",
    }


class JobPage(Page[Job], frozen=True):
    """Jobs by namespace and name."""

    EXAMPLE: ClassVar[dict[str, Any] | None] = {"items": [REVENUE], "total": 25, "next_cursor": None}


class DatasetColumn(Answer, frozen=True):
    """A column of a dataset, from its current schema."""

    name: str
    type: str | None
    ordinal: int | None
    description: str | None
    tags: tuple[str, ...]
    fields: tuple[dict[str, Any], ...]
    """Nested fields, as the producer described them."""
    in_schema: bool
    """False for a column that only lineage or an older schema speaks of."""


class SchemaVersion(Answer, frozen=True):
    """What a dataset looked like during a time."""

    valid_from: Time
    valid_to: Time | None
    """Null for the version that holds today."""
    event_id: UUID
    run_id: UUID | None
    fields: tuple[dict[str, Any], ...]


class SchemaVersions(Part[SchemaVersion], frozen=True):
    """The latest versions, newest first, and how many there are."""


class Assertion(Answer, frozen=True):
    """The latest result of a test on a dataset or column."""

    name: str
    field: str | None
    success: bool | None
    severity: str | None
    at: Time
    event_id: UUID
    run_id: UUID | None
    value: Any


class Assertions(Part[Assertion], frozen=True):
    """The first of them, and how many there are."""


class Statistics(Answer, frozen=True):
    """Rows and bytes, as reported by the last run that wrote or read the dataset."""

    direction: str
    name: str
    value: Any
    at: Time
    run_id: UUID
    event_id: UUID


class Neighbour(Answer, frozen=True):
    """A job beside a dataset, or a dataset beside a job."""

    namespace: str
    name: str
    first_seen: Time
    last_seen: Time
    current: bool
    """Whether the two are connected today."""


class Neighbours(Part[Neighbour], frozen=True):
    """The first 100, and how many there are."""


class DatasetDetail(Dataset, frozen=True):
    """All about one dataset."""

    facets: Facets
    columns: tuple[DatasetColumn, ...]
    schema_versions: SchemaVersions
    assertions: Assertions
    statistics: tuple[Statistics, ...]
    producers: Neighbours
    consumers: Neighbours

    EXAMPLE: ClassVar[dict[str, Any] | None] = ORDERS | {
        "facets": {
            "fileSize": {
                "value": {"bytes": 4096},
                "at": "2026-04-20T01:00:00Z",
                "event_id": "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11",
            }
        },
        "columns": [
            {
                "name": "order_id",
                "type": "bigint",
                "ordinal": 1,
                "description": "The order's number.",
                "tags": [],
                "fields": [],
                "in_schema": True,
            }
        ],
        "schema_versions": NONE,
        "assertions": NONE,
        "statistics": [],
        "producers": NONE,
        "consumers": NONE,
    }


class JobDetail(Job, frozen=True):
    """All about one job."""

    facets: Facets
    sql: str | None
    inputs: Neighbours
    outputs: Neighbours
    parent: Run | None
    """The run that started this job's latest run, with its job."""
    latest_runs: LatestRuns

    EXAMPLE: ClassVar[dict[str, Any] | None] = REVENUE | {
        "facets": {},
        "sql": "insert into revenue_daily select order_date, sum(amount_usd) from sales.orders group by 1",
        "inputs": NONE,
        "outputs": NONE,
        "parent": None,
        "latest_runs": NONE,
    }
