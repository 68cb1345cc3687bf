"""`headwater simulate --acknowledge`: known breaks pass the gate, are told, and are sent to the server."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from headwater.cli.main import app
from tests.running import RunningApi, running_api
from tests.simulated_shop import Shop
from tests.world import World

LATER = (datetime.now(UTC) + timedelta(days=30)).isoformat()
OVER, TOO_LATE = "2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"
CHANGE = ("--table", "shop.orders", "--drop-column", "amount")
TABLE = "create table shop.orders (id int, amount int);"
QUERIES = "select amount from shop.orders;\nselect id from shop.orders;"


def run(*options: str) -> Any:
    return CliRunner().invoke(app, ["simulate", *CHANGE, *options])


def told_findings(told: Any) -> list[str]:
    found = json.loads(told.stdout)
    texts = (*found["queries"]["items"], *found["job_texts"]["items"])
    return [text["finding"] for text in texts if text["finding"]]


def file_of(folder: Path, findings: list[str], until: str = LATER, **more: str) -> str:
    path = folder / "known.json"
    said = {"by": "dana", "why": "retired in May", "until": until, **more}
    path.write_text(json.dumps([{"finding": finding, **said} for finding in findings]))
    return str(path)


@pytest.fixture
def offline(tmp_path: Path) -> list[str]:
    schema, queries = tmp_path / "schema.sql", tmp_path / "queries.sql"
    schema.write_text(TABLE)
    queries.write_text(QUERIES)
    return ["--schema", str(schema), "--queries", str(queries)]


@pytest.fixture
def api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    Shop(World(connection)).fill()
    with running_api(database_url) as running:
        yield running


def test_a_known_break_passes_offline_and_is_part_of_the_report(offline: list[str], tmp_path: Path) -> None:
    first = run(*offline, "--format", "json")
    assert first.exit_code == 1
    known = file_of(tmp_path, told_findings(first))
    told = run(*offline, "--acknowledge", known)
    assert told.exit_code == 0, told.output
    assert "acknowledged by dana until " in told.stdout
    again = json.loads(run(*offline, "--acknowledge", known, "--format", "json").stdout)
    assert [one["by"] for one in again["acknowledgements"]] == ["dana"]
    sarif = json.loads(run(*offline, "--acknowledge", known, "--format", "sarif").stdout)
    [result] = sarif["runs"][0]["results"]
    assert "retired in May" in result["suppressions"][0]["justification"]


def test_one_whose_time_is_over_or_of_another_finding_does_not_count(
    offline: list[str], tmp_path: Path
) -> None:
    findings = told_findings(run(*offline, "--format", "json"))
    over = run(*offline, "--acknowledge", file_of(tmp_path, findings, until=OVER))
    assert (over.exit_code, "is over since 2020-01-01" in over.stderr) == (1, True)
    other = run(*offline, "--acknowledge", file_of(tmp_path, ["0" * 32]))
    assert (other.exit_code, "of no finding of this change" in other.stderr) == (1, True)


@pytest.mark.parametrize("content", ["", "{", "[1]", '[{"finding": "a"}]', '[{"finding": 1}]'])
def test_a_file_that_can_not_be_read_ends_the_command(
    offline: list[str], tmp_path: Path, content: str
) -> None:
    path = tmp_path / "known.json"
    path.write_text(content)
    told = run(*offline, "--acknowledge", str(path))
    assert (told.exit_code, "can't be read" in told.stderr) == (3, True)
    assert run(*offline, "--acknowledge", str(tmp_path / "none.json")).exit_code == 3


def test_a_server_is_told_what_the_file_says(api: RunningApi, tmp_path: Path) -> None:
    first = run("--url", api.url, "--format", "json")
    assert first.exit_code == 1
    known = file_of(tmp_path, told_findings(first))
    told = run("--url", api.url, "--acknowledge", known, "--format", "json")
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert found["unacknowledged"]["will_error"] == 0
    kept = api.rows("select body from events where kind = 'acknowledgement'")
    assert {json.loads(body)["by"] for (body,) in kept} == {"dana"}
    assert len(kept) == 2


def test_what_a_server_refuses_ends_the_command(api: RunningApi, tmp_path: Path) -> None:
    findings = told_findings(run("--url", api.url, "--format", "json"))
    known = file_of(tmp_path, findings, until=TOO_LATE)
    told = run("--url", api.url, "--acknowledge", known)
    assert (told.exit_code, "at most a year" in told.stderr) == (3, True)
