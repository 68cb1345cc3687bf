"""Events leave the host at once for a bounded queue; two threads bring them to the server, or to the disk.

The *packer* takes events from the queue and makes batches of them; it never waits for the server. The
*courier* sends batches, the oldest first. While the server is away, batches go to the spool, and new ones
behind them.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
import weakref
from collections import deque
from typing import Callable, NamedTuple

from headwater_sdk.batches import ROUTES, Batch, make_batch, new_name
from headwater_sdk.complaints import Complaints
from headwater_sdk.delivery import Outcome
from headwater_sdk.settings import SdkSettings
from headwater_sdk.spool import Spool

# Batches in memory while the server answers; one that is slower than the host gets the rest from the disk.
MAX_OUTBOX = 20
MAX_BATCH_BYTES = 1024 * 1024
MAX_QUEUE_BYTES = 32 * 1024 * 1024
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
LAST_BATCH_SECONDS = 1.0
# A full disk is not tried again with every event.
NO_ROOM_SECONDS = 1.0


class Statistics(NamedTuple):
    """Counts of events since the start of the process; `waiting` in memory, `spooled` on disk now."""

    sent: int = 0
    refused: int = 0
    dropped: int = 0
    waiting: int = 0
    spooled: int = 0


class Parcel(NamedTuple):
    """Events on their way from the queue to a batch, named in the order in which they left it."""

    name: str
    texts: list[tuple[str, str]]

    def packed(self, namespace: str) -> list[Batch]:
        kinds = {kind: [text for one, text in self.texts if one == kind] for kind in ROUTES}
        return [make_batch(kind, found, namespace, self.name) for kind, found in kinds.items() if found]


class BackgroundSender:
    def __init__(
        self,
        settings: SdkSettings,
        deliver: Callable[[Batch], Outcome],
        spool: Spool,
        complaints: Complaints,
    ) -> None:
        self._settings, self._deliver, self._spool, self._complaints = settings, deliver, spool, complaints
        self._forget()
        _senders.add(self)

    def _forget(self) -> None:
        """As new: what waits is the business of the process that it waits in."""
        # Reentrant: a signal handler of the host may end a run while one begins.
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._queue: deque[tuple[str, str]] = deque()
        self._queued_bytes = 0
        self._outbox: deque[Batch] = deque()
        self._packing = 0
        self._sent = self._refused = self._dropped = self._failures = 0
        self._retry_at = self._no_room_until = 0.0
        self._threads_of: int | None = None
        self._closed = False
        self._full = threading.Event()

    def emit(self, kind: str, text: str) -> None:
        with self._lock:
            if self._closed or (self._is_full() and not self._overflow()):
                self._drop(1, "more events than can be sent or kept")
                return
            self._queue.append((kind, text))
            self._queued_bytes += len(text)
            if len(self._queue) == 1:
                self._changed.notify_all()
        if len(self._queue) >= self._settings.batch_size and not self._full.is_set():
            self._full.set()
        if self._threads_of is None:
            self._start()

    def _is_full(self) -> bool:
        return len(self._queue) >= self._settings.queue_size or self._queued_bytes >= MAX_QUEUE_BYTES

    def _overflow(self) -> bool:
        """The host is faster than the packer: it packs a part itself, as long as the disk has room for it.

        That costs it some milliseconds, once in a thousand events.
        """
        if time.monotonic() < self._no_room_until:
            return False
        parcel = self._take(10 * self._settings.batch_size)
        if all(self._spool.add(batch) for batch in parcel.packed(self._settings.namespace)):
            self._packing -= len(parcel.texts)
            return True
        self._no_room_until = time.monotonic() + NO_ROOM_SECONDS
        self._put_back(parcel)
        return False

    def _put_back(self, parcel: Parcel) -> None:
        self._queue.extendleft(reversed(parcel.texts))
        self._queued_bytes += sum(len(text) for _, text in parcel.texts)
        self._packing -= len(parcel.texts)

    def flush(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        with self._changed:
            failures, self._retry_at = self._failures, 0.0
            self._full.set()
            self._changed.notify_all()
            while self._waits() or self._spool:
                left = deadline - time.monotonic()
                # Once it failed, trying on for the rest of the time would only hold up the host.
                if left <= 0 or self._failures > failures or self._threads_of is None:
                    return False
                self._full.set()
                self._changed.wait(min(left, 0.05))
        return True

    def close(self, seconds: float) -> None:
        sent = self._threads_of is None or self.flush(seconds)
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            if sent:
                return
            self._complaints.complain("away", "the program ends before the server has taken all events")
            self._keep_what_waits()
            # A batch that the packer has in its hands is put on disk by it.
            deadline = time.monotonic() + LAST_BATCH_SECONDS
            while self._packing and time.monotonic() < deadline:
                self._changed.wait(0.05)

    def statistics(self) -> Statistics:
        with self._lock:
            waiting = len(self._queue) + self._packing + sum(batch.size for batch in self._outbox)
            return Statistics(self._sent, self._refused, self._dropped, waiting, self._spool.events)

    def _waits(self) -> bool:
        return bool(self._queue or self._packing or self._outbox)

    def _keep_what_waits(self) -> None:
        """To disk, in order; the courier's own batch as well, since nobody knows whether it arrived."""
        while self._queue:
            for batch in self._take(self._settings.batch_size).packed(self._settings.namespace):
                self._outbox.append(batch)
                self._packing -= batch.size
        lost = [batch.size for batch in self._outbox if not self._spool.add(batch)]
        self._outbox.clear()
        if lost:
            self._drop(sum(lost), "the program ends, and neither the server nor the disk takes them")

    def _drop(self, count: int, why: str) -> None:
        self._dropped += count
        self._complaints.complain(
            "dropped", f"{self._dropped} event{'s' * (self._dropped != 1)} dropped: {why}"
        )

    def _start(self) -> None:
        with self._lock:
            if self._threads_of is not None:
                return
            self._threads_of = os.getpid()
        try:
            for name, work in (("packer", self._run_packer), ("courier", self._run_courier)):
                threading.Thread(target=work, name=f"headwater-sdk-{name}", daemon=True).start()
        except RuntimeError:
            # The interpreter is ending: what waits goes to disk when it closes.
            self._threads_of = None
        _flush_before_the_end_of_a_child(self)

    def _run_packer(self) -> None:
        while True:
            with self._changed:
                while not self._queue:
                    if self._closed:
                        return
                    self._changed.wait()
            # Gather for a while, unless there is enough for a batch or somebody waits.
            self._full.wait(self._settings.flush_interval)
            self._full.clear()
            while self._queue:
                with self._lock:
                    parcel = self._take(self._settings.batch_size)
                for batch in parcel.packed(self._settings.namespace):
                    self._put(batch)

    def _take(self, most: int) -> Parcel:
        """The next events of the queue, as many as one request should hold."""
        taken: list[tuple[str, str]] = []
        size = 0
        while self._queue and len(taken) < most and size < MAX_BATCH_BYTES:
            taken.append(self._queue.popleft())
            size += len(taken[-1][1])
        self._queued_bytes -= size
        self._packing += len(taken)
        return Parcel(new_name(), taken)

    def _put(self, batch: Batch) -> None:
        with self._changed:
            while not self._closed and not self._try_to_put(batch):
                # Neither disk nor memory has room. The queue is what is left, until it is full as well.
                self._changed.wait(1.0)
            if self._closed:
                self._outbox.append(batch)
                self._keep_what_waits()
            self._packing -= batch.size
            self._changed.notify_all()

    def _try_to_put(self, batch: Batch) -> bool:
        on_disk = self._failures > 0 or bool(self._spool) or len(self._outbox) >= MAX_OUTBOX
        if on_disk and self._spool.add(batch):
            return True
        if len(self._outbox) >= MAX_OUTBOX:
            return False
        self._outbox.append(batch)
        return True

    def _run_courier(self) -> None:
        while True:
            with self._changed:
                batch, from_disk = self._next()
            if batch is None:
                return
            try:
                outcome = self._deliver(batch)
            except Exception as error:
                # Such as a file in the spool that is no batch: the next one must not wait for it.
                outcome = Outcome(refused=batch.size, reason=f"{type(error).__name__}: {error}")
            with self._changed:
                self._settle(batch, from_disk, outcome)
                self._changed.notify_all()

    def _next(self) -> tuple[Batch | None, bool]:
        """The oldest batch, once it may be tried: what is in memory was made before what is on disk."""
        while not self._closed:
            pause = self._retry_at - time.monotonic()
            if pause > 0:
                self._changed.wait(pause)
                continue
            if self._outbox:
                return self._outbox[0], False
            batch = self._spool.oldest()
            if batch is not None:
                return batch, True
            self._changed.wait()
        return None, False

    def _settle(self, batch: Batch, from_disk: bool, outcome: Outcome) -> None:
        if outcome.retry:
            self._retreat(outcome)
            return
        self._failures = 0
        self._sent += outcome.sent
        self._refused += outcome.refused
        if outcome.refused:
            self._complaints.complain(
                "refused", f"{outcome.refused} event{'s' * (outcome.refused != 1)} refused: {outcome.reason}"
            )
        if from_disk or self._closed:
            self._spool.remove(batch)
        elif self._outbox and self._outbox[0] is batch:
            self._outbox.popleft()

    def _retreat(self, outcome: Outcome) -> None:
        """The server is away: to disk with what is in memory, and later again."""
        self._failures += 1
        self._complaints.complain("away", f"events are kept until the server takes them: {outcome.reason}")
        while self._outbox and self._spool.add(self._outbox[0]):
            self._outbox.popleft()
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(self._failures - 1, 10))
        # Spread out, so that a thousand jobs do not come back in the same moment.
        pause = max(pause * random.uniform(0.5, 1.5), min(outcome.retry_after or 0.0, 300.0))
        self._retry_at = time.monotonic() + pause


def _flush_before_the_end_of_a_child(sender: BackgroundSender) -> None:
    """A process of `multiprocessing` ends without running what `atexit` knows, but with finalizers."""
    process, util = (sys.modules.get(f"multiprocessing.{name}") for name in ("process", "util"))
    if process is not None and util is not None and process.parent_process() is not None:
        util.Finalize(None, _close, args=(weakref.ref(sender),), exitpriority=0)


def _close(sender: weakref.ref[BackgroundSender]) -> None:
    found = sender()
    if found is not None:
        found.close(found._settings.exit_seconds)


_senders: weakref.WeakSet[BackgroundSender] = weakref.WeakSet()


def _after_fork() -> None:
    for sender in list(_senders):
        sender._forget()
        sender._spool.forget_locks()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
