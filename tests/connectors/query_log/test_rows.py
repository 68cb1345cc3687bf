"""Exports as the databases' own tools write them: quotes, line breaks, nulls, encodings, nested JSON."""

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from headwater.connectors.contract import SourceDocument, SourceProblem
from headwater.connectors.query_log import QueryLogOptions, connector
from headwater.errors import BadInputError
from tests.connectors.contract import NOW
from tests.connectors.query_log.test_translate import queries, said, written

TEXT = 'select "Total, net"\r\nfrom orders -- "all"\nwhere note <> \'a;b\''
SNOWFLAKE = {"QUERY_TEXT": TEXT, "START_TIME": "2026-04-19 17:23:00.000 -0800", "USER_NAME": "PRIYA"}
TRINO = {
    "createTime": "2026-04-20T01:23:00.000Z",
    "executionStartTime": "2026-04-20T01:23:01.000Z",
    "endTime": "2026-04-20T01:23:03.500Z",
    "metadata": {"queryId": "q1", "query": "select sum(amount) from orders", "queryState": "FINISHED"},
    "context": {"user": "priya", "catalog": "hive", "schema": "sales"},
    "statistics": {"outputRows": 7, "wallTime": "PT2.5S"},
}


def lines(file: Path, *rows: Any) -> Path:
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return file


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_text_of_many_lines_is_read_to_the_letter(tmp_path: Path, encoding: str, packed: bool) -> None:
    plain = written(tmp_path, SNOWFLAKE).read_bytes().decode().encode(encoding)
    file = tmp_path / ("packed.csv.gz" if packed else "log.csv")
    file.write_bytes(gzip.compress(plain) if packed else plain)
    (found,) = queries(file, "snowflake")
    assert (found["sql"], found["time"]) == (TEXT, "2026-04-20T01:23:00.000Z")


def test_a_spreadsheet_of_a_country_with_decimal_commas_parts_by_semicolons(tmp_path: Path) -> None:
    with (tmp_path / "log.csv").open("w", newline="") as opened:
        csv.writer(opened, delimiter=";").writerows([list(SNOWFLAKE), list(SNOWFLAKE.values())])
    assert [one["sql"] for one in queries(tmp_path / "log.csv", "snowflake")] == [TEXT]


@pytest.mark.parametrize("null", ["\\N", "NULL", "null", ""])
def test_null_is_nothing_however_it_is_written(tmp_path: Path, null: str) -> None:
    row = {**SNOWFLAKE, "DATABASE_NAME": null, "ROWS_PRODUCED": null, "EXECUTION_STATUS": null}
    (found,) = queries(written(tmp_path, row), "snowflake")
    assert found.get("database") is None
    assert found.get("rows") is None


def test_consoles_export_one_json_array(tmp_path: Path) -> None:
    rows = [{"query": f"select {n}", "creation_time": "2026-04-20 01:23:00", "state": "DONE"} for n in (1, 2)]
    (tmp_path / "log.json").write_text(json.dumps([*rows, 7], indent=2))
    *found, problem = said(tmp_path / "log.json", "bigquery")
    assert [one.body["sql"] for one in found if isinstance(one, SourceDocument)] == ["select 1", "select 2"]
    assert isinstance(problem, SourceProblem)
    assert problem.place.endswith("log.json[2]")


def test_a_script_of_bigquery_counts_by_its_statements(tmp_path: Path) -> None:
    row = {"query": "select 1", "creation_time": "2026-04-20 01:23:00", "state": "DONE", "job_type": "QUERY"}
    rows = [
        {**row, "statement_type": "SCRIPT", "query": "begin select 1; end"},
        {**row, "statement_type": "SELECT"},
    ]
    assert [one["sql"] for one in queries(written(tmp_path, *rows), "bigquery")] == ["select 1"]


def test_how_long_it_took_follows_from_when_it_began_and_ended(tmp_path: Path) -> None:
    row = {
        "query": "select 1",
        "creation_time": "2026-04-20 01:23:00",
        "start_time": "2026-04-20 01:23:01.5",
        "end_time": "2026-04-20 01:23:03",
    }
    (found,) = queries(written(tmp_path, row), "bigquery")
    assert found["duration_ms"] == 1500


def test_an_event_listener_of_trino_nests_what_it_says(tmp_path: Path) -> None:
    failed = {**TRINO, "metadata": {**TRINO["metadata"], "queryState": "FAILED"}}  # type: ignore[dict-item]
    (found,) = queries(lines(tmp_path / "log.jsonl", TRINO, failed), "trino")
    assert found == {
        "sql": "select sum(amount) from orders",
        "time": "2026-04-20T01:23:00.000Z",
        "user": "priya",
        "database": "hive",
        "schema": "sales",
        "duration_ms": 2500,
        "rows": 7,
        "dialect": "trino",
    }


def test_trino_names_the_zone_of_the_session(tmp_path: Path) -> None:
    row = {"query": "select 1", "created": "2026-04-20 03:23:00.000 Europe/Berlin", "state": "FINISHED"}
    (found,) = queries(written(tmp_path, row), "trino")
    assert found["time"] == "2026-04-20T01:23:00.000Z"


@pytest.mark.parametrize("time", ["2026-04-20 03:23:00 Mars/Olympus", "1e300", "9" * 40])
def test_a_time_that_is_none_is_named_and_the_rest_goes_on(tmp_path: Path, time: str) -> None:
    rows = [{"sql": "select 1", "time": time}, {"sql": "select 2", "time": "2026-04-20 01:23:00"}]
    problem, found = said(written(tmp_path, *rows))
    assert isinstance(problem, SourceProblem)
    assert "is not a time" in problem.reason
    assert isinstance(found, SourceDocument)


