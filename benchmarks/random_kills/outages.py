"""How long each fault was felt: the longest without an acknowledgement, and without anything new to see."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import httpx

from benchmarks.random_kills.senders import Senders

Fault = Callable[[], None]

POLL_SECONDS = 0.25
# What was on its way when the fault came may still get through.
AFTERMATH_SECONDS = 0.5
PATIENCE_SECONDS = 300.0
# Between two faults, once the last is over.
PAUSES = (3.0, 8.0)


@dataclass(frozen=True, slots=True)
class Outage:
    kind: str
    untaken: float
    """Seconds, the longest without an acknowledgement."""
    unseen: float
    """Seconds, the longest in which nothing new became visible."""


class Watch:
    """Asks how far what the API shows has come."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.progress: list[float] = []

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(30)

    def _run(self) -> None:
        last = -1
        with httpx.Client(base_url=self._url, timeout=10) as client:
            while not self._stop.wait(POLL_SECONDS):
                try:
                    reply = client.get("/api/v1/pipeline")
                except httpx.HTTPError:
                    continue
                position = int(reply.json()["graph_position"]) if reply.status_code == 200 else last
                if position > last:
                    last = position
                    self.progress.append(time.monotonic())


def strike_at_random(
    faults: Mapping[str, Fault], senders: Senders, watch: Watch, seed: int, events: int
) -> Iterator[Outage]:
    """One fault after the other, each kind once and then again until so many events are on their way."""
    random, deck, struck = Random(seed), list[str](), 0
    while senders.begun < events or struck < len(faults):
        deck = deck or random.sample(sorted(faults), len(faults))
        kind = deck.pop()
        time.sleep(random.uniform(*PAUSES))
        began = time.monotonic()
        faults[kind]()
        _wait_until_over(senders, watch, began + AFTERMATH_SECONDS)
        now, taken = time.monotonic(), [at for _, at in senders.acknowledgements]
        yield Outage(kind, longest_gap(taken, began, now), longest_gap(watch.progress, began, now))
        struck += 1


def longest_gap(moments: Sequence[float], since: float, until: float) -> float:
    points = [since, *sorted(at for at in list(moments) if at > since), until]
    return max(after - before for before, after in pairwise(points))


def _wait_until_over(senders: Senders, watch: Watch, moment: float) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (senders.acknowledged_since(moment) and watch.progress and watch.progress[-1] > moment):
        assert time.monotonic() < deadline, f"not over after {PATIENCE_SECONDS:.0f} s: {senders.refused}"
        time.sleep(0.1)
