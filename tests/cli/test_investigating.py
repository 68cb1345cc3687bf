"""`headwater investigate` and `headwater timeline`: what is printed, and how the commands end."""

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from headwater.cli.main import app
from tests.builders import dataset_event, run_id, schema
from tests.published import publish
from tests.questions.investigation.conftest import night, weeks
from tests.running import RunningApi, running_api

AT = ("--at", "2026-04-20T04:00:00Z")
EVIL = 'column amount does not exist <script>x</script> | [a](http://evil.example) "]'


@pytest.fixture
def api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    broken = [dataset_event("orders", 60, schema=schema("id int")), *night(0, "FAIL", message=EVIL)]
    publish(connection, [*weeks(), *broken])
    connection.commit()
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def run(api: RunningApi, *arguments: str) -> Any:
    return CliRunner().invoke(app, [*arguments, "--url", api.url])


def test_the_cause_is_told_for_people(api: RunningApi) -> None:
    told = run(api, "investigate", "daily", *AT)
    assert told.exit_code == 0, told.output
    assert "What broke warehouse/daily" in told.stdout
    assert "\nProof path\n" in told.stdout
    cause = next(line for line in told.stdout.splitlines() if line.startswith("Cause\t"))
    assert ("amount" in cause, "warehouse/orders" in cause) == (True, True)


def test_the_markdown_is_a_page_that_nothing_in_it_can_change(api: RunningApi) -> None:
    told = run(api, "investigate", "daily", *AT, "--format", "markdown").stdout
    assert told.startswith("# What broke warehouse/daily\n")
    assert "## Recommended action" in told
    assert "\\<script\\>" in told
    assert ("<script" in told.replace("\\<", ""), "://" in told) == (False, False)


def test_the_page_and_the_drawing_hold_the_cause(api: RunningApi) -> None:
    page = run(api, "investigate", "daily", *AT, "--format", "html").stdout
    assert ("<script" in page, "&lt;script&gt;" in page) == (False, True)
    drawn = run(api, "investigate", "daily", *AT, "--format", "mermaid").stdout
    assert drawn.startswith("flowchart LR\n")
    assert "warehouse/orders" in drawn


def test_the_json_is_the_servers_answer(api: RunningApi) -> None:
    told = run(
        api, "investigate", "daily", *AT, "--lookback-days", "0.5", "--model", "baseline", "--format", "json"
    )
    asked = {"asset": "daily", "at": AT[1], "lookback_days": 0.5, "model": "baseline"}
    assert json.loads(told.stdout) == api.get("/api/v1/investigations", **asked).json()


def test_a_failed_run_is_asked_about_without_a_name(api: RunningApi) -> None:
    told = run(api, "investigate", "--run", run_id("load-0"))
    assert (told.exit_code, "What broke tests/load" in told.stdout) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("investigate",), 2),
        (("investigate", "nobody"), 3),
        (("investigate", "daily", "--at", "yesterday"), 3),
        (("investigate", "daily", "--at", "2999-01-01T00:00:00Z"), 3),
        (("investigate", "daily", "--lookback-days", "0"), 3),
        (("investigate", "daily", "--column", "nobody"), 3),
        (("investigate", "daily", "--model", "x"), 2),
        (("investigate", "daily", "--at", "2020-01-01T00:00:00Z"), 0),
        (("timeline", "nobody"), 3),
        (("timeline", "daily", "--since", "x"), 3),
    ],
)
def test_the_exit_code_says_how_it_ended(api: RunningApi, arguments: tuple[str, ...], code: int) -> None:
    told = run(api, *arguments)
    assert told.exit_code == code, told.output
    assert bool(told.stdout) == (code == 0)


def test_the_timeline_is_written_in_every_format(api: RunningApi) -> None:
    asked = ("timeline", "orders", "--format")
    assert "schema version\twarehouse/orders" in run(api, *asked, "table").stdout
    assert run(api, *asked, "csv").stdout.startswith("when,what,where,")
    assert run(api, *asked, "markdown").stdout.startswith("# What happened to warehouse/orders\n")
    assert "<h1>What happened to warehouse/orders</h1>" in run(api, *asked, "html").stdout
    assert run(api, *asked, "mermaid").stdout.startswith("flowchart LR\n")
    listed = json.loads(run(api, *asked, "json").stdout)["items"]
    assert listed == api.get("/api/v1/timeline", entity="orders").json()["items"]


def test_a_cut_timeline_says_how_to_see_more(api: RunningApi) -> None:
    told = run(api, "timeline", "daily", "--limit", "2", "--format", "json")
    assert (len(json.loads(told.stdout)["items"]), "a higher --limit shows more" in told.stderr) == (2, True)
