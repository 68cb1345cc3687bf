"""BreakSight's calls keep the contract of all dialects."""

import json
from typing import ClassVar

import httpx

from tests.dialects.contract import DialectContract
from tests.running import RunningApi

ANALYZE = "/api/simulator/analyze"


class TestBreakSight(DialectContract):
    name = "breaksight"
    unknown_path = "/api/simulator/nothing"
    wrong_method = ("DELETE", ANALYZE)
    posts_to = ANALYZE
    bad_field: ClassVar = {"entity_fqn": "", "change_type": "drop_column", "target": "x"}

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        assert reply.status_code in statuses, reply.text
        assert reply.headers["content-type"] == "application/problem+json"
        assert (reply.json()["status"], bool(reply.json()["code"])) == (reply.status_code, True)

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        asked = {"entity_fqn": text, "change_type": "drop_column", "target": "x"}
        headers = {"Content-Type": "application/json"}
        reply = api.client.post(ANALYZE, content=json.dumps(asked).encode(), headers=headers)
        return reply, reply.status_code == 404