def test_redshift_fills_up_its_states_and_keeps_line_breaks_as_letters(tmp_path: Path) -> None:
    row = {"query_text": "select 1\\nfrom t ", "start_time": "2026-04-20 01:23:00", "status": "success   "}
    failed = {**row, "status": "failed    "}
    assert [one["sql"] for one in queries(written(tmp_path, row, failed), "redshift")] == [
        "select 1\nfrom t "
    ]


def pieces(*texts: str, start: int = 0) -> list[dict[str, Any]]:
    same = {"userid": 100, "xid": start, "pid": 7, "starttime": f"2026-04-20 01:23:0{start}"}
    return [{**same, "sequence": number, "text": text} for number, text in enumerate(texts)]


def test_texts_of_redshift_in_pieces_are_put_together_with_the_spaces_an_export_cut_off(
    tmp_path: Path,
) -> None:
    first = "select " + "a" * 188 + " from"
    rows = [*reversed(pieces(first[:195], "orders", start=1)), *pieces("select 2", start=2)]
    found = [one["sql"] for one in queries(written(tmp_path, *rows), "redshift-text")]
    assert found == [first[:195].ljust(200) + "orders", "select 2"]


def test_pieces_that_stand_apart_are_named(tmp_path: Path) -> None:
    one, two = pieces("select 1", "from t", start=1), pieces("select 2", start=2)
    problem, found, rest = said(written(tmp_path, one[0], *two, one[1]), "redshift-text")[:3]
    assert isinstance(problem, SourceDocument)
    assert isinstance(found, SourceDocument)
    assert isinstance(rest, SourceProblem)
    assert "export it ordered by starttime, xid, pid, sequence" in rest.reason


def test_a_log_in_pieces_is_not_taken_for_one_of_whole_texts(tmp_path: Path) -> None:
    rows = [{"querytxt": "x", **row} for row in pieces("select 1")]
    with pytest.raises(BadInputError, match="--mapping redshift-text"):
        said(written(tmp_path, *rows), "redshift")


def test_a_text_that_may_not_be_seen_is_named(tmp_path: Path) -> None:
    rows = [
        {"query": "<insufficient privilege>", "calls": 3},
        {"query": "select 1", "calls": 2, "userid": 10},
    ]
    problem, found = said(written(tmp_path, *({"userid": 10, **row} for row in rows)), "pg-stat-statements")
    assert isinstance(problem, SourceProblem)
    assert "export it as somebody who may see it" in problem.reason
    assert isinstance(found, SourceDocument)
    assert found.body["user"] == "10"


def test_counters_of_one_text_in_several_rows_are_added_up(tmp_path: Path) -> None:
    """PostgreSQL counts apart what a function ran, and the same text under another search_path."""

    def export(*calls: int) -> Path:
        row = {"query": "select 1", "usename": "kira", "stats_since": "2020-01-01 00:00:00"}
        return lines(tmp_path / "now.jsonl", *({**row, "calls": count} for count in calls))

    found = connector(QueryLogOptions([str(export(100, 5))], "pg-stat-statements"))
    (first,) = found.fetch({}, NOW)
    export(101, 8)
    (second,) = found.fetch(first.state, NOW)
    counted = [one.body for part in (first, second) for one in found.translate(part.part, NOW)]  # type: ignore[union-attr]
    assert [one["count"] for one in counted] == [105, 4]
    assert {one["time"] for one in counted} == {"2026-11-18T10:00:00.000Z"}


def test_the_duration_that_postgresql_logs_is_kept(tmp_path: Path) -> None:
    row = {
        "timestamp": "2026-04-20 01:23:00.000 UTC",
        "user": "kira",
        "dbname": "shop",
        "error_severity": "LOG",
        "message": "duration: 0.412 ms  statement: select 1",
    }
    (found,) = queries(lines(tmp_path / "postgresql.json", row), "postgresql-csvlog")
    assert (found["sql"], found["duration_ms"], found["database"]) == ("select 1", 0.412, "shop")


CUT = [
    (
        "log.csv",
        'time,sql\n2026-04-20 01:23:00,"select 1"\n2026-04-20 01:24:00,"select',
        ' 2"\n',
        "cut off here",
    ),
    (
        "log.jsonl",
        '{"time": 1000, "sql": "select 1"}\n{"time": 1001, "sql": "select',
        ' 2"}\n',
        "no JSON object",
    ),
]


@pytest.mark.parametrize(("name", "begins", "goes_on", "reason"), CUT)
def test_a_row_that_is_still_being_written_is_named_and_read_once_it_is_whole(
    tmp_path: Path, name: str, begins: str, goes_on: str, reason: str
) -> None:
    file = tmp_path / name
    file.write_text(begins)
    found = connector(QueryLogOptions([str(file)]))
    (part,) = found.fetch({}, NOW)
    query, problem = found.translate(part.part, NOW)
    assert isinstance(query, SourceDocument)
    assert isinstance(problem, SourceProblem)
    assert reason in problem.reason
    file.write_text(begins + goes_on)
    assert [one["sql"] for one in queries(file, state=dict(part.state))] == ["select 2"]


def test_a_quote_that_stands_for_itself_cuts_nothing_off(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text('time,sql\n1000,select 5" from t\n1001,select 6" from t')
    assert len(queries(tmp_path / "log.csv")) == 2
