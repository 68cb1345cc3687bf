"""Both clients against the real API: what exists there, they ask; and its errors become theirs."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from headwater import client as public
from headwater import questions
from headwater.client import (
    AsyncHeadwater,
    Headwater,
    NameNotFoundError,
    NoAnswerError,
    RequestRefusedError,
    ServerNotReadyError,
    UnreadableAnswerError,
    requests,
)
from headwater.client.calls import Calls
from headwater.client.request import Request, send_events
from tests.builders import run_event
from tests.client.canned import Canned
from tests.client.replies import NO_ASSETS
from tests.running import RunningApi

Send = Callable[..., Any]


def sync_send(url: str, *asked: Request[Any], **options: Any) -> Any:
    with Headwater(url, **options) as headwater:
        return [headwater.send(request) for request in asked][-1]


def async_send(url: str, *asked: Request[Any], **options: Any) -> Any:
    async def send() -> Any:
        async with AsyncHeadwater(url, **options) as headwater:
            return [await headwater.send(request) for request in asked][-1]

    return asyncio.run(send())


both = pytest.mark.parametrize("send", [sync_send, async_send])


def address(api: RunningApi) -> str:
    return f"http://127.0.0.1:{api.port}/"


@both
def test_lineage_is_a_typed_answer(api: RunningApi, send: Send) -> None:
    walk = send(address(api), requests.graph_upstream("daily", jobs=False))
    assert (walk.root.name, walk.total.datasets) == ("daily", 1)
    assert [str(item.node) for item in walk.nodes] == ["ecommerce_warehouse/orders"]


@both
def test_paths_lead_from_one_to_the_other(api: RunningApi, send: Send) -> None:
    answer = send(address(api), requests.paths("orders", "board"))
    assert [node.name for node in answer.paths[0].nodes if node.kind == "dataset"] == [
        "orders",
        "daily",
        "board",
    ]


@both
def test_a_diff_tells_what_appeared_between_two_times(api: RunningApi, send: Send) -> None:
    answer = send(address(api), requests.diff("2026-03-01T00:00:00Z", "2026-04-10T00:00:00Z"))
    assert (answer.appeared, answer.vanished, len(answer.changes)) == (4, 0, 4)


@both
def test_an_unknown_name_is_an_error_with_the_nearest_names(api: RunningApi, send: Send) -> None:
    with pytest.raises(NameNotFoundError) as caught:
        send(address(api), requests.graph_downstream("ordrs"))
    error = caught.value
    assert (error.status, error.code) == (404, "entity-not-found")
    assert error.nearest == ("ecommerce_warehouse/orders",)
    assert ("ordrs" in error.detail, error.detail == str(error), "search" in error.hint) == (True, True, True)


@both
def test_a_bad_parameter_is_refused_with_its_reason(api: RunningApi, send: Send) -> None:
    with pytest.raises(RequestRefusedError, match="as_of") as caught:
        send(address(api), requests.graph_downstream("orders", as_of="yesterday"))
    assert caught.value.status == 422


@both
def test_events_that_are_sent_are_waited_for_by_reads(api: RunningApi, send: Send) -> None:
    write = send_events([run_event("r1", "COMPLETE", "09:30")])
    # Nothing publishes in this test, so a read that wants to see the write is asked to wait.
    with pytest.raises(ServerNotReadyError) as caught:
        send(address(api), write, requests.graph_downstream("orders"), patience=0.0)
    assert caught.value.code == "not-yet-visible"
    assert (
        send(address(api), write, requests.graph_downstream("orders"), read_your_writes=False).root.name
        == "orders"
    )


@both
def test_events_that_cannot_be_used_come_back_with_a_reason(api: RunningApi, send: Send) -> None:
    sent = send(address(api), send_events([run_event("r1", "START", "09:00"), {"no": "event"}]))
    assert (sent.summary.received, sent.summary.successful, sent.failed_events[0].index) == (2, 1, 1)


def test_what_is_visible_can_be_waited_for(api: RunningApi) -> None:
    with Headwater(address(api)) as headwater:
        visible = headwater.wait_visible(0, seconds=1.0).position
        taken = api.send(run_event("waiting", "START", "09:00")).json()["position"]
        assert taken > visible
        with pytest.raises(ServerNotReadyError):
            headwater.wait_visible(taken, seconds=0.0)


def test_the_pages_of_an_answer_follow_each_other(api: RunningApi) -> None:
    request = requests.graph_downstream("orders", jobs=False, limit=1)
    with Headwater(address(api)) as headwater:
        pages = list(headwater.pages(request))
    assert [item.node.name for page in pages for item in page.nodes] == ["daily", "board"]

    async def asked() -> list[Any]:
        async with AsyncHeadwater(address(api)) as headwater:
            return [page async for page in headwater.pages(request)]

    assert asyncio.run(asked()) == pages


@both
def test_no_server_is_an_error_that_says_how_to_start_one(send: Send) -> None:
    with pytest.raises(NoAnswerError) as caught:
        send("http://127.0.0.1:1", requests.graph_downstream("orders"))
    assert (caught.value.status, "headwater up" in caught.value.hint) == (None, True)


@both
def test_a_server_that_is_not_ready_is_asked_again_as_it_says(canned: Canned, send: Send) -> None:
    canned.answer("GET /api/v1/assets", {"detail": "wait"}, 503, Retry_After="0")
    canned.answer("GET /api/v1/assets", NO_ASSETS)
    assert send(canned.url, requests.list_assets()).total == 0
    assert len(canned.asked) == 2


@both
def test_patience_has_an_end(canned: Canned, send: Send) -> None:
    canned.answer("GET /api/v1/assets", {"detail": "wait"}, 503, Retry_After="5")
    with pytest.raises(ServerNotReadyError, match="wait"):
        send(canned.url, requests.list_assets(), patience=1.0)
    assert len(canned.asked) == 1


@both
def test_a_failing_server_is_not_asked_again(canned: Canned, send: Send) -> None:
    canned.answer("GET /api/v1/assets", "<html>oops</html>", 500)
    with pytest.raises(RequestRefusedError, match="HTTP 500"):
        send(canned.url, requests.list_assets())
    assert len(canned.asked) == 1


@both
@pytest.mark.parametrize("body", ["<html>hello</html>", {"items": 3}])
def test_an_answer_of_another_shape_is_told_as_such(canned: Canned, send: Send, body: Any) -> None:
    canned.answer("GET /api/v1/assets", body)
    with pytest.raises(UnreadableAnswerError):
        send(canned.url, requests.list_assets())


@both
def test_the_token_goes_with_every_request(canned: Canned, send: Send) -> None:
    canned.answer("GET /api/v1/assets", NO_ASSETS)
    send(canned.url, requests.list_assets(), token="s3cret")
    assert canned.headers[0]["Authorization"] == "Bearer s3cret"


def test_every_question_and_write_is_a_method_of_both_clients() -> None:
    methods = {name for name in vars(Calls) if not name.startswith("_")}
    sent = {"send_events", "send_queries", "send_signals", "send_assertions"}
    assert methods == {*questions.load(), *sent, "wait_visible"}


def test_the_public_names_are_sorted_and_there() -> None:
    assert public.__all__ == sorted(public.__all__)
    assert all(hasattr(public, name) for name in public.__all__)


@pytest.mark.process
def test_importing_the_client_loads_nothing_of_the_server() -> None:
    code = (
        "import sys, headwater.client;"
        "print([m for m in sys.modules if m.startswith('headwater.') or m in ('pyspark', 'fastapi')])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "headwater.client.client" in loaded
    for folder in ("api", "questions", "store", "pipeline", "settings"):
        assert f"headwater.{folder}" not in loaded
    assert not {"'pyspark'", "'fastapi'"} & set(loaded.split())
