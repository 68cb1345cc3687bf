"""From the host's thread to the server: queue, batches, retries, disk, with a delivery of the test's own."""

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from headwater_sdk.background import BackgroundSender
from headwater_sdk.batches import Batch
from headwater_sdk.complaints import Complaints
from headwater_sdk.delivery import Outcome
from headwater_sdk.settings import SdkSettings
from headwater_sdk.spool import Spool

AWAY = Outcome(retry=True, reason="away")


class Receiver:
    """Takes batches as long as it is open, and remembers them in order."""

    def __init__(self) -> None:
        self.open, self.got = True, list[int]()
        self.may_go, self.asked = threading.Event(), threading.Event()
        self.may_go.set()

    def __call__(self, batch: Batch) -> Outcome:
        self.asked.set()
        self.may_go.wait(20)
        if not self.open:
            return AWAY
        self.got += json.loads(gzip.decompress(batch.body))
        return Outcome(sent=batch.size)


Build = Callable[..., BackgroundSender]


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
def build(receiver: Receiver, tmp_path: Path) -> Iterator[Build]:
    made = []

    def sender(**settings: float) -> BackgroundSender:
        chosen = SdkSettings(url="http://h", **{"flush_interval": 0.0, "batch_size": 2, **settings})  # type: ignore[arg-type]
        spool = Spool(tmp_path, chosen.spool_bytes, "http://h")
        made.append(BackgroundSender(chosen, receiver, spool, Complaints()))
        return made[-1]

    yield sender
    receiver.may_go.set()
    for one in made:
        one.close(0)


def test_events_arrive_in_order_and_in_batches(build: Build, receiver: Receiver) -> None:
    sender = build()
    for number in range(25):
        sender.emit("lineage", str(number))
    assert sender.flush(20)
    assert receiver.got == list(range(25))
    assert sender.statistics().sent == 25


def test_what_the_server_does_not_take_waits_on_disk_and_is_sent_later_in_order(
    build: Build, receiver: Receiver
) -> None:
    sender, receiver.open = build(), False
    for number in range(25):
        sender.emit("lineage", str(number))
    assert not sender.flush(20)
    receiver.open = True
    assert sender.flush(20)
    assert receiver.got == list(range(25))
    assert sender.statistics()[:3] == (25, 0, 0)


def test_what_waits_at_the_end_is_sent_by_the_next_process(build: Build, receiver: Receiver) -> None:
    first, receiver.open = build(), False
    for number in range(25):
        first.emit("lineage", str(number))
    first.close(20)
    assert first.statistics().spooled == 25
    second, receiver.open = build(), True
    second.emit("lineage", "25")
    assert second.flush(20)
    assert receiver.got == list(range(26))


def test_while_the_server_hangs_events_go_to_disk(build: Build, receiver: Receiver) -> None:
    receiver.may_go.clear()
    sender = build(queue_size=10)
    for number in range(500):
        sender.emit("lineage", str(number))
    assert sender.statistics().dropped == 0
    receiver.may_go.set()
    assert sender.flush(60)
    assert receiver.got == list(range(500))


def test_without_room_on_disk_what_the_queue_can_not_hold_is_dropped_and_counted(
    build: Build, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    receiver.may_go.clear()
    sender = build(queue_size=10, spool_bytes=0)
    for number in range(500):
        sender.emit("lineage", str(number))
    dropped = sender.statistics().dropped
    assert dropped > 0
    receiver.may_go.set()
    assert sender.flush(60)
    assert len(receiver.got) == 500 - dropped
    assert [record.message for record in caplog.records if "dropped" in record.message][1:] == []


def test_flush_gives_up_when_its_time_is_over(build: Build, receiver: Receiver) -> None:
    receiver.may_go.clear()
    sender = build()
    sender.emit("lineage", "1")
    assert receiver.asked.wait(20)
    assert not sender.flush(0.01)


def test_closing_while_the_server_hangs_keeps_what_was_under_way(build: Build, receiver: Receiver) -> None:
    receiver.may_go.clear()
    sender = build()
    sender.emit("lineage", "1")
    assert receiver.asked.wait(20)
    sender.close(0.01)
    assert sender.statistics().spooled == 1


def test_a_batch_that_can_not_be_delivered_at_all_does_not_stop_the_next(
    build: Build, receiver: Receiver, tmp_path: Path
) -> None:
    sender = build()
    real, sender._deliver = sender._deliver, _failing_once(receiver)
    sender.emit("lineage", "1")
    assert sender.flush(20)
    sender._deliver = real
    sender.emit("lineage", "2")
    assert sender.flush(20)
    assert (receiver.got, sender.statistics().refused) == ([2], 1)


def _failing_once(receiver: Receiver) -> Callable[[Batch], Outcome]:
    def deliver(_: Batch) -> Outcome:
        raise RuntimeError("no batch")

    return deliver


def test_spans_and_events_go_to_their_own_routes(build: Build) -> None:
    sender = build(batch_size=10)
    sent: list[tuple[str, int]] = []
    sender._deliver = lambda batch: sent.append((batch.kind, batch.size)) or Outcome(sent=batch.size)  # type: ignore[func-returns-value]
    for kind in ("lineage", "traces", "lineage", "metrics"):
        sender.emit(kind, "{}")
    assert sender.flush(20)
    assert sum(size for kind, size in sent if kind == "lineage") == 2
    assert {kind for kind, _ in sent} == {"lineage", "traces", "metrics"}


def test_after_it_is_closed_events_are_dropped_and_counted(build: Build) -> None:
    sender = build()
    sender.close(0)
    sender.emit("lineage", "1")
    assert sender.statistics().dropped == 1
