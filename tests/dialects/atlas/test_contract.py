"""Atlas keeps the contract of all dialects."""

from typing import ClassVar
from urllib.parse import quote

import httpx

from tests.dialects.contract import DialectContract, never
from tests.running import RunningApi

PREFIX = "/api/atlas/v2/openlineage"
READS = never("all of Atlas's calls are reads: none takes a body")


class TestAtlas(DialectContract):
    name = "atlas"
    unknown_path = f"{PREFIX}/nothing"
    wrong_method = ("DELETE", f"{PREFIX}/health")
    gaps: ClassVar = {
        "test_bad_json_is_refused_in_its_own_shape": READS,
        "test_a_bad_field_is_refused_in_its_own_shape": READS,
        "test_no_hostile_body_breaks_the_server": READS,
        "test_an_encoding_that_nobody_speaks_is_refused_in_its_own_shape": READS,
    }

    def assert_refused(self, reply: httpx.Response, *statuses: int) -> None:
        assert reply.status_code in statuses, reply.text
        envelope = reply.json()
        assert (envelope["success"], envelope["events"], envelope["eventCount"]) == (False, [], 0)
        assert envelope["error"]

    def send_text(self, api: RunningApi, text: str) -> tuple[httpx.Response, bool]:
        reply = api.get(f"{PREFIX}/runs/{quote(text.encode('utf-8', 'surrogatepass'), safe='')}")
        return reply, reply.json().get("runId") == text or "\ufffd" in (reply.json().get("runId") or "")
