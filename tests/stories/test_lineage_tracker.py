"""The story of the lineage tracker: what removing the CRM's `email` breaks, and where the address flows."""

from typing import Any

import pytest

from tests.running import RunningApi
from tests.stories import company

pytestmark = pytest.mark.spark


@pytest.fixture
def api(company_api: RunningApi) -> RunningApi:
    return company_api


def affected(answer: dict[str, Any]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {"tables": set(), "pipelines": set(), "dashboards": set()}
    for one in answer["affected"]:
        kind = "pipelines" if one["node"]["kind"] == "job" else f"{one['type'].lower()}s"
        found[kind].add(one["node"]["name"])
    return found


def test_the_company_has_two_hundred_tables_fifty_pipelines_and_thirty_dashboards(api: RunningApi) -> None:
    for kind, number in (("table", 200), ("pipeline", 50), ("dashboard", 30)):
        assert api.get("/api/v1/assets", type=kind).json()["total"] == number


def test_removing_the_address_affects_eight_reports_three_pipelines_two_dashboards(api: RunningApi) -> None:
    answer = api.get("/api/v1/impact", asset="crm.customers", column="email", limit=500).json()

    assert affected(answer) == {
        "tables": set(company.REPORTS),
        "pipelines": set(company.EMAIL_PIPELINES),
        "dashboards": set(company.EMAIL_DASHBOARDS),
    }
    assert answer["total"] | {"columns": 0} == {
        "matching": 13,
        "assets": 13,
        "datasets": 10,
        "dashboards": 2,
        "pipelines": 3,
        "columns": 0,
        "queries": 0,
        "users": 0,
    }
    assert {one["level"] for one in answer["affected"]} == {"column"}
    assert {one["name"]: one["affected"] for one in answer["teams"]} == {
        "team:reporting": 8,
        "team:dwh": 3,
        "team:bi": 2,
    }


def test_each_affected_asset_comes_with_a_path_from_the_address(api: RunningApi) -> None:
    answer = api.get("/api/v1/impact", asset="crm.customers", column="email", limit=500).json()

    health = next(one for one in answer["affected"] if one["node"]["name"] == "Customer health")
    steps = [(step["from"].split("/")[-1], step["to"].split("/")[-1]) for step in health["path"]]
    assert health["depth"] == 3
    assert steps[0][0] == "crm.customers#email"
    assert steps[-1][1].startswith("Customer health")


def test_dropping_an_unused_column_affects_nothing(api: RunningApi) -> None:
    answer = api.get("/api/v1/impact", asset="crm.customers", column="legacy_code").json()

    assert answer["total"]["assets"] == 0
    assert answer["affected"] == []
    assert answer["unknown"] is None


def test_a_proposed_schema_is_judged_and_its_impact_counted_once(api: RunningApi) -> None:
    proposed = [
        {"name": "id", "type": "bigint"},
        {"name": "email_address", "type": "text"},
        {"name": "phone", "type": "text"},
    ]
    reply = api.client.post("/api/v1/breaking-changes", json={"asset": "crm.customers", "columns": proposed})

    answer = reply.json()
    changes = {change["column"]: (change["kind"], change["verdict"]) for change in answer["changes"]}
    assert changes["email"] == ("renamed", "breaking")
    assert changes["legacy_code"][0] == "removed"
    assert answer["verdict"] == "breaking"
    assert answer["impact"]["total"]["pipelines"] == 3
    assert answer["impact"]["total"]["datasets"] == 10


def test_the_address_is_traced_under_the_name_it_has_there(api: RunningApi) -> None:
    answer = api.get("/api/v1/compliance/flows", column="crm.customers.email").json()

    (source,) = answer["sources"]
    flows = {
        (flow["column"]["name"], flow["column"]["field"]): flow["effect"] for flow in source["flows"]["items"]
    }
    assert flows["reports.r1", "contact"] == "kept"
    assert flows["reports.r4", "contact"] == "kept"
    assert flows["reports.r6", "contact"] in ("lowered", "ended")
    assert flows["reports.r7", "domain"] == "kept"
    assert flows["reports.r8", None] == "indirect"
    assert not any(name.startswith("dwh.") for name, _ in flows)


def test_all_restricted_columns_are_found_as_sources(api: RunningApi) -> None:
    answer = api.get("/api/v1/compliance/flows", classification="restricted").json()

    assert [source["column"]["field"] for source in answer["sources"]] == ["email"]


def test_everything_upstream_of_a_dashboard_leads_back_to_the_crm(api: RunningApi) -> None:
    answer = api.get("/api/v1/upstream", asset="Customer health", limit=100).json()

    origins = [one["node"]["name"] for one in answer["sources"] if one["is_origin"]]
    assert origins == ["crm.customers"]
    assert answer["transformations"]


def test_an_unknown_asset_is_answered_with_the_nearest_names(api: RunningApi) -> None:
    reply = api.client.post("/api/v1/breaking-changes", json={"asset": "crm.custmers", "columns": []})

    assert reply.status_code == 404
    assert reply.json()["nearest"][0] == "warehouse/crm.customers"
