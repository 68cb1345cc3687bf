"""Rows of the logs of real databases as queries; what can't be used is named by file and line."""

import csv
import gzip
import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg
import pytest

from headwater.connectors.contract import SourceDocument, SourceProblem
from headwater.connectors.query_log import QueryLogOptions, connector
from headwater.connectors.query_log.mappings import MAPPINGS
from headwater.errors import BadInputError
from headwater.store.embedded import EmbeddedPostgres
from tests.connectors.contract import NOW

Said = SourceDocument | SourceProblem


def said(file: Path, mapping: str = "plain", state: dict[str, Any] | None = None, **more: Any) -> list[Said]:
    found = connector(QueryLogOptions([str(file)], mapping, **more))
    return [one for part in found.fetch(state or {}, NOW) for one in found.translate(part.part, NOW)]


def queries(file: Path, mapping: str = "plain", **more: Any) -> list[dict[str, Any]]:
    return [dict(one.body) for one in said(file, mapping, **more) if isinstance(one, SourceDocument)]


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    file = folder / "log.csv"
    with file.open("w", newline="") as opened:
        writer = csv.DictWriter(opened, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return file


LOGS = {
    "snowflake": (
        {
            "QUERY_TEXT": "select sum(amount) from orders",
            "START_TIME": "2026-04-20 01:23:00.000 +0000",
            "USER_NAME": "PRIYA",
            "DATABASE_NAME": "SHOP",
            "SCHEMA_NAME": "SALES",
            "TOTAL_ELAPSED_TIME": "412",
            "ROWS_PRODUCED": "1",
            "EXECUTION_STATUS": "SUCCESS",
        },
        {"EXECUTION_STATUS": "FAIL"},
    ),
    "bigquery": (
        {
            "query": "select sum(amount) from sales.orders",
            "creation_time": "2026-04-20 01:23:00.000000 UTC",
            "user_email": "priya@example.com",
            "project_id": "shop",
            "job_type": "QUERY",
            "state": "DONE",
            "error_result": "",
            "total_slot_ms": "98000",
        },
        # A job that failed is DONE as well.
        {"error_result": '{"reason": "invalidQuery"}'},
    ),
    "redshift": (
        {
            "query_text": "select sum(amount) from orders",
            "start_time": "2026-04-20 01:23:00",
            "user_id": "104",
            "database_name": "shop                ",
            "elapsed_time": "412000",
            "status": "success",
        },
        {"status": "failed"},
    ),
    "trino": (
        {
            "query": "select sum(amount) from orders",
            "created": "2026-04-20 01:23:00.000 UTC",
            "user": "priya",
            "catalog": "hive",
            "schema": "sales",
            "state": "FINISHED",
        },
        {"state": "FAILED"},
    ),
    "databricks": (
        {
            "statement_text": "select sum(amount) from orders",
            "start_time": "2026-04-20T01:23:00.000+00:00",
            "executed_by": "priya@example.com",
            "total_duration_ms": "412",
            "execution_status": "FINISHED",
        },
        {"execution_status": "CANCELED"},
    ),
    "pg-stat-statements": (
        {"query": "select sum(amount) from orders where id = $1", "calls": "41", "mean_exec_time": "0.4"},
        None,
    ),
}


@pytest.mark.parametrize("mapping", LOGS)
def test_a_row_of_a_database_is_a_query_and_what_did_not_run_is_none(tmp_path: Path, mapping: str) -> None:
    row, failed = LOGS[mapping]
    rows = [row] if failed is None else [row, {**row, **failed}]
    (found,) = queries(written(tmp_path, *rows), mapping)
    assert found["sql"].startswith("select sum(amount)")
    assert found["dialect"] == MAPPINGS[mapping].dialect
    stated = mapping != "pg-stat-statements"
    assert found["time"] == ("2026-04-20T01:23:00.000Z" if stated else "2026-11-18T10:00:00.000Z")
    assert found.get("count") == (None if stated else 41)
    assert found.get("duration_ms") in (None, 412, 0.4)


def test_jobs_of_bigquery_that_hold_no_query_are_left_out(tmp_path: Path) -> None:
    row = LOGS["bigquery"][0]
    rows = [{**row, "job_type": "LOAD", "query": ""}, {**row, "state": "RUNNING"}]
    assert said(written(tmp_path, *rows), "bigquery") == []


def test_a_user_of_redshift_may_be_a_number_and_its_texts_are_filled_up(tmp_path: Path) -> None:
    row = {**LOGS["redshift"][0], "user_id": 104}
    (tmp_path / "log.jsonl").write_text(json.dumps(row) + "\n")
    (found,) = queries(tmp_path / "log.jsonl", "redshift")
    assert (found["user"], found["database"]) == ("104", "shop")


def test_every_ready_mapping_is_tried() -> None:
    assert set(MAPPINGS) == {*LOGS, "plain", "postgresql-csvlog", "snowflake-access-history", "redshift-text"}


def test_columns_can_be_named(tmp_path: Path) -> None:
    file = written(tmp_path, {"stmt": "select 1", "at": "2026-04-20T01:23:00Z", "who": "kira"})
    (found,) = queries(file, columns={"sql": "stmt", "time": "at", "user": "WHO"})
    assert (found["sql"], found["user"]) == ("select 1", "kira")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "is no JSON object"),
        ("[]", "is no JSON object"),
        ('{"time": "2026-04-20T01:23:00Z"}', "no text of a query"),
        ('{"sql": "select 1", "time": "soon"}', "time: `soon` is not a time"),
        ('{"sql": "select 1", "time": "2026-04-20 01:23:00 IST"}', "set log_timezone to UTC"),
        ('{"sql": "select 1", "time": 1e3, "rows": "many"}', "rows: `many` is not a number"),
        ('{"sql": "select 1", "time": 1e3, "user": [7]}', "user: must be a string"),
        ('{"sql": "' + "x" * 1_000_001 + '", "time": 1e3}', "sql"),
    ],
)
def test_what_can_not_be_used_is_named_and_the_rest_goes_on(tmp_path: Path, line: str, reason: str) -> None:
    (tmp_path / "log.jsonl").write_text(f'{line}\n{{"sql": "select 2", "time": 1000}}\n')
    problem, query = said(tmp_path / "log.jsonl")
    assert isinstance(problem, SourceProblem)
    assert problem.place.endswith("log.jsonl:1")
    assert reason in problem.reason
    assert isinstance(query, SourceDocument)


