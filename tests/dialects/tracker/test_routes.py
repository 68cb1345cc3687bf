"""Creation answers with the full asset and the full edge, in the tracker's words."""

from typing import Any
from uuid import uuid4

from headwater.model.times import parse_time
from tests.running import RunningApi


def asset(**fields: Any) -> dict[str, Any]:
    email = {
        "name": "email",
        "type": "text",
        "description": "",
        "isPII": True,
        "classification": "restricted",
    }
    return {
        "type": "table",
        "name": f"customers_{uuid4().hex}",
        "schema": "crm",
        "database": "shop",
        "owner": "team:crm",
        "columns": [email],
        "tags": ["gold"],
        "description": "One row per customer.",
        **fields,
    }


def test_a_registered_asset_comes_back_whole(api: RunningApi) -> None:
    sent = asset()
    reply = api.client.post("/api/tracker/registerAsset", json=sent)
    answer = reply.json()
    assert reply.status_code == 201, reply.text
    assert answer.pop("id") == f"dataset:catalog/shop.crm.{sent['name']}"
    assert parse_time(answer.pop("updatedAt"))
    assert answer.pop("position") > 0
    assert answer == sent


def test_a_report_is_an_asset(api: RunningApi) -> None:
    reply = api.client.post("/api/tracker/registerAsset", json=asset(type="report"))
    assert (reply.status_code, reply.json()["type"]) == (201, "report")


def test_an_unknown_asset_is_answered_as_such(api: RunningApi) -> None:
    for reply in (
        api.get("/api/tracker/getDownstreamImpact", assetName="nobody.knows"),
        api.get("/api/tracker/getUpstreamLineage", assetName="nobody.knows"),
        api.client.post(
            "/api/tracker/detectBreakingChanges", json={"assetName": "nobody.knows", "newColumns": []}
        ),
    ):
        assert (reply.status_code, reply.json()["code"]) == (404, "entity-not-found")


def test_parameters_that_nobody_reads_are_passed_over(api: RunningApi) -> None:
    reply = api.get("/api/tracker/tracePIIFlow", columnClassification="restricted", more="1")
    assert (reply.status_code, reply.json()) == (200, [])


def test_a_class_that_does_not_exist_is_refused(api: RunningApi) -> None:
    assert api.get("/api/tracker/tracePIIFlow", columnClassification="secret").status_code == 422
