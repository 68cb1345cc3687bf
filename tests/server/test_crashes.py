"""kill -9 in the middle of ingest: what was acknowledged is there, once, and means the same."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from tests.builders import column_lineage, dataset, run_event, schema
from tests.pipeline.served import served
from tests.server.system import RunningSystem, wait_for

pytestmark = pytest.mark.server

SENDERS = 4


class Senders:
    """Clients that send one event after the other, each again until it is acknowledged."""

    def __init__(self, system: RunningSystem) -> None:
        self._system = system
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._send_on, args=[n]) for n in range(SENDERS)]
        self.prefix = f"crash_{uuid4().hex[:8]}"
        self.acknowledged: list[UUID] = []
        self.interrupted = 0

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(30)

    def _send_on(self, sender: int) -> None:
        with httpx.Client(base_url=self._system.url, timeout=10) as client:
            for number in range(100_000):
                if self._stop.is_set():
                    return
                self._deliver(client, an_event(f"{self.prefix}_{sender}", number))

    def _deliver(self, client: httpx.Client, event: dict[str, Any]) -> None:
        while not self._stop.is_set():
            try:
                reply = client.post("/api/v1/lineage", json=event)
            except httpx.HTTPError:
                self.interrupted += 1
                time.sleep(0.1)
                continue
            if reply.status_code == 201:
                self.acknowledged.append(UUID(reply.json()["event_id"]))
                return
            assert reply.status_code == 503, reply.text
            time.sleep(0.1)


def an_event(job: str, number: int) -> dict[str, Any]:
    """A few jobs and datasets that many runs touch, now and then with another column."""
    columns = schema("id int", "email text") if number % 7 else schema("id int")
    made = dataset(f"{job}.out", schema=columns, columnLineage=column_lineage(id=f"{job}.in.id:IDENTITY"))
    kind = ("START", "COMPLETE")[number % 2]
    return run_event(f"{job}-{number // 2}", kind, number, job=job, inputs=(f"{job}.in",), outputs=(made,))


@contextmanager
def sending(system: RunningSystem) -> Iterator[Senders]:
    senders = Senders(system)
    senders.start()
    try:
        wait_for("the first hundred events", lambda: len(senders.acknowledged) > 100, 30)
        yield senders
    finally:
        senders.stop()


def assert_nothing_lost_or_doubled(system: RunningSystem, senders: Senders) -> None:
    system.wait_until_caught_up()
    stored = system.rows("select event_id, count(*) from events group by 1")
    assert {count for _, count in stored} == {1}
    assert set(senders.acknowledged) <= {event_id for event_id, _ in stored}
    runs = system.rows("select count(distinct run_id) from events where run_id is not null")
    assert system.rows("select count(*) from runs where job_id is not null") == runs
    # The pipeline counts what it publishes, and rows that are stored as events are not of its stream.
    lineage = system.rows("select count(*) from events where stream = 'lineage'")
    assert system.rows("select events from pipeline_state") == lineage


def test_killing_the_api_loses_nothing_that_it_acknowledged(system: RunningSystem) -> None:
    with sending(system) as senders:
        victim = wait_for("the API", lambda: system.child("api"), 10)
        victim.kill()
        before = len(senders.acknowledged)
        wait_for("a new API", lambda: (found := system.child("api")) and found.pid != victim.pid, 30)
        wait_for("more events", lambda: len(senders.acknowledged) > before + 50, 30)

    assert senders.interrupted
    assert_nothing_lost_or_doubled(system, senders)
    assert "the api ended and was started again" in system.told()


def test_killing_the_worker_and_its_jvm_loses_and_doubles_nothing(system: RunningSystem) -> None:
    with sending(system) as senders:
        java = wait_for("the JVM", system.java, 30)
        worker = wait_for("the worker", lambda: system.child("worker"), 10)
        published = system.pipeline()["position"]
        wait_for("a batch", lambda: system.pipeline()["position"] > published, 30)
        worker.kill()
        java.kill()
        wait_for("a new worker", lambda: (found := system.child("worker")) and found.pid != worker.pid, 30)
        before = len(senders.acknowledged)
        wait_for("more events while it starts", lambda: len(senders.acknowledged) > before + 50, 30)

    assert not senders.interrupted
    assert_nothing_lost_or_doubled(system, senders)
    assert_a_rebuild_changes_nothing(system)


def test_killing_only_the_jvm_is_noticed(system: RunningSystem) -> None:
    java = wait_for("the JVM", system.java, 60)
    java.kill()
    position = system.send(an_event(f"jvm_{uuid4().hex[:8]}", 1))
    wait_for("a new JVM", lambda: (found := system.java()) and found.pid != java.pid, 90)
    wait_for("the event", lambda: system.pipeline()["position"] >= position, 90)


def assert_a_rebuild_changes_nothing(system: RunningSystem) -> None:
    with system.connect() as connection:
        streamed = served(connection)
        told = system.run("rebuild")
        assert told.returncode == 0, told.stderr
        assert served(connection) == streamed