def test_a_csv_without_a_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"log\.csv:1: has no column with the text of a query"):
        said(written(tmp_path, {"a": 1}))


def test_a_broken_archive_is_named(tmp_path: Path) -> None:
    whole = gzip.compress(b'{"sql": "select 1", "time": 1000}\n' * 1000)
    (tmp_path / "log.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadInputError, match=r"log\.jsonl\.gz: can't be read"):
        said(tmp_path / "log.jsonl.gz")


def test_a_log_that_grew_is_read_from_where_it_ended_and_a_rotated_one_anew(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    lines = [f'{{"sql": "select {n}", "time": {1000 + n}, "user": "{"u" * 150}"}}\n' for n in range(6)]
    file.write_text("".join(lines[:4]))
    found = connector(QueryLogOptions([str(file)]))
    (*_, last) = found.fetch({}, NOW)
    file.write_text("".join(lines[:5]))
    assert [one["sql"] for one in queries(file, state=dict(last.state))] == ["select 4"]
    file.write_text(lines[5])
    assert [one["sql"] for one in queries(file, state=dict(last.state))] == ["select 5"]


@pytest.fixture
def csvlog() -> Iterator[Path]:
    """What a real server wrote while somebody asked it something."""
    # A socket's path has a length limit that pytest's own temporary folders can pass.
    home = Path(mkdtemp(prefix="hw"))
    server = EmbeddedPostgres(home)
    with psycopg.connect(server.start(), autocommit=True) as connection:
        for setting in LOGGING:
            connection.execute(f"alter system set {setting}")
    server.stop()
    with psycopg.connect(server.start(), autocommit=True) as connection:
        connection.execute("create table orders (id int, note text)")
        connection.execute("select id, note from orders where note = 'a, \"b\"\n c'")
        connection.execute("select id from orders where id = %s", [7])
        with suppress(psycopg.Error):
            connection.execute("select nothing from nowhere")
    server.stop()
    yield home / "postgres" / "csvlog"
    shutil.rmtree(home, ignore_errors=True)


LOGGING = (
    "logging_collector = on",
    "log_destination = 'csvlog'",
    "log_directory = 'csvlog'",
    "log_statement = 'all'",
    "log_timezone = 'Europe/Berlin'",
)


def test_the_csvlog_of_a_real_server_is_read(csvlog: Path) -> None:
    found = {one["sql"]: one for one in queries(csvlog, "postgresql-csvlog")}
    asked = [sql for sql in found if "orders" in sql]
    assert asked == [
        "create table orders (id int, note text)",
        "select id, note from orders where note = 'a, \"b\"\n c'",
        "select id from orders where id = $1",
    ]
    one = found[asked[1]]
    assert (one["user"], one["database"], one["dialect"]) == ("postgres", "postgres", "postgres")
    moment = datetime.fromisoformat(one["time"])
    assert abs(moment - datetime.now(UTC)) < timedelta(minutes=30)
