"""How long an acknowledgement takes beside questions that walk a large graph, many of them at once.

`python -m benchmarks.heavy_reads`. The API runs as a process of its own over a store of 200,000 edges.
Events are sent one after the other, while each question is asked by as many clients as its row says, again
and again.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from urllib.parse import quote

import numpy as np

from benchmarks.events import events
from benchmarks.graph import SEED, dataset_graph, sampled
from benchmarks.ingest import request
from benchmarks.questions import fill
from benchmarks.system import database, free_port
from benchmarks.table import percentiles, table
from headwater.cli.running import connect, is_up, wait_until

EDGES = 200_000
SECONDS = 8.0
WARM_UP_SECONDS = 2.0
REACHED = 1_000
START_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Load:
    name: str
    clients: int
    path: str


async def measure(port: int, load: Load | None) -> tuple[list[float], int]:
    """Seconds that acknowledgements took, and how many questions were answered meanwhile."""
    answered: list[int] = []
    paths = [load.path] * load.clients if load else []
    asking = [asyncio.create_task(_ask(port, path, answered)) for path in paths]
    await asyncio.sleep(WARM_UP_SECONDS)
    acknowledged = await _send(port)
    # What has failed is raised here; the rest may still wait for an answer, and is not waited for.
    for task in asking:
        if task.done():
            task.result()
        task.cancel()
    return acknowledged, len(answered)


async def _send(port: int) -> list[float]:
    """One event after the other, a hundred a second at the most."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    taken, deadline = [], time.perf_counter() + SECONDS
    bodies = events(100_000, seed=next(_seeds))
    while time.perf_counter() < deadline:
        began = time.perf_counter()
        writer.write(request("/api/v1/lineage", next(bodies)))
        await _answer(reader)
        taken.append(time.perf_counter() - began)
        await asyncio.sleep(0.01)
    writer.close()
    return taken


async def _ask(port: int, path: str, answered: list[int]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while True:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        await _answer(reader)
        answered.append(1)


async def _answer(reader: asyncio.StreamReader) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    status = head.split(b" ", 2)[1].decode()
    # With 503, one that gets no turn in time is sent away.
    if status not in ("200", "201", "503"):
        raise RuntimeError(f"the server answered {head.decode()}")
    length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    await reader.readexactly(int(length.split(b":")[1]))


_seeds = count(7000)


def run() -> str:
    rng = np.random.default_rng(SEED)
    graph = dataset_graph(EDGES, rng)
    reaches = sampled(graph, "dataset", "downstream", rng)
    jobs = {int(owner) for owner in np.unique(graph.arcs.owner)}
    start, wide = (
        min(reaches.keys() - jobs, key=lambda node: abs(reaches[node] - size)) for size in (REACHED, 10**9)
    )
    name, widest = quote(f"bench/dataset_{start}"), quote(f"bench/dataset_{wide}")
    last = next(node for node in range(graph.size - 1, 0, -1) if node not in jobs)
    target = quote(f"bench/dataset_{last}")
    loads = (
        None,
        Load("impact", 200, f"/api/v1/impact?asset={name}"),
        Load("impact of everything", 200, f"/api/v1/impact?asset={widest}"),
        Load("paths", 40, f"/api/v1/graph/paths?source={widest}&target={target}"),
        Load("the tracker's impact", 40, f"/api/tracker/getDownstreamImpact?assetName={name}"),
    )
    with database() as (_home, url):
        fill(url, graph)
        rows = [_measured(url, load) for load in loads]
    head = ("beside", "at once", "answers/s", "acknowledged p50 ms", "p95 ms", "longest ms")
    return table(head, rows)


def _measured(url: str, load: Load | None) -> tuple[str, ...]:
    # An API for each: questions that still wait when a measurement ends must not burden the next.
    with _api(url) as port:
        acknowledged, answered = asyncio.run(measure(port, load))
    p50, p95 = percentiles(acknowledged)
    rate = f"{answered / (SECONDS + WARM_UP_SECONDS):,.1f}"
    times = (f"{p50:.1f}", f"{p95:.1f}", f"{max(acknowledged) * 1000:.0f}")
    return (load.name, str(load.clients), rate, *times) if load else ("nothing", "", "", *times)


@contextmanager
def _api(url: str) -> Iterator[int]:
    port = free_port()
    environment = os.environ | {"HEADWATER_DATABASE_URL": url, "HEADWATER_PORT": str(port)}
    command = [sys.executable, "-m", "headwater", "api"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            server = connect(f"http://127.0.0.1:{port}")
            if not wait_until(lambda: is_up(server), START_SECONDS):
                raise RuntimeError("the API did not start")
            yield port
        finally:
            process.kill()


if __name__ == "__main__":
    print(run())
