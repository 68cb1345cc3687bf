"""The real API on a real port of this machine, in a thread of the tests; no Spark behind it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import httpx
import msgspec
import psycopg
import uvicorn

from headwater.api.connections import IdleTimeoutProtocol
from headwater.api.server import build
from headwater.settings import Settings

START_SECONDS = 20.0


@dataclass
class RunningApi:
    database_url: str
    port: int
    client: httpx.Client

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def send(self, event: Any, path: str = "/api/v1/lineage", **request: Any) -> httpx.Response:
        """Post an event, or bytes as they are."""
        body = event if isinstance(event, bytes) else msgspec.json.encode(event)
        return self.client.post(path, content=body, **request)

    def get(self, path: str, **parameters: Any) -> httpx.Response:
        return self.client.get(path, params=parameters)

    def wait_until_visible(self) -> None:
        """Return when the graph shows everything that was appended and processed."""
        [(position,)] = self.rows("select coalesce(max(position), 0) from events where stream = 'lineage'")
        reply = self.get("/api/v1/assets", limit=1, min_position=position)
        assert reply.status_code == 200, reply.text

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            return connection.execute(query, values).fetchall()

    def stored(self, reply: httpx.Response) -> list[tuple[Any, ...]]:
        """Kind, run and body of what the log holds under the event id of a reply."""
        event_id = UUID(reply.json()["event_id"])
        return self.rows("select kind, run_id, body from events where event_id = %s", event_id)

    def count(self) -> int:
        return int(self.rows("select count(*) from events")[0][0])


def until(holds: Callable[[], bool]) -> None:
    """Keys are read anew and audit entries written once a second, later where the machine is busy."""
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.05)


@contextmanager
def running_api(database_url: str, **settings: Any) -> Iterator[RunningApi]:
    # Many servers run beside each other in a session of tests, all on one PostgreSQL.
    app = build(Settings(database_url=database_url, **({"pool_size": 4} | settings)))
    # A pause between two tests must not race with the server closing an idle connection.
    kept = 600
    config = uvicorn.Config(
        app, port=0, log_config=None, http=IdleTimeoutProtocol, loop="uvloop", timeout_keep_alive=kept
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + START_SECONDS
    while not server.started and thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.started, "the API did not start"
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20.0) as client:
        try:
            yield RunningApi(database_url, port, client)
        finally:
            # Also after a test that failed: its server must not go on asking a database that is gone.
            server.should_exit = True
            thread.join(START_SECONDS)
    assert not thread.is_alive(), "the API did not stop"
