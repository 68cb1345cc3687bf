"""Writes what an OpenMetadata would answer of a small shop, checked by its own models, and what it takes.

It needs OpenMetadata's package, which wants an environment of its own:

    python -m venv /path && /path/bin/pip install "openmetadata-ingestion==1.13.4.1" "dbt-core==1.10.23"
    /path/bin/python tests/cases/openmetadata/generate.py
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from metadata.generated.schema.api.lineage.addLineage import AddLineageRequest
from metadata.generated.schema.entity.data.pipeline import Pipeline, PipelineStatus
from metadata.generated.schema.entity.data.query import Query
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.feed.thread import Post, Thread
from metadata.generated.schema.tests.basic import TestCaseResult
from metadata.generated.schema.tests.testCase import TestCase
from metadata.generated.schema.type.entityLineage import EntityLineage
from metadata.generated.schema.type.entityUsage import EntityUsage
from metadata.ingestion.ometa.mixins.es_mixin import ESResponse
from words import checked, edge, history, identity, reference, tag

SERVICE = "ecommerce_warehouse"
ORDERS = f"{SERVICE}.shopflow.sales.orders"
REVENUE = f"{SERVICE}.shopflow.marts.revenue_daily"
PIPELINE = "shopflow_airflow.revenue_etl_pipeline"
DASHBOARD = "looker.revenue_overview"


def at(day: int, hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 4, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


def column(name: str, kind: str, *tags: str) -> dict[str, Any]:
    return {
        "name": name,
        "dataType": kind,
        "dataTypeDisplay": kind.lower(),
        "tags": [tag(one) for one in tags],
    }


def table(name: str, version: float, when: int, who: str, columns: list[dict[str, Any]], **more: Any) -> Any:
    whole = {
        "id": identity(name),
        "name": name.rpartition(".")[2],
        "fullyQualifiedName": name,
        "version": version,
        "updatedAt": when,
        "updatedBy": who,
        "tableType": "Regular",
        "columns": columns,
        "service": reference("databaseService", SERVICE),
        **more,
    }
    return checked(Table, whole)


WHOLE = [
    column("order_id", "BIGINT"),
    column("customer_email", "VARCHAR", "PII.Sensitive"),
    column("amount_usd", "DECIMAL"),
]
SAID = {
    "description": "One row per order.",
    "tags": [tag("Tier.Tier1"), tag("Sales.Core")],
    "owners": [reference("team", "sales-data")],
    "domains": [reference("domain", "Sales")],
}
ORDER_VERSIONS = [
    table(ORDERS, 0.1, at(1, 9), "dana.lead", WHOLE, **SAID),
    table(ORDERS, 0.2, at(20, 1, 23), "alex.junior", WHOLE[:2], **SAID),
]
REVENUE_COLUMNS = [column("day", "DATE"), column("revenue_usd", "DECIMAL")]
REVENUE_VERSIONS = [table(REVENUE, 0.1, at(1, 9), "dana.lead", REVENUE_COLUMNS)]


INTO_REVENUE = edge(
    ORDERS,
    REVENUE,
    pipeline=reference("pipeline", PIPELINE),
    columnsLineage=[
        {"fromColumns": [f"{ORDERS}.amount_usd"], "toColumn": f"{REVENUE}.revenue_usd", "function": "sum"}
    ],
)
LINEAGE = {
    ORDERS: {
        "entity": reference("table", ORDERS),
        "nodes": [reference("table", REVENUE)],
        "upstreamEdges": [],
        "downstreamEdges": [INTO_REVENUE],
    },
    REVENUE: {
        "entity": reference("table", REVENUE),
        "nodes": [reference("table", ORDERS), reference("dashboard", DASHBOARD)],
        "upstreamEdges": [INTO_REVENUE],
        "downstreamEdges": [edge(REVENUE, DASHBOARD)],
    },
}
RUNS = [
    {"timestamp": at(day, 2), "executionStatus": "Successful", "endTime": at(day, 2, 20)}
    for day in range(10, 20)
]
FAILED = {
    "timestamp": at(20, 2),
    "executionStatus": "Failed",
    "endTime": at(20, 2, 15),
    "taskStatus": [{"name": "load", "executionStatus": "Failed"}],
}
TEST = f"{ORDERS}.amount_usd.orders_amount_must_not_be_null"
RESULTS = [
    {"timestamp": at(19, 3, 50), "testCaseStatus": "Success", "result": "0 nulls"},
    {"timestamp": at(20, 3, 50), "testCaseStatus": "Failed", "result": "column amount_usd does not exist"},
]
SQL = "select sum(amount_usd) from shopflow.sales.orders"
# The last before the connectors' tests run: OpenMetadata keeps no more than thirty days.
USAGE = {
    "entity": reference("table", ORDERS),
    "usage": [{"date": "2026-11-16", "dailyStats": {"count": 7}}],
}
CASE = {
    "id": identity(TEST),
    "name": TEST.rpartition(".")[2],
    "fullyQualifiedName": TEST,
    "testDefinition": reference("testDefinition", "columnValuesToBeNotNull"),
    "entityLink": f"<#E::table::{ORDERS}::columns::amount_usd>",
    "testSuite": reference("testSuite", f"{ORDERS}.testSuite"),
}
ETL = {
    "id": identity(PIPELINE),
    "name": "revenue_etl_pipeline",
    "fullyQualifiedName": PIPELINE,
    "updatedAt": at(1, 9),
    "description": "Revenue by day.",
    "owners": [reference("team", "finance-data")],
    "service": reference("pipelineService", "shopflow_airflow"),
}
QUERY = {
    "id": identity(SQL),
    "name": "total",
    "query": SQL,
    "queryDate": at(19, 9, 30),
    "users": [reference("user", "priya.data")],
    "queryUsedIn": [reference("table", ORDERS)],
    "service": reference("databaseService", SERVICE),
}
FOUND = {
    "hits": {
        "total": {"relation": "eq", "value": 1},
        "hits": [
            {
                "_index": "table_search_index",
                "_id": identity(ORDERS),
                "_source": {
                    "entityType": "table",
                    "fullyQualifiedName": ORDERS,
                    "tier": tag("Tier.Tier1"),
                    "owners": [reference("team", "sales-data")],
                },
            }
        ],
    }
}
POST = {
    "id": identity("post"),
    "message": "Who touched orders?",
    "from": "dana.lead",
    "postTs": at(20, 4),
}
EARLIER = {**POST, "id": identity("earlier"), "message": "Looking.", "postTs": at(20, 3, 57)}
THREAD = {
    "id": identity("thread"),
    "type": "Conversation",
    "about": f"<#E::table::{ORDERS}>",
    "message": "The revenue dashboard is empty since tonight.",
    "createdBy": "tom.ops",
    "threadTs": at(20, 3, 55),
    # A list shows only the last posts of a thread.
    "postsCount": 2,
    "posts": [POST],
}


def answers() -> dict[str, Any]:
    """By path below /api/v1; a list is given out page by page."""
    return {
        "/tables": [ORDER_VERSIONS[-1], REVENUE_VERSIONS[-1]],
        f"/tables/{identity(ORDERS)}/versions": history(ORDER_VERSIONS),
        f"/tables/{identity(REVENUE)}/versions": history(REVENUE_VERSIONS),
        **{f"/lineage/table/name/{name}": checked(EntityLineage, body) for name, body in LINEAGE.items()},
        "/pipelines": [checked(Pipeline, ETL)],
        f"/pipelines/{PIPELINE}/status": {
            "history": [checked(PipelineStatus, run) for run in (FAILED, *reversed(RUNS))]
        },
        "/dataQuality/testCases": [checked(TestCase, CASE)],
        f"/dataQuality/testCases/testCaseResults/{TEST}": {
            "history": [checked(TestCaseResult, result) for result in reversed(RESULTS)]
        },
        "/queries": [checked(Query, QUERY)],
        "/feed": [checked(Thread, THREAD)],
        f"/feed/{identity('thread')}/posts": {"data": [checked(Post, one) for one in (EARLIER, POST)]},
        "/search/query": checked(ESResponse, FOUND),
        f"/usage/table/name/{ORDERS}": checked(EntityUsage, USAGE),
    }


def plain(schema: Any) -> Any:
    """A schema without its prose, in which no object has a field that is not listed."""
    if isinstance(schema, list):
        return [plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: plain(value) for key, value in schema.items() if key not in ("title", "default")}
    if isinstance(found.get("description"), str):
        del found["description"]
    return {**found, "additionalProperties": False} if "properties" in found else found


def write(name: str, content: Any) -> None:
    Path(__file__).with_name(name).write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    write("answers.json", answers())
    write("add_lineage.schema.json", plain(AddLineageRequest.model_json_schema()))
