"""What a dbt project comes to mean: datasets, jobs, columns, dashboards, tests. The artifacts are real."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from psycopg import Connection

from headwater.connectors.contract import SourceDocument, SourceProblem
from headwater.connectors.dbt import DbtOptions, connector
from headwater.model.edges import EdgeKind
from tests.connectors.contract import NOW
from tests.published import publish

SHOP = Path(__file__).parents[2] / "cases" / "dbt" / "shop"
WAREHOUSE = "duckdb://shop.duckdb"
COLUMN_EDGES = """
select source.name || '.' || source.field
from edges
join nodes as source on source.id = edges.source_id
join nodes as target on target.id = edges.target_id
where target.name = %s and target.field = %s and edges.kind = %s order by 1
"""
FEEDS = """
select distinct source.name from edges join nodes as source on source.id = edges.source_id
join nodes as target on target.id = edges.target_id join edge_spans on edge_spans.edge_id = edges.id
where target.name = %s and target.kind = 'job' and source.kind = 'dataset' and alive_to = 'infinity'
order by 1
"""


def said(
    folder: Path = SHOP, state: dict[str, Any] | None = None, **options: Any
) -> list[SourceDocument | SourceProblem]:
    found = connector(DbtOptions(str(folder), namespace=WAREHOUSE, **options))
    return [one for fetched in found.fetch(state or {}, NOW) for one in found.translate(fetched.part, NOW)]


def bodies(documents: Iterable[SourceDocument | SourceProblem]) -> list[dict[str, Any]]:
    return [dict(one.body) for one in documents if isinstance(one, SourceDocument)]


def changed(folder: Path, file: str, change: Any) -> Path:
    """A copy of the artifacts with one of them changed."""
    for path in SHOP.glob("*.json"):
        document = json.loads(path.read_text())
        if path.stem == file:
            change(document)
        (folder / path.name).write_text(json.dumps(document))
    return folder


@pytest.fixture
def shop(connection: Connection) -> Connection:
    publish(connection, bodies(said()))
    return connection


def names(connection: Connection, query: str, *values: Any) -> list[Any]:
    return [row[0] for row in connection.execute(query, values).fetchall()]


def test_columns_are_followed_through_compiled_sql(shop: Connection) -> None:
    found = names(shop, COLUMN_EDGES, "shop.main_marts.daily_revenue", "revenue_usd", EdgeKind.COLUMN)
    assert found == ["shop.main_staging.stg_orders.amount_usd"]


def test_a_model_is_a_job_between_its_tables(shop: Connection) -> None:
    read = names(shop, FEEDS, "model.shop.daily_revenue")
    assert read == ["shop.main_staging.stg_customers", "shop.main_staging.stg_orders"]


def test_an_exposure_is_a_dashboard_that_reads_its_models(shop: Connection) -> None:
    (found,) = shop.execute("select type, owners from nodes where name like 'exposure%' and kind = 'dataset'")
    assert found == ("DASHBOARD", ["Fatima"])
    assert names(shop, FEEDS, "exposure.shop.revenue_overview") == ["shop.main_marts.daily_revenue"]


def test_owner_tier_and_tags_come_from_meta(shop: Connection) -> None:
    query = """select owners, tier, tags, description from nodes
    where name = 'shop.main_marts.daily_revenue' and kind = 'dataset'"""
    (found,) = shop.execute(query)
    assert found == (["team:finance"], "1", ["finance", "tier:1"], "Revenue by day and country.")


def test_personal_data_is_declared_by_meta_of_columns(shop: Connection) -> None:
    query = """select pii, classification from column_labels join nodes on nodes.id = column_id
    where nodes.name = 'shop.main_raw.raw_customers' and field = 'email'"""
    assert shop.execute(query).fetchall() == [(True, "restricted")]


def test_the_catalog_gives_the_schema_and_when_it_was_seen(shop: Connection) -> None:
    query = """select fields from schema_versions as known join schemas using (hash)
    join nodes on nodes.id = known.dataset_id where nodes.name = 'shop.main_marts.daily_revenue'"""
    ((fields,),) = shop.execute(query).fetchall()
    assert [(one["name"], one["type"]) for one in fields] == [
        ("placed_on", "DATE"),
        ("country", "VARCHAR"),
        ("revenue_usd", "DOUBLE"),
    ]


def test_tests_are_results_of_the_columns_that_they_test(shop: Connection) -> None:
    query = "select field, success from assertions where name = 'not_null_daily_revenue_revenue_usd'"
    assert shop.execute(query).fetchall() == [("revenue_usd", True)]


def test_a_source_that_is_too_old_fails_its_freshness(shop: Connection) -> None:
    query = """select nodes.name, success from assertions join nodes on nodes.id = assertions.dataset_id
    where assertions.name = 'freshness' order by 1"""
    assert shop.execute(query).fetchall() == [
        ("shop.main_raw.raw_customers", False),
        ("shop.main_raw.raw_orders", False),
    ]


def test_runs_of_models_stand_below_the_command(shop: Connection) -> None:
    query = """select count(*) filter (where end_state = 'COMPLETE'), count(distinct parent_run_id) from runs
    join nodes on nodes.id = job_id where nodes.name like 'model.%%' or nodes.name like 'snapshot.%%'"""
    assert shop.execute(query).fetchall() == [(5, 1)]


def test_a_model_that_failed_says_why(tmp_path: Path) -> None:
    def fail(document: dict[str, Any]) -> None:
        document["results"][0] |= {"status": "error", "message": "Binder Error: no column"}

    found = [
        one for one in bodies(said(changed(tmp_path, "run_results", fail))) if one.get("eventType") == "FAIL"
    ]
    messages = [one["run"].get("facets", {}).get("errorMessage", {}).get("message") for one in found]
    assert messages == [None, "Binder Error: no column"]


def test_a_model_that_is_gone_reads_nothing_any_more(shop: Connection, tmp_path: Path) -> None:
    def remove(document: dict[str, Any]) -> None:
        del document["nodes"]["model.shop.customer_value"]
        document["metadata"]["generated_at"] = "2026-11-18T11:00:00Z"

    found = connector(DbtOptions(str(SHOP), namespace=WAREHOUSE))
    (*_, last) = found.fetch({}, NOW)
    publish(shop, bodies(said(changed(tmp_path, "manifest", remove), dict(last.state))))
    assert names(shop, FEEDS, "model.shop.customer_value") == []


def test_only_what_changed_is_sent_again(tmp_path: Path) -> None:
    def describe(document: dict[str, Any]) -> None:
        document["nodes"]["model.shop.stg_orders"]["description"] = "Orders without test orders."
        document["metadata"]["generated_at"] = "2026-11-18T11:00:00Z"

    found = connector(DbtOptions(str(SHOP), namespace=WAREHOUSE))
    (*_, last) = found.fetch({}, NOW)
    sent = bodies(said(changed(tmp_path, "manifest", describe), dict(last.state)))
    assert {(one.get("dataset") or one["job"])["name"] for one in sent} == {
        "shop.main_staging.stg_orders",
        "model.shop.stg_orders",
    }


def test_results_that_documenting_has_overwritten_are_missed(tmp_path: Path) -> None:
    def document_it(document: dict[str, Any]) -> None:
        document["args"]["which"] = "generate"

    found = said(changed(tmp_path, "run_results", document_it))
    (problem,) = [one for one in found if isinstance(one, SourceProblem)]
    assert "--no-compile" in problem.reason
    assert not any("run" in one for one in bodies(found))


def test_an_ephemeral_model_is_read_through(tmp_path: Path) -> None:
    def make_ephemeral(document: dict[str, Any]) -> None:
        document["nodes"]["model.shop.stg_orders"]["config"]["materialized"] = "ephemeral"

    found = bodies(said(changed(tmp_path, "manifest", make_ephemeral)))
    (job,) = [
        one
        for one in found
        if one.get("job", {}).get("name") == "model.shop.daily_revenue" and "run" not in one
    ]
    assert [one["name"] for one in job["inputs"]] == [
        "shop.main_raw.raw_orders",
        "shop.main_staging.stg_customers",
    ]


def test_a_source_under_another_name_than_its_table_goes_by_both(tmp_path: Path) -> None:
    def rename(document: dict[str, Any]) -> None:
        document["sources"]["source.shop.raw.raw_orders"]["identifier"] = "orders_v2"

    (facets,) = [
        one["dataset"]["facets"]
        for one in bodies(said(changed(tmp_path, "manifest", rename)))
        if one.get("dataset", {}).get("name") == "shop.main_raw.orders_v2"
        and "tags" in one["dataset"]["facets"]
    ]
    assert facets["symlinks"]["identifiers"][0]["name"] == "shop.main_raw.raw_orders"


def test_models_without_compiled_sql_are_counted(tmp_path: Path) -> None:
    def uncompile(document: dict[str, Any]) -> None:
        for node in document["nodes"].values():
            node.pop("compiled_code", None)

    (problem,) = [
        one for one in said(changed(tmp_path, "manifest", uncompile)) if isinstance(one, SourceProblem)
    ]
    assert "no column lineage for 4 models without compiled SQL" in problem.reason


def test_both_modes_of_dbt_ol_and_the_manifest_meet_in_one_job_and_one_table(connection: Connection) -> None:
    live = [
        json.loads(line)
        for file in ("dbt_ol_run", "dbt_ol_structured_logs")
        for line in (SHOP / f"{file}.jsonl").read_text().splitlines()
    ]
    publish(connection, [*live, *bodies(said())])
    jobs = names(
        connection,
        "select name from nodes where kind = 'job' and name like '%%stg_orders' and namespace = 'dbt'",
    )
    tables = names(
        connection, "select namespace from nodes where kind = 'dataset' and name like '%%stg_orders'"
    )
    assert (jobs, tables) == (["model.shop.stg_orders"], [WAREHOUSE])


def test_sql_that_the_manifest_lacks_is_taken_from_the_compiled_files(tmp_path: Path) -> None:
    def uncompile(document: dict[str, Any]) -> None:
        for node in document["nodes"].values():
            node.pop("compiled_code", None)

    changed(tmp_path, "manifest", uncompile)
    manifest = json.loads((SHOP / "manifest.json").read_text())
    for node in manifest["nodes"].values():
        if node["resource_type"] == "model":
            file = tmp_path / "compiled" / node["package_name"] / node["original_file_path"]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(node["compiled_code"] + "\n")
    assert bodies(said(tmp_path)) == bodies(said())
