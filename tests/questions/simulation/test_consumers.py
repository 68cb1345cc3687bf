"""Who is affected by a simulated change is listed, can accept or object, and that is shown."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from headwater.questions.live_graph import FixedGraph
from headwater.questions.reading import Writing
from headwater.questions.simulation.consumers import ResponseRequest
from headwater.questions.simulation.consumers import respond as respond_to_change
from headwater.store.snapshots import loaded, repeatable_read
from tests.questions.simulation.published import publish_log
from tests.questions.simulation.test_acknowledgements import simulate
from tests.simulated_shop import TOTAL, Shop
from tests.world import World


@pytest.fixture
def shop(world: World) -> Shop:
    shop = Shop(world).fill()
    shop.text("select max(amount) from shop.orders", ["amount"], user="ana")
    shop.text("select min(amount), 1 from shop.orders", ["amount"], user="ana")
    shop.text("select note, 2 from shop.orders", ["note"], user="ben")
    world.connection.commit()
    return shop


def consumers(client: TestClient, number: int, **parameters: Any) -> Any:
    reply = client.get(f"/api/v1/simulations/{number}/consumers", params=parameters)
    assert reply.status_code == 200, reply.text
    return reply.json()


def respond(client: TestClient, number: int, status: int = 201, **body: Any) -> Any:
    reply = client.post(f"/api/v1/simulations/{number}/consumers", json=body)
    assert reply.status_code == status, reply.text
    return reply.json()


def test_users_and_owners_are_listed_with_what_breaks_for_them(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    asked = client()
    found = simulate(asked)
    listed = consumers(asked, found["id"])["items"]
    assert [(one["name"], one["roles"], one["verdicts"]["will_error"], one["runs"]) for one in listed] == [
        ("ana", ["user"], 2, 18),
        ("priya", ["user"], 1, 9),
        ("team:data", ["owner"], 1, 0),
    ]
    [text] = listed[1]["texts"]
    assert (text["text"], text["verdict"]) == (TOTAL, "will_error")
    assert listed[2]["texts"][0]["jobs"] == ["job:shopflow_airflow/fill_daily"]
    assert found["responses"] == {"consumers": 3, "accepted": 0, "objected": 0, "open": 3}


def test_a_consumer_accepts_or_objects_and_the_last_word_is_shown(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    asked = client()
    number = simulate(asked)["id"]
    respond(asked, number, consumer="ana", verdict="object", why="quarter end")
    respond(asked, number, consumer="team:data", verdict="accept", by="kim")
    publish_log(shop.world)
    said = {one["name"]: one["response"] for one in consumers(asked, number)["items"]}
    assert (said["ana"]["verdict"], said["ana"]["why"], said["ana"]["by"]) == ("object", "quarter end", "ana")
    assert (said["team:data"]["by"], said["priya"]) == ("kim", None)
    seen = asked.get(f"/api/v1/simulations/{number}").json()
    assert seen["responses"] == {"consumers": 3, "accepted": 1, "objected": 1, "open": 1}
    assert simulate(asked)["responses"]["open"] == 3  # what was said of one simulation is of that one


def test_with_a_key_its_holder_responds_whatever_the_request_says(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    asked, connection = client(), shop.world.connection
    number = simulate(asked)["id"]
    with repeatable_read(connection):
        snapshot = loaded(connection, None)
    writing = Writing(connection, FixedGraph(snapshot), caller="dana.key")
    for consumer, by in (("ana", "somebody else"), ("team:data", None)):
        respond_to_change(writing, number, ResponseRequest(consumer=consumer, verdict="object", by=by))
    connection.commit()
    publish_log(shop.world)
    said = {one["name"]: one["response"] for one in consumers(asked, number)["items"]}
    assert (said["ana"]["by"], said["team:data"]["by"]) == ("dana.key", "dana.key")


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ({"role": "owner"}, ["team:data"]),
        ({"verdict": "will_silently_change"}, []),
        ({"search": "PRI"}, ["priya"]),
        ({"response": "object"}, ["ana"]),
        ({"response": "none"}, ["priya", "team:data"]),
    ],
)
def test_consumers_are_filtered(
    shop: Shop, client: Callable[[], TestClient], filters: dict[str, str], names: list[str]
) -> None:
    asked = client()
    number = simulate(asked)["id"]
    respond(asked, number, consumer="ana", verdict="object")
    publish_log(shop.world)
    page = consumers(asked, number, **filters)
    assert ([one["name"] for one in page["items"]], page["total"]) == (names, len(names))


def test_consumers_come_page_by_page(shop: Shop, client: Callable[[], TestClient]) -> None:
    asked = client()
    number = simulate(asked)["id"]
    names: list[str] = []
    parameters: dict[str, Any] = {"limit": 1}
    while True:
        page = consumers(asked, number, **parameters)
        assert page["total"] == 3
        names += [one["name"] for one in page["items"]]
        if page["next_cursor"] is None:
            break
        parameters["cursor"] = page["next_cursor"]
    assert names == ["ana", "priya", "team:data"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"consumer": "anna", "verdict": "accept"}, "consumer"),
        ({"consumer": "ana", "verdict": "maybe"}, "verdict"),
        ({"consumer": "", "verdict": "accept"}, "consumer"),
        ({"verdict": "accept"}, "consumer"),
        ({"consumer": "ana", "verdict": "accept", "why": "x" * 4001}, "why"),
        ({"consumer": "ana", "verdict": "accept", "by": "\x00"}, "by"),
    ],
)
def test_what_can_not_be_said_is_refused_with_its_field(
    shop: Shop, client: Callable[[], TestClient], body: dict[str, str], field: str
) -> None:
    asked = client()
    found = respond(asked, simulate(asked)["id"], 422, **body)
    assert field in found["field"]


def test_an_unknown_name_is_answered_with_the_nearest(shop: Shop, client: Callable[[], TestClient]) -> None:
    asked = client()
    found = respond(asked, simulate(asked)["id"], 422, consumer="pria", verdict="accept")
    assert "nearest: priya" in found["detail"]


def test_a_simulation_that_was_not_made_has_no_consumers(
    shop: Shop, client: Callable[[], TestClient]
) -> None:
    asked = client()
    assert asked.get("/api/v1/simulations/99/consumers").status_code == 404
    respond(asked, 99, 404, consumer="ana", verdict="accept")
    bad = asked.get("/api/v1/simulations/1/consumers", params={"cursor": "?"})
    assert bad.status_code in (404, 422)
