"""How long one large event holds up the one behind it, and what memory large events take.

`python -m benchmarks.large_events`. Each is as large as may be sent, up to 32 MB, and made to cost as much as
an event of its kind can.
"""

import contextlib
import gzip
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Self

import httpx
import msgspec
import psutil

from benchmarks.latency import _event
from benchmarks.system import child, running_system
from benchmarks.table import table
from headwater.cli.up import System

MAX_BYTES = 32 * 1024 * 1024
PATIENCE_SECONDS = 120.0
REPEATED_EVENTS, REPEATED_BYTES = 40, 50_000_000
SAMPLE_SECONDS = 0.1

Event = dict[str, Any]


def large(number: int, job_facets: Event | None = None, **sides: Iterable[Event]) -> Event:
    return {
        "eventType": "COMPLETE",
        "eventTime": f"2026-06-02T00:00:00.{number:06d}Z",
        "run": {"runId": f"large-{number}"},
        "job": {"namespace": "large", "name": f"job_{number}", "facets": job_facets or {}},
        **{side: list(datasets) for side, datasets in sides.items()},
    }


def dataset(name: str, **facets: Any) -> Event:
    return {"namespace": "large", "name": name, "facets": facets}


def listed(count: int, make: Callable[[int], Any]) -> list[Any]:
    return [make(number) for number in range(count)]


def column_lineage(outputs: int, inputs: int) -> Event:
    read = listed(inputs, lambda number: {"namespace": "large", "name": "t", "field": f"c{number}"})
    return {"fields": {f"o{number}": {"inputFields": read} for number in range(outputs)}}


def of_output(number: int, **facets: Any) -> Event:
    return large(number, outputs=[dataset(f"out_{number}", **facets)])


def nested(depth: int) -> Event:
    return {"x": nested(depth - 1)} if depth else {}


# Each makes its event from a number of its own.
KINDS: dict[str, Callable[[int], Event]] = {
    "800,000 inputs": lambda n: large(
        n, inputs=listed(800_000, lambda i: {"namespace": "n", "name": f"t{i}"})
    ),
    "200,000 inputs, 200,000 outputs": lambda n: large(
        n,
        inputs=listed(200_000, lambda i: {"namespace": "n", "name": f"i{i}"}),
        outputs=listed(200_000, lambda i: {"namespace": "n", "name": f"o{i}"}),
    ),
    "column lineage, 580 × 580": lambda n: of_output(n, columnLineage=column_lineage(580, 580)),
    "column lineage of 100,000 sources": lambda n: of_output(
        n,
        columnLineage={
            "fields": {
                f"c{i}": {"inputFields": [{"namespace": "n", "name": f"s{i}", "field": "a"}]}
                for i in range(100_000)
            }
        },
    ),
    "a schema of 400,000 fields": lambda n: of_output(
        n, schema={"fields": listed(400_000, lambda i: {"name": f"column_{i}", "type": "text"})}
    ),
    "1,000 schemas of 600 fields": lambda n: large(
        n,
        outputs=listed(
            1000,
            lambda i: dataset(f"o{n}_{i}", schema={"fields": listed(600, lambda j: {"name": f"column_{j}"})}),
        ),
    ),
    "340,000 tags on columns": lambda n: of_output(
        n, tags={"tags": listed(340_000, lambda i: {"key": f"k{i}", "value": "v", "field": f"c{i}"})}
    ),
    "a facet of 850,000 keys": lambda n: large(n, {"large": {f"key{i}": i for i in range(850_000)}}),
    "1,000,000 facets": lambda n: large(n, {f"facet{i}": {"x": i} for i in range(1_000_000)}),
    "16 facets of 2 MB": lambda n: large(n, {f"facet{i}": {"x": [1] * 900_000} for i in range(16)}),
    "nested 400 levels deep": lambda n: large(n, {"deep": nested(400)}),
    "SQL of 30 MB": lambda n: large(n, {"sql": {"query": "select " + "a, " * 10_000_000 + "a from t"}}),
    "SQL of 200,000 characters": lambda n: large(
        n,
        {"sql": {"query": "insert into o select " + ", ".join(f"c{i}" for i in range(25_000)) + " from t"}},
        inputs=[dataset("t")],
        outputs=[dataset("o")],
    ),
    "280,000 assertions": lambda n: of_output(
        n,
        dataQualityAssertions={
            "assertions": listed(
                280_000, lambda i: {"assertion": f"a{i}", "success": True, "column": f"c{i}"}
            )
        },
    ),
    "300,000 symlinks": lambda n: of_output(
        n, symlinks={"identifiers": listed(300_000, lambda i: {"namespace": "n", "name": f"s{i}"})}
    ),
    "a ring of 100,000 symlinks": lambda n: large(
        n,
        outputs=listed(
            100_000,
            lambda i: dataset(
                f"r{i}", symlinks={"identifiers": [{"namespace": "large", "name": f"r{(i + 1) % 100_000}"}]}
            ),
        ),
    ),
    "80,000 drops": lambda n: large(
        n,
        inputs=listed(
            80_000, lambda i: dataset(f"d{i}", lifecycleStateChange={"lifecycleStateChange": "DROP"})
        ),
    ),
}


