"""How much telemetry is taken and served, and what it costs lineage. `python -m benchmarks.telemetry`."""

import asyncio
import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import psycopg
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from benchmarks import latency
from benchmarks.ingest import send_all
from benchmarks.system import database_url, running_system
from benchmarks.table import percentiles, table
from benchmarks.telemetry_requests import POINTS, SPANS, point_requests, span_requests
from headwater.cli.running import connect
from headwater.cli.up import System

SPAN_REQUESTS, POINT_REQUESTS = 100, 50
CONNECTIONS = 4
BESIDE_SPANS = 5_000
PROBES = 50
PROBE_SECONDS = 25.0
OPENED = 5
# A slow machine takes longer, and is told by the figure.
SERVED_SECONDS = 600.0
HEADERS = {"Content-Type": "application/x-protobuf"}


def run() -> str:
    with running_system() as system:
        _warm_up(system)
        rows = [
            _served(system, "spans", "/v1/traces", list(span_requests(SPAN_REQUESTS, seed=2)), SPANS),
            _served(system, "points", "/v1/metrics", list(point_requests(POINT_REQUESTS)), POINTS),
        ]
        beside = [_beside(system, 0), _beside(system, BESIDE_SPANS)]
    taken = table(
        ("in requests of 500", "sent", "taken/s", "served/s, from the first sent to the last served"), rows
    )
    header = (
        "meanwhile, spans/s wanted",
        "sent",
        "probes",
        "lineage visible p50 ms",
        "p95 ms",
        "trace opened p50 s",
        "slowest s",
    )
    return f"{taken}\n\n{table(header, beside)}"


def _warm_up(system: System) -> None:
    """The first batch makes partitions and temporary tables, and starts workers of Spark."""
    _served(system, "spans", "/v1/traces", list(span_requests(20, seed=1)), SPANS)
    for number in range(latency.WARM_UP):
        latency.probe(system.server, number)


def _served(system: System, column: str, path: str, bodies: list[bytes], size: int) -> tuple[str, ...]:
    requests = [_request(path, body) for body in bodies]
    with psycopg.connect(database_url(system), autocommit=True) as connection:
        before, began = _count(connection, column), time.perf_counter()
        asyncio.run(send_all(system.server.url, requests, CONNECTIONS))
        taken = time.perf_counter() - began
        expected = before + len(bodies) * size
        _until(lambda: _count(connection, column) >= expected)
        served = time.perf_counter() - began
    sent = len(bodies) * size
    return column, f"{sent:,}", f"{sent / taken:,.0f}", f"{sent / served:,.0f}"


def _request(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-protobuf\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _count(connection: psycopg.Connection, column: str) -> int:
    row = connection.execute(f"select {column} from telemetry_state").fetchone()
    return int(row[0]) if row else 0


def _until(is_done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SERVED_SECONDS
    while not is_done():
        if time.monotonic() > deadline:
            raise RuntimeError(f"not served after {SERVED_SECONDS:.0f} s")
        time.sleep(0.05)


def _beside(system: System, rate: int) -> tuple[str, ...]:
    first = 10_000 + rate
    with _sending_spans(system.server.url, rate) as sent:
        server = connect(system.server.url)
        probes = list(_for_seconds(PROBE_SECONDS, (latency.probe(server, first + n) for n in range(PROBES))))
        requests = span_requests(OPENED, seed=first)
        opened = sorted(_for_seconds(PROBE_SECONDS, (_opened(system.server.url, body) for body in requests)))
        reached = sent()
    p50, p95 = percentiles(probes)
    slowest, middle = opened[-1], opened[len(opened) // 2]
    figures = f"{p50:,.0f}", f"{p95:,.0f}", f"{middle:.1f}", f"{slowest:.1f}"
    return f"{rate:,}", f"{reached:,.0f}", f"{len(probes)}", *figures


def _for_seconds(seconds: float, measured: Iterator[float]) -> Iterator[float]:
    """As many measurements as fit into that time, and at least one."""
    deadline = time.monotonic() + seconds
    for value in measured:
        yield value
        if time.monotonic() > deadline:
            return


def _opened(url: str, body: bytes) -> float:
    """Seconds from sending a trace to an answer that has it."""
    began, trace_id = time.perf_counter(), _first_trace(body)
    httpx.post(f"{url}/v1/traces", content=body, headers=HEADERS).raise_for_status()
    _until(lambda: httpx.get(f"{url}/api/v1/traces/{trace_id}").status_code == 200)
    return time.perf_counter() - began


def _first_trace(body: bytes) -> str:
    sent = ExportTraceServiceRequest.FromString(body)
    return str(sent.resource_spans[0].scope_spans[0].spans[0].trace_id.hex())


@contextmanager
def _sending_spans(url: str, rate: int) -> Iterator[Callable[[], float]]:
    """So many a second, or as many as the machine can, while the block lasts; tells how many they were."""
    done, sent = threading.Event(), [0]
    sender = threading.Thread(target=_send_steadily, args=(url, rate, done, sent))
    began = time.monotonic()
    sender.start()
    try:
        yield lambda: sent[0] / (time.monotonic() - began)
    finally:
        done.set()
        sender.join()


def _send_steadily(url: str, rate: int, done: threading.Event, sent: list[int]) -> None:
    if not rate:
        return
    address = urlsplit(url)
    client = http.client.HTTPConnection(str(address.hostname), address.port)
    bodies, began = span_requests(10**9, seed=rate), time.monotonic()
    while not done.is_set():
        client.request("POST", "/v1/traces", next(bodies), HEADERS)
        client.getresponse().read()
        sent[0] += SPANS
        done.wait(max(0.0, began + sent[0] / rate - time.monotonic()))


if __name__ == "__main__":
    print(run())
