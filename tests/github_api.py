"""A stand-in for GitHub's API on this machine: comments of one pull request, and uploads of SARIF."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


class GitHub(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.comments: list[dict[str, Any]] = []
        self.uploads: list[dict[str, Any]] = []
        self.tokens: set[str | None] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: GitHub

    def do_GET(self) -> None:
        asked = parse_qs(urlsplit(self.path).query)
        size, page = int(asked["per_page"][0]), int(asked["page"][0])
        self.reply(self.server.comments[(page - 1) * size : page * size])

    def do_POST(self) -> None:
        if self.path.endswith("/code-scanning/sarifs"):
            self.server.uploads.append(self.body())
            self.reply({"id": "1"}, 202)
        elif self.path == "/repos/shop/warehouse/issues/7/comments":
            self.server.comments.append({"id": len(self.server.comments), **self.body()})
            self.reply(self.server.comments[-1], 201)
        else:
            self.reply({"message": "Not Found"}, 404)

    def do_PATCH(self) -> None:
        known = self.server.comments[int(self.path.rpartition("/")[2])]
        known.update(self.body())
        self.reply(known)

    def body(self) -> Any:
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def reply(self, document: Any, status: int = 200) -> None:
        self.server.tokens.add(self.headers["Authorization"])
        content = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def running_github() -> Iterator[GitHub]:
    server = GitHub()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
