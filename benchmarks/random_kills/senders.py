"""Producers that send each chunk of events until it is acknowledged, and remember when that was."""

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

import httpx

from benchmarks.events import events

SENDERS = 6
# One a request as from a producer of its own, and batches.
CHUNKS = (1, 10, 100)
JOBS = 200
REQUEST_SECONDS = 15.0
RETRY_SECONDS = 0.2
PATIENCE_SECONDS = 300.0
TAKEN = (200, 201)


class Senders:
    """Together they send so many events a second until stopped, and catch up on what an outage held back."""

    def __init__(self, url: str, rate: float, seed: int) -> None:
        self._url, self._rate = url, rate
        self._chunks = _chunks(seed)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self.begun = 0
        """Events, acknowledged or on their way."""
        self._began = time.monotonic()
        self._threads = [threading.Thread(target=self._send_on, daemon=True) for _ in range(SENDERS)]
        self.acknowledged = 0
        """Events; each was sent until it was."""
        self.acknowledgements: list[tuple[float, float]] = []
        """When a request began, and when it was acknowledged."""
        self.refused: Counter[str] = Counter()
        """What was answered, or happened, instead."""

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Returns once all that was begun is acknowledged."""
        self._stop.set()
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS)
            assert not thread.is_alive(), f"not acknowledged in {PATIENCE_SECONDS:.0f} s: {self.refused}"

    def acknowledged_since(self, moment: float) -> bool:
        """Whether a request that began after it was acknowledged."""
        return any(began > moment for began, _ in self.acknowledgements[-50:])

    def _send_on(self) -> None:
        with httpx.Client(base_url=self._url, timeout=REQUEST_SECONDS) as client:
            while not self._stop.is_set():
                chunk = self._next()
                while not self._sent(client, chunk):
                    time.sleep(RETRY_SECONDS)

    def _next(self) -> list[bytes]:
        with self._lock:
            chunk = next(self._chunks)
            due = self._began + self.begun / self._rate
            self.begun += len(chunk)
        time.sleep(max(0.0, due - time.monotonic()))
        return chunk

    def _sent(self, client: httpx.Client, chunk: list[bytes]) -> bool:
        single = len(chunk) == 1
        path = "/api/v1/lineage" if single else "/api/v1/lineage/batch"
        body = chunk[0] if single else b"[" + b",".join(chunk) + b"]"
        began = time.monotonic()
        try:
            reply = client.post(path, content=body)
        except httpx.HTTPError as error:
            self._refuse(type(error).__name__)
            return False
        if reply.status_code not in TAKEN:
            self._refuse(str(reply.status_code))
            return False
        if not single and json.loads(reply.content)["status"] != "success":
            self._refuse("partly taken")
            return False
        with self._lock:
            self.acknowledged += len(chunk)
            self.acknowledgements.append((began, time.monotonic()))
        return True

    def _refuse(self, why: str) -> None:
        with self._lock:
            self.refused[why] += 1


def _chunks(seed: int) -> Iterator[list[bytes]]:
    random, source = Random(seed), events(sys.maxsize, JOBS, seed)
    while True:
        yield [next(source) for _ in range(random.choice(CHUNKS))]
