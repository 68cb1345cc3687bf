"""How many events a second are taken durably: one a request, and in batches. `python -m benchmarks.ingest`.

The client speaks HTTP by hand over a few connections: on two cores a client library would be what is
measured. An answer counts only with its status, and the server answers only after the commit.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from benchmarks.events import events
from benchmarks.system import running_system
from benchmarks.table import percentiles, table

SINGLES, BATCHED = 12_000, 40_000
CONNECTIONS = 64
BATCH_SIZES = (100, 1000)


async def send_all(url: str, requests: Sequence[bytes], connections: int) -> list[float]:
    """Seconds each request took; connections take the next request as soon as they have an answer."""
    waiting = iter(requests)
    address = urlsplit(url)
    results = await asyncio.gather(
        *(
            _one_connection(str(address.hostname), int(address.port or 80), waiting)
            for _ in range(connections)
        )
    )
    return [seconds for result in results for seconds in result]


async def _one_connection(host: str, port: int, requests: Iterator[bytes]) -> list[float]:
    reader, writer = await asyncio.open_connection(host, port)
    taken = []
    for request in requests:
        began = time.perf_counter()
        writer.write(request)
        await _answered(reader)
        taken.append(time.perf_counter() - began)
    writer.close()
    return taken


async def _answered(reader: asyncio.StreamReader) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    status = head.split(b" ", 2)[1]
    if status not in (b"200", b"201"):
        raise RuntimeError(f"the server answered {status.decode()}")
    length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    await reader.readexactly(int(length.split(b":")[1]))


def request(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def measure(
    url: str, requests: Sequence[bytes], per_request: int, connections: int
) -> tuple[float, float, float]:
    """Events a second, and p50 and p95 of an answer in milliseconds."""
    began = time.perf_counter()
    seconds = asyncio.run(send_all(url, requests, connections))
    rate = len(requests) * per_request / (time.perf_counter() - began)
    return rate, *percentiles(seconds)


def run() -> str:
    rows = []
    with running_system() as system:
        url = system.server.url
        singles = [request("/api/v1/lineage", body) for body in events(SINGLES, seed=2)]
        rows.append(_row("one a request", CONNECTIONS, *measure(url, singles, 1, CONNECTIONS)))
        for number, size in enumerate(BATCH_SIZES):
            bodies = list(events(BATCHED, seed=3 + number))
            batches = [b"[" + b",".join(bodies[at : at + size]) + b"]" for at in range(0, BATCHED, size)]
            requests = [request("/api/v1/lineage/batch", body) for body in batches]
            rows.append(_row(f"batches of {size}", 4, *measure(url, requests, size, 4)))
    return table(("3 KB events, durable", "connections", "events/s", "answer p50 ms", "p95 ms"), rows)


def _row(what: str, connections: int, rate: float, p50: float, p95: float) -> tuple[str, ...]:
    return what, str(connections), f"{rate:,.0f}", f"{p50:.1f}", f"{p95:.1f}"


if __name__ == "__main__":
    print(run())
