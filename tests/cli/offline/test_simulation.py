"""An offline simulation: verdicts with their places, views that fail, use and score."""

import json
from pathlib import Path

import pytest

from headwater.cli.offline.judging import judges_at_hand
from headwater.cli.simulation_formats.parts import SimulationReport, summary
from headwater.simulator.judges import Judges
from tests.cli.offline.files import DROP, SCHEMA, simulated, texts, verdicts


def test_each_verdict_has_its_place_in_the_file(tmp_path: Path) -> None:
    assert verdicts(simulated(tmp_path)) == {
        "queries.sql:1:12": "will_error",
        "queries.sql:5:21": "will_error",
        "schema.sql:3:37": "will_error",
        "schema.sql:4:75": "will_error",
    }


def test_a_view_that_fails_takes_its_readers_along(tmp_path: Path) -> None:
    found = simulated(tmp_path)
    assert [(one.dataset, one.hop, one.gone) for one in found.carried] == [
        ("shop.paid", 1, True),
        ("shop.revenue", 2, True),
    ]
    assert {one.hop for one in texts(found)} == {1, 2, 3}
    assert simulated(tmp_path, hops=1).truncated_by_hops


def test_a_table_that_the_queries_make_is_followed_too(tmp_path: Path) -> None:
    queries = "create table shop.daily as select * from orders;\nselect * from daily;"
    found = simulated(
        tmp_path, {"change_type": "add_column", "target": "x", "new_type": "int"}, queries=queries
    )
    assert verdicts(found)["queries.sql:2:8"] == "will_silently_change"
    assert [one.changes for one in found.carried] == [("add shop.daily.x int",)]


def test_runs_users_and_jobs_come_from_lines_of_json(tmp_path: Path) -> None:
    lines = [
        {"sql": "select amount from orders", "user": "ann", "count": 7, "time": "2026-04-20T00:00:00Z"},
        {"sql": "select  amount\nfrom orders", "user": "bob", "count": 2, "time": "2026-04-19T00:00:00Z"},
        {"sql": "select amount from orders", "user": "old", "count": 90, "time": "2025-04-19T00:00:00Z"},
        {"sql": "select sum(amount) from orders", "job": "nightly"},
    ]
    found = simulated(tmp_path, queries="\n".join(map(json.dumps, lines)), suffix="jsonl")
    query = found.queries.items[0]
    assert (query.runs, query.users) == (9, ("ann", "bob", "old"))
    assert "nightly" in [name for one in found.job_texts.items for name in one.jobs]
    assert [(one.user, one.query_count) for one in found.users] == [("old", 1), ("ann", 1), ("bob", 1)]


def test_a_place_in_a_line_of_json_counts_escapes(tmp_path: Path) -> None:
    line = json.dumps({"user": "x", "sql": "select\n\"id\", 'ä\U0001f600', amount\nfrom orders"})
    found = texts(simulated(tmp_path, queries=line, suffix="jsonl", schema=SCHEMA.splitlines()[0]))[0]
    assert line[found.column - 1 :].startswith("amount")


@pytest.mark.parametrize(
    ("dialect", "missing"),
    [
        ("duckdb", set()),
        (None, set()),
        ("snowflake", set()),
        ("postgres", {"postgres"}),
        ("spark", {"spark"}),
    ],
)
def test_an_engine_that_is_not_here_is_named(tmp_path: Path, dialect: str | None, missing: set[str]) -> None:
    found = simulated(tmp_path, dialect=dialect, judges=judges_at_hand(seconds=60))
    assert set(found.coverage.missing) == missing
    assert [name.partition(" ")[0] for name in found.coverage.engines] == ["duckdb"]


def test_without_duckdb_the_verdicts_stand_and_it_is_said(tmp_path: Path) -> None:
    found = simulated(tmp_path, judges=Judges())
    assert verdicts(found) == verdicts(simulated(tmp_path))
    assert (found.coverage.engines, set(found.coverage.missing)) == ((), {"duckdb"})
    assert any("DuckDB is not installed" in line for line in summary(SimulationReport(found)))


def test_proofs_end_when_their_time_is_used_up(tmp_path: Path) -> None:
    found = simulated(tmp_path, dialect="duckdb", judges=judges_at_hand(seconds=0.0))
    assert found.coverage.missing == {"duckdb": 4}


def test_nothing_is_called_safe_while_a_text_could_not_be_read(tmp_path: Path) -> None:
    found = simulated(tmp_path, DROP, schema=SCHEMA.splitlines()[0], queries="select id frm orders, amount")
    assert (found.verdict, found.coverage.complete) == ("could_not_analyze", False)
    assert [one.reason for one in found.coverage.not_analysed] == ["not_parsed"]


def test_a_template_that_was_not_rendered_is_told_and_not_passed_over(tmp_path: Path) -> None:
    queries = (
        "select id from customers;\nselect amount from {{ ref('orders') }} where {% if x %} true {% endif %};"
    )
    found = simulated(tmp_path, DROP, schema=SCHEMA.splitlines()[0], queries=queries)
    assert verdicts(found) == {"queries.sql:2:1": "could_not_analyze"}
    assert found.coverage.complete is False


def test_a_statement_of_megabytes_is_told_and_stalls_nothing(tmp_path: Path) -> None:
    values = ",".join(map(str, range(500_000)))
    queries = f"select id from orders where amount in ({values});\nselect amount from orders;"
    found = simulated(tmp_path, DROP, schema=SCHEMA.splitlines()[0], queries=queries)
    assert verdicts(found) == {"queries.sql:1:1": "could_not_analyze", "queries.sql:2:8": "will_error"}


def test_each_step_of_the_runbook_is_simulated_and_the_drop_has_its_date(tmp_path: Path) -> None:
    used = {"sql": "select amount from shop.orders", "user": "ann", "time": "2026-04-01T10:00:00Z"}
    found = simulated(tmp_path, queries=json.dumps(used), suffix="jsonl")
    (dropped,) = [step for step in found.runbook if step.simulated is not None]
    # The query, and both views, of which the second reads the first.
    assert dropped.simulated is not None
    assert dropped.simulated.will_error == 3
    assert "not before 2026-05-01" in dropped.details[-1]
