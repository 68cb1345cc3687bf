"""An OpenMetadata of this machine: answers that its own models wrote, paged, behind a token."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

ANSWERS = Path(__file__).parents[2] / "cases" / "openmetadata" / "answers.json"
TOKEN = "a.valid.token"


class FakeOpenMetadata:
    """`refusals` are statuses to answer with first, one a request; `forbidden` are paths nobody may see."""

    def __init__(self) -> None:
        self.answers: dict[str, Any] = json.loads(ANSWERS.read_text())
        self.refusals: list[int] = []
        self.forbidden: set[str] = set()
        self.asked: list[str] = []
        self.page = 1
        self.url = ""

    def reply(self, target: str, token: str | None) -> tuple[int, Any]:
        place = urlsplit(target)
        path, given = unquote(place.path).removeprefix("/api/v1"), dict(parse_qsl(place.query))
        self.asked.append(path)
        if self.refusals:
            return self.refusals.pop(0), {}
        if token != f"Bearer {TOKEN}":
            return 401, {"code": 401, "message": "Expired token!"}
        if path in self.forbidden:
            return 403, {"code": 403, "message": "operations [ViewAll] not allowed"}
        found = self.answers.get(path)
        if found is None:
            return 404, {"code": 404}
        return 200, self._page(found, given) if isinstance(found, list) else found

    def _page(self, found: list[Any], given: dict[str, str]) -> dict[str, Any]:
        start = int(given.get("after", 0))
        end = start + self.page
        more = {"after": str(end)} if end < len(found) else {}
        return {"data": found[start:end], "paging": {"total": len(found), **more}}


@contextmanager
def fake_openmetadata() -> Iterator[FakeOpenMetadata]:
    fake = FakeOpenMetadata()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = fake.reply(self.path, self.headers.get("Authorization"))
            encoded = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(encoded)))
            self.end_headers()
            self.wfile.write(encoded)

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
