"""The same questions from Python and from the shell, against the real API over Kira's company."""

import asyncio
import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from headwater.cli.main import app
from headwater.client import AsyncHeadwater, Headwater
from tests.running import RunningApi
from tests.stories import company

pytestmark = pytest.mark.spark


@pytest.fixture
def headwater(company_api: RunningApi) -> Headwater:
    return Headwater(company_api.url)


def run(api: RunningApi, *arguments: str) -> Any:
    return CliRunner().invoke(app, [*arguments, "--url", api.url])


def test_the_client_answers_impact_with_typed_values(headwater: Headwater) -> None:
    impact = headwater.impact("crm.customers", column="email")

    assert (impact.total.assets, impact.total.pipelines, impact.total.dashboards) == (13, 3, 2)
    assert {one.node.name for one in impact.affected if one.node.kind == "job"} == set(
        company.EMAIL_PIPELINES
    )
    assert impact.affected[0].path


def test_the_async_client_answers_the_same(company_api: RunningApi, headwater: Headwater) -> None:
    async def ask() -> Any:
        async with AsyncHeadwater(company_api.url) as client:
            return await client.impact("crm.customers", column="email")

    assert asyncio.run(ask()).total == headwater.impact("crm.customers", column="email").total


def test_the_client_judges_changes_and_traces_flows(headwater: Headwater) -> None:
    judged = headwater.breaking_changes("crm.customers", [{"name": "id", "type": "bigint"}])
    flows = headwater.flows(column="crm.customers.email")
    sources = headwater.upstream("Customer health")

    assert {change.column for change in judged.changes if change.kind == "removed"} >= {"email", "phone"}
    assert flows.sources[0].column.field == "email"
    assert any(one.node.name == "crm.customers" for one in sources.sources)


def test_the_client_reads_an_asset_and_lists_the_rest(headwater: Headwater) -> None:
    asset = headwater.asset("crm.customers")
    page = headwater.list_assets(type="dashboard", limit=5)

    assert asset.name == "crm.customers"
    assert page.total == 30
    assert len(page.items) == 5


def test_impact_from_the_shell_ends_with_1_where_something_is_found(company_api: RunningApi) -> None:
    found = run(company_api, "impact", "crm.customers", "--column", "email")
    clean = run(company_api, "impact", "crm.customers", "--column", "legacy_code")

    assert (found.exit_code, clean.exit_code) == (1, 0)
    assert "13 assets affected" in found.stderr
    assert clean.stdout == ""


def test_impact_is_drawn_as_mermaid_and_dot(company_api: RunningApi) -> None:
    mermaid = run(company_api, "impact", "crm.customers", "--column", "email", "--format", "mermaid").stdout
    dot = run(company_api, "impact", "crm.customers", "--column", "email", "--format", "dot").stdout

    assert mermaid.startswith("flowchart") or mermaid.startswith("graph")
    assert dot.startswith("digraph")
    assert "Customer health" in mermaid
    assert "Customer health" in dot


def test_json_from_the_shell_is_the_answer_of_the_api(company_api: RunningApi) -> None:
    told = json.loads(
        run(company_api, "impact", "crm.customers", "--column", "email", "--format", "json").stdout
    )

    answer = company_api.get("/api/v1/impact", asset="crm.customers", column="email", limit=500).json()
    assert told["total"] == answer["total"]
    assert told["affected"] == answer["affected"]


def test_upstream_lineage_and_paths_from_the_shell(company_api: RunningApi) -> None:
    upstream = run(company_api, "upstream", "Customer health")
    lineage = run(company_api, "lineage", "reports.r1", "--direction", "both")
    paths = run(company_api, "paths", "crm.customers", "looker/Customer health")

    assert [told.exit_code for told in (upstream, lineage, paths)] == [1, 1, 1]
    assert "crm.customers" in upstream.stdout
    assert "reports.r4" in lineage.stdout
    assert "campaigns" in paths.stdout


@pytest.mark.parametrize("form", ["md", "html", "csv", "json"])
def test_the_report_can_be_handed_over(company_api: RunningApi, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"report.{form}"
    told = run(company_api, "pii", "--column", "crm.customers.email", "--format", form, "--output", str(file))

    assert told.exit_code == 1, told.stderr
    text = file.read_text()
    assert "reports.r4" in text
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(text)))
        assert {row["column"] for row in rows if row["dataset"].endswith("reports.r5")} == {"contact"}


def test_a_proposed_schema_from_a_file_is_judged(company_api: RunningApi, tmp_path: Path) -> None:
    proposed = tmp_path / "proposed.yaml"
    proposed.write_text("columns:\n  - {name: id, type: bigint}\n  - {name: email_address, type: text}\n")
    told = run(company_api, "breaking-changes", "crm.customers", str(proposed))

    assert told.exit_code == 1
    assert "email_address" in told.stdout


def test_an_unknown_asset_ends_with_3_and_names_the_nearest(company_api: RunningApi) -> None:
    told = run(company_api, "impact", "crm.custmers")

    assert told.exit_code == 3
    assert "warehouse/crm.customers" in told.stderr
