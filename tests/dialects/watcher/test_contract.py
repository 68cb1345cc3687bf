"""Watcher keeps the contract of all dialects."""

import json
from typing import ClassVar

import httpx

from tests.dialects.contract import DialectContract
from tests.running import RunningApi


class TestWatcher(DialectContract):
    name = "watcher"
    unknown_path = "/pipeline_type/nothing"
    wrong_method = ("DELETE", "/pipeline")
    posts_to = "/pipeline"
    bad_field: ClassVar = {"name": "x", "pipeline_type_name": "tests", "timely_number": "many"}

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        assert reply.status_code in statuses, reply.text
        assert list(reply.json()) == ["detail"]
        detail = reply.json()["detail"]
        assert isinstance(detail, str) or all(sorted(fault) == ["loc", "msg", "type"] for fault in detail)

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        body = json.dumps({"name": text, "pipeline_type_name": "tests"}).encode()
        headers = {"Content-Type": "application/json"}
        return api.client.post("/pipeline", content=body, headers=headers), False
