"""How fast connectors read and translate, without a server, at N and 2N. `python -m benchmarks.connectors`.

A dbt manifest of N models of ten columns, each reading two others; a query log of N lines in JSON, row by row
and folded on Spark to text, day and person.
"""

import json
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

from benchmarks.table import table
from headwater.client.batches import batches
from headwater.connectors import dbt, query_log
from headwater.connectors.contract import Connector, SourceDocument
from headwater.connectors.query_log.on_spark import on_spark
from headwater.connectors.run import encode_document
from headwater.pipeline.session import start_session
from headwater.settings import Settings

NOW = datetime(2026, 4, 20, tzinfo=UTC)
FIRST_MS, DAY_MS = 1_775_001_600_000, 86_400_000
MODELS = (5_000, 10_000)
LINES = (100_000, 200_000)
FOLDED_LINES = (200_000, 400_000)
WARM_UP_LINES = 1_000
COLUMNS = ("amount_usd", "note", "status", "channel", "customer_id")
DAYS, USERS = 20, 50
HEADER = ("source", "size", "MB", "documents", "processor s", "seconds", "rows a processor second")


def write_manifest(folder: Path, models: int) -> Path:
    def node(number: int) -> dict[str, Any]:
        parents = [f"model.shop.m{number // 2}", f"model.shop.m{number // 3}"] if number else []
        columns = [f"c{place}" for place in range(10)]
        read = " join ".join(f"shop.marts.{parent.rpartition('.')[2]}" for parent in parents)
        return {
            "resource_type": "model",
            "package_name": "shop",
            "database": "shop",
            "schema": "marts",
            "alias": f"m{number}",
            "name": f"m{number}",
            "config": {"materialized": "table", "meta": {"owner": "team:a"}, "tags": ["x"]},
            "columns": {one: {"name": one, "description": "A column.", "meta": {}} for one in columns},
            "depends_on": {"nodes": parents},
            "raw_code": "select " * 100,
            "compiled_code": f"select {', '.join(columns)} from {read or 'raw.t'}",
        }

    document = {
        "metadata": {
            "dbt_schema_version": "https://schemas.getdbt.com/dbt/manifest/v12.json",
            "generated_at": "2026-04-20T00:00:00Z",
            "project_name": "shop",
            "adapter_type": "postgres",
        },
        "nodes": {f"model.shop.m{number}": node(number) for number in range(models)},
        "sources": {},
        "exposures": {},
    }
    (folder / "manifest.json").write_text(json.dumps(document))
    return folder / "manifest.json"


def write_log(folder: Path, lines: int) -> Path:
    file = folder / "log.jsonl"
    with file.open("w") as opened:
        for number in range(lines):
            column = COLUMNS[number % len(COLUMNS)]
            sql = f"select {column}, id from shop.orders where id = {number} and day >= '2026-04-01'"
            moment = FIRST_MS + number * DAYS * DAY_MS // lines
            asked = {"query": sql, "start_time": moment, "user": f"user{number % USERS}", "duration_ms": 7}
            opened.write(json.dumps(asked) + "\n")
    return file


def row(name: str, size: int, file: Path, connector: Connector[Any]) -> Sequence[object]:
    began, clock, documents = processor_seconds(), time.perf_counter(), 0
    for fetched in connector.fetch({}, NOW):
        said = connector.translate(fetched.part, NOW)
        encoded = (encode_document(one) for one in said if isinstance(one, SourceDocument))
        for batch in batches(encoded, lambda document: len(document.body)):
            documents += len(batch)
    taken, passed = processor_seconds() - began, time.perf_counter() - clock
    return (
        name,
        f"{size:,}",
        f"{file.stat().st_size / 1e6:.1f}",
        f"{documents:,}",
        f"{taken:.2f}",
        f"{passed:.2f}",
        f"{size / taken:,.0f}",
    )


def processor_seconds() -> float:
    """Of this process and of all that it started: Spark's JVM, and the Pythons of its tasks."""
    me = psutil.Process()
    return sum(sum(one.cpu_times()[:2]) for one in (me, *me.children(recursive=True)))


def folded_rows() -> list[Sequence[object]]:
    with tempfile.TemporaryDirectory() as folder:
        spark = start_session(Settings(home=Path(folder)), "headwater benchmark")

        def folded(lines: int) -> Sequence[object]:
            file = write_log(Path(folder), lines)
            options = query_log.QueryLogOptions([str(file)], fold=True)
            logs = query_log.connector(options).folding_with(on_spark(lambda: spark))
            return row("query log on Spark, lines", lines, file, logs)

        folded(WARM_UP_LINES)
        rows = [folded(lines) for lines in FOLDED_LINES]
        spark.stop()
    return rows


def run() -> str:
    rows = []
    for models in MODELS:
        with tempfile.TemporaryDirectory() as folder:
            file = write_manifest(Path(folder), models)
            options = dbt.DbtOptions(folder, namespace="postgres://warehouse:5432")
            rows.append(row("dbt, models", models, file, dbt.connector(options)))
    for lines in LINES:
        with tempfile.TemporaryDirectory() as folder:
            file = write_log(Path(folder), lines)
            logs = query_log.connector(query_log.QueryLogOptions([str(file)]))
            rows.append(row("query log, lines", lines, file, logs))
    return table(HEADER, [*rows, *folded_rows()])


if __name__ == "__main__":
    print(run())
