"""Snowflake's ACCESS_HISTORY, with the columns and arrays that its documentation shows."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from headwater.connectors.contract import SourceProblem
from headwater.connectors.query_log import QueryLogOptions, connector
from headwater.errors import BadInputError
from tests.connectors.contract import NOW

NAMESPACE = "snowflake://acme-shop"


def table(name: str, *columns: Any, domain: str = "Table") -> dict[str, Any]:
    return {"objectDomain": domain, "objectId": 1, "objectName": name, "columns": list(columns)}


def column(name: str, *sources: tuple[str, str], kind: str = "directSources") -> dict[str, Any]:
    read = [
        {"objectDomain": "Table", "objectId": 2, "objectName": source, "columnName": field}
        for source, field in sources
    ]
    return {"columnId": 3, "columnName": name, kind: read}


WRITES = {
    "QUERY_ID": "a0fda135-d678-4184-942b-c3411ae8d1ce",
    "QUERY_START_TIME": "2026-04-20 01:17:47.388 +0000",
    "USER_NAME": "ETL",
    "DIRECT_OBJECTS_ACCESSED": [
        table("SHOP.SALES.ORDERS", {"columnName": "AMOUNT"}),
        table("SHOP.SALES.CUSTOMERS"),
        {"objectDomain": "FUNCTION", "objectName": "SHOP.UTIL.EUR", "argumentSignature": "(X NUMBER)"},
    ],
    "OBJECTS_MODIFIED": [
        table("SHOP.MARTS.REVENUE", column("TOTAL", ("SHOP.SALES.ORDERS", "AMOUNT")), column("DAY")),
        {"objectDomain": "Stage", "stageKind": "Internal Named", "objectName": "SHOP.SALES.OUT"},
    ],
}
READS = {**WRITES, "QUERY_ID": "b0", "OBJECTS_MODIFIED": []}


def said(folder: Path, *rows: dict[str, Any], as_csv: bool = False) -> list[Any]:
    file = folder / ("log.csv" if as_csv else "log.jsonl")
    if as_csv:
        with file.open("w", newline="") as opened:
            writer = csv.DictWriter(opened, list(WRITES))
            writer.writeheader()
            writer.writerows(
                {k: json.dumps(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows
            )
    else:
        file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    found = connector(QueryLogOptions([str(file)], "snowflake-access-history", namespace=NAMESPACE))
    return [one for part in found.fetch({}, NOW) for one in found.translate(part.part, NOW)]


@pytest.mark.parametrize("as_csv", [False, True])
def test_a_statement_that_writes_is_a_run_with_lineage_of_columns(tmp_path: Path, as_csv: bool) -> None:
    (document,) = said(tmp_path, WRITES, READS, as_csv=as_csv)
    body = document.body
    assert (body["eventType"], body["eventTime"]) == ("COMPLETE", "2026-04-20T01:17:47.388Z")
    assert body["run"]["runId"] == WRITES["QUERY_ID"]
    assert body["run"]["facets"]["headwater_query"]["user"] == "ETL"
    assert [one["name"] for one in body["inputs"]] == ["SHOP.SALES.CUSTOMERS", "SHOP.SALES.ORDERS"]
    (output,) = body["outputs"]
    assert (output["namespace"], output["name"]) == (NAMESPACE, "SHOP.MARTS.REVENUE")
    fields = output["facets"]["columnLineage"]["fields"]
    source = {"namespace": NAMESPACE, "name": "SHOP.SALES.ORDERS", "field": "AMOUNT"}
    assert fields == {"TOTAL": {"inputFields": [source]}}


def test_base_sources_count_where_there_are_no_direct_ones(tmp_path: Path) -> None:
    written = table("A.B.C", column("X", ("A.B.D", "Y"), kind="baseSources"))
    (document,) = said(tmp_path, {**WRITES, "DIRECT_OBJECTS_ACCESSED": None, "OBJECTS_MODIFIED": [written]})
    assert [one["name"] for one in document.body["inputs"]] == ["A.B.D"]


def test_each_table_that_a_statement_writes_has_a_run_of_its_own(tmp_path: Path) -> None:
    rows = {**WRITES, "OBJECTS_MODIFIED": [table("A.B.C"), table("A.B.D")]}
    found = said(tmp_path, rows)
    assert len({one.body["run"]["runId"] for one in found}) == 2
    assert said(tmp_path, rows) == found


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"OBJECTS_MODIFIED": "[{"}, "objects_modified: is no JSON"),
        ({"OBJECTS_MODIFIED": "{}"}, "objects_modified: must be an array"),
        ({"QUERY_ID": None}, "query_id: required"),
        ({"QUERY_START_TIME": "soon"}, "is not a time"),
    ],
)
def test_a_row_that_can_not_be_used_is_named(tmp_path: Path, changed: dict[str, Any], reason: str) -> None:
    (problem,) = said(tmp_path, {**WRITES, **changed})
    assert isinstance(problem, SourceProblem)
    assert reason in problem.reason


def test_it_needs_the_namespace_of_the_warehouse() -> None:
    with pytest.raises(BadInputError, match="namespace: required with snowflake-access-history"):
        connector(QueryLogOptions(["log.csv"], "snowflake-access-history"))
