"""What both clients make of a reply, without a server."""

from typing import Any

import httpx
import pytest

from headwater.client import UnreadableAnswerError
from headwater.client.exchange import Exchange
from headwater.client.request import Request


def read(body: bytes) -> Any:
    exchange = Exchange("http://127.0.0.1:1", token=None, read_your_writes=False, patience=0)
    return exchange.read(Request("GET", "/api/v1/events", dict[str, Any]), httpx.Response(200, content=body))


def test_a_number_that_no_float_holds_does_not_hide_the_events_beside_it() -> None:
    found = read(b'{"items": [{"event": {"rows": 1e400000}}, {"event": {"rows": 2}}]}')
    assert [one["event"]["rows"] for one in found["items"]] == [float("inf"), 2]


@pytest.mark.parametrize("body", [b"<html>", b'{"items": ', b"[1]", b"\xff"])
def test_what_is_no_answer_is_told_as_such(body: bytes) -> None:
    with pytest.raises(UnreadableAnswerError, match="can't read the answer to GET /api/v1/events"):
        read(body)
