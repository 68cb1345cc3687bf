"""Whatever is asked wrongly is answered with 4xx, in one shape that names the field and helps."""

import logging
from collections.abc import Iterator
from uuid import UUID, uuid4

import psycopg
import pytest
from fastapi.testclient import TestClient

from headwater.api.app import create_app
from headwater.api.process import build_process
from tests.world import World, shared_database


@pytest.fixture(scope="module")
def client(postgres_url: str) -> Iterator[TestClient]:
    """One app for all questions of this file: none of them changes anything."""
    with shared_database(postgres_url) as url:
        with psycopg.connect(url, autocommit=True) as connection:
            world = World(connection)
            for name in ("sales.orders", "orders", "a.customers", "b.customers"):
                world.dataset(name)
        app = create_app(build_process(url, visible_wait_seconds=0.1, pool_size=2))
        with TestClient(app, raise_server_exceptions=False) as client:
            yield client


@pytest.mark.parametrize(
    ("path", "status", "code", "field"),
    [
        ("/api/v1/datasets?limit=0", 422, "bad-parameter", "limit"),
        ("/api/v1/datasets?limit=1001", 422, "bad-parameter", "limit"),
        ("/api/v1/datasets?limit=ten", 422, "bad-parameter", "limit"),
        ("/api/v1/datasets?cursor=nonsense", 400, "bad-cursor", "cursor"),
        ("/api/v1/runs?cursor=WzFd", 400, "bad-cursor", "cursor"),
        ("/api/v1/runs?since=yesterday", 422, "bad-parameter", "since"),
        ("/api/v1/runs?state=EXPLODED", 422, "bad-parameter", "state"),
        ("/api/v1/runs?state=FAIL%0A", 422, "bad-parameter", "state"),
        ("/api/v1/quarantine?cursor=!", 400, "bad-cursor", "cursor"),
        ("/api/v1/graph/upstream", 422, "bad-parameter", "asset"),
        ("/api/v1/graph/upstream?name=", 422, "bad-parameter", "asset"),
        ("/api/v1/graph/upstream?name=%20", 422, "bad-parameter", "asset"),
        ("/api/v1/graph/upstream?name=sales.orders&as_of=nonsense", 422, "bad-parameter", "as_of"),
        (
            "/api/v1/graph/upstream?name=sales.orders&as_of=0001-01-01T00:00:00%2B14:00",
            422,
            "bad-parameter",
            "as_of",
        ),
        ("/api/v1/graph/upstream?name=sales.orders&depth=0", 422, "bad-parameter", "depth"),
        ("/api/v1/graph/upstream?name=sales.orders&level=row", 422, "bad-parameter", "level"),
        ("/api/v1/graph/upstream?name=sales.orders&jobs=maybe", 422, "bad-parameter", "jobs"),
        ("/api/v1/graph/upstream?name=sales.orders&cursor=WzFd", 400, "bad-cursor", "cursor"),
        ("/api/v1/graph/diff", 422, "bad-parameter", "from"),
        ("/api/v1/graph/diff?from=2026-04-02&to=2026-04-01", 422, "bad-parameter", "to"),
        ("/api/v1/graph/diff?from=2026-04-02&column=x", 422, "bad-parameter", "column"),
        ("/api/v1/graph/diff?from=2026-04-02&cursor=WzFd", 400, "bad-cursor", "cursor"),
        ("/api/v1/datasets?min_position=-1", 422, "bad-parameter", "min_position"),
        (f"/api/v1/datasets?min_position={2**70}", 422, "bad-parameter", "min_position"),
        ("/api/v1/datasets?min_position=999", 422, "bad-parameter", "min_position"),
        ("/api/v1/alerts?as_of=0001-01-01T00:00:00Z", 422, "bad-parameter", "as_of"),
        ("/api/v1/alerts?as_of=2999-01-01", 422, "bad-parameter", "as_of"),
        ("/api/v1/events/not-an-id", 422, "bad-parameter", "event_id"),
        ("/api/v1/work/0", 422, "bad-parameter", "work_id"),
    ],
)
def test_a_bad_parameter_is_named(client: TestClient, path: str, status: int, code: str, field: str) -> None:
    reply = client.get(path)
    assert reply.headers["content-type"] == "application/problem+json"
    told = reply.json()
    assert (reply.status_code, told["code"], told["field"]) == (status, code, field)
    assert told["status"] == status
    assert told["hint"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/datasets?search=a%00b",
        "/api/v1/datasets?owner=%00",
        "/api/v1/datasets/a%00b",
        "/api/v1/jobs/%00",
        "/api/v1/runs?job=%00",
        "/api/v1/runs/a%00",
        "/api/v1/quarantine?reason=%00",
        "/api/v1/graph/downstream?name=a%00",
        "/api/v1/graph/downstream?name=sales.orders&column=%00",
        "/api/v1/graph/paths?source=sales.orders&target=%00",
        "/api/v1/datasets?%00=1",
    ],
)
def test_a_nul_character_is_refused_everywhere(client: TestClient, path: str) -> None:
    reply = client.get(path)
    assert (reply.status_code, reply.json()["code"]) == (422, "bad-parameter")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/v1/datasets/sales.ordrs", "entity-not-found"),
        ("/api/v1/jobs/sales.orders", "entity-not-found"),
        ("/api/v1/graph/upstream?name=sales.ordrs", "entity-not-found"),
        ("/api/v1/graph/upstream?name=sales.orders&column=nope", "entity-not-found"),
        (f"/api/v1/runs/{UUID(int=1)}", "run-not-found"),
        ("/api/v1/runs/no-such-run", "run-not-found"),
        (f"/api/v1/events/{UUID(int=1)}", "event-not-found"),
        ("/api/v1/work/99", "not-found"),
        ("/api/v1/nothing-here", "not-found"),
    ],
)
def test_what_is_unknown_is_404(client: TestClient, path: str, code: str) -> None:
    reply = client.get(path)
    assert (reply.status_code, reply.json()["code"]) == (404, code)
    assert reply.headers["content-type"] == "application/problem+json"


