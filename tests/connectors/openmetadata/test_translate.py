"""What an OpenMetadata says, read through the connector alone, and an investigation and simulation of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from psycopg import Connection

from headwater.connectors.contract import SourceDocument, SourceProblem
from headwater.connectors.openmetadata import OpenMetadataOptions, connector
from headwater.connectors.openmetadata.fetch import EntityPart
from headwater.connectors.openmetadata.translate import TRANSLATORS, translate_entity
from headwater.model.edges import EdgeKind
from headwater.worker.handlers.query_index import update_index
from tests.connectors.contract import documents
from tests.connectors.dbt.test_translate import COLUMN_EDGES, names
from tests.connectors.openmetadata.fake_server import TOKEN, FakeOpenMetadata
from tests.published import publish
from tests.running import RunningApi, running_api

ORDERS = "ecommerce_warehouse.shopflow.sales.orders"


@pytest.fixture
def shop(catalog: FakeOpenMetadata, connection: Connection) -> Connection:
    found = documents(connector(OpenMetadataOptions(catalog.url, TOKEN)), {})
    assert [one for one in found if isinstance(one, SourceProblem)] == []
    publish(connection, [dict(one.body) for one in found if isinstance(one, SourceDocument)])
    update_index(None, connection)
    return connection


@pytest.fixture
def api(shop: Connection, database_url: str) -> Iterator[RunningApi]:
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def test_a_table_is_known_with_tier_owner_domain_and_personal_data(shop: Connection) -> None:
    query = """select namespace, tier, domain, owners from nodes
    where name = 'shopflow.sales.orders' and kind = 'dataset'"""
    assert shop.execute(query).fetchall() == [("ecommerce_warehouse", "1", "Sales", ["sales-data"])]
    labelled = "select field from column_labels join nodes on nodes.id = column_id where pii"
    assert names(shop, labelled) == ["customer_email"]


def test_columns_lead_through_the_pipeline_to_the_dashboard(shop: Connection) -> None:
    found = names(shop, COLUMN_EDGES, "shopflow.marts.revenue_daily", "revenue_usd", EdgeKind.COLUMN)
    assert found == ["shopflow.sales.orders.amount_usd"]
    fed = """select source.name from edges join nodes as source on source.id = source_id
    join nodes as target on target.id = target_id where target.name = 'revenue_overview'"""
    assert names(shop, fed) == ["shopflow.marts.revenue_daily"]


def test_the_documents_investigation_names_who_dropped_the_column(api: RunningApi) -> None:
    asked = {"entity_fqn": ORDERS, "alert_time": "2026-04-20T04:00:00Z", "lookback_days": 2}
    reply = api.get("/api/time-machine/investigate", **asked)
    assert reply.status_code == 200, reply.text
    found = reply.json()
    assert (found["root_cause_actor"], found["root_cause_column"]) == ("alex.junior", "amount_usd")
    assert found["root_cause_description"] == "dropped column amount_usd"
    told = " ".join(one["what"] for one in found["failure_sequence"])
    assert "orders_amount_must_not_be_null" in told


def test_the_documents_simulation_replays_the_queries_of_the_catalog(api: RunningApi) -> None:
    asked = {"entity_fqn": ORDERS, "change_type": "drop_column", "target": "order_id"}
    reply = api.client.post("/api/simulator/analyze", json=asked)
    assert reply.status_code == 200, reply.text
    assert reply.json()["downstream_count"] >= 2


def test_conversations_are_signals_of_who_wrote_them(shop: Connection) -> None:
    assert shop.execute("select author, source from signals order by at").fetchall() == [
        ("tom.ops", "openmetadata"),
        ("dana.lead", "openmetadata"),
    ]


HOSTILE: list[dict[str, Any]] = [
    {},
    {"fullyQualifiedName": 7, "updatedAt": "now"},
    {"fullyQualifiedName": "a.b.c.d", "updatedAt": 1e12, "columns": 7, "tags": [1], "owners": {}},
    {"fullyQualifiedName": "a.b.c.d", "updatedAt": 1e12, "columns": [{}, {"name": "x", "children": 1}]},
    {"entityLink": "<#E::table>", "about": "<#E::", "query": 1, "users": "x"},
]


@pytest.mark.parametrize("kind", TRANSLATORS)
@pytest.mark.parametrize("entity", HOSTILE)
def test_an_entity_of_another_shape_costs_no_more_than_itself(kind: str, entity: dict[str, Any]) -> None:
    more = {
        "versions": {"versions": [1, "{}"]},
        "lineage": {"nodes": 1},
        "runs": {"data": [1]},
        "results": [],
    }
    list(translate_entity(EntityPart(kind, entity, more)))
