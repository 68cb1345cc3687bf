"""OpenLineage keeps the contract of all dialects."""

import json
from typing import ClassVar
from uuid import uuid4

import httpx

from tests.builders import run_event
from tests.dialects.contract import DialectContract
from tests.running import RunningApi

LINEAGE = "/api/v1/lineage"


class TestOpenLineage(DialectContract):
    name = "openlineage"
    unknown_path = f"{LINEAGE}/nothing"
    wrong_method = ("PUT", f"{LINEAGE}/batch")
    posts_to = LINEAGE
    bad_field: ClassVar = {"eventTime": 3}

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        assert reply.status_code in statuses, reply.text
        assert reply.headers["content-type"] == "application/problem+json"
        assert (reply.json()["status"], bool(reply.json()["code"])) == (reply.status_code, True)

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        event = run_event(uuid4().hex, "COMPLETE", "09:30") | {"note": text}
        reply = api.send(json.dumps(event).encode())
        stored = api.rows("select body from events where run_id = %s", event["run"]["runId"])
        return reply, [json.loads(body)["note"] for (body,) in stored] == [text]
