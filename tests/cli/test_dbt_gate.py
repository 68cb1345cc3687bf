"""`headwater simulate --dbt-base A --dbt-head B`: the models of a pull request, gate and all."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from headwater.cli.main import app
from headwater.worker.handlers.query_index import update_index
from tests.connectors.dbt.test_translate import SHOP, bodies, changed, said
from tests.published import publish
from tests.running import RunningApi, running_api


@pytest.fixture
def api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    publish(connection, bodies(said()))
    update_index(None, connection)
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def compare(api: RunningApi, folder: Path, *options: str, **models: str | None) -> Any:
    def change(document: dict[str, Any]) -> None:
        for name, sql in models.items():
            if sql is None:
                del document["nodes"][f"model.shop.{name}"]
            else:
                document["nodes"][f"model.shop.{name}"]["compiled_code"] = sql

    head = changed(folder, "manifest", change)
    command = ["simulate", "--dbt-base", str(SHOP), "--dbt-head", str(head), *options, "--url", api.url]
    return CliRunner().invoke(app, command)


WITHOUT_AMOUNT = """
select id as order_id, customer_id, cast(placed_at as date) as placed_on
from "shop"."main_raw"."raw_orders"
"""
SAME_MEANING = """
select id as order_id, customer_id, amount_usd, cast(placed_at as date) as placed_on
from "shop"."main_raw"."raw_orders" as renamed
"""


def test_a_column_that_a_model_no_longer_selects_trips_the_gate(api: RunningApi, tmp_path: Path) -> None:
    told = compare(api, tmp_path, stg_orders=WITHOUT_AMOUNT)
    assert told.exit_code == 1, told.output
    assert "models: 1 changed, 0 gone, 0 new" in told.stderr
    assert "gate: models/staging/stg_orders.sql: 2 texts will error" in told.stderr


def test_a_model_that_changes_as_well_is_not_judged_by_its_old_text(api: RunningApi, tmp_path: Path) -> None:
    value = 'select customer_id, email from "shop"."main_staging"."stg_customers"'
    told = compare(api, tmp_path, stg_orders=WITHOUT_AMOUNT, customer_value=value)
    assert "not judged, as they change as well: model.shop.customer_value" in told.stderr
    assert "gate: models/staging/stg_orders.sql: 1 text will error" in told.stderr


def test_a_model_that_is_gone_breaks_its_readers(api: RunningApi, tmp_path: Path) -> None:
    told = compare(api, tmp_path, stg_customers=None)
    assert (told.exit_code, "0 changed, 1 gone" in told.stderr) == (1, True), told.output


def test_a_text_that_means_the_same_leaves_nothing_to_check(api: RunningApi, tmp_path: Path) -> None:
    told = compare(api, tmp_path, stg_orders=SAME_MEANING)
    assert told.exit_code == 4, told.output
    assert compare(api, tmp_path).exit_code == 4


def test_all_models_are_one_document(api: RunningApi, tmp_path: Path) -> None:
    told = compare(api, tmp_path, "--format", "json", stg_orders=WITHOUT_AMOUNT, stg_customers=None)
    assert [one["asset"]["name"] for one in json.loads(told.stdout)] == [
        "shop.main_staging.stg_customers",
        "shop.main_staging.stg_orders",
    ]
    told = compare(api, tmp_path, "--format", "sarif", stg_orders=WITHOUT_AMOUNT, stg_customers=None)
    assert len(json.loads(told.stdout)["runs"]) == 2


@pytest.mark.parametrize(
    "options",
    [("--dbt-base", "a"), ("--dbt-base", "a", "--dbt-head", "b", "--table", "t")],
)
def test_options_that_do_not_go_together_are_refused(options: tuple[str, ...]) -> None:
    assert CliRunner().invoke(app, ["simulate", *options]).exit_code == 2


def test_a_manifest_that_is_none_is_named(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["simulate", "--dbt-base", str(tmp_path), "--dbt-head", str(SHOP)])
    assert (told.exit_code, "manifest.json: no such file" in told.stderr) == (3, True)
