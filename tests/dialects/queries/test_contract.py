"""Query logs keep the contract of all dialects."""

import json
from typing import ClassVar
from uuid import uuid4

import httpx

from tests.builders import query
from tests.dialects.contract import DialectContract, never
from tests.running import RunningApi

QUERIES = "/api/v1/queries"


class TestQueries(DialectContract):
    name = "queries"
    unknown_path = "/api/v1/queries-of-nobody"
    wrong_method = ("PUT", QUERIES)
    posts_to = QUERIES
    bad_field: ClassVar = {"sql": 3}
    gaps: ClassVar = {
        "test_all_of_its_calls_lie_below_its_paths": never("only the POST is its own: GET is a question"),
    }

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        assert reply.status_code in statuses, reply.text
        assert reply.headers["content-type"] == "application/problem+json"
        assert (reply.json()["status"], bool(reply.json()["code"])) == (reply.status_code, True)

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        mark = uuid4().hex
        reply = api.send(json.dumps(query("select 1", user=text, job=mark)).encode(), QUERIES)
        return reply, bool(api.rows("select 1 from events where strpos(body, %s) > 0", mark))
