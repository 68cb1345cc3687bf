"""Each request has an id, which its answer tells; what a client sends is taken over if it could be one."""

from collections.abc import Iterator

import pytest

from tests.running import RunningApi, running_api
from tests.world import shared_database


@pytest.fixture(scope="module")
def api(postgres_url: str) -> Iterator[RunningApi]:
    with shared_database(postgres_url) as url, running_api(url) as running:
        yield running


def test_an_answer_tells_the_id_of_its_request(api: RunningApi) -> None:
    first, second = (api.get("/healthz").headers["x-request-id"] for _ in range(2))
    assert first != second
    assert len(first) == 32


def test_an_id_that_a_client_sends_is_kept(api: RunningApi) -> None:
    reply = api.client.get("/healthz", headers={"X-Request-Id": "job-7.retry:2"})
    assert reply.headers["x-request-id"] == "job-7.retry:2"


@pytest.mark.parametrize("odd", ["a b", "x" * 101, "", "é", "a\tb"])
def test_what_could_be_no_id_is_replaced(api: RunningApi, odd: str) -> None:
    reply = api.client.get("/healthz", headers=[(b"X-Request-Id", odd.encode("latin-1"))])
    assert len(reply.headers["x-request-id"]) == 32


def test_a_refused_request_has_an_id_too(api: RunningApi) -> None:
    assert api.client.post("/api/v1/lineage", content=b"{").headers["x-request-id"]
