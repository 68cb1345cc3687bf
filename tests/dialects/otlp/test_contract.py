"""OTLP keeps the contract of all dialects."""

import json
import time
from typing import ClassVar
from uuid import uuid4

import httpx

from tests.dialects.contract import DialectContract
from tests.running import RunningApi


class TestOtlp(DialectContract):
    name = "otlp"
    unknown_path = "/v1/traces/nothing"
    wrong_method = ("PUT", "/v1/metrics")
    posts_to = "/v1/traces"
    bad_field: ClassVar = {"resourceSpans": 3}
    # The specification's word for bad data.
    bad_field_status = 400

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        assert reply.status_code in statuses, reply.text
        assert reply.headers["content-type"] == "application/json"
        assert set(reply.json()) == {"code", "message"}

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        span = {
            "traceId": uuid4().hex,
            "spanId": uuid4().hex[:16],
            "name": text,
            "startTimeUnixNano": str(time.time_ns()),
            "endTimeUnixNano": str(time.time_ns()),
        }
        body = json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}).encode()
        reply = api.send(body, "/v1/traces", headers={"Content-Type": "application/json"})
        stored = api.rows("select from telemetry_log where body = %s", body)
        taken = reply.status_code == 200 and "partialSuccess" not in reply.json()
        return reply, len(stored) == 1 if taken else True
