"""The calls of BreakSight's Time Machine, in its words."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.published import publish
from tests.questions.investigation.conftest import night, weeks
from tests.running import RunningApi, running_api

TIME_MACHINE = "/api/time-machine"
ASKED = {"entity_fqn": "warehouse.daily", "alert_time": "2026-04-20T04:00:00Z", "lookback_days": "2"}
CARD = {
    *("confidence", "confidence_label", "root_cause_summary", "root_cause_actor", "root_cause_column"),
    *("root_cause_description", "blast_radius", "failure_sequence", "recommended_action"),
}


@pytest.fixture
def api(database_url: str, connection: psycopg.Connection[Any]) -> Iterator[RunningApi]:
    publish(connection, [*weeks(), *night(0, "FAIL", message='column "amount" does not exist')])
    with running_api(database_url) as running:
        running.wait_until_visible()
        yield running


def test_an_investigation_has_the_fields_of_the_document(api: RunningApi) -> None:
    found = api.client.get(f"{TIME_MACHINE}/investigate", params=ASKED).json()
    assert found.keys() >= {*CARD, "timeline"}
    assert found["blast_radius"].keys() == {"pipelines_failed", "tables_no_data", "dq_tests_failing"}
    assert 0 <= found["confidence"] <= 100


def test_the_card_is_the_investigation_without_its_timeline(api: RunningApi) -> None:
    whole = api.client.get(f"{TIME_MACHINE}/investigate", params=ASKED).json()
    card = api.client.get(f"{TIME_MACHINE}/risk-assessment", params=ASKED).json()
    assert card == {name: value for name, value in whole.items() if name in card}
    assert "timeline" not in card


def test_a_trace_lists_candidates_by_rank(api: RunningApi) -> None:
    found = api.client.get(f"{TIME_MACHINE}/trace-backward", params=ASKED | {"model": "baseline"}).json()
    assert found["model"] == "baseline"
    assert [one["rank"] for one in found["candidates"]] == [*range(1, len(found["candidates"]) + 1)]


@pytest.mark.parametrize("call", ["investigate", "trace-backward", "risk-assessment"])
@pytest.mark.parametrize(
    ("given", "status", "named"),
    [
        ({"entity_fqn": "nobody.knows"}, 404, "nobody.knows"),
        ({"entity_fqn": ""}, 422, "entity_fqn"),
        ({"alert_time": "2999-01-01T00:00:00Z"}, 422, "alert_time"),
        ({"alert_time": "soon"}, 422, "alert_time"),
        ({"lookback_days": "0"}, 422, "lookback_days"),
        ({"lookback_days": "-0.5"}, 422, "lookback_days"),
        ({"column": "nobody"}, 404, "nobody"),
        ({"model": "mine"}, 422, "model"),
    ],
)
def test_bad_input_is_refused_with_the_name_of_the_document(
    api: RunningApi, call: str, given: dict[str, str], status: int, named: str
) -> None:
    reply = api.client.get(f"{TIME_MACHINE}/{call}", params=ASKED | given)
    assert (reply.status_code, named in reply.text) == (status, True), reply.text
