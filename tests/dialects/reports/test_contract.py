"""Signals and test results keep the contract of all dialects."""

import json
from typing import ClassVar
from uuid import uuid4

import httpx

from tests.builders import signal
from tests.dialects.contract import DialectContract, never
from tests.running import RunningApi

SIGNALS = "/api/v1/signals"


class TestReports(DialectContract):
    name = "reports"
    unknown_path = "/api/v1/signals-of-nobody"
    wrong_method = ("PUT", SIGNALS)
    posts_to = SIGNALS
    bad_field: ClassVar = {"entity": 3}
    gaps: ClassVar = {
        "test_all_of_its_calls_lie_below_its_paths": never("only the POSTs are its own: GETs are questions"),
    }

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        assert reply.status_code in statuses, reply.text
        assert reply.headers["content-type"] == "application/problem+json"
        assert (reply.json()["status"], bool(reply.json()["code"])) == (reply.status_code, True)

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        mark = uuid4().hex
        reply = api.send(json.dumps(signal("orders", text, author=mark)).encode(), SIGNALS)
        return reply, bool(api.rows("select 1 from events where strpos(body, %s) > 0", mark))
