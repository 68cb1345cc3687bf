"""Writes shopflow.json: what an OpenMetadata would answer of ShopFlow's thirty days, checked by its models.

In the environment that generate.py describes, with PyYAML, which comes with it:

    PYTHONPATH=src /path/bin/python tests/cases/openmetadata/generate_shopflow.py
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from metadata.generated.schema.entity.data.pipeline import Pipeline, PipelineStatus
from metadata.generated.schema.entity.data.query import Query
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.feed.thread import Thread
from metadata.generated.schema.tests.basic import TestCaseResult
from metadata.generated.schema.tests.testCase import TestCase
from metadata.generated.schema.type.entityLineage import EntityLineage
from metadata.generated.schema.type.entityUsage import EntityUsage
from words import checked, edge, history, identity, reference, tag

from headwater.demo.history import SEED
from headwater.demo.loader import load_shopflow
from headwater.demo.model import Migration, ShopColumn, ShopDataset, ShopJob
from headwater.demo.plan import BEGIN, END, planned_runs
from headwater.demo.query_runs import TIMES, query_runs
from headwater.demo.suite_runs import suite_runs

SHOP = load_shopflow()
AIRFLOW = "shopflow_airflow"
# Where OpenMetadata keeps what is no table of the warehouse: the service, and the kind of entity.
SERVICES = {
    "postgres://crm.shopflow.example:5432": ("crm_db", "table"),
    "postgres://shop.shopflow.example:5432": ("shop_db", "table"),
    "kafka://events.shopflow.example:9092": ("events", "topic"),
    "s3://shopflow-lake": ("lake", "container"),
    "ecommerce_warehouse": ("ecommerce_warehouse", "table"),
    "looker": ("looker", "dashboard"),
}
TYPES = {"INTEGER": "INT", "TIMESTAMPTZ": "TIMESTAMPZ", "BOOL": "BOOLEAN", "DOUBLE PRECISION": "DOUBLE"}
# Joins and filters are no lineage of columns in OpenMetadata.
SILENT = ("join", "where", "group", "sort", "window")


def millis(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def kind(dataset: ShopDataset) -> str:
    return SERVICES[dataset.id.namespace][1]


def full_name(dataset: ShopDataset) -> str:
    service = SERVICES[dataset.id.namespace][0]
    name = dataset.id.name
    return f'{service}."{name}"' if kind(dataset) in ("topic", "container") else f"{service}.{name}"


def end(key: str) -> Any:
    return reference(kind(SHOP.datasets[key]), full_name(SHOP.datasets[key]))


def column(one: ShopColumn) -> dict[str, Any]:
    word = re.sub(r"\(.*", "", one.type).strip().upper()
    length = {"dataLength": 255} if word in ("VARCHAR", "CHAR") else {}
    labels = [tag("PII.Sensitive")] if one.pii else []
    whole = {"name": one.name, "dataType": TYPES.get(word, word), "dataTypeDisplay": one.type}
    return {**whole, **length, "description": one.description, "tags": labels}


def table(dataset: ShopDataset, number: int, when: datetime, who: str, **more: Any) -> Any:
    name = full_name(dataset)
    domain = dict(dataset.tags).get("domain")
    whole = {
        "id": identity(name),
        "name": name.rpartition(".")[2],
        "fullyQualifiedName": name,
        "version": round(0.1 * number, 1),
        "updatedAt": millis(when),
        "updatedBy": who,
        "tableType": "View" if dataset.kind == "VIEW" else "Regular",
        "description": dataset.description,
        "columns": [column(one) for one in SHOP.columns_at(dataset.key, when)],
        "tags": [tag(f"Tier.Tier{dataset.tier}")],
        "owners": [reference("user", dataset.owner)],
        "domains": [reference("domain", domain)] if domain else [],
        "service": reference("databaseService", name.partition(".")[0]),
        **more,
    }
    return checked(Table, whole)


def versions(dataset: ShopDataset) -> list[dict[str, Any]]:
    found = [table(dataset, 1, dataset.since or BEGIN, dataset.owner)]
    for change in (one for one in SHOP.migrations if one.dataset == dataset.key):
        if change.lifecycle != "RENAME":
            gone = {"deleted": True} if change.lifecycle == "DROP" else {}
            said = {"changeDescription": described(change, 0.1 * len(found))}
            found.append(table(dataset, len(found) + 1, change.at, change.actor, **said, **gone))
    return found


def described(change: Migration, before: float) -> dict[str, Any]:
    def field(columns: list[Any]) -> list[dict[str, Any]]:
        return [{"name": "columns", "newValue": json.dumps(columns)}] if columns else []

    return {
        "previousVersion": round(before, 1),
        "fieldsAdded": field([column(one) for one in change.add]),
        "fieldsUpdated": [],
        "fieldsDeleted": field([{"name": one} for one in change.drop]),
    }


def edges() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Source, target and the edge between them, by the keys of datasets."""
    for job in SHOP.jobs:
        for output in job.outputs:
            target = full_name(SHOP.datasets[output.dataset])
            for source in output.sources:
                yield source, output.dataset, _edge(job, source, target, output)