def run() -> str:
    rows = []
    with running_system() as system:
        for number, (kind, make) in enumerate(KINDS.items()):
            body = msgspec.json.encode(make(number))
            if len(body) > MAX_BYTES:
                raise RuntimeError(f"{kind}: {len(body):,} bytes")
            seconds = probed(system, body, number)
            rows.append((kind, f"{len(body) / 1e6:,.1f}", f"{seconds:.1f}"))
            print(rows[-1], flush=True)
        rows.append(repeated(system))
    return table(("one event", "MB", "the next is visible after, s"), rows)


def probed(system: System, body: bytes, number: int) -> float:
    """Seconds from the answer to a large event until one that is sent right after it is published."""
    send(system, body)
    return until_visible(system, msgspec.json.encode(_event(number)))


def repeated(system: System) -> tuple[str, str, str]:
    """Forty events of one letter repeated, which are small on the way and large in memory."""
    with Peak(child(system, "worker")) as peak:
        for number in range(REPEATED_EVENTS):
            facets = {"letters": {"x": "a" * REPEATED_BYTES}}
            send(system, msgspec.json.encode(large(1000 + number, facets)))
        seconds = until_visible(system, msgspec.json.encode(_event(1000)))
    kind = f"{REPEATED_EVENTS} events of {REPEATED_BYTES / 1e6:.0f} MB; worker with its JVM at most {peak}"
    return kind, f"{REPEATED_EVENTS * REPEATED_BYTES / 1e6:,.0f}", f"{seconds:.1f}"


def send(system: System, body: bytes) -> int:
    """The position of the event in the log."""
    packed = gzip.compress(body, compresslevel=1)
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    url = f"{system.server.url}/api/v1/lineage"
    reply = httpx.post(url, content=packed, headers=headers, timeout=PATIENCE_SECONDS)
    reply.raise_for_status()
    return int(reply.json()["position"])


def until_visible(system: System, body: bytes) -> float:
    began = time.perf_counter()
    position = send(system, body)
    while time.perf_counter() - began < PATIENCE_SECONDS:
        if system.server.pipeline_status().graph_position >= position:
            return time.perf_counter() - began
        time.sleep(0.05)
    return float("inf")


class Peak(threading.Thread):
    """The most memory that a process and its children held together at one time."""

    def __init__(self, process: psutil.Process) -> None:
        super().__init__(daemon=True)
        self._process, self._ended, self._most = process, threading.Event(), 0

    def run(self) -> None:
        while not self._ended.wait(SAMPLE_SECONDS):
            with contextlib.suppress(psutil.NoSuchProcess):
                tree = (self._process, *self._process.children(recursive=True))
                self._most = max(self._most, sum(one.memory_info().rss for one in tree))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self.join()

    def __str__(self) -> str:
        return f"{self._most / 1e9:.1f} GB"


if __name__ == "__main__":
    print(run())
