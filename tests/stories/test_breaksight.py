"""The document's own call, asked of the demo's history, gives the document's own figures."""

import json
from collections.abc import Callable, Iterator

import pytest

from headwater.demo import history
from headwater.dialects.openlineage.translate import to_domain
from headwater.model.events import LogEntry
from headwater.model.times import to_micros
from headwater.pipeline.batch import connect, publish_events
from headwater.pipeline.sql_lineage import InPlaceAnalyst
from headwater.store.publish import Publisher
from headwater.worker.handlers.query_index import update_index
from tests.running import RunningApi, running_api

ASKED = {
    "entity_fqn": "ecommerce_warehouse.shopflow.sales.orders",
    "change_type": "drop_column",
    "target": "amount_usd",
}


def demo_log() -> Iterator[LogEntry]:
    for position, document in enumerate(history(), start=1):
        event = to_domain(json.dumps(document).encode())
        yield LogEntry(position, event.event_id.hex, to_micros(event.event_time), event.kind, event.body)


@pytest.fixture
def api(new_database: Callable[[], str]) -> Iterator[RunningApi]:
    """Over what the pipeline makes of the whole history, as the stream and the index do in the driver."""
    url = new_database()
    with connect(url) as connection:
        publish_events(Publisher(10, InPlaceAnalyst()), connection, list(demo_log()), advance=True)
        update_index(None, connection)
    with running_api(url) as running:
        yield running


def test_the_documents_call_gives_the_documents_figures(api: RunningApi) -> None:
    reply = api.client.post("/api/simulator/analyze", json=ASKED)
    assert reply.status_code == 200, reply.text
    found = reply.json()
    assert (found["impact_score"], found["severity"], found["downstream_count"]) == (74, "HIGH", 12)
    parts = found["blast_radius_breakdown"]
    assert (parts["tier_score"], parts["usage_score"], parts["count_score"]) == (1.0, 0.72, 0.60)
    assert abs(parts["final_score"] - 73.6) < 1
    replay = found["sql_replay"]
    assert replay["total_analyzed"] == 31
    assert found["most_affected_users"][0] == {
        "user": "priya.data",
        "query_count": 14,
        "verdicts": {"will_error": 9, "safe": 5},
    }
    assert found["runbook"]


def test_the_same_figures_stand_in_the_native_answer(api: RunningApi) -> None:
    number = api.client.post("/api/simulator/analyze", json=ASKED).json()["id"]
    found = api.get(f"/api/v1/simulations/{number}").json()
    assert (found["queries"]["total"], found["downstream_total"]) == (31, 12)
    assert found["blast_radius"]["activity"] == 0.3333
    assert found["responses"]["consumers"] >= 6
    assert {one["domain"] for one in found["downstream"]} >= {"finance", "marketing"}
