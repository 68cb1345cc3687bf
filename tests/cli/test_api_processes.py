"""Several API processes on one port: all answer alike, and one that is killed is missed by nobody."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import psutil
import psycopg
import pytest

from headwater.cli.running import wait_until
from headwater.cli.supervisor import command
from headwater.settings import Settings
from tests.databases import Databases, borrowed
from tests.world import World

PROCESSES = 2
CONNECTIONS = 24
# Mostly of starting them, on a busy machine.
SECONDS = 120.0


@dataclass(frozen=True)
class Served:
    url: str
    port: int
    process: subprocess.Popen[bytes]
    database_url: str

    def children(self) -> list[psutil.Process]:
        found: list[psutil.Process] = psutil.Process(self.process.pid).children()
        return found

    def answers(self, path: str) -> list[httpx.Response]:
        """Of as many connections, shared out among the processes."""
        replies = []
        for _ in range(CONNECTIONS):
            with httpx.Client(base_url=self.url, timeout=SECONDS) as client:
                replies.append(client.get(path))
        return replies


def environment(database_url: str, port: int) -> dict[str, str]:
    own = {
        "HEADWATER_DATABASE_URL": database_url,
        "HEADWATER_PORT": str(port),
        "HEADWATER_API_PROCESSES": str(PROCESSES),
        "HEADWATER_POOL_SIZE": "2",
    }
    return os.environ | own


@pytest.fixture(scope="module")
def served(databases: Databases) -> Iterator[Served]:
    with borrowed(databases) as url:
        port = free_port()
        process = subprocess.Popen(command("api"), env=environment(url, port), stdout=subprocess.DEVNULL)
        found = Served(f"http://127.0.0.1:{port}", port, process, url)
        try:
            wait_until(lambda: _ready(found), SECONDS)
            yield found
        finally:
            children = found.children()
            process.terminate()
            process.wait(30)
            assert not any(child.is_running() for child in children)


def _ready(served: Served) -> bool:
    try:
        return all(one.status_code == 200 for one in served.answers("/readyz"))
    except httpx.HTTPError:
        return False


def test_each_process_takes_a_share_of_the_connections(served: Served) -> None:
    with httpx.Client(base_url=served.url, limits=httpx.Limits(max_connections=None)) as client:
        streams = []
        for _ in range(CONNECTIONS):
            streams.append(client.send(client.build_request("GET", "/healthz"), stream=True))
        taken = [
            sum(one.status == psutil.CONN_ESTABLISHED for one in child.net_connections("tcp"))
            for child in served.children()
        ]
        for stream in streams:
            stream.close()
    assert len(taken) == PROCESSES
    assert all(taken), taken


def test_each_process_shows_what_a_batch_changed(served: Served) -> None:
    with psycopg.connect(served.database_url, autocommit=True) as connection:
        world = World(connection)
        orders, daily, load = world.dataset("orders"), world.dataset("daily"), world.job("load")
        world.reads(orders, load)
        world.writes(load, daily)
        _publish(connection, "insert into graph_changes select batch + 1, 0 from pipeline_state")
        path = "/api/v1/impact?asset=orders"
        wait_until(lambda: all(one.status_code == 200 for one in served.answers(path)), SECONDS)
        _publish(connection, "update nodes set owners = '{eve}' where name = 'daily'")
        wait_until(lambda: all('"eve"' in one.text for one in served.answers(path)), SECONDS)


def _publish(connection: psycopg.Connection[object], change: str) -> None:
    with connection.transaction():
        connection.execute(change)
        connection.execute("update pipeline_state set batch = batch + 1")
        connection.execute("select pg_notify('headwater_published', '')")


def test_one_that_is_killed_is_started_again_and_keeps_those_who_wait_for_it(served: Served) -> None:
    killed = served.children()[0]
    killed.send_signal(signal.SIGKILL)
    wait_until(lambda: not killed.is_running() or killed.status() == psutil.STATUS_ZOMBIE, SECONDS)
    # Some of them meet its socket, which nobody accepts from at the moment.
    assert all(one.status_code == 200 for one in served.answers("/readyz"))
    assert len(served.children()) == PROCESSES
    assert killed.pid not in {child.pid for child in served.children()}


def test_a_port_that_others_serve_is_refused(served: Served) -> None:
    again = subprocess.run(
        command("api"),
        env=environment(served.database_url, served.port),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert again.returncode != 0
    assert f"port {served.port} on 127.0.0.1 is taken" in again.stderr


def test_what_none_of_them_can_start_with_ends_all() -> None:
    broken = environment("not a database", free_port())
    ended = subprocess.run(
        command("api"), env=broken, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert ended.returncode != 0
    assert "ended by itself" in ended.stderr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_one_process_is_the_default() -> None:
    assert Settings().api_processes == 1
