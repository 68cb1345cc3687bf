"""`headwater check`, `headwater incidents` and `headwater backtest --confirmed` against a running API."""

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from headwater.cli.main import app
from tests.published import publish
from tests.questions.incidents.conftest import dropped, failed_load, look
from tests.questions.investigation.conftest import weeks
from tests.running import RunningApi, running_api


@pytest.fixture
def api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    publish(connection, [*weeks(), dropped(), *failed_load()])
    look(connection)
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def run(url: str, *arguments: str) -> Any:
    return CliRunner().invoke(app, [*arguments, "--url", url])


def test_it_stops_on_an_incident_and_goes_on_what_is_well(api: RunningApi) -> None:
    stopped = run(api.url, "check", "daily")
    assert (stopped.exit_code, "INC-1" in stopped.stdout) == (1, True)
    api.client.post("/api/v1/incidents/1/mute", json={"by": "tom.ops"})
    gone = run(api.url, "check", "daily", "--format", "json")
    assert (gone.exit_code, json.loads(gone.stdout)["go"]) == (0, True)
    assert run(api.url, "check", "nobody").exit_code == 3


def test_it_fails_open_when_nothing_answers_and_closed_when_told(free_tcp_port: int) -> None:
    away = f"http://127.0.0.1:{free_tcp_port}"
    opened = run(away, "check", "daily", "--timeout", "1")
    assert (opened.exit_code, "warning" in opened.output) == (0, True)
    assert run(away, "check", "daily", "--timeout", "1", "--fail-closed").exit_code == 3


def test_incidents_are_listed_and_one_is_a_page(api: RunningApi) -> None:
    listed = run(api.url, "incidents", "--state", "open")
    assert (listed.exit_code, "amount dropped from orders" in listed.stdout) == (0, True)
    assert run(api.url, "incidents", "--format", "csv").stdout.startswith("incident,state,cause")
    page = run(api.url, "incidents", "INC-1", "--format", "markdown").stdout
    assert page.startswith("# INC-1: amount dropped from orders\n")
    assert "## Next step" in page
    assert json.loads(run(api.url, "incidents", "1", "--format", "json").stdout)["id"] == 1
    assert run(api.url, "incidents", "INC-9").exit_code == 3
    assert run(api.url, "incidents", "nine").exit_code == 2


def test_confirmed_causes_are_asked_about_again(api: RunningApi) -> None:
    assert run(api.url, "backtest", "--confirmed").exit_code == 0
    api.client.post("/api/v1/incidents/1/confirm", json={"by": "sam.lead"})
    told = run(api.url, "backtest", "--confirmed")
    assert (told.exit_code, "schema_change" in told.stdout) == (0, True), told.output
