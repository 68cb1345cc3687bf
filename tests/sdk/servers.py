"""A server as a host may meet it: one that takes events, hangs, fails, or answers nonsense."""

import gzip
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

Document = dict[str, Any]


@dataclass
class LineageServer:
    """What it was sent, in order. `answer` decides what it says, by the number of the request."""

    port: int = 0
    answer: Callable[[int], tuple[int, bytes]] = lambda _: (200, b"")
    requests: list[tuple[str, Any]] = field(default_factory=list)
    retry_after: str | None = None
    taken: list[Document] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    asked: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def events(self, **having: str) -> list[Document]:
        """Events that it took, of that job or type."""
        job, kind = having.get("job"), having.get("kind")
        return [
            event
            for event in self.taken
            if job in (None, event["job"]["name"]) and kind in (None, event["eventType"])
        ]


class _Handler(BaseHTTPRequestHandler):
    server_of: ClassVar[LineageServer]
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        server = self.server_of
        body = self.rfile.read(int(self.headers["Content-Length"]))
        content = json.loads(gzip.decompress(body) if self.headers["Content-Encoding"] == "gzip" else body)
        server.requests.append((self.path, content))
        server.headers.append({name.lower(): value for name, value in self.headers.items()})
        server.asked.set()
        status, said = server.answer(len(server.requests))
        if status == HANG:
            server.released.wait(60)
            self.close_connection = True
            return
        if 200 <= status < 300 and said != GARBAGE:
            server.taken += content if isinstance(content, list) else [content]
        self.wfile.write(b"" if status else b"\x00\xffnonsense\r\n\r\n")
        if status:
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.send_header("Location", "/elsewhere")
            if server.retry_after:
                self.send_header("Retry-After", server.retry_after)
            self.end_headers()
            self.wfile.write(said)
        self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on the terminal."""


HANG = -1
GARBAGE = b"<html>Please log in</html>"
ANSWERS: dict[str, Callable[[int], tuple[int, bytes]]] = {
    "takes": lambda _: (200, b""),
    "hangs": lambda _: (HANG, b""),
    "fails": lambda _: (500, b"out of order"),
    "logs in": lambda _: (200, GARBAGE),
    "no http": lambda _: (0, b""),
}


@contextmanager
def lineage_server(answer: str = "takes", port: int = 0) -> Iterator[LineageServer]:
    server = LineageServer(answer=ANSWERS[answer])
    handler = type("Handler", (_Handler,), {"server_of": server})
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as listening:
        # A hanging request must not keep the test from ending.
        listening.daemon_threads = True
        server.port = listening.server_port
        thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.released.set()
            listening.shutdown()
            thread.join()


if __name__ == "__main__":
    # A process of its own, for measurements: it says its port, and serves until its input ends.
    with lineage_server() as running:
        print(running.port, flush=True)
        sys.stdin.read()
