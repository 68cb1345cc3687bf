"""The list of incidents: filters, pages, counts by state; and one of them under its name."""

from collections.abc import Callable
from typing import Any

import pytest

from headwater.api.process import Process
from headwater.questions.history.changes import list_changes
from headwater.questions.incidents.incidents import incidents_of_changes
from tests.questions.incidents.conftest import Warehouse

COPY = """
insert into incident
select (jsonb_populate_record(one, jsonb_build_object(
    'id', number, 'key', gen_random_uuid(), 'opened_at', one.opened_at + make_interval(hours => number)))).*
from incident as one, generate_series(2, 6) as number where id = 1
"""


@pytest.fixture
def many(broken: Warehouse) -> Warehouse:
    """Six of them."""
    broken.connection.execute(COPY)
    return broken


def test_pages_follow_each_other_without_loss_or_repeat(many: Warehouse) -> None:
    seen: list[int] = []
    cursor: str | None = None
    while True:
        page = many.get(limit=4, **({"cursor": cursor} if cursor else {}))
        assert page["total"] == 6
        seen += [one["id"] for one in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == [6, 5, 4, 3, 2, 1]


def test_counts_are_by_state_whatever_state_is_asked_for(many: Warehouse) -> None:
    many.act("resolve", 1)
    many.act("acknowledge", 2)
    many.act("mute", 3)
    for state in ("open", "acknowledged", "resolved", "muted"):
        page = many.get(state=state)
        assert page["counts"] == {"open": 3, "acknowledged": 1, "resolved": 1, "muted": 1}
        assert {one["state"] for one in page["items"]} == {state}
        assert page["total"] == page["counts"][state]


def test_the_median_time_to_resolution_is_told(many: Warehouse) -> None:
    assert many.get()["resolved_lately"] == {"count": 0, "median_seconds": None}
    many.act("resolve", 1)
    assert many.get()["resolved_lately"] == {"count": 1, "median_seconds": 6600}


def test_an_owner_finds_what_is_theirs_or_assigned_to_them(many: Warehouse) -> None:
    assert many.get(owner="sam.lead")["total"] == 0
    many.act("assign", 4, to="sam.lead")
    assert [one["id"] for one in many.get(owner="sam.lead")["items"]] == [4]


def test_since_goes_by_the_last_failure(many: Warehouse) -> None:
    assert many.get(since="2026-04-20T02:00:00Z")["total"] == 6
    assert many.get(since="2026-04-21T00:00:00Z")["total"] == 0


BAD: tuple[tuple[dict[str, Any], str], ...] = (
    ({"state": "broken"}, "state"),
    ({"limit": 0}, "limit"),
    ({"limit": 5000}, "limit"),
    ({"cursor": "x"}, "cursor"),
    ({"since": "yesterday"}, "since"),
    ({"colour": "red"}, "colour"),
)


def test_bad_parameters_are_refused_and_named(warehouse: Warehouse) -> None:
    for parameters, field in BAD:
        reply = warehouse.client.get("/api/v1/incidents", params=parameters)
        assert reply.status_code in (400, 422), reply.text
        assert field in reply.json()["detail"]


def test_without_any_there_is_an_empty_list_and_zeros(warehouse: Warehouse) -> None:
    page = warehouse.get()
    assert (page["items"], page["total"], page["counts"]["open"]) == ([], 0, 0)


def test_a_change_knows_the_incidents_that_it_caused(
    broken: Warehouse, process: Callable[[], Process]
) -> None:
    with process().reading() as reading:
        page = list_changes(reading, breaking=True)
        found = incidents_of_changes(reading, page.items)
    (change,) = page.items
    assert [one.name for one in found[str(change.event_id)]] == ["INC-1"]


def test_what_was_kept_before_spans_were_evidence_is_read(broken: Warehouse) -> None:
    broken.connection.execute("update incident set cause = cause - 'span'")
    broken.connection.execute("update incident_explanation set value = value #- '{proof,change,span}'")
    found = broken.get("/1")
    assert found["cause"]["span"] is None
    assert found["proof"]["change"]["span"] is None
