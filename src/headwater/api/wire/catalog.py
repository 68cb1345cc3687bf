"""Answers about datasets and jobs."""

from dataclasses import fields
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from headwater.api.wire.base import Facets, Page, Part, Wire, example
from headwater.api.wire.runs import Run
from headwater.questions.catalog.datasets_and_jobs import DatasetDetail as KnownDataset
from headwater.questions.catalog.datasets_and_jobs import JobDetail as KnownJob
from headwater.store.queries.catalog import Entry

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
EVENT = "0b0e6f0a-3c55-4d0a-9f3c-1f2f5a0f8a11"


class Dataset(Wire):
    model_config = example(**ORDERS)

    namespace: str
    name: str
    type: str | None
    description: str | None
    owners: list[str]
    tags: list[str]
    first_seen: datetime | None
    last_seen: datetime | None
    dropped_at: datetime | None
    """When it was dropped; null while it exists."""
    aliases: list[str]
    """Other names of the same dataset, from symlinks and renames."""


class Job(Wire):
    model_config = example(**REVENUE)

    namespace: str
    name: str
    type: str | None
    description: str | None
    owners: list[str]
    tags: list[str]
    streaming: bool
    first_seen: datetime | None
    last_seen: datetime | None
    dropped_at: datetime | None
    """When it was deleted; null while it exists."""


class DatasetPage(Page[Dataset]):
    model_config = example(items=[ORDERS], total=41, next_cursor="WyJlY29tbWVyY2Vfd2FyZWhvdXNlIl0")


class JobPage(Page[Job]):
    model_config = example(items=[REVENUE], total=25, next_cursor=None)


class Column(Wire):
    name: str
    type: str | None
    ordinal: int | None
    description: str | None
    tags: list[str]
    fields: list[dict[str, Any]]
    """Nested fields, as the producer described them."""
    in_schema: bool
    """False for a column that only lineage or an older schema speaks of."""


class SchemaVersion(Wire):
    valid_from: datetime
    valid_to: datetime | None
    """Null for the version that holds today."""
    event_id: UUID
    run_id: UUID | None
    fields: list[dict[str, Any]]


class Assertion(Wire):
    name: str
    field: str | None
    success: bool | None
    severity: str | None
    at: datetime
    event_id: UUID
    run_id: UUID | None
    value: Any


class Statistics(Wire):
    """Rows and bytes, as the last run that wrote or read the dataset told them."""

    direction: str
    name: str
    value: Any
    at: datetime
    run_id: UUID
    event_id: UUID


class Neighbour(Wire):
    namespace: str
    name: str
    first_seen: datetime
    last_seen: datetime
    current: bool
    """Whether the two are connected today."""


class DatasetDetail(Dataset):
    model_config = example(
        **ORDERS,
        facets={"fileSize": {"value": {"bytes": 4096}, "at": "2026-04-20T01:00:00Z", "event_id": EVENT}},
        columns=[
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
        schema_versions={"items": [], "total": 0},
        assertions={"items": [], "total": 0},
        statistics=[],
        producers={"items": [], "total": 0},
        consumers={"items": [], "total": 0},
    )

    facets: Facets
    columns: list[Column]
    schema_versions: Part[SchemaVersion]
    assertions: Part[Assertion]
    statistics: list[Statistics]
    producers: Part[Neighbour]
    consumers: Part[Neighbour]

    @classmethod
    def of(cls, known: KnownDataset) -> Self:
        return cls.model_validate(_flat(known.entry) | _parts(known))


class JobDetail(Job):
    model_config = example(
        **REVENUE,
        facets={},
        sql="insert into revenue_daily select order_date, sum(amount_usd) from sales.orders group by 1",
        inputs={"items": [], "total": 0},
        outputs={"items": [], "total": 0},
        parent=None,
        latest_runs={"items": [], "total": 0},
    )

    facets: Facets
    sql: str | None
    inputs: Part[Neighbour]
    outputs: Part[Neighbour]
    parent: Run | None
    """The run that started this job's latest run, with its job."""
    latest_runs: Part[Run]

    @classmethod
    def of(cls, known: KnownJob) -> Self:
        return cls.model_validate(_flat(known.entry) | _parts(known))


def _flat(entry: Entry) -> dict[str, Any]:
    return {field.name: getattr(entry, field.name) for field in fields(entry)}


def _parts(known: KnownDataset | KnownJob) -> dict[str, Any]:
    return {field.name: getattr(known, field.name) for field in fields(known) if field.name != "entry"}
