"""Several API processes and two workers on one database: all show the same, and each may die."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from headwater.store.migrate import migrate
from tests.builders import run_event
from tests.server.system import command, free_port, wait_for

pytestmark = pytest.mark.server

# The machine may be busy with other tests; how long it takes on a free one stands in docs/reliability.md.
PATIENCE_SECONDS = 120.0
# Migrations add, also to the tables that processes of this version write to meanwhile.
OF_A_LATER_VERSION = (
    "create table of_a_later_version (id integer primary key)",
    "alter table events add column of_a_later_version text",
    "alter table nodes add column of_a_later_version integer not null default 0",
    "create index events_of_a_later_version on events (kind, received_at)",
)


@dataclass
class Server:
    """A process of ours, by its command."""

    name: str
    home: Path
    database_url: str
    port: int = field(default_factory=free_port)
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> "Server":
        environment = os.environ | {
            "HEADWATER_DATABASE_URL": self.database_url,
            "HEADWATER_HOME": str(self.home),
            "HEADWATER_PORT": str(self.port),
            "HEADWATER_POOL_SIZE": "4",
            "HEADWATER_VISIBLE_WAIT_SECONDS": "60",
        }
        self.home.mkdir(exist_ok=True)
        with (self.home / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command(self.name), env=environment, stdout=log, stderr=log, start_new_session=True
            )
        return self

    def kill(self) -> None:
        """At once, and Spark's JVM with it."""
        if self.process is not None:
            with suppress(ProcessLookupError):  # it was killed before
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    @property
    def log(self) -> str:
        return (self.home / "log").read_text()

    def wait(self) -> "Server":
        wait_for(f"the {self.name}", lambda: self.answers(), PATIENCE_SECONDS)
        return self

    def answers(self) -> bool:
        try:
            return httpx.get(self.url("/readyz"), timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def send(self, run: str) -> int:
        """Returns the position."""
        event = run_event(run, "COMPLETE", "09:00", outputs=(run,))
        reply = httpx.post(self.url("/api/v1/lineage"), json=event, timeout=30)
        assert reply.status_code == 201, reply.text
        return int(reply.json()["position"])

    def shown(self, run: str, position: int) -> dict[str, Any]:
        """What lineage shows of the run's output, once all up to this position is visible."""
        asked: dict[str, str | int] = {"asset": f"warehouse/{run}", "min_position": position}
        reply = httpx.get(self.url("/api/v1/graph/upstream"), params=asked, timeout=90)
        assert reply.status_code == 200, reply.text
        return dict(reply.json())


Start = Callable[[str, str], Server]


@pytest.fixture
def start(database_url: str, tmp_path: Path) -> Iterator[Start]:
    """Starts a command as a process with a home of its own; all are killed in the end."""
    with ExitStack() as stack:

        def make(name: str, home: str) -> Server:
            server = Server(name, tmp_path / home, database_url).start()
            stack.callback(server.kill)
            return server

        yield make


def leader(database_url: str) -> int | None:
    """The backend that holds the lock of the worker that leads."""
    query = "select pid from pg_locks where locktype = 'advisory' and granted and classid = %s"
    with psycopg.connect(database_url, autocommit=True) as connection:
        found = connection.execute(query, [0x776F726B6572 >> 32]).fetchone()
    return int(found[0]) if found else None


def test_servers_show_the_same_and_another_worker_takes_over_from_one_that_was_killed(
    start: Start, database_url: str
) -> None:
    leading = start("worker", "worker_1")
    first = wait_for("a worker", lambda: leader(database_url), PATIENCE_SECONDS)
    standing_by = start("worker", "worker_2")
    apis = [start("api", f"api_{number}") for number in (1, 2)]
    for api in apis:
        api.wait()

    position = apis[0].send("before")
    assert apis[0].shown("before", position) == apis[1].shown("before", position)
    assert leader(database_url) == first

    leading.kill()
    position = apis[1].send("after")
    assert apis[0].shown("after", position)["total"]["jobs"] == 1
    assert leader(database_url) not in (None, first)
    assert standing_by.process is not None
    assert standing_by.process.poll() is None


def test_one_server_takes_events_while_another_starts_again_and_tables_are_migrated(
    start: Start, database_url: str
) -> None:
    steady, other = start("api", "steady").wait(), start("api", "other").wait()
    with sending(steady) as sent:
        other.kill()
        migrate(database_url)
        for statement in OF_A_LATER_VERSION:
            with psycopg.connect(database_url, autocommit=True) as connection:
                connection.execute(statement)
        other.start()
        other.wait()
        position = other.send("again")
    assert len(sent) > 3
    assert max(sent) < steady.send("last")
    assert position not in sent
    with psycopg.connect(database_url, autocommit=True) as connection:
        assert connection.execute("select count(*) from events").fetchone() == (len(sent) + 2,)


@contextmanager
def sending(server: Server) -> Iterator[list[int]]:
    """Events, one after the other; each has to be taken."""
    positions: list[int] = []
    end: list[bool] = []

    def send() -> None:
        while not end:
            positions.append(server.send(f"r{len(positions)}"))
            time.sleep(0.05)

    with ThreadPoolExecutor(1) as pool:
        sender = pool.submit(send)
        try:
            yield positions
        finally:
            end.append(True)
            sender.result(60)
