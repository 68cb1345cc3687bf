"""A real receiver on a port of this machine, that answers as it is told: well, badly, late or not at all."""

import json
import socket
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

ANSWERS = {
    "ok": b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
    "500": b"HTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n",
    "404": b"HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n",
    "moved": b"HTTP/1.1 302 There\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n",
    "garbage": b"\x00\xff this is no HTTP \r\n\r\n",
    "cut": b"HTTP/1.1 200 OK\r\ncontent-le",
    "killed": b"",
}


@dataclass
class Receiver:
    """`answers` are used up one after the other; then all is well."""

    port: int
    answers: deque[str] = field(default_factory=deque)
    taken: list[tuple[dict[str, str], Any, bytes]] = field(default_factory=list)
    asked: int = 0
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def serve(self, client: socket.socket) -> None:
        with client:
            head, body = _request(client)
            self.asked += 1
            answer = self.answers.popleft() if self.answers else "ok"
            if answer == "hang":
                self.released.wait(30)
                return
            if answer == "drip":
                self._drip(client)
                return
            if answer == "ok":
                self.taken.append((head, json.loads(body), body))
            client.sendall(ANSWERS[answer])

    def _drip(self, client: socket.socket) -> None:
        with suppress(OSError):
            while not self.released.wait(0.05):
                client.sendall(b"H")


def _request(client: socket.socket) -> tuple[dict[str, str], bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        data += client.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")[1:]
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    while len(body) < int(headers.get("content-length", 0)):
        body += client.recv(65536)
    return headers, body


@contextmanager
def receiving(*answers: str) -> Iterator[Receiver]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        found = Receiver(server.getsockname()[1], deque(answers))
        server.settimeout(0.1)
        over = threading.Event()

        def accept() -> None:
            while not over.is_set():
                with suppress(TimeoutError):
                    client, _ = server.accept()
                    threading.Thread(target=found.serve, args=(client,), daemon=True).start()

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield found
        found.released.set()
        over.set()
        thread.join()
