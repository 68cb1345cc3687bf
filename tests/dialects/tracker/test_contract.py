"""The tracker keeps the contract of all dialects."""

import json
from typing import ClassVar
from uuid import uuid4

import httpx

from tests.dialects.contract import DialectContract
from tests.running import RunningApi

REGISTER = "/api/tracker/registerAsset"


class TestTracker(DialectContract):
    name = "tracker"
    unknown_path = "/api/tracker/nothing"
    wrong_method = ("DELETE", REGISTER)
    posts_to = REGISTER
    bad_field: ClassVar = {"type": "planet", "name": "customers"}

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        assert reply.status_code in statuses, reply.text
        assert reply.headers["content-type"] == "application/problem+json"
        assert (reply.json()["status"], bool(reply.json()["code"])) == (reply.status_code, True)

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        asset = {"type": "table", "name": uuid4().hex, "description": text}
        headers = {"Content-Type": "application/json"}
        reply = api.client.post(REGISTER, content=json.dumps(asset).encode(), headers=headers)
        return reply, reply.status_code == 201 and reply.json()["description"] == text
