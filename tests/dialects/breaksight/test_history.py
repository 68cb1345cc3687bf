"""The calls of BreakSight, over the history of the demo as the pipeline published it."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from headwater.demo import history
from tests.databases import Databases, borrowed
from tests.published import publish
from tests.running import RunningApi, running_api

ASKED = {
    "entity_fqn": "ecommerce_warehouse.shopflow.sales.orders",
    "alert_time": "2026-04-20T04:00:00Z",
    "lookback_days": "2",
}


@pytest.fixture(scope="module")
def demo(databases: Databases) -> Iterator[RunningApi]:
    """ShopFlow's month, read and published by the pipeline's own functions."""
    with borrowed(databases) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            publish(connection, history())
        with running_api(url) as running:
            running.wait_until_visible()
            yield running


@pytest.fixture(scope="module")
def incident(demo: RunningApi) -> Any:
    reply = demo.client.get("/api/time-machine/investigate", params=ASKED)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_the_actor_and_the_column_are_named_with_high_confidence(incident: Any) -> None:
    named = (incident["root_cause_actor"], incident["root_cause_column"], incident["root_cause_description"])
    assert named == ("alex.junior", "amount_usd", "dropped column amount_usd")
    assert (incident["confidence_label"], incident["confidence"] >= 80) == ("HIGH", True)


def test_three_pipelines_four_tables_and_two_tests_are_counted(incident: Any) -> None:
    assert incident["blast_radius"] == {"pipelines_failed": 3, "tables_no_data": 4, "dq_tests_failing": 2}


def test_the_failures_of_the_document_come_in_their_order(incident: Any) -> None:
    expected = [
        ("02:15", "Pipeline Failed: revenue_etl_pipeline — column reference error"),
        ("03:50", "DQ Test Failed: orders_amount_must_not_be_null — assertion failed"),
    ]
    sequence = [(one["time"], one["what"]) for one in incident["failure_sequence"]]
    assert [one for one in sequence if one in expected] == expected
    assert sequence == sorted(sequence)


def test_an_action_is_recommended_that_names_the_column(incident: Any) -> None:
    assert "amount_usd" in incident["recommended_action"]


def test_the_timeline_begins_with_the_cause_and_its_first_failure(incident: Any) -> None:
    assert [one["phase"] for one in incident["timeline"][:2]] == ["ROOT_CAUSE", "FIRST_FAILURE"]


def test_a_dashboard_downstream_has_the_same_cause(demo: RunningApi) -> None:
    asked = ASKED | {"entity_fqn": "shopflow.marts.fct_revenue"}
    found = demo.client.get("/api/time-machine/risk-assessment", params=asked).json()
    assert (found["root_cause_actor"], found["root_cause_column"]) == ("alex.junior", "amount_usd")


def test_a_table_beside_the_incident_is_not_blamed_on_it(demo: RunningApi) -> None:
    asked = ASKED | {"entity_fqn": "shopflow.sales.payments"}
    found = demo.client.get("/api/time-machine/risk-assessment", params=asked).json()
    assert found["root_cause_column"] != "amount_usd"


ORDERS = "ecommerce_warehouse.shopflow.sales.orders"
AT = {"as_of": "2026-04-20T04:00:00Z"}


def get(demo: RunningApi, path: str, **asked: Any) -> Any:
    reply = demo.client.get(path, params=asked)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_the_timeline_of_a_table_lists_its_versions_with_who_made_them(demo: RunningApi) -> None:
    found = get(demo, f"/api/timeline/{ORDERS}")
    assert [(one["version"], one["actor"]) for one in found["versions"]] == [
        *((3, "alex.junior"), (2, "sam.lead"), (1, None))
    ]
    assert found["versions"][0]["judgement"] == "breaking"


def test_the_diff_is_of_the_last_two_versions_unless_it_is_asked_for_others(demo: RunningApi) -> None:
    last = get(demo, f"/api/diff/{ORDERS}")
    assert (last["from_version"], last["to_version"], last["judgement"]) == (2, 3, "breaking")
    assert "amount_usd" in [one["column"] for one in last["diff"] if one["change"] == "removed"]
    first = get(demo, f"/api/diff/{ORDERS}", from_version=1, to_version=2)
    assert [one["change"] for one in first["diff"]] == ["added"]
    times = get(demo, f"/api/diff/{ORDERS}", **{"from": "2026-04-01T00:00:00Z", "to": "2026-04-10T00:00:00Z"})
    assert (times["from_version"], times["to_version"]) == (1, 2)


def test_the_health_of_a_table_names_what_takes_points_off(demo: RunningApi) -> None:
    found = get(demo, f"/api/schema-health/{ORDERS}", **AT)
    factors = {one["factor"] for one in found["risk_factors"]}
    assert factors >= {"breaking_changes", "failing_tests"}
    assert found["score"] == max(0, 100 - sum(one["points"] for one in found["risk_factors"]))
    assert found["grade"] in "ABCDF"


def test_tests_come_with_all_results_over_time(demo: RunningApi) -> None:
    found = get(demo, f"/api/dq-tests/{ORDERS}")
    by_name = {one["name"]: one for one in found["tests"]}
    assert by_name["orders_amount_must_not_be_null"]["status"] == "failed"
    assert len(by_name["orders_amount_must_not_be_null"]["results"]) == 30
    assert found["failing"] == 1


def test_the_changelog_tells_what_a_change_broke(demo: RunningApi) -> None:
    (newest, *_) = get(demo, "/api/changelog", breaking=True)["changes"]
    assert (newest["entity_fqn"], newest["actor"]) == (ORDERS, "alex.junior")
    assert any("amount_usd" in one for one in newest["broke"])


def test_active_alerts_are_counted_as_of_a_time(demo: RunningApi) -> None:
    found = get(demo, "/api/alerts/active", **AT)
    assert (found["failing_tests"], found["failed_pipelines"]) == (2, 3)
    before = get(demo, "/api/alerts/active", as_of="2026-04-20T01:00:00Z")
    assert (before["failing_tests"], before["failed_pipelines"]) == (0, 0)


def test_use_is_counted_by_the_jobs_that_read_the_table(demo: RunningApi) -> None:
    found = get(demo, f"/api/usage/{ORDERS}", **AT)
    assert found["pipelines"]["shopflow_airflow.revenue_etl_pipeline"] == 30


def test_all_that_happened_to_a_table_is_paged_newest_first(demo: RunningApi) -> None:
    asked = {"entity": ORDERS, "until": "2026-04-20T04:00:01Z"}
    whole = get(demo, "/api/v1/timeline", **asked, limit=200)["items"]
    assert [one["at"] for one in whole] == sorted((one["at"] for one in whole), reverse=True)
    assert {"schema_version", "test_failed", "signal", "run_completed"} <= {one["kind"] for one in whole}
    pages, cursor = [], None
    for _ in range(20):
        page = get(demo, "/api/v1/timeline", **asked, limit=10, **({"cursor": cursor} if cursor else {}))
        pages += page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert pages == whole[: len(pages)]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/timeline/nobody.knows", 404),
        ("/api/diff/nobody.knows", 404),
        (f"/api/diff/{ORDERS}?to_version=99", 422),
        (f"/api/diff/{ORDERS}?from=1999-01-01T00:00:00Z", 422),
        (f"/api/schema-health/{ORDERS}?days=0", 422),
        ("/api/dq-tests/nobody.knows", 404),
        ("/api/changelog?limit=0", 422),
        (f"/api/usage/{ORDERS}?days=x", 422),
        ("/api/alerts/active?as_of=soon", 422),
    ],
)
def test_bad_input_to_the_history_is_refused(demo: RunningApi, path: str, status: int) -> None:
    assert demo.client.get(path).status_code == status
