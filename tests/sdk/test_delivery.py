"""What becomes of a batch, by what the server answers."""

import gzip
import json
import socket
import threading
import time
from contextlib import suppress

import pytest

from headwater_sdk.batches import make_batch
from headwater_sdk.delivery import Delivery, outcome
from headwater_sdk.http_post import Answer
from headwater_sdk.settings import SdkSettings
from tests.sdk.servers import LineageServer

BATCH = make_batch("lineage", ['{"a":1}', '{"a":2}'], "my-team")


@pytest.mark.parametrize("status", [400, 404, 413, 415, 422])
def test_what_will_never_be_taken_is_refused(status: int) -> None:
    found = outcome(BATCH, Answer(status, b"no"))
    assert (found.refused, found.retry) == (2, False)


@pytest.mark.parametrize("code", ["quota-spent", "not-your-team"])
def test_what_the_teams_settings_refuse_does_not_hold_up_what_follows(code: str) -> None:
    found = outcome(BATCH, Answer(403, json.dumps({"code": code}).encode()))
    assert (found.refused, found.retry) == (2, False)


@pytest.mark.parametrize("body", [b'{"code": "missing-scope"}', b"[]", b"<html>", b'"code"', b"[" * 10**6])
def test_a_key_that_may_not_do_this_may_be_given_the_right(body: bytes) -> None:
    assert outcome(BATCH, Answer(403, body)).retry


@pytest.mark.parametrize("status", [0, 301, 401, 403, 408, 429, 500, 502, 503, 504])
def test_what_may_be_taken_later_is_tried_again(status: int) -> None:
    found = outcome(BATCH, Answer(status, b"later", 7.0))
    assert (found.sent, found.refused, found.retry, found.retry_after) == (0, 0, True, 7.0)


@pytest.mark.parametrize(
    "body", [b"<html>", b"[]", b'"yes"', b'{"summary": 3}', b"\xff", b"[" * 10**6, b'{"rejected": 1e999}']
)
def test_an_answer_that_is_none_of_a_lineage_server_counts_for_nothing(body: bytes) -> None:
    assert outcome(BATCH, Answer(200, body)).retry


@pytest.mark.parametrize("status", [200, 201, 204])
def test_an_empty_answer_of_success_is_enough(status: int) -> None:
    assert outcome(BATCH, Answer(status, b"")).sent == 2


def test_what_is_refused_of_a_batch_is_counted_with_the_reason() -> None:
    told = {"summary": {"failed": 1}, "failed_events": [{"reason": "eventTime: required"}]}
    found = outcome(BATCH, Answer(200, json.dumps(told).encode()))
    assert (found.sent, found.refused, found.reason) == (1, 1, "eventTime: required")


def test_one_event_that_can_not_be_read_does_not_take_the_others_with_it(server: LineageServer) -> None:
    def refuses_three(_: int) -> tuple[int, bytes]:
        return (400, b"bad") if {"a": 3} in server.requests[-1][1] else (200, b"")

    server.answer = refuses_three
    batch = make_batch("lineage", [f'{{"a":{number}}}' for number in range(8)], "my-team")
    found = Delivery(SdkSettings(url=server.url))(batch)
    assert (found.sent, found.refused, found.retry) == (7, 1, False)
    assert server.taken == [{"a": number} for number in range(8) if number != 3]


def test_a_redirect_is_not_followed(server: LineageServer) -> None:
    server.answer = lambda _: (301, b"")
    assert Delivery(SdkSettings(url=server.url))(BATCH).retry
    assert len(server.requests) == 1


def test_the_key_goes_with_every_request(server: LineageServer) -> None:
    Delivery(SdkSettings(url=server.url, api_key="secret"))(BATCH)
    assert server.headers[0]["authorization"] == "Bearer secret"
    assert server.headers[0]["content-encoding"] == "gzip"


def test_a_server_that_answers_a_byte_at_a_time_does_not_hold_a_request() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        dripping = threading.Thread(target=drip, args=(listening,))
        dripping.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        found = Delivery(SdkSettings(url=url, timeout=0.1))(BATCH)
        dripping.join()
    assert found.retry
    assert found.reason.startswith("no answer: TimeoutError")


def drip(listening: socket.socket) -> None:
    """Headers without an end, until the client has had enough."""
    connection, _ = listening.accept()
    with connection, suppress(OSError):
        connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while True:
            connection.sendall(b"x")
            time.sleep(0.01)


def test_the_time_to_wait_may_be_a_date(server: LineageServer) -> None:
    server.answer = lambda _: (503, b"later")
    server.retry_after = "Fri, 31 Dec 9999 23:59:59 GMT"
    found = Delivery(SdkSettings(url=server.url))(BATCH)
    assert (found.retry_after or 0) > 10**9


def test_half_a_character_does_not_cost_its_event() -> None:
    batch = make_batch("lineage", ['{"a":"\\ud800/\\ud83d\\ude00/\\\\ud800"}'], "my-team")
    assert json.loads(gzip.decompress(batch.body)) == [{"a": "\ufffd/\U0001f600/\\ud800"}]
