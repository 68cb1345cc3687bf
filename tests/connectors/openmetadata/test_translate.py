"""What becomes of each kind of entity of an OpenMetadata."""

from typing import Any

import pytest
from psycopg import Connection

from headwater.connectors.contract import SourceDocument, SourceProblem
from headwater.connectors.openmetadata import OpenMetadataOptions, connector
from headwater.connectors.openmetadata.fetch import EntityPart
from headwater.connectors.openmetadata.translate import TRANSLATORS, translate_entity
from headwater.model.edges import EdgeKind
from headwater.worker.handlers.query_index import update_index
from tests.connectors.contract import NOW, documents
from tests.connectors.dbt.test_translate import COLUMN_EDGES, names
from tests.connectors.openmetadata.fake_server import TOKEN, FakeOpenMetadata
from tests.published import publish


@pytest.fixture
def shop(catalog: FakeOpenMetadata, connection: Connection) -> Connection:
    found = documents(connector(OpenMetadataOptions(catalog.url, TOKEN)), {})
    assert [one for one in found if isinstance(one, SourceProblem)] == []
    publish(connection, [dict(one.body) for one in found if isinstance(one, SourceDocument)])
    update_index(None, connection)
    return connection


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


def test_conversations_are_signals_of_who_wrote_them(shop: Connection) -> None:
    assert shop.execute("select author, source from signals order by at").fetchall() == [
        ("tom.ops", "openmetadata"),
        ("dana.lead", "openmetadata"),
        ("dana.lead", "openmetadata"),
    ]


def test_uses_of_a_table_are_spread_over_its_texts_once_a_day(catalog: FakeOpenMetadata) -> None:
    reader = connector(OpenMetadataOptions(catalog.url, TOKEN))
    used = [one for one in documents(reader, {}) if "estimated-count" in str(one)]
    assert [(one.body["time"], one.body["count"]) for one in used] == [("2026-11-16T12:00:00Z", 7)]
    (fetched,) = reader.fetch({}, NOW)
    # A text that becomes known later changes nothing of a day that was counted.
    catalog.answers["/queries"].append(dict(catalog.answers["/queries"][0], id="new", query="select 1"))
    assert [part.kind for one in reader.fetch(fetched.state, NOW) for part in one.part] == ["query"]


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
        "runs": [1],
        "results": [],
        "posts": [1],
        "day": "2026-04-19",
        "texts": [],
    }
    list(translate_entity(EntityPart(kind, entity, more)))
