"""A server with answers made beforehand, for endpoints that the real one does not have yet."""

import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass
class Canned:
    """`replies` by method and path, one after the other; the last one stays."""

    url: str = ""
    replies: dict[str, list[tuple[int, Any, dict[str, str]]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    asked: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def answer(self, where: str, body: Any, status: int = 200, **headers: str) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.replies[where].append((status, body, named))


@contextmanager
def canned_server() -> Iterator[Canned]:
    canned = Canned()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def reply(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            where = f"{self.command} {parts.path}"
            canned.asked.append((where, dict(parse_qsl(parts.query)), body.decode()))
            canned.headers.append(dict(self.headers))
            known = canned.replies.get(where, [(404, {"detail": f"nothing at {where}"}, {})])
            status, told, headers = known.pop(0) if len(known) > 1 else known[0]
            text = told.encode() if isinstance(told, str) else json.dumps(told).encode()
            self.send_response(status)
            for name, value in {"Content-Length": str(len(text)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_DELETE = reply  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    canned.url = f"http://127.0.0.1:{server.server_address[1]}"
    yield canned
    server.shutdown()
    server.server_close()
    thread.join()