def _edge(job: ShopJob, source: str, target: str, output: Any) -> Any:
    name, columns = full_name(SHOP.datasets[source]), defaultdict(list)
    for one in output.edges:
        if one.source == source and one.column != "*" and one.verb not in SILENT:
            columns[one.column].append(f"{name}.{one.field}")
    lineage = [{"fromColumns": read, "toColumn": f"{target}.{to}"} for to, read in columns.items()]
    by = {"pipeline": reference("pipeline", f"{AIRFLOW}.{job.id.name}"), "sqlQuery": job.sql}
    return edge(name, target, columnsLineage=lineage, **(by if job.integration != "LOOKER" else {}))


def lineage(key: str) -> Any:
    into = [(source, one) for source, target, one in EDGES if target == key]
    out = [(target, one) for source, target, one in EDGES if source == key]
    body = {
        "entity": end(key),
        "nodes": [end(other) for other in dict.fromkeys(other for other, _ in (*into, *out))],
        "upstreamEdges": [one for _, one in into],
        "downstreamEdges": [one for _, one in out],
    }
    return checked(EntityLineage, body)


EDGES = list(edges())


def pipelines() -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each with its runs, newest first as the server gives them."""
    for job in (one for one in SHOP.jobs if one.integration != "LOOKER"):
        name = f"{AIRFLOW}.{job.id.name}"
        whole = {
            "id": identity(name),
            "name": job.id.name,
            "fullyQualifiedName": name,
            "updatedAt": millis(job.since or BEGIN),
            "description": job.description,
            "owners": [reference("user", job.owner)],
            "tasks": [{"name": job.id.name, "taskSQL": job.sql}],
            "service": reference("pipelineService", AIRFLOW),
        }
        runs = [status(job, run) for run in planned_runs(job, SHOP, SEED) if run.ended <= END]
        yield checked(Pipeline, whole), runs[::-1]


def status(job: ShopJob, run: Any) -> Any:
    word = "Failed" if run.error else "Successful"
    times = {"startTime": millis(run.started), "endTime": millis(run.ended)}
    task = {"name": job.id.name, "executionStatus": word, **times}
    whole = {"timestamp": millis(run.started), "endTime": millis(run.ended), "executionId": run.run_id}
    return checked(PipelineStatus, {**whole, "executionStatus": word, "taskStatus": [task]})


def cases_with_results() -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    results = defaultdict(list)
    for at, found in assertions():
        result = {"timestamp": millis(at), "testCaseStatus": "Success" if found["success"] else "Failed"}
        results[found["name"]].append(checked(TestCaseResult, {**result, "result": found["actual"]}))
    for suite in SHOP.suites:
        name = full_name(SHOP.datasets[suite.dataset])
        for one in suite.assertions:
            column = f"::columns::{one.column}" if one.column else ""
            test = ".".join(filter(None, (name, one.column, one.name)))
            whole = {
                "id": identity(test),
                "name": one.name,
                "fullyQualifiedName": test,
                "testDefinition": reference("testDefinition", one.assertion),
                "entityLink": f"<#E::table::{name}{column}>",
                "testSuite": reference("testSuite", f"{name}.testSuite"),
            }
            yield checked(TestCase, whole), results[one.name][::-1]


def assertions() -> Iterator[tuple[datetime, dict[str, Any]]]:
    for item in suite_runs(SHOP, SEED):
        if item.event["eventType"] == "COMPLETE" and item.at <= END:
            for found in item.event["inputs"][0]["inputFacets"]["dataQualityAssertions"]["assertions"]:
                yield item.at, found


def asked() -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """Every text once, as OpenMetadata keeps it, and how often each table was used on each day."""
    last: dict[str, datetime] = {}
    used: dict[str, Counter[str]] = defaultdict(Counter)
    for item in query_runs(SHOP, SEED):
        sql = item.event["job"]["facets"]["sql"]["query"]
        last[sql] = max(item.at, last.get(sql, item.at))
        for one in item.event["inputs"]:
            used[f"{one['namespace']}.{one['name']}"][f"{item.at:%Y-%m-%d}"] += TIMES
    texts = [query(one, last[one.sql]) for one in SHOP.queries]
    return texts, {name: usage(name, days) for name, days in sorted(used.items())}


def query(one: Any, at: datetime) -> Any:
    whole = {
        "id": identity(one.sql),
        "name": identity(one.sql)[:8],
        "query": one.sql,
        "queryDate": millis(at),
        "users": [reference("user", one.user)],
        "queryUsedIn": [end(key) for key in one.inputs],
        "service": reference("databaseService", "ecommerce_warehouse"),
    }
    return checked(Query, whole)


def usage(name: str, days: Counter[str]) -> Any:
    listed = [{"date": day, "dailyStats": {"count": count}} for day, count in sorted(days.items())]
    return checked(EntityUsage, {"entity": reference("table", name), "usage": listed})


def thread(number: int, signal: Any) -> Any:
    about = end(signal.dataset)
    whole = {
        "id": identity(f"thread {number}"),
        "type": "Conversation",
        "about": f"<#E::{about['type']}::{about['fullyQualifiedName']}>",
        "message": signal.text,
        "createdBy": signal.author,
        "threadTs": millis(signal.at),
        "postsCount": 0,
        "posts": [],
    }
    return checked(Thread, whole)


def answers() -> dict[str, Any]:
    """By path below /api/v1; a list is given out page by page, and a `history` by time."""
    tables = {one.key: versions(one) for one in SHOP.datasets.values() if kind(one) == "table"}
    whole: dict[str, Any] = {"/tables": [found[-1] for found in tables.values()]}
    for key, found in tables.items():
        whole[f"/tables/{found[0]['id']}/versions"] = history(found)
        whole[f"/lineage/table/name/{full_name(SHOP.datasets[key])}"] = lineage(key)
    runs = list(pipelines())
    whole["/pipelines"] = [one for one, _ in runs]
    whole |= {f"/pipelines/{one['fullyQualifiedName']}/status": {"history": found} for one, found in runs}
    cases = list(cases_with_results())
    whole["/dataQuality/testCases"] = [one for one, _ in cases]
    place = "/dataQuality/testCases/testCaseResults"
    whole |= {f"{place}/{one['fullyQualifiedName']}": {"history": found} for one, found in cases}
    whole["/queries"], used = asked()
    whole |= {f"/usage/table/name/{name}": found for name, found in used.items()}
    whole["/feed"] = [thread(number, one) for number, one in enumerate(SHOP.incident.signals)]
    return whole


if __name__ == "__main__":
    lines = [f"{json.dumps(path)}: {json.dumps(body)}" for path, body in sorted(answers().items())]
    Path(__file__).with_name("shopflow.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