def test_an_unknown_name_comes_with_the_nearest(client: TestClient) -> None:
    told = client.get("/api/v1/datasets/sales.ordrs").json()
    assert told["nearest"][0] == "ecommerce_warehouse/sales.orders"


def test_an_ambiguous_name_is_409_with_the_candidates(client: TestClient) -> None:
    reply = client.get("/api/v1/datasets/customers")
    assert reply.status_code == 409
    assert reply.json()["candidates"] == [
        "ecommerce_warehouse/a.customers",
        "ecommerce_warehouse/b.customers",
    ]


def test_a_choice_that_there_is_not_comes_with_those_that_there_are(client: TestClient) -> None:
    answer = client.get("/api/v1/runs", params={"state": "BROKEN"}).json()
    assert answer["detail"] == "state: must be one of RUNNING, COMPLETE, FAIL, ABORT, OTHER, UNKNOWN"


def test_a_body_that_is_not_json_says_where_it_breaks_off(client: TestClient) -> None:
    headers = {"Content-Type": "application/json"}
    reply = client.post("/api/v1/breaking-changes", content=b'{"asset": nope}', headers=headers)
    assert (reply.status_code, reply.json()["code"]) == (400, "not-json")
    assert reply.json()["detail"] == "the body is not JSON: Expecting value at character 10"


@pytest.mark.parametrize("body", [{}, {"event_ids": []}, {"event_ids": ["x"]}, {"all": False}, [], None])
def test_a_replay_of_nothing_in_particular_is_refused(client: TestClient, body: object) -> None:
    reply = client.post("/api/v1/quarantine/replay", json=body)
    assert (reply.status_code, reply.json()["code"]) == (422, "bad-parameter")


def test_a_replay_of_what_is_not_in_quarantine_is_refused(client: TestClient) -> None:
    reply = client.post("/api/v1/quarantine/replay", json={"event_ids": [str(uuid4())]})
    assert (reply.status_code, reply.json()["field"]) == (422, "event_ids")


def test_a_wrong_method_is_told_in_the_same_shape(client: TestClient) -> None:
    reply = client.post("/api/v1/datasets")
    assert (reply.status_code, reply.json()["code"]) == (405, "method-not-allowed")


def test_an_unexpected_failure_tells_nothing_of_the_inside(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret table x")

    monkeypatch.setattr("headwater.store.queries.catalog.listed", fail)
    with caplog.at_level(logging.ERROR):
        reply = client.get("/api/v1/datasets")
    assert (reply.status_code, reply.json()["code"]) == (500, "internal")
    assert "secret" not in reply.text
    assert "secret table x" in caplog.text
