"""How long until an event shows in the lineage, while others stream in. `python -m benchmarks.latency`."""

import threading
import time
from typing import Any

import msgspec

from benchmarks.events import events
from benchmarks.system import running_system
from benchmarks.table import percentiles, table
from headwater.answers.lineage import Walk
from headwater.cli.running import connect, wait_until
from headwater.client import Headwater
from headwater.client.request import Request, send_lines
from headwater.client.requests import graph_downstream

PROBES = 100
# What else comes in meanwhile, in events a second.
BACKGROUND_RATES = (0, 100)
WARM_UP = 10


def probe(server: Headwater, number: int) -> float:
    """Seconds from sending an event to an answer that holds its lineage."""
    began = time.perf_counter()
    position = server.send(_sending(number))["position"]
    asked = graph_downstream(f"probe/source_{number}").with_parameter("min_position", position)
    found: Walk = server.send(asked)
    taken = time.perf_counter() - began
    if not any(reached.node.name == f"target_{number}" for reached in found.nodes):
        raise RuntimeError("the lineage was not there although its position was published")
    return taken


def _sending(number: int) -> Request[dict[str, Any]]:
    body = msgspec.json.encode(_event(number))
    return Request("POST", "/api/v1/lineage", dict, body=body, reads=False)


def _event(number: int) -> dict[str, Any]:
    return {
        "eventType": "COMPLETE",
        "eventTime": f"2026-06-01T00:00:00.{number:06d}Z",
        "run": {"runId": f"probe-{number}"},
        "job": {"namespace": "probe", "name": f"job_{number}"},
        "inputs": [{"namespace": "probe", "name": f"source_{number}"}],
        "outputs": [{"namespace": "probe", "name": f"target_{number}"}],
    }


def run() -> str:
    rows = []
    with running_system() as system:
        for number in range(WARM_UP):
            system.server.send(_sending(number))
            wait_until(lambda: not system.server.pipeline_status().lag_events, 60)
        for index, rate in enumerate(BACKGROUND_RATES):
            rows.append(_row(rate, _probed(system.server.url, rate, 1000 * (index + 1))))
    return table(("meanwhile, events/s", "probes", "visible p50 ms", "p95 ms"), rows)


def _probed(url: str, rate: int, first: int) -> list[float]:
    done = threading.Event()
    noise = threading.Thread(target=_send_steadily, args=(url, rate, first, done))
    noise.start()
    try:
        server = connect(url)
        return [probe(server, first + number) for number in range(PROBES)]
    finally:
        done.set()
        noise.join()


def _send_steadily(url: str, rate: int, seed: int, done: threading.Event) -> None:
    """A batch of a tenth of the rate, ten times a second."""
    if not rate:
        return
    server, size = connect(url), rate // 10
    bodies = events(rate * 300, seed=seed)
    while not done.wait(0.1):
        server.send(send_lines(b"\n".join(body for _, body in zip(range(size), bodies, strict=False))))


def _row(rate: int, seconds: list[float]) -> tuple[str, ...]:
    p50, p95 = percentiles(seconds)
    return str(rate), str(len(seconds)), f"{p50:,.0f}", f"{p95:,.0f}"


if __name__ == "__main__":
    print(run())
