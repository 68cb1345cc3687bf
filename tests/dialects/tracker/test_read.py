"""The story of the tracker's document, told with its own six functions."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from headwater import tracker
from headwater.client import NameNotFoundError
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from headwater.pipeline.batch import connect, publish_events
from headwater.store.publish import Publisher
from tests.running import RunningApi, running_api

EMAIL = {"name": "email", "type": "text", "description": "", "isPII": True, "classification": "restricted"}
ID = {"name": "id", "type": "bigint", "description": "", "isPII": False, "classification": "internal"}


def asset(kind: str, name: str, *columns: dict[str, Any]) -> dict[str, Any]:
    described = {"owner": f"team:{kind}", "tags": [], "description": ""}
    return {"type": kind, "name": name, "columns": list(columns), **described}


def publish(api: RunningApi) -> None:
    """What the pipeline does with the log."""
    rows = api.rows("select position, event_id, event_time, kind, body from events order by position")
    entries = [LogEntry(at, one.hex, to_micros(time), kind, body) for at, one, time, kind, body in rows]
    with connect(api.database_url) as connection:
        publish_events(Publisher(3), connection, entries, advance=True)
    api.wait_until_visible()


@pytest.fixture
def url(new_database: Callable[[], str]) -> Iterator[str]:
    with running_api(new_database()) as api:
        for one in (
            asset("table", "crm.customers", ID, EMAIL),
            asset("pipeline", "load_customers"),
            asset("table", "dwh.customers", ID, EMAIL | {"name": "contact"}),
            asset("dashboard", "Churn"),
            asset("report", "Board pack"),
        ):
            tracker.registerAsset(one, url=api.url)
        publish(api)
        for source, target, more in (
            (
                "crm.customers",
                "dwh.customers",
                {"sourceColumn": "email", "targetColumn": "contact", "pipelineId": "load_customers"},
            ),
            ("dwh.customers", "Churn", {"sourceColumn": "contact"}),
            ("Churn", "Board pack", {}),
        ):
            edge = {"sourceAsset": source, "targetAsset": target, "transformationType": "direct", **more}
            tracker.addLineage(edge, url=api.url)
        publish(api)
        yield api.url


def test_the_impact_names_assets_dashboards_pipelines_and_the_path(url: str) -> None:
    found = tracker.getDownstreamImpact("crm.customers", "email", url=url)

    assert found["affectedDashboards"] == ["Churn"]
    assert found["affectedPipelines"] == ["load_customers"]
    assets = {one["name"]: one for one in found["affectedAssets"]}
    assert set(assets) == {"dwh.customers", "load_customers", "Churn", "Board pack"}
    assert {name: one["depth"] for name, one in assets.items()} == {
        "load_customers": 1,
        "dwh.customers": 1,
        "Churn": 2,
        "Board pack": 3,
    }
    assert assets["Board pack"]["path"] == ["crm.customers", "dwh.customers", "Churn", "Board pack"]
    assert (assets["Board pack"]["type"], assets["Churn"]["owner"]) == ("report", "team:dashboard")
    assert [column["name"] for column in assets["dwh.customers"]["columns"]] == ["id", "contact"]


def test_a_column_that_nobody_reads_affects_nothing(url: str) -> None:
    assert tracker.getDownstreamImpact("crm.customers", "id", url=url)["affectedAssets"] == []


def test_upstream_names_sources_and_each_edge_with_the_id_it_was_created_with(url: str) -> None:
    found = tracker.getUpstreamLineage("Churn", url=url)

    assert {one["name"] for one in found["sources"]} == {"dwh.customers", "crm.customers", "load_customers"}
    edge = next(one for one in found["transformations"] if one["targetColumn"] == "contact")
    again = {"sourceAsset": "crm.customers", "targetAsset": "dwh.customers", "transformationType": "direct"}
    columns = {"sourceColumn": "email", "targetColumn": "contact", "pipelineId": "load_customers"}
    created = tracker.addLineage(again | columns, url=url)
    assert {**edge, "createdAt": ""} == {**created, "createdAt": ""}
    assert created["confidence"] == 1.0


def test_new_columns_are_judged(url: str) -> None:
    columns = [ID | {"type": "text"}, EMAIL | {"name": "email_address"}]
    found = tracker.detectBreakingChanges("crm.customers", columns, url=url)

    assert found["removedColumns"] == ["email"]
    assert found["renamedColumns"] == [{"old": "email", "new": "email_address"}]
    assert found["typeChanges"] == [{"column": "id", "oldType": "bigint", "newType": "text"}]
    assert found["downstreamImpact"]["affectedDashboards"] == ["Churn"]


def test_personal_data_is_traced(url: str) -> None:
    found = {(one["asset"], one["column"]): one for one in tracker.tracePIIFlow("restricted", url=url)}

    assert set(found) == {("crm.customers", "email"), ("dwh.customers", "contact")}
    reached = [(one["asset"], one["column"]) for one in found["crm.customers", "email"]["flowsTo"]]
    assert reached[:2] == [("dwh.customers", "contact"), ("Churn", "")]


def test_an_asset_that_nobody_knows_is_an_error(url: str) -> None:
    with pytest.raises(NameNotFoundError):
        tracker.getDownstreamImpact("crm.custmers", url=url)
