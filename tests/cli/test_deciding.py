"""Suggestions are decided from a shell, one by one or all that a filter chooses."""

from collections.abc import Iterator

import pytest
from psycopg import Connection
from typer.testing import CliRunner

from headwater.cli.main import app
from headwater.personal_data.suggest import read_rules
from headwater.worker.handlers.suggest import write_suggestions
from tests.builders import dataset, run_event, schema
from tests.published import publish
from tests.running import RunningApi, running_api

LABELS = "select field, pii from column_labels join nodes on nodes.id = column_id order by field"


@pytest.fixture
def api(connection: Connection, database_url: str) -> Iterator[RunningApi]:
    customers = dataset("crm.customers", schema=schema("email text", "phone text", "fax text"))
    publish(connection, [run_event("r1", "COMPLETE", 1, outputs=(customers,))])
    write_suggestions(None, connection, read_rules(None))
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def decide(api: RunningApi, connection: Connection, *arguments: str) -> list[tuple[str, bool]]:
    done = CliRunner().invoke(app, ["decide-suggestions", *arguments, "--url", api.url])
    assert done.exit_code == 0, done.output
    publish(connection, [])
    return api.rows(LABELS)


def test_all_that_a_filter_chooses_are_accepted_and_one_is_rejected(
    api: RunningApi, connection: Connection
) -> None:
    assert decide(api, connection, "--accept-all", "--rule", "email") == [("email", True)]
    found = decide(api, connection, "--reject", "warehouse/crm.customers#fax")
    assert found == [("email", True), ("fax", False)]
    assert decide(api, connection, "--accept-all") == [("email", True), ("fax", False), ("phone", True)]
    assert decide(api, connection, "--accept-all") == [("email", True), ("fax", False), ("phone", True)]
