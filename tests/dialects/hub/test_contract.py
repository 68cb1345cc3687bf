"""The Hub keeps the contract of all dialects."""

import json
from typing import ClassVar
from uuid import uuid4

import httpx

from tests.builders import run_event
from tests.dialects.contract import DialectContract
from tests.running import RunningApi

INGEST = "/api/v1/lineage/ingest"


class TestHub(DialectContract):
    name = "hub"
    unknown_path = f"{INGEST}/nothing"
    wrong_method = ("DELETE", INGEST)
    posts_to = INGEST
    bad_field: ClassVar = {"namespace": 3, "events": []}

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        assert reply.status_code in statuses, reply.text
        assert reply.headers["content-type"] == "application/problem+json"
        assert (reply.json()["status"], bool(reply.json()["code"])) == (reply.status_code, True)

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        """Kept in the event, or the event refused: the Hub always answers 200."""
        event = run_event(uuid4().hex, "COMPLETE", "09:30") | {"note": text}
        body = json.dumps({"namespace": "team", "events": [event]}).encode()
        reply = api.client.post(INGEST, content=body, headers={"Content-Type": "application/json"})
        if reply.status_code != 200 or reply.json()["rejected"]:
            return reply, True
        [(stored,)] = api.rows("select body from events where run_id = %s", event["run"]["runId"])
        return reply, json.loads(stored)["note"] == text
