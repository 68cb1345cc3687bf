"""An OpenMetadata of this machine: answers that its own models wrote, paged, behind a token."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import jsonschema

CASES = Path(__file__).parents[2] / "cases" / "openmetadata"
ANSWERS, SHOPFLOW = CASES / "answers.json", CASES / "shopflow.json"
# What OpenMetadata's own model takes as a new edge.
NEW_EDGE = json.loads((CASES / "add_lineage.schema.json").read_text())
TOKEN = "a.valid.token"
Reply = tuple[int, Any]


class FakeOpenMetadata:
    """`refusals` are statuses to answer with first, one a request; `forbidden` are paths nobody may see."""

    def __init__(self, answers: Path = ANSWERS) -> None:
        self.answers: dict[str, Any] = json.loads(answers.read_text())
        self.refusals: list[int] = []
        self.retry_after: str | None = None
        self.forbidden: set[str] = set()
        self.asked: list[str] = []
        self.written: list[dict[str, Any]] = []
        self.page = 1
        self.url = ""

    def reply(self, method: str, target: str, token: str | None, body: bytes) -> Reply:
        place = urlsplit(target)
        path, given = unquote(place.path).removeprefix("/api/v1"), dict(parse_qsl(place.query))
        self.asked.append(path)
        if self.refusals:
            return self.refusals.pop(0), {}
        if token != f"Bearer {TOKEN}":
            return 401, {"code": 401, "message": "Expired token!"}
        if path in self.forbidden:
            return 403, {"code": 403, "message": "operations [ViewAll] not allowed"}
        return self._put(path, json.loads(body)) if method == "PUT" else self._get(path, given)

    def _put(self, path: str, body: Any) -> Reply:
        assert path == "/lineage", path
        jsonschema.validate(body, NEW_EDGE)
        self.written.append(body)
        return 200, {}

    def _get(self, path: str, given: dict[str, str]) -> Reply:
        found = self.answers.get(path)
        if found is None:
            return 404, {"code": 404}
        if isinstance(found, list):
            return 200, self._page(found, given)
        if "history" in found:
            return 200, _between(found["history"], given)
        return 200, _last_days(found, given) if "usage" in found else found

    def _page(self, found: list[Any], given: dict[str, str]) -> dict[str, Any]:
        start = int(given.get("after", 0))
        end = start + min(self.page, int(given["limit"]))
        more = {"after": str(end)} if end < len(found) else {}
        return {"data": found[start:end], "paging": {"total": len(found), **more}}


def _between(rows: list[Any], given: dict[str, str]) -> dict[str, Any]:
    first, last = int(given["startTs"]), int(given["endTs"])
    found = [row for row in rows if first <= row["timestamp"] <= last]
    return {"data": found[: int(given["limit"])], "paging": {"total": len(found)}}


def _last_days(found: dict[str, Any], given: dict[str, str]) -> dict[str, Any]:
    last, days = date.fromisoformat(given["date"]), int(given["days"])
    assert days <= 30, "OpenMetadata gives no more"
    first = last - timedelta(days=days - 1)
    listed = [one for one in found["usage"] if first <= date.fromisoformat(one["date"]) <= last]
    return {**found, "usage": listed}


@contextmanager
def fake_openmetadata(answers: Path = ANSWERS) -> Iterator[FakeOpenMetadata]:
    fake = FakeOpenMetadata(answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, answer = fake.reply(self.command, self.path, self.headers.get("Authorization"), body)
            encoded = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(encoded)))
            if status == 429 and fake.retry_after:
                self.send_header("Retry-After", fake.retry_after)
            self.end_headers()
            self.wfile.write(encoded)

        def do_PUT(self) -> None:
            self.do_GET()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    fake.url = f"http://127.0.0.1:{server.server_address[1]}"
    yield fake
    server.shutdown()
    server.server_close()
    thread.join(10)
