"""Known breaks pass until their time is over, in every simulation of the same change, and are in the log."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.questions.simulation.published import publish_log
from tests.simulated_shop import Shop
from tests.world import World

# The clock of the application stands at 2026-04-20T04:00.
LATER, PASSED, TOO_LATE = "2026-05-01T00:00:00Z", "2026-04-20T03:59:00Z", "2028-01-01T00:00:00Z"


@pytest.fixture
def shop(world: World) -> Shop:
    return Shop(world).fill()


def simulate(client: TestClient, **body: Any) -> Any:
    body = {"asset": "shop.orders", "change_type": "drop_column", "target": "amount", **body}
    reply = client.post("/api/v1/simulations", json=body)
    assert reply.status_code == 200, reply.text
    return reply.json()


def findings(found: Any) -> list[str]:
    return [
        text["finding"]
        for text in (*found["queries"]["items"], *found["job_texts"]["items"])
        if text["finding"]
    ]


def acknowledge(client: TestClient, found: Any, *given: str, status: int = 201, **more: Any) -> Any:
    body = {"findings": list(given), "by": "dana", "why": "retired in May", "until": LATER, **more}
    reply = client.post(f"/api/v1/simulations/{found['id']}/acknowledgements", json=body)
    assert reply.status_code == status, reply.text
    return reply.json()


def test_what_is_safe_is_no_finding(shop: Shop, client: Callable[[], TestClient]) -> None:
    found = simulate(client())
    assert len(findings(found)) == 2
    assert [text["finding"] is None for text in found["queries"]["items"]] == [False, True]


def test_the_same_change_has_the_same_findings_and_another_has_others(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    asked = client()
    one, again = simulate(asked), simulate(asked)
    other = simulate(asked, change_type="rename_column", new_name="total")
    assert findings(one) == findings(again)
    assert not set(findings(one)) & set(findings(other))


def test_an_acknowledged_finding_may_pass_in_this_and_the_next_simulation(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    asked = client()
    found = simulate(asked)
    first, second = findings(found)
    written = acknowledge(asked, found, first)
    assert (written["findings"], written["position"] > 0) == ([first], True)
    publish_log(shop.world)
    for seen in (asked.get(f"/api/v1/simulations/{found['id']}").json(), simulate(asked)):
        assert [(one["finding"], one["by"], one["why"]) for one in seen["acknowledgements"]] == [
            (first, "dana", "retired in May")
        ]
        assert (seen["unacknowledged"]["will_error"], seen["verdict"]) == (1, "will_error")
    acknowledge(asked, found, second, by="eli")
    publish_log(shop.world)
    assert simulate(asked)["unacknowledged"]["will_error"] == 0


def test_an_acknowledgement_whose_time_is_over_does_not_count(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    asked = client()
    found = simulate(asked)
    acknowledge(asked, found, *findings(found), until=PASSED)
    publish_log(shop.world)
    seen = simulate(asked)
    assert (seen["acknowledgements"], seen["unacknowledged"]["will_error"]) == ([], 2)
    listed = asked.get("/api/v1/acknowledgements", params={"active": False}).json()
    assert (listed["total"], {one["by"] for one in listed["items"]}) == (2, {"dana"})


def test_the_last_word_of_a_person_counts_in_any_order_of_publishing(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    asked = client()
    found = simulate(asked)
    [first, _] = findings(found)
    acknowledge(asked, found, first, why="one")
    acknowledge(asked, found, first, why="two")
    publish_log(shop.world)
    once = shop.world.connection.execute("select * from acknowledgements").fetchall()
    publish_log(shop.world)
    assert shop.world.connection.execute("select * from acknowledgements").fetchall() == once
    assert len(once) == 1


def test_acknowledgements_are_listed_page_by_page(shop: Shop, client: Callable[[], TestClient]) -> None:
    asked = client()
    found = simulate(asked)
    first, second = findings(found)
    for by in ("ana", "ben", "cleo"):
        acknowledge(asked, found, first, by=by)
    acknowledge(asked, found, second, by="ana")
    publish_log(shop.world)
    seen: list[tuple[str, str]] = []
    cursor = None
    while True:
        params = {"limit": 1, **({"cursor": cursor} if cursor else {})}
        page = asked.get("/api/v1/acknowledgements", params=params).json()
        assert page["total"] == 4
        seen += [(one["finding"], one["by"]) for one in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert sorted(seen) == sorted([(first, "ana"), (first, "ben"), (first, "cleo"), (second, "ana")])
    by_ana = asked.get("/api/v1/acknowledgements", params={"by": "ana", "finding": first}).json()
    assert [one["finding"] for one in by_ana["items"]] == [first]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"findings": []}, "findings"),
        ({"findings": ["no hex"]}, "findings"),
        ({"findings": ["0" * 32]}, "findings.0"),
        ({"by": ""}, "by"),
        ({"by": "x" * 201}, "by"),
        ({"why": ""}, "why"),
        ({"why": "a\x00b"}, "why"),
        ({"until": "tomorrow"}, "until"),
        ({"until": TOO_LATE}, "until"),
        ({"more": 1}, "more"),
    ],
)
def test_what_can_not_be_said_is_refused_with_its_field(
    shop: Shop, client: Callable[[], TestClient], more: dict[str, Any], field: str
) -> None:
    asked = client()
    found = simulate(asked)
    reply = acknowledge(asked, found, *findings(found), status=422, **more)
    assert field in reply["field"], reply


def test_there_is_nothing_to_say_of_a_simulation_that_was_not_made(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    acknowledge(client(), {"id": 999}, "0" * 32, status=404)
