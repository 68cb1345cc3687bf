"""Questions about a change that are asked wrongly: 4xx, in one shape, naming the field."""

from collections.abc import Iterator
from typing import Any

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
            for name in ("crm", "orders", "mart"):
                World(connection).dataset(name)
        app = create_app(build_process(url, visible_wait_seconds=0.1, pool_size=2))
        with TestClient(app, raise_server_exceptions=False) as client:
            yield client


@pytest.mark.parametrize("path", ["impact", "upstream"])
@pytest.mark.parametrize(
    ("question", "status", "field"),
    [
        ("", 422, "asset"),
        ("asset=", 422, "asset"),
        ("asset=%20", 422, "asset"),
        ("asset=dataset:", 422, "asset"),
        ("asset=a%00b", 422, "asset"),
        ("asset=crm&column=", 422, "column"),
        ("asset=crm&depth=0", 422, "depth"),
        ("asset=crm&depth=10001", 422, "depth"),
        ("asset=crm&limit=1001", 422, "limit"),
        ("asset=crm&as_of=tomorrow", 422, "as_of"),
        ("asset=crm&cursor=WzFd", 400, "cursor"),
        ("asset=crm&cursor=x", 400, "cursor"),
    ],
)
def test_a_bad_parameter_of_impact_is_named(
    client: TestClient, path: str, question: str, status: int, field: str
) -> None:
    reply = client.get(f"/api/v1/{path}?{question}")
    assert (reply.status_code, reply.json()["field"]) == (status, field)


@pytest.mark.parametrize(
    ("question", "status", "field"),
    [
        ("", 422, "column"),
        ("column=", 422, "column"),
        ("column=email", 422, "column"),
        ("column=mart&tag=pii", 422, "tag"),
        ("tag=", 422, "tag"),
        ("classification=secret", 422, "classification"),
        ("classification=internal&tag=pii", 422, "tag"),
        ("tag=pii&limit=0", 422, "limit"),
        ("tag=pii&cursor=x", 400, "cursor"),
        ("tag=pii&cursor=WyJhIl0", 400, "cursor"),
        ("tag=pii&as_of=x", 422, "as_of"),
        ("tag=a%00", 422, "tag"),
    ],
)
def test_a_bad_parameter_of_flows_is_named(
    client: TestClient, question: str, status: int, field: str
) -> None:
    reply = client.get(f"/api/v1/compliance/flows?{question}")
    assert (reply.status_code, reply.json()["field"]) == (status, field)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "asset"),
        ({"asset": "orders"}, "columns"),
        ({"asset": "", "columns": []}, "asset"),
        ({"asset": " ", "columns": []}, "asset"),
        ({"asset": "a\x00b", "columns": []}, "asset"),
        ({"asset": "orders", "columns": [{"name": "a"}, {"name": " "}]}, "columns[1].name"),
        ({"asset": "orders", "columns": [{"name": "a"}, {"name": "a"}]}, "columns[1].name"),
        ({"asset": "orders", "columns": [{"type": "int"}]}, "columns.0.name"),
        ({"asset": "orders", "columns": [{"name": 5}]}, "columns.0.name"),
        ({"asset": "orders", "columns": [{"name": "a"}] * 10_001}, "columns"),
        ({"asset": "orders", "columns": "id"}, "columns"),
    ],
)
def test_what_is_wrong_with_a_proposal_is_named(client: TestClient, body: Any, field: str) -> None:
    reply = client.post("/api/v1/breaking-changes", json=body)
    assert (reply.status_code, reply.json()["field"]) == (422, field)


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"x"', b"\xff", b'{"asset": "\\ud800", "columns": []}'])
def test_a_proposal_that_is_no_object_is_refused(client: TestClient, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    reply = client.post("/api/v1/breaking-changes", content=body, headers=headers)
    assert 400 <= reply.status_code < 500
    assert reply.headers["content-type"] == "application/problem+json"
