"""ShopFlow's history in an OpenMetadata, read through the connector alone, gives the document's figures."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest

from headwater.connectors.contract import SourceDocument
from headwater.connectors.openmetadata import OpenMetadataOptions, connector
from headwater.worker.handlers.query_index import update_index
from tests.connectors.openmetadata.fake_server import SHOPFLOW, TOKEN, fake_openmetadata
from tests.databases import Databases, borrowed
from tests.published import publish
from tests.running import RunningApi, running_api

ORDERS = "ecommerce_warehouse.shopflow.sales.orders"
ALERT = datetime(2026, 4, 20, 4, tzinfo=UTC)


@pytest.fixture(scope="module")
def api(databases: Databases) -> Iterator[RunningApi]:
    with fake_openmetadata(SHOPFLOW) as catalog:
        catalog.page = 50
        reader = connector(OpenMetadataOptions(catalog.url, TOKEN))
        found = [said for one in reader.fetch({}, ALERT) for said in reader.translate(one.part, ALERT)]
    documents = [dict(one.body) for one in found if isinstance(one, SourceDocument)]
    assert len(documents) == len(found)
    with borrowed(databases) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            publish(connection, documents)
            update_index(None, connection)
        with running_api(url) as running:
            running.wait_until_visible()
            yield running


@pytest.fixture(scope="module")
def incident(api: RunningApi) -> Any:
    asked = {"entity_fqn": ORDERS, "alert_time": ALERT.isoformat(), "lookback_days": 2}
    reply = api.get("/api/time-machine/investigate", **asked)
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_the_investigation_names_actor_and_column_with_high_confidence(incident: Any) -> None:
    named = (incident["root_cause_actor"], incident["root_cause_column"], incident["root_cause_description"])
    assert named == ("alex.junior", "amount_usd", "dropped column amount_usd")
    assert incident["confidence_label"] == "HIGH"


def test_the_investigation_counts_three_pipelines_four_tables_and_two_tests(incident: Any) -> None:
    assert incident["blast_radius"] == {"pipelines_failed": 3, "tables_no_data": 4, "dq_tests_failing": 2}


def test_the_simulation_gives_the_documents_figures(api: RunningApi) -> None:
    asked = {"entity_fqn": ORDERS, "change_type": "drop_column", "target": "amount_usd"}
    reply = api.client.post("/api/simulator/analyze", json=asked)
    assert reply.status_code == 200, reply.text
    found = reply.json()
    assert (found["sql_replay"]["total_analyzed"], found["downstream_count"]) == (31, 12)
    assert abs(found["blast_radius_breakdown"]["final_score"] - 73.6) < 1, found["blast_radius_breakdown"]
    assert found["most_affected_users"][0]["user"] == "priya.data"
