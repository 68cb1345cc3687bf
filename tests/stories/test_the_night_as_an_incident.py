"""The night of 20 April is one incident, computed from the demo's history."""

from collections.abc import Iterator

import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.demo import history
from headwater.worker.handlers.query_index import update_index
from tests.apps import applications
from tests.published import publish
from tests.questions.incidents.conftest import look
from tests.world import shared_database


@pytest.fixture(scope="module")
def demo(postgres_url: str) -> Iterator[TestClient]:
    """The demo's history, loaded at once, and what the worker makes of it."""
    with shared_database(postgres_url) as url, applications(url) as start:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("set timezone to 'UTC'")
            publish(connection, history())
            update_index(None, connection)
            look(connection)
        yield start()


def test_the_night_is_exactly_one_incident(demo: TestClient) -> None:
    page = demo.get("/api/v1/incidents").json()
    (one,) = page["items"]
    assert (page["total"], page["counts"]["open"]) == (1, 1)
    assert one["title"] == "amount_usd dropped from shopflow.sales.orders"
    assert (one["cause"]["actor"], one["label"]) == ("alex.junior", "HIGH")
    assert one["counts"] == {"pipelines": 3, "tables": 4, "tests": 2, "alerts": 1, "at_risk": 7}
    assert (one["severity"], one["tier"]) == ("critical", "1")
    assert (one["opened_at"], one["last_at"], one["widened"]) == (
        "2026-04-20T02:15:00Z",
        "2026-04-20T04:00:00Z",
        5,
    )


def test_its_tree_leads_from_the_cause_to_what_is_at_risk(demo: TestClient) -> None:
    tree = demo.get("/api/v1/incidents/1").json()["tree"]
    assert [(row["depth"], row["role"], row["name"]) for row in tree] == [
        (0, "cause", "shopflow.sales.orders"),
        (1, "pipeline", "revenue_etl_pipeline"),
        (2, "table", "shopflow.marts.fct_revenue"),
        (3, "test", "fct_revenue_must_have_rows_for_yesterday"),
        (3, "alert", "revenue_overview"),
        (3, "at_risk", "shopflow.finance.daily_revenue"),
        (4, "at_risk", "shopflow.finance.monthly_close"),
        (4, "at_risk", "shopflow.marts.executive_kpis"),
        (5, "at_risk", "executive_summary"),
        (1, "pipeline", "customer_ltv_pipeline"),
        (2, "table", "shopflow.marts.customer_ltv"),
        (3, "at_risk", "shopflow.marketing.customer_segments"),
        (4, "at_risk", "customer_health"),
        (1, "pipeline", "campaign_attribution_pipeline"),
        (2, "table", "shopflow.marketing.campaign_roi"),
        (3, "at_risk", "campaign_performance"),
        (2, "table", "shopflow.marketing.channel_revenue"),
        (1, "test", "orders_amount_must_not_be_null"),
    ]
    known = {row["id"] for row in tree}
    assert all(row["parent"] in known for row in tree[1:])
    assert "user:sam.lead" in tree[0]["owners"]


def test_it_says_what_to_do_and_until_when(demo: TestClient) -> None:
    step = demo.get("/api/v1/incidents/INC-1").json()["next_step"]
    assert step["sql"] == "alter table shopflow.sales.orders add column amount_usd numeric(12,2);"
    assert step["deadline"].startswith("2026-04-20T04:30")
    assert step["deadline_of"]["name"] == "shopflow.finance.daily_revenue"
    assert demo.post("/api/v1/simulations", json=step["rollback"]).status_code == 200


def test_its_story_holds_what_failed_and_what_people_said(demo: TestClient) -> None:
    found = demo.get("/api/v1/incidents/1").json()
    story = [(one["kind"], one["by"], one["at"][11:16]) for one in reversed(found["activity"])]
    assert story == [
        ("signal", "alex.junior", "16:48"),
        ("opened", None, "02:15"),
        ("widened", None, "02:42"),
        ("widened", None, "03:07"),
        ("widened", None, "03:50"),
        ("signal", "tom.ops", "03:52"),
        ("widened", None, "03:54"),
        ("signal", "lena.finance", "03:57"),
        ("signal", "pagerduty", "04:00"),
        ("widened", None, "04:00"),
    ]
    assert found["activity_total"] == len(story)


def test_its_links_can_be_followed(demo: TestClient) -> None:
    for link in demo.get("/api/v1/incidents/1").json()["links"].values():
        assert demo.get(link).status_code == 200, link
